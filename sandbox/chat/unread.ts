/**
 * Unread messages and notifications of each user, with Slack's default preferences: a new message marks its channel as unread,
 * and mentions, direct messages, and replies in followed threads notify. An edit does neither,
 * so all of it is decided when a message is posted.
 */
import { mentionsOf } from './mentions.ts';
import type { Channel, FollowedThread, Notification, User } from './protocol.ts';
import type { StoredMessage } from './stored.ts';
import { formatSlackDate } from './web/src/text/dates.ts';
import { plainFromMrkdwn } from './web/src/text/plain.ts';

/** Unread counts of a channel or of a user's threads. `mentions` is the number on the red badge. */
export interface UnreadCount {
  unread: number;
  mentions: number;
}

/** What this needs from the chat. */
interface UnreadContext {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly groups: readonly { id: string; handle: string; members: string[] }[];
  user(id: string): User | undefined;
  channelLabel(user: string, channel: Channel): string;
  messages(channel: string): StoredMessage[];
  message(channel: string, ts: string): StoredMessage | undefined;
}

type MessageRef = Pick<StoredMessage, 'channel' | 'ts' | 'thread' | 'broadcast'>;

const isReply = ({ ts, thread }: MessageRef): boolean => thread !== undefined && thread !== ts;
/** A reply shows in its channel only if it was broadcast. */
const isInChannel = (message: MessageRef): boolean => !isReply(message) || message.broadcast === true;

export class Unread {
  readonly #world: UnreadContext;
  readonly #notified = new Map<string, Notification[]>();
  /** The followers of a thread, by channel and `ts`. */
  readonly #followers = new Map<string, Set<string>>();
  /** The last `ts` read, by user, channel, and thread. */
  readonly #read = new Map<string, string>();
  #everyoneReadUpTo = '';

  constructor(world: UnreadContext) {
    this.#world = world;
  }

  /** Updates followers and notifications for a new message. */
  posted(message: StoredMessage): void {
    const channel = this.#world.channels.get(message.channel);
    // Ephemeral messages don't notify anyone.
    if (!channel || message.privateTo) return;
    const { users, groups, everyone } = mentionsOf(message);
    const inGroups = this.#world.groups.filter(({ id }) => groups.has(id)).flatMap(({ members }) => members);
    const mentioned = new Set([...users, ...inGroups]);
    const threadPlace = `${channel.id} ${message.thread ?? message.ts}`;
    const followers = this.#followers.get(threadPlace) ?? new Set();

    const reasonFor = (user: string): Notification['reason'] | undefined => {
      if (channel.kind === 'direct') return isReply(message) ? 'thread_reply' : 'direct_message';
      if (mentioned.has(user) || (everyone && !isReply(message))) return 'mention';
      return isReply(message) && followers.has(user) ? 'thread_reply' : undefined;
    };
    for (const user of this.#readersOf(channel)) {
      const reason = user === message.user ? undefined : reasonFor(user);
      if (reason) this.#notify(user, channel, message, reason);
    }
    // A user who's mentioned by name follows the thread; a mention of a group or of everyone doesn't count.
    for (const user of [message.user, ...users]) followers.add(user);
    this.#followers.set(threadPlace, followers);
  }

  /** All notifications to this user, oldest first, including those read or deleted since. */
  notified(user: string): readonly Notification[] {
    return this.#notified.get(user) ?? [];
  }

  /** Notifications whose message this user hasn't read, oldest first. */
  unreadNotifications(user: string): Notification[] {
    return this.notified(user).filter(
      (one) => !this.#isRead(user, one) && this.#world.message(one.channel, one.ts),
    );
  }

  inChannel(user: string, channel: Channel): UnreadCount {
    if (!channel.members.includes(user)) return { unread: 0, mentions: 0 };
    const unread = this.#world
      .messages(channel.id)
      .filter((one) => isInChannel(one) && this.#isNewTo(user, one)).length;
    const mentions = this.unreadNotifications(user).filter(
      (one) => one.channel === channel.id && isInChannel(one),
    ).length;
    return { unread, mentions };
  }

  /** The threads with replies that this user follows or was mentioned in through a group, by newest reply. */
  threads(user: string): FollowedThread[] {
    const unseen = this.unreadNotifications(user).filter((one) => !isInChannel(one));
    const threads = [...this.#followers].flatMap(([place, followers]) => {
      const [channel = '', ts = ''] = place.split(' ');
      const unread = unseen.filter((one) => one.channel === channel && one.thread === ts).length;
      if (!followers.has(user) && unread === 0) return [];
      if (!this.#world.channels.get(channel)?.members.includes(user)) return [];
      const replies = this.#world
        .messages(channel)
        .filter((one) => one.thread === ts && isReply(one) && !one.deleted && !one.privateTo);
      const newest = replies.at(-1);
      if (!newest) return [];
      return [{ channel, ts, unread, newest: newest.ts }];
    });
    return threads.toSorted((one, other) => (one.newest < other.newest ? 1 : -1));
  }

  /** Marks a channel or thread as read up to this message. */
  read(user: string, channel: string, { thread = '', upTo }: { thread?: string; upTo: string }): void {
    const place = `${user} ${channel} ${thread}`;
    if (upTo >= (this.#read.get(place) ?? '')) this.#read.set(place, upTo);
  }

  /** The last `ts` that this user has read in a channel; empty if none. */
  readUpTo(user: string, channel: string): string {
    const own = this.#read.get(`${user} ${channel} `) ?? '';
    return own > this.#everyoneReadUpTo ? own : this.#everyoneReadUpTo;
  }

  /** Marks everything up to this `ts` as read by everyone. */
  readByEveryone(upTo: string): void {
    this.#everyoneReadUpTo = upTo;
  }

  #readersOf(channel: Channel): string[] {
    return channel.members.filter((id) => this.#world.user(id)?.bot === false);
  }

  #isNewTo(user: string, message: StoredMessage): boolean {
    return message.user !== user && !message.privateTo && !message.deleted && !this.#isRead(user, message);
  }

  #isRead(user: string, message: MessageRef): boolean {
    const { channel, thread, ts } = message;
    if (ts <= this.#everyoneReadUpTo) return true;
    if (isInChannel(message) && ts <= this.readUpTo(user, channel)) return true;
    return isReply(message) && ts <= (this.#read.get(`${user} ${channel} ${thread}`) ?? '');
  }

  #notify(person: string, channel: Channel, message: StoredMessage, reason: Notification['reason']): void {
    const { ts, thread, broadcast, user, text } = message;
    const notification: Notification = {
      channelName: this.#world.channelLabel(person, channel),
      channel: channel.id,
      ts,
      ...(thread && isReply(message) ? { thread } : {}),
      ...(broadcast ? { broadcast } : {}),
      from: user,
      reason,
      text: plainFromMrkdwn(
        text,
        (id) => this.#nameOf(id),
        (unix, format) => formatSlackDate(unix, format, this.#world.user(person)?.zone ?? 'UTC'),
      ),
    };
    const earlier = this.#notified.get(person);
    if (earlier) earlier.push(notification);
    else this.#notified.set(person, [notification]);
  }

  #nameOf(id: string): string | undefined {
    const group = this.#world.groups.find((one) => one.id === id);
    return group ? `@${group.handle}` : (this.#world.user(id) ?? this.#world.channels.get(id))?.name;
  }
}
