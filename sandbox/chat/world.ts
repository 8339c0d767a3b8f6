import { EventEmitter } from 'node:events';
import {
  appUser,
  type ChannelOptions,
  channelFrom,
  defaultChannels,
  defaultGroups,
  defaultUsers,
  defaultWorkspace,
  type GroupOptions,
  type UserOptions,
  userFrom,
  type Workspace,
} from './defaults.ts';
import { createTimestamps, newId } from './ids.ts';
import type { Channel, Notice, User, UserActions } from './protocol.ts';
import type { Draft, StoredFile, StoredMessage } from './stored.ts';
import { Unread } from './unread.ts';

export interface WorldOptions {
  workspace?: Workspace;
  users?: UserOptions[];
  channels?: ChannelOptions[];
  groups?: GroupOptions[];
}

/** The workspace's state: users, channels, messages, files. Every change calls `changed`, so nothing has to poll. */
export class World {
  readonly workspace: Workspace;
  readonly users: User[];
  readonly groups: GroupOptions[];
  readonly channels = new Map<string, Channel>();
  readonly files = new Map<string, StoredFile>();
  readonly nextTs: () => string;
  readonly unread = new Unread(this);
  readonly #messages = new Map<string, StoredMessage[]>();
  readonly #notices = new Map<string, Notice[]>();
  readonly #changes = new EventEmitter().setMaxListeners(0);

  constructor(options: WorldOptions, now: () => number) {
    this.workspace = options.workspace ?? defaultWorkspace;
    this.users = [...(options.users ?? defaultUsers).map(userFrom), appUser];
    this.groups = (options.groups ?? defaultGroups).map((group) => ({
      ...group,
      members: group.members.map((member) => this.userNamed(member)?.id ?? member),
    }));
    for (const channel of (options.channels ?? defaultChannels).map((one) => channelFrom(one, this.users))) {
      this.channels.set(channel.id, channel);
    }
    this.nextTs = createTimestamps(now);
  }

