import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import type { Channel } from '../protocol.ts';
import { ApiError } from './method.ts';

export const inside = (channel: Channel): boolean => channel.members.includes(app.botUser);

/** The channel as the bot may know it: a private one it is not in does not exist for it. */
export function visibleChannel(core: Core, id: string): Channel {
  const channel = core.world.channels.get(id);
  if (!channel || (channel.kind !== 'public' && !inside(channel))) throw new ApiError('channel_not_found');
  return channel;
}

/** Where a new message goes: an id, a `#name`, or a person, whose direct conversation is then opened. */
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
