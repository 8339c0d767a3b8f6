import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import type { Channel } from '../protocol.ts';
import { ApiError } from './method.ts';

export const inside = (channel: Channel): boolean => channel.members.includes(app.botUser);

/** The channel as the bot may know it: a private one it is not in does not exist for it. */
export function knownChannel(core: Core, id: string): Channel {
  const channel = core.world.channels.get(id);
  if (!channel || (channel.kind !== 'public' && !inside(channel))) throw new ApiError('channel_not_found');
  return channel;
}

/** Where a new message goes: an id, a `#name`, or a person, whose direct conversation is then opened. */
export function postingChannel(core: Core, target: string): Channel {
  const person = core.world.person(target);
  const direct = person && !person.bot ? core.world.direct(person.id, app.botUser) : undefined;
  const channel = direct ?? knownChannel(core, core.world.channelCalled(target)?.id ?? target);
  if (channel.kind === 'direct' && !core.installed.hasMessagesTab)
    throw new ApiError('messages_tab_disabled');
  if (channel.archived) throw new ApiError('is_archived');
  if (!inside(channel) && !core.installed.may('chat:write.public')) throw new ApiError('not_in_channel');
  return channel;
}
