/**
 * What the chat's web page and its server say to each other. The page holds no truth of its own: it shows
 * the last `ChatState` that the server sent for the person it acts as, and every act is a POST.
 *
 * - `GET  /page/events?as=<user id or name>` Server-Sent Events; each `message` event carries a whole `ChatState`.
 * - `POST /page/<act>` with the JSON of the act below; answers `{ ok: true, ...result }` or
 *   `{ ok: false, error: string }` with a sentence for the person.
 * - everything else under `/` is the built page (Vite's `dist`).
 */
import type { KnownBlock, View } from '@slack/types';

export interface User {
  id: string;
  name: string;
  realName: string;
  /** IANA zone, e.g. `Europe/Madrid`: dates are drawn in the zone of the person who reads. */
  zone: string;
  bot: boolean;
  role: 'owner' | 'admin' | 'member' | 'guest';
  /** The workspace of another organisation, for somebody who is here over a shared channel. */
  team?: string;
  /** Their account was deactivated. */
  deleted?: boolean;
  /** A CSS colour for the picture made of the initials. */
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

/** A channel as one person sees it. */
export interface ShownChannel extends Channel {
  /** Messages that this person has not read; the channel is bold. */
  unread: number;
  /** Those that mention this person, or are direct messages; the number on the red badge. */
  mentions: number;
  /** The `ts` up to which this person has read; empty: nothing. */
  readUpTo: string;
}

/** A thread that a person follows: they started it, replied in it or were mentioned in it. */
export interface FollowedThread {
  channel: string;
  /** Its first message. */
  ts: string;
  unread: number;
  /** The `ts` of its newest reply. */
  newest: string;
}

/** What Slack tells a person at the corner of the screen. */
export interface Notification {
  /** `#channel`, or the name of who wrote a direct message. */
  channelName: string;
  channel: string;
  ts: string;
  /** The first message of its thread, when it is a reply. */
  thread?: string;
  broadcast?: true;
  /** Who wrote it. */
  from: string;
  reason: 'mention' | 'direct_message' | 'thread_reply';
  /** The message's top-level `text` as plain text, with mentions resolved to names. */
  text: string;
}

/** An emoji that people added to a message. */
export interface Reaction {
  /** Its name in Slack, such as `white_check_mark`. */
  name: string;
  /** Who added it, the first one first. */
  users: string[];
}

export interface Message {
  /** Slack's `ts`: seconds with six decimals, unique in the channel. */
  ts: string;
  channel: string;
  thread?: string;
  /** A reply that is also shown in the channel. */
  broadcast?: true;
  /** How many replies hang below it (only on the first message of a thread). */
  replies: number;
  user: string;
  text: string;
  blocks: KnownBlock[];
  /** How often its blocks were replaced: says which of them a person saw who presses something. */
  blocksVersion: number;
  /** Set when only this reader sees it ("Only visible to you"). */
  privateTo?: string;
  edited: boolean;
  deleted: boolean;
  files: { id: string; name: string; url: string; mimetype: string }[];
  /** What the app shows below links in it, in the order in which it did. */
  unfurls: { url: string; blocks: KnownBlock[] }[];
  /** In the order in which they came; none without anyone. */
  reactions: Reaction[];
}

/** A modal on this person's stack; the last one is on top. */
export interface OpenView {
  id: string;
  hash: string;
  view: View;
  /** Messages at fields, by block id, from the app's last refusal (`response_action: errors`). */
  errors: Record<string, string>;
}

/** The chosen or typed value of one element, in the shape of Slack's `view.state.values`. */
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
  /** What the app says went wrong. */
  error: string;
}

/** A notice that Slack's own client would show, e.g. that a command was not answered in time. */
export interface Notice {
  id: string;
  text: string;
  /** Where it belongs; absent: to the whole window. */
  channel?: string;
}

/** Where the clock can be moved. */
export type Travel = 'hour' | 'day' | 'week' | 'morning' | 'post';

/** A clock that isn't the machine's, because people can move it. */
export interface ShownClock {
  /** How far ahead of the machine's it is (ms). */
  aheadMs: number;
  /** Where the mornings are. */
  zone: string;
  /** The next weekday at 9:00 AM there (epoch ms). */
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
  /** The threads with replies that this person follows, the newest first. */
  threads: FollowedThread[];
  /** What notified this person and is not read yet, oldest first. */
  notifications: Notification[];
  /** How many unread notifications each person has, by id; none: absent. */
  unreadNotifications: Record<string, number>;
  /** By channel id, oldest first, thread replies included (they carry `thread`). */
  messages: Record<string, Message[]>;
  views: OpenView[];
  home?: { hash: string; view: View };
  commands: SlashCommand[];
  shortcuts: Shortcut[];
  /** What the app offers to Workflow Builder; empty: nothing. */
  steps: StepForm[];
  /** The steps that this person's workflows ran, oldest first. */
  runs: StepRun[];
  notices: Notice[];
  /** Whether the app has a Home tab. */
  hasHome: boolean;
  /** What somebody who has just come can try; empty: there is no guide. */
  guide: ShownStep[];
  /** Where to see what was published. */
  liveUrl?: string;
  /** Absent: it's the machine's, and can't be moved. */
  clock?: ShownClock;
  /** Whether people can restart the app. */
  canRestart: boolean;
}

/** Where an element is. `drawing` of a message and `hash` of the home tab: what the person saw; absent: the newest. */
export type Container =
  | { type: 'message'; channel: string; ts: string; blocksVersion?: number }
  | { type: 'view'; viewId: string }
  | { type: 'home'; hash?: string };

/** The bodies of `POST /page/<act>`. Each also carries `as`, the id of the person who acts. */
export interface UserActions {
  /** A plain message; `text` that starts with `/` goes to `command`. */
  message: { channel: string; text: string; thread?: string; files?: string[] };
  command: { channel: string; text: string };
  /** Adds a reaction to a message, or takes this person's back. */
  react: { channel: string; ts: string; name: string };
  shortcut: { callbackId: string; channel?: string; ts?: string };
  /** A click or a choice; `container` says where the element stands. `value` is the element's state. */
  action: {
    container: Container;
    blockId: string;
    actionId: string;
    /** For a button nothing; else the element's new state. */
    value?: ElementState;
    /** All values of the surface at that moment. */
    state: StateValues;
  };
  /** Asks the app for the options of an external select; the result is `{ options }` or `{ groups }`. */
  options: {
    container: Container;
    blockId: string;
    actionId: string;
    query: string;
  };
  /** Sends the modal; the result is `{ closed: boolean }`; refusals arrive in `OpenView.errors`. */
  submit: { viewId: string; state: StateValues };
  /** Closes the modal (`all`: the whole stack, as × does). */
  close: { viewId: string; all: boolean };
  openHome: Record<string, never>;
  /** Runs a workflow with this one step. */
  runStep: { step: string; inputs: Record<string, string> };
  /** Moves the clock forward, for everyone. */
  travel: { to: Travel };
  /** Ends the app and starts it again; done once it runs. */
  restart: Record<string, never>;
  dismiss: { notice: string };
  /** Reads a channel, or with `thread` a thread of it, up to the message with this `ts`; absent: the newest. */
  read: { channel: string; thread?: string; upTo?: string };
}

export type OptionsResult = { options: Option[] } | { groups: { label: string; options: Option[] }[] };
