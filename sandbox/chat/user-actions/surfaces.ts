import type { Core } from '../core.ts';
import { type PlacedElement, placedElements } from '../elements.ts';
import type { Channel, Container } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import type { StoredView } from '../view-stacks.ts';
import type { World } from '../world.ts';
import { NotAllowed } from './not-allowed.ts';

/** The surface that contains an element: a message (as the user saw it), a modal, or the Home tab. */
export interface Surface {
  blocks: readonly unknown[];
  stored?: StoredView;
  message?: StoredMessage;
  channel?: Channel;
}

export function canSee(user: string, channel: Channel): boolean {
  return channel.kind === 'public' || channel.members.includes(user);
}

/** The channel, if this user can post in it. */
export function channelFor(world: World, user: string, id: string): Channel {
  const channel = world.channels.get(id);
  if (!channel || !canSee(user, channel)) throw new NotAllowed('You can’t see this channel.');
  if (channel.archived) throw new NotAllowed(`#${channel.name} is archived.`);
  return channel;
}

/** The message, if it's visible to this user. */
export function messageFor(world: World, user: string, channelId: string, ts: string): StoredMessage {
  return seenBy(world, user, channelId, world.message(channelId, ts));
}

/** The parent message of a thread, if it's visible to this user. A deleted one that has replies still counts. */
export function threadFor(world: World, user: string, channelId: string, ts: string): StoredMessage {
  return seenBy(world, user, channelId, world.threadStart(channelId, ts));
}

function seenBy(world: World, user: string, channelId: string, message: StoredMessage | undefined) {
  const channel = world.channels.get(channelId);
  const hidden = message?.privateTo !== undefined && message.privateTo !== user;
  if (!channel || !canSee(user, channel) || !message || hidden) {
    throw new NotAllowed('This message no longer exists.');
  }
  return message;
}

export function surfaceFor(core: Core, user: string, container: Container): Surface {
  if (container.type === 'message') {
    const message = messageFor(core.world, user, container.channel, container.ts);
    const channel = core.world.channels.get(container.channel);
    // Slack delivers a click even if the message was updated meanwhile, and the app decides what to do
    const blocks = message.earlier[container.blocksVersion ?? message.blocksVersion] ?? message.blocks;
    const unfurled = message.unfurls.flatMap((one) => one.blocks);
    return { blocks: [...blocks, ...unfurled], message, ...(channel ? { channel } : {}) };
  }
  const stored =
    container.type === 'home'
      ? core.views.home(user)
      : core.views.stack(user).find((one) => one.id === container.viewId);
  if (!stored) throw new NotAllowed('This view is no longer open.');
  const seen = container.type === 'home' && container.hash ? stored.earlier.get(container.hash) : undefined;
  return { blocks: seen ?? stored.view.blocks, stored };
}

export function elementOn(surface: Surface, blockId: string, actionId: string): PlacedElement {
  const placed = placedElements(surface.blocks).find(
    (one) => one.blockId === blockId && one.actionId === actionId,
  );
  if (!placed) throw new NotAllowed('This button or field no longer exists.');
  return placed;
}
