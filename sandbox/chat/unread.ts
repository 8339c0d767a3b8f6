/**
 * What each person has not read yet, and what notified them, with Slack's default preferences: a new message marks its
 * channel unread; a mention, a direct message and a reply in a thread that one follows notify. An edit does neither,
 * so all of it is decided when a message is posted.
 */
import { mentionsOf } from './mentions.ts';
import type { Channel, FollowedThread, Notification, Person } from './protocol.ts';
import type { StoredMessage } from './stored.ts';
import { formatSlackDate } from './web/src/text/dates.ts';
import { plainFromMrkdwn } from './web/src/text/plain.ts';

/** How much of a channel or of a person's threads is unread; `mentions` is the number on the red badge. */
export interface UnreadCount {
  unread: number;
  mentions: number;
}

/** What has to be known of the chat. */
interface Context {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly groups: readonly { id: string; handle: string; members: string[] }[];
  person(id: string): Person | undefined;
  placeName(person: string, channel: Channel): string;
  messages(channel: string): StoredMessage[];
  message(channel: string, ts: string): StoredMessage | undefined;
}

type Place = Pick<StoredMessage, 'channel' | 'ts' | 'thread' | 'broadcast'>;

const isReply = ({ ts, thread }: Place): boolean => thread !== undefined && thread !== ts;
/** A reply shows in its channel only when it was also sent there. */
const isInChannel = (message: Place): boolean => !isReply(message) || message.broadcast === true;

export class Unread {
  readonly #world: Context;
  readonly #notified = new Map<string, Notification[]>();
  /** The people who follow a thread, by its place. */
  readonly #followers = new Map<string, Set<string>>();
  /** The last `ts` that a person has read, by person and place. */
  readonly #read = new Map<string, string>();
  #everyoneReadUpTo = '';

  constructor(world: Context) {
    this.#world = world;
  }

  /** Decides whom a new message notifies, and who follows its thread from now on. */
  posted(message: StoredMessage): void {
    const channel = this.#world.channels.get(message.channel);
    // An ephemeral message is no message of the channel: it notifies nobody.
    if (!channel || message.privateTo) return;
    const { people, groups, everyone } = mentionsOf(message);
    const inGroups = this.#world.groups.filter(({ id }) => groups.has(id)).flatMap(({ members }) => members);
    const mentioned = new Set([...people, ...inGroups]);
    const threadPlace = `${channel.id} ${message.thread ?? message.ts}`;
    const followers = this.#followers.get(threadPlace) ?? new Set();

    const reasonFor = (person: string): Notification['reason'] | undefined => {
      if (channel.kind === 'direct') return isReply(message) ? 'thread_reply' : 'direct_message';
      if (mentioned.has(person) || (everyone && !isReply(message))) return 'mention';
      return isReply(message) && followers.has(person) ? 'thread_reply' : undefined;
    };
    for (const person of this.#readersOf(channel)) {
      const reason = person === message.user ? undefined : reasonFor(person);
      if (reason) this.#notify(person, channel, message, reason);
    }
    // A mention by name makes somebody follow a thread; one of a group or of everyone does not.
    for (const person of [message.user, ...people]) followers.add(person);
    this.#followers.set(threadPlace, followers);
  }

  /** Everything that has notified this person, oldest first, what was read or deleted since included. */
  notified(person: string): readonly Notification[] {
    return this.#notified.get(person) ?? [];
  }

  /** The notifications that this person has not seen the message of yet, oldest first. */
  unseen(person: string): Notification[] {
    return this.notified(person).filter(
      (one) => !this.#isRead(person, one) && this.#world.message(one.channel, one.ts),
    );
  }

  inChannel(person: string, channel: Channel): UnreadCount {
    if (!channel.members.includes(person)) return { unread: 0, mentions: 0 };
    const unread = this.#world
      .messages(channel.id)
      .filter((one) => isInChannel(one) && this.#isNewTo(person, one)).length;
    const mentions = this.unseen(person).filter(
      (one) => one.channel === channel.id && isInChannel(one),
    ).length;
    return { unread, mentions };
  }

  /** The threads with replies that this person follows, or was mentioned in as one of a group; the newest reply first. */
  threads(person: string): FollowedThread[] {
    const unseen = this.unseen(person).filter((one) => !isInChannel(one));
    const threads = [...this.#followers].flatMap(([place, followers]) => {
      const [channel = '', ts = ''] = place.split(' ');
      const unread = unseen.filter((one) => one.channel === channel && one.thread === ts).length;
      if (!followers.has(person) && unread === 0) return [];
      if (!this.#world.channels.get(channel)?.members.includes(person)) return [];
      const replies = this.#world
        .messages(channel)
        .filter((one) => one.thread === ts && isReply(one) && !one.deleted && !one.privateTo);
      const newest = replies.at(-1);
      if (!newest) return [];
      return [{ channel, ts, unread, newest: newest.ts }];
    });
    return threads.toSorted((one, other) => (one.newest < other.newest ? 1 : -1));
  }

  /** A person has read a channel, or a thread of it, up to this message. */
  read(person: string, channel: string, { thread = '', upTo }: { thread?: string; upTo: string }): void {
    const place = `${person} ${channel} ${thread}`;
    if (upTo >= (this.#read.get(place) ?? '')) this.#read.set(place, upTo);
  }

  /** Where this person's reading of a channel stopped; empty when they have not read it at all. */
  readUpTo(person: string, channel: string): string {
    const own = this.#read.get(`${person} ${channel} `) ?? '';
    return own > this.#everyoneReadUpTo ? own : this.#everyoneReadUpTo;
  }

  /** From now on everything said so far counts as read by everyone. */
  readByEveryone(upTo: string): void {
    this.#everyoneReadUpTo = upTo;
  }

  #readersOf(channel: Channel): string[] {
    return channel.members.filter((id) => this.#world.person(id)?.bot === false);
  }

  #isNewTo(person: string, message: StoredMessage): boolean {
    return (
      message.user !== person && !message.privateTo && !message.deleted && !this.#isRead(person, message)
    );
  }

  #isRead(person: string, message: Place): boolean {
    const { channel, thread, ts } = message;
    if (ts <= this.#everyoneReadUpTo) return true;
    if (isInChannel(message) && ts <= this.readUpTo(person, channel)) return true;
    return isReply(message) && ts <= (this.#read.get(`${person} ${channel} ${thread}`) ?? '');
  }

  #notify(person: string, channel: Channel, message: StoredMessage, reason: Notification['reason']): void {
    const { ts, thread, broadcast, user, text } = message;
    const notification: Notification = {
      place: this.#world.placeName(person, channel),
      channel: channel.id,
      ts,
      ...(thread && isReply(message) ? { thread } : {}),
      ...(broadcast ? { broadcast } : {}),
      from: user,
      reason,
      text: plainFromMrkdwn(
        text,
        (id) => this.#nameOf(id),
        (unix, format) => formatSlackDate(unix, format, this.#world.person(person)?.zone ?? 'UTC'),
      ),
    };
    const earlier = this.#notified.get(person);
    if (earlier) earlier.push(notification);
    else this.#notified.set(person, [notification]);
  }

  #nameOf(id: string): string | undefined {
    const group = this.#world.groups.find((one) => one.id === id);
    return group ? `@${group.handle}` : (this.#world.person(id) ?? this.#world.channels.get(id))?.name;
  }
}
