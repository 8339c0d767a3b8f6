import type { Core } from '../core.ts';
import { type Placed, placedElements } from '../elements.ts';
import type { Channel, Container } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import type { Held } from '../view-stacks.ts';
import type { World } from '../world.ts';
import { CannotAct } from './cannot-act.ts';

/** Where an element stands: on a message as the person saw it, or on a modal or home. */
export interface Surface {
  blocks: readonly unknown[];
  held?: Held;
  message?: StoredMessage;
  channel?: Channel;
}

export function canSee(person: string, channel: Channel): boolean {
  return channel.kind === 'public' || channel.members.includes(person);
}

/** The channel, when this person can write there. */
export function channelFor(world: World, person: string, id: string): Channel {
  const channel = world.channels.get(id);
  if (!channel || !canSee(person, channel)) throw new CannotAct('You can’t see this channel.');
  if (channel.archived) throw new CannotAct(`#${channel.name} is archived.`);
  return channel;
}

/** The message, when this person sees it. */
export function messageFor(world: World, person: string, channelId: string, ts: string): StoredMessage {
  return seenBy(world, person, channelId, world.message(channelId, ts));
}

/** The first message of a thread, when this person sees it; a deleted one with replies can be replied to. */
export function threadFor(world: World, person: string, channelId: string, ts: string): StoredMessage {
  return seenBy(world, person, channelId, world.threadStart(channelId, ts));
}

function seenBy(world: World, person: string, channelId: string, message: StoredMessage | undefined) {
  const channel = world.channels.get(channelId);
  const hidden = message?.privateTo !== undefined && message.privateTo !== person;
  if (!channel || !canSee(person, channel) || !message || hidden) {
    throw new CannotAct('This message no longer exists.');
  }
  return message;
}

export function surfaceFor(core: Core, person: string, container: Container): Surface {
  if (container.type === 'message') {
    const message = messageFor(core.world, person, container.channel, container.ts);
    const channel = core.world.channels.get(container.channel);
    // Slack sends what a person pressed also when the message was redrawn meanwhile: the app says what is true now
    const blocks = message.earlier[container.drawing ?? message.drawing] ?? message.blocks;
    const unfurled = message.unfurls.flatMap((one) => one.blocks);
    return { blocks: [...blocks, ...unfurled], message, ...(channel ? { channel } : {}) };
  }
  const held =
    container.type === 'home'
      ? core.views.home(person)
      : core.views.stack(person).find((one) => one.id === container.viewId);
  if (!held) throw new CannotAct('This view is no longer open.');
  const seen = container.type === 'home' && container.hash ? held.earlier.get(container.hash) : undefined;
  return { blocks: seen ?? held.view.blocks, held };
}

export function elementOn(surface: Surface, blockId: string, actionId: string): Placed {
  const placed = placedElements(surface.blocks).find(
    (one) => one.blockId === blockId && one.actionId === actionId,
  );
  if (!placed) throw new CannotAct('This button or field no longer exists.');
  return placed;
}
