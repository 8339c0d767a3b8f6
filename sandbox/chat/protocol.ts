/**
 * The protocol between the chat's web page and its server. The page keeps no state of its own: it shows the last `ChatState` that
 * the server sent for its user, and every user action is a POST.
 *
 * - `GET  /page/events?as=<user id or name>` Server-Sent Events; each `message` event contains the whole `ChatState`.
 * - `POST /page/<act>` with the JSON of the act below; answers `{ ok: true, ...result }` or
 *   `{ ok: false, error: string }` with a message for the user.
 * - everything else under `/` is the built page (Vite's `dist`).
 */
import type { KnownBlock, View } from '@slack/types';

export interface User {
  id: string;
  name: string;
  realName: string;
  /** An IANA time zone, such as `Europe/Madrid`. Users see dates in their own zone. */
  zone: string;
  bot: boolean;
  role: 'owner' | 'admin' | 'member' | 'guest';
  /** The workspace of an external user, who is here through a shared channel. */
  team?: string;
  /** Their account was deactivated. */
  deleted?: boolean;
  /** The CSS color of the avatar. */
  color: string;
}

export interface Channel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'direct';
  topic: string;
  archived: boolean;
  members: string[];
}

/** A channel as one user sees it. */
export interface ShownChannel extends Channel {
  /** The number of unread messages. If there are any, the channel is bold. */
  unread: number;
  /** The number of unread mentions and direct messages, shown on the red badge. */
  mentions: number;
  /** The last read `ts`; empty: none. */
  readUpTo: string;
}

/** A thread that a user follows, because they started it, replied in it, or were mentioned in it. */
export interface FollowedThread {
  channel: string;
  /** Its first message. */
  ts: string;
  unread: number;
  /** The `ts` of its newest reply. */
  newest: string;
}

/** A notification, which the page shows as a toast. */
export interface Notification {
  /** `#channel`, or the sender of a direct message. */
  channelName: string;
  channel: string;
  ts: string;
  /** The thread's `ts`, if it's a reply. */
  thread?: string;
  broadcast?: true;
  /** Who wrote it. */
  from: string;
  reason: 'mention' | 'direct_message' | 'thread_reply';
  /** The message's top-level `text` as plain text, with mentions resolved to names. */
  text: string;
}

/** A reaction to a message. */
export interface Reaction {
  /** Its name in Slack, such as `white_check_mark`. */
  name: string;
  /** The users who added it, in order. */
  users: string[];
}

export interface Message {
  /** Slack's `ts`: seconds with six decimals, unique in the channel. */
  ts: string;
  channel: string;
  thread?: string;
  /** A reply that is also shown in the channel. */
  broadcast?: true;
  /** The number of replies (only on the parent message of a thread). */
  replies: number;
  user: string;
  text: string;
  blocks: KnownBlock[];
  /** How often its blocks were replaced. Identifies the version in which a user clicked something. */
  blocksVersion: number;
  /** Set when only this reader sees it ("Only visible to you"). */
  privateTo?: string;
  edited: boolean;
  deleted: boolean;
  files: { id: string; name: string; url: string; mimetype: string }[];
  /** The app's unfurls of its links, in order. */
  unfurls: { url: string; blocks: KnownBlock[] }[];
  /** In the order in which they were added. A reaction without users is removed. */
  reactions: Reaction[];
}

/** A modal on the user's stack. The last one is on top. */
export interface OpenView {
  id: string;
  hash: string;
  view: View;
  /** Field errors by block ID, from the app's last `response_action: errors`. */
  errors: Record<string, string>;
}

/** The value of one element, in the shape of Slack's `view.state.values`. */
export type ElementState = { type: string } & Record<string, unknown>;
/** `state[block_id][action_id]`, as in `view.state.values`. */
export type StateValues = Record<string, Record<string, ElementState>>;

export interface Option {
  text: { type: 'plain_text' | 'mrkdwn'; text: string };
  description?: { type: 'plain_text' | 'mrkdwn'; text: string };
  value: string;
}

export interface SlashCommand {
  command: string;
  description: string;
  usageHint: string;
}

export interface Shortcut {
  callbackId: string;
  name: string;
  description: string;
  type: 'global' | 'message';
}

/** An input or output of a step of the app in Workflow Builder. */
export interface StepField {
  name: string;
  /** `string`, `integer` or one of Slack's own, such as `slack#/types/user_id`. */
  type: string;
  title: string;
  description: string;
  required: boolean;
}

/** A step of the app in Workflow Builder. */
export interface StepForm {
  callbackId: string;
  title: string;
  description: string;
  inputs: StepField[];
  outputs: StepField[];
}

