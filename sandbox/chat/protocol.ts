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

export interface Person {
  id: string;
  name: string;
  realName: string;
  /** IANA zone, e.g. `Europe/Madrid`: dates are drawn in the zone of the person who reads. */
  zone: string;
  bot: boolean;
  role: 'owner' | 'admin' | 'member' | 'guest';
  /** The workspace of another organisation, for somebody who is here over a shared channel. */
  team?: string;
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
  unread: number;
}

export interface Message {
  /** Slack's `ts`: seconds with six decimals, unique in the channel. */
  ts: string;
  channel: string;
  thread?: string;
  /** How many replies hang below it (only on the first message of a thread). */
  replies: number;
  user: string;
  text: string;
  blocks: KnownBlock[];
  /** How often its blocks were replaced: says which of them a person saw who presses something. */
  drawing: number;
  /** Set when only this reader sees it ("Only visible to you"). */
  privateTo?: string;
  edited: boolean;
  deleted: boolean;
  files: { id: string; name: string; url: string; mimetype: string }[];
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

/** A notice that Slack's own client would show, e.g. that a command was not answered in time. */
export interface Notice {
  id: string;
  text: string;
  /** Where it belongs; absent: to the whole window. */
  channel?: string;
}

export interface ChatState {
  workspace: { id: string; name: string };
  me: Person;
  people: Person[];
  /** User groups, as they are mentioned. */
  groups: { id: string; handle: string }[];
  channels: Channel[];
  /** By channel id, oldest first, thread replies included (they carry `thread`). */
  messages: Record<string, Message[]>;
  views: OpenView[];
  home?: { hash: string; view: View };
  commands: SlashCommand[];
  shortcuts: Shortcut[];
  notices: Notice[];
  /** Whether the app has a Home tab. */
  hasHome: boolean;
  /** What somebody who has just come can try, as mrkdwn; shown at the top of the first channel. */
  firstSteps: readonly string[];
  /** Whether nobody has read anything yet. */
  firstLook: boolean;
}

/** Where an element stands. `drawing` is the one of the message that the person saw; absent: the newest. */
export type Container =
  | { type: 'message'; channel: string; ts: string; drawing?: number }
  | { type: 'view'; viewId: string }
  | { type: 'home' };

/** The bodies of `POST /page/<act>`. Each also carries `as`, the id of the person who acts. */
export interface Acts {
  /** A plain message; `text` that starts with `/` goes to `command`. */
  message: { channel: string; text: string; thread?: string; files?: string[] };
  command: { channel: string; text: string };
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
  dismiss: { notice: string };
  read: { channel: string };
}

export type OptionsResult = { options: Option[] } | { groups: { label: string; options: Option[] }[] };
