import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import type { Channel } from '../protocol.ts';
import { ApiError } from './method.ts';

export const inside = (channel: Channel): boolean => channel.members.includes(app.botUser);

/** The channel, if the bot can see it: private channels it isn't in look like they don't exist. */
export function visibleChannel(core: Core, id: string): Channel {
  const channel = core.world.channels.get(id);
  if (!channel || (channel.kind !== 'public' && !inside(channel))) throw new ApiError('channel_not_found');
  return channel;
}

/** The channel for a new message, by ID, `#name`, or user ID (which opens a direct message). */
export function postingChannel(core: Core, target: string): Channel {
  const user = core.world.user(target);
  const direct = user && !user.bot ? core.world.openDirectMessage(user.id, app.botUser) : undefined;
  const channel = direct ?? visibleChannel(core, core.world.channelNamed(target)?.id ?? target);
  if (channel.kind === 'direct' && !core.installed.hasMessagesTab)
    throw new ApiError('messages_tab_disabled');
  if (channel.archived) throw new ApiError('is_archived');
  if (!inside(channel) && !core.installed.hasScope('chat:write.public')) throw new ApiError('not_in_channel');
  return channel;
}