/** One run of a step. */
export interface StepRun {
  id: string;
  workflowRun: string;
  step: string;
  /** Who ran the workflow. */
  user: string;
  inputs: Record<string, unknown>;
  state: 'running' | 'completed' | 'failed';
  outputs: Record<string, unknown>;
  /** The app's error message. */
  error: string;
}

/** A notice that Slack's own client would show, for example that the app didn't respond to a command in time. */
export interface Notice {
  id: string;
  text: string;
  /** The channel it's shown in. Absent: the whole window. */
  channel?: string;
}

/** Where the clock can be moved. */
export type Travel = 'hour' | 'day' | 'week' | 'morning' | 'post';

/** The demo's clock, which users can move. */
export interface ShownClock {
  /** How far it's ahead of the machine's clock (ms). */
  aheadMs: number;
  /** The time zone for `morning`. */
  zone: string;
  /** The next weekday at 9:00 AM in this zone (epoch ms). */
  morning: number;
  /** When the next scheduled post goes out (epoch ms); absent: none is scheduled. */
  post?: number;
}

/** A step of the guide. */
export interface ShownStep {
  title: string;
  /** What to type and press, as mrkdwn. */
  how: string;
  /** It has happened. */
  done: boolean;
}

export interface ChatState {
  workspace: { id: string; name: string };
  me: User;
  users: User[];
  /** User groups, as they are mentioned. */
  groups: { id: string; handle: string }[];
  channels: ShownChannel[];
  /** The threads with replies that this user follows, newest first. */
  threads: FollowedThread[];
  /** Unread notifications of this user, oldest first. */
  notifications: Notification[];
  /** The number of unread notifications by user ID; users without any are left out. */
  unreadNotifications: Record<string, number>;
  /** By channel id, oldest first, thread replies included (they carry `thread`). */
  messages: Record<string, Message[]>;
  views: OpenView[];
  home?: { hash: string; view: View };
  commands: SlashCommand[];
  shortcuts: Shortcut[];
  /** The app's Workflow Builder steps. */
  steps: StepForm[];
  /** The steps that this user's workflows have run, oldest first. */
  runs: StepRun[];
  notices: Notice[];
  /** Whether the app has a Home tab. */
  hasHome: boolean;
  /** The steps of the guide. Empty: there's no guide. */
  guide: ShownStep[];
  /** The page of published posts. */
  liveUrl?: string;
  /** Absent: the machine's clock, which can't be moved. */
  clock?: ShownClock;
  /** Whether users can restart the app. */
  canRestart: boolean;
}

/** Locates an element. `drawing` of a message and `hash` of the home tab: the version that the user saw. Absent: the current one. */
export type Container =
  | { type: 'message'; channel: string; ts: string; blocksVersion?: number }
  | { type: 'view'; viewId: string }
  | { type: 'home'; hash?: string };

/** The bodies of `POST /page/<act>`. Each also contains `as`, the user's ID. */
export interface UserActions {
  /** A plain message; `text` that starts with `/` goes to `command`. */
  message: { channel: string; text: string; thread?: string; files?: string[] };
  command: { channel: string; text: string };
  /** Toggles this user's reaction to a message. */
  react: { channel: string; ts: string; name: string };
  shortcut: { callbackId: string; channel?: string; ts?: string };
  /** A click or choice (`block_actions`). `container` locates the element, `value` is its new state. */
  action: {
    container: Container;
    blockId: string;
    actionId: string;
    /** The element's new state; absent for a button. */
    value?: ElementState;
    /** All values on the surface. */
    state: StateValues;
  };
  /** Loads the options of an external select from the app. The result is `{ options }` or `{ groups }`. */
  options: {
    container: Container;
    blockId: string;
    actionId: string;
    query: string;
  };
  /** Submits the modal. The result is `{ closed: boolean }`. Field errors are in `OpenView.errors`. */
  submit: { viewId: string; state: StateValues };
  /** Closes the modal (`all`: the whole stack, as × does). */
  close: { viewId: string; all: boolean };
  openHome: Record<string, never>;
  /** Runs a workflow with this one step. */
  runStep: { step: string; inputs: Record<string, string> };
  /** Moves the clock forward for everyone. */
  travel: { to: Travel };
  /** Restarts the app. The response is sent once it's running. */
  restart: Record<string, never>;
  dismiss: { notice: string };
  /** Marks a channel or, with `thread`, one of its threads as read up to this `ts`. Default: the newest message. */
  read: { channel: string; thread?: string; upTo?: string };
}

export type OptionsResult = { options: Option[] } | { groups: { label: string; options: Option[] }[] };
