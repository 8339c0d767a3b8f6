import type { KnownBlock } from '@slack/types';
import type { Core } from '../core.ts';
import { visibleMessages } from '../page-state.ts';
import type { Container } from '../protocol.ts';
import type { StoredMessage } from '../stored.ts';
import type { UnreadCount } from '../unread.ts';
import { Shown } from './shown.ts';
import { picturesIn, textOfBlocks } from './shown-text.ts';

/** A live handle to a message: always shows its current version. */
export class ShownMessage extends Shown {
  readonly channel: string;
  readonly ts: string;
  readonly #message: StoredMessage;

  constructor(core: Core, message: StoredMessage) {
    super(core);
    this.#message = message;
    this.channel = message.channel;
    this.ts = message.ts;
  }

  get container(): Container {
    return { type: 'message', channel: this.channel, ts: this.ts };
  }

  /** Its own, then those below its links. */
  get blocks(): KnownBlock[] {
    return [...this.#message.blocks, ...this.#message.unfurls.flatMap((one) => one.blocks)];
  }

  /** The visible text: of its blocks if it has any, otherwise its `text`, followed by its unfurls. */
  get text(): string {
    const { blocks, text, unfurls } = this.#message;
    const own = blocks.length > 0 ? textOfBlocks(blocks) : text;
    return [own, ...unfurls.map((one) => textOfBlocks(one.blocks))].join('\n');
  }

  /** What the app shows below its links, by their addresses. */
  get unfurls(): Record<string, string> {
    return Object.fromEntries(this.#message.unfurls.map((one) => [one.url, textOfBlocks(one.blocks)]));
  }

  /** The top-level `text`, which notifications and screen readers use. */
  get fallback(): string {
    return this.#message.text;
  }

  get pictures(): { url: string; alt: string }[] {
    return picturesIn(this.blocks);
  }

  get files(): StoredMessage['files'] {
    return this.#message.files;
  }

  /** Who reacted, by the name of the emoji. */
  get reactions(): Record<string, string[]> {
    return Object.fromEntries(this.#message.reactions.map(({ name, users }) => [name, users]));
  }

  get user(): string {
    return this.#message.user;
  }

  get thread(): string | undefined {
    return this.#message.thread;
  }

  get privateTo(): string | undefined {
    return this.#message.privateTo;
  }

  get deleted(): boolean {
    return this.#message.deleted;
  }

  /** Waits until it's deleted. */
  disappears(): Promise<this> {
    return this.expect(() => this.deleted, 'a message to be deleted');
  }

  get metadata(): StoredMessage['metadata'] {
    return this.#message.metadata;
  }

  /** The public replies below it, oldest first. */
  get threadMessages(): ShownMessage[] {
    return this.core.world
      .messages(this.channel)
      .filter((one) => one.thread === this.ts && !one.deleted && !one.privateTo)
      .map((one) => new ShownMessage(this.core, one));
  }
}

/** What this person has not read, by the name of the place; only places with something unread. */
export function unreadPlaces({ world }: Core, user: string): Record<string, UnreadCount> {
  const channels = [...world.channels.values()].map(
    (one) => [world.channelLabel(user, one), world.unread.inChannel(user, one)] as const,
  );
  const inThreads = world.unread.threads(user).reduce((sum, { unread }) => sum + unread, 0);
  // Every reply in a followed thread notifies its followers.
  const threads = { unread: inThreads, mentions: inThreads };
  const places = [...channels, ['Threads', threads] as const];
  return Object.fromEntries(places.filter(([, { unread }]) => unread > 0));
}

/** Everything this person sees in a channel, oldest first. */
export function messagesSeen(core: Core, user: string, channel: string): ShownMessage[] {
  return visibleMessages(core, user, channel)
    .filter((one) => !one.deleted)
    .map((one) => new ShownMessage(core, one));
}
