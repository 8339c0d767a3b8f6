import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import type { Acts } from '../protocol.ts';
import { CannotAct } from './cannot-act.ts';
import { tellApp } from './events.ts';
import { channelFor, messageFor } from './places.ts';

/** A person adds or removes a reaction. The app gets the event in channels where it's a member. */
export function react(core: Core, person: string, { channel: id, ts, name }: Acts['react']): void {
  const channel = channelFor(core.world, person, id);
  const message = messageFor(core.world, person, channel.id, ts);
  if (message.privateTo) throw new CannotAct('You can’t react to a message that only you can see.');
  const added = core.world.react(message, person, name);
  if (!channel.members.includes(app.botUser)) return;
  void tellApp(core, {
    type: added ? 'reaction_added' : 'reaction_removed',
    user: person,
    reaction: name,
    item_user: message.user,
    item: { type: 'message', channel: channel.id, ts: message.ts },
    event_ts: core.world.nextTs(),
  });
}
