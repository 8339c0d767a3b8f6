import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import type { UserActions } from '../protocol.ts';
import { sendEvent } from './events.ts';
import { NotAllowed } from './not-allowed.ts';
import { channelFor, messageFor } from './surfaces.ts';

/** Adds or removes a user's reaction. The app gets the event in channels where the bot is a member. */
export function react(core: Core, user: string, { channel: id, ts, name }: UserActions['react']): void {
  const channel = channelFor(core.world, user, id);
  const message = messageFor(core.world, user, channel.id, ts);
  if (message.privateTo) throw new NotAllowed('You can’t react to a message that only you can see.');
  const added = core.world.react(message, user, name);
  if (!channel.members.includes(app.botUser)) return;
  void sendEvent(core, {
    type: added ? 'reaction_added' : 'reaction_removed',
    user,
    reaction: name,
    item_user: message.user,
    item: { type: 'message', channel: channel.id, ts: message.ts },
    event_ts: core.world.nextTs(),
  });
}