  changed(): void {
    this.#changes.emit('change');
  }

  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#changes.on('change', listener);
    return () => this.#changes.off('change', listener);
  }

  user(id: string): User | undefined {
    return this.users.find((one) => one.id === id);
  }

  userNamed(nameOrId: string): User | undefined {
    const name = nameOrId.replace(/^@/, '').toLowerCase();
    return this.users.find((one) => one.id === nameOrId || one.name.toLowerCase() === name);
  }

  channelNamed(nameOrId: string): Channel | undefined {
    const name = nameOrId.replace(/^#/, '');
    return (
      this.channels.get(nameOrId) ??
      [...this.channels.values()].find((one) => one.kind !== 'direct' && one.name === name)
    );
  }

  /** The direct message conversation of these two users. Opens it if needed. */
  openDirectMessage(one: string, other: string): Channel {
    const known = [...this.channels.values()].find(
      (channel) =>
        channel.kind === 'direct' && channel.members.includes(one) && channel.members.includes(other),
    );
    if (known) return known;
    const channel: Channel = {
      id: newId('D0'),
      name: this.user(other)?.name ?? other,
      kind: 'direct',
      topic: '',
      archived: false,
      members: [one, other],
    };
    this.channels.set(channel.id, channel);
    this.changed();
    return channel;
  }

  /** A channel's name for a user: `#name`, or the other user's name for a direct message. */
  channelLabel(user: string, channel: Channel): string {
    if (channel.kind !== 'direct') return `#${channel.name}`;
    const other = channel.members.find((one) => one !== user) ?? '';
    return this.user(other)?.name ?? channel.name;
  }

  /** All messages in a channel, oldest first, including deleted ones. */
  messages(channel: string): StoredMessage[] {
    return this.#messages.get(channel) ?? [];
  }

  message(channel: string, ts: string): StoredMessage | undefined {
    return this.messages(channel).find((one) => one.ts === ts && !one.deleted);
  }

  /** The parent message of a thread, even if it was deleted. */
  threadStart(channel: string, ts: string): StoredMessage | undefined {
    return this.messages(channel).find((one) => one.ts === ts && (!one.deleted || one.replies > 0));
  }

  post(draft: Draft): StoredMessage {
    const message: StoredMessage = {
      ts: this.nextTs(),
      channel: draft.channel,
      replies: 0,
      user: draft.user,
      text: draft.text,
      blocks: draft.blocks ?? [],
      blocksVersion: 0,
      earlier: [],
      edited: false,
      deleted: false,
      files: draft.files ?? [],
      unfurls: [],
      reactions: [],
      ...(draft.thread ? { thread: draft.thread } : {}),
      ...(draft.thread && draft.broadcast ? { broadcast: true } : {}),
      ...(draft.privateTo ? { privateTo: draft.privateTo } : {}),
      ...(draft.metadata ? { metadata: draft.metadata } : {}),
    };
    this.#messages.set(draft.channel, [...this.messages(draft.channel), message]);
    if (draft.thread) this.#countReplies(draft.channel, draft.thread);
    this.unread.posted(message);
    this.changed();
    return message;
  }

  update(
    message: StoredMessage,
    to: Partial<Pick<StoredMessage, 'text' | 'blocks' | 'metadata' | 'edited' | 'unfurls'>>,
  ): void {
    if (to.blocks && to.blocks !== message.blocks) {
      message.earlier.push(message.blocks);
      message.blocksVersion = message.earlier.length;
    }
    Object.assign(message, to);
    this.changed();
  }

  remove(message: StoredMessage): void {
    Object.assign(message, { deleted: true, text: '', blocks: [], files: [], unfurls: [], reactions: [] });
    if (message.thread) this.#countReplies(message.channel, message.thread);
    this.changed();
  }

  /** Toggles a user's reaction to a message. Returns true if it was added. */
  react(message: StoredMessage, user: string, name: string): boolean {
    const known = message.reactions.find((one) => one.name === name);
    const isNew = !known?.users.includes(user);
    if (!known) message.reactions.push({ name, users: [user] });
    else if (isNew) known.users.push(user);
    else known.users = known.users.filter((one) => one !== user);
    message.reactions = message.reactions.filter(({ users }) => users.length > 0);
    this.changed();
    return isNew;
  }

  removeChannel(id: string): void {
    this.channels.delete(id);
    this.#messages.delete(id);
    this.changed();
  }

  notices(user: string): Notice[] {
    return this.#notices.get(user) ?? [];
  }

  /** Shows a notice from Slack itself, not from the app. */
  notify(user: string, text: string, channel?: string): string {
    const notice: Notice = { id: newId('N'), text, ...(channel ? { channel } : {}) };
    this.#notices.set(user, [...this.notices(user), notice]);
    this.changed();
    return text;
  }

  dismiss(user: string, notice: string): void {
    this.#notices.set(
      user,
      this.notices(user).filter((one) => one.id !== notice),
    );
    this.changed();
  }

  /** Dismisses Slack's notices in a channel. Called when the user posts there. */
  dismissAll(user: string, channel: string): void {
    this.#notices.set(
      user,
      this.notices(user).filter((one) => one.channel !== channel),
    );
    this.changed();
  }

  /** Marks a channel or thread as read up to a message, or to the newest. */
  markRead(user: string, { channel, thread, upTo }: UserActions['read']): void {
    const newest = upTo ?? this.messages(channel).at(-1)?.ts ?? '';
    this.unread.read(user, channel, { ...(thread ? { thread } : {}), upTo: newest });
    this.changed();
  }

  /** Marks everything as read by everyone. */
  markAllRead(): void {
    this.unread.readByEveryone(this.nextTs());
    this.changed();
  }

  #countReplies(channel: string, thread: string): void {
    const all = this.messages(channel);
    const first = all.find((one) => one.ts === thread);
    if (first)
      first.replies = all.filter((one) => one.thread === thread && !one.deleted && !one.privateTo).length;
  }
}
