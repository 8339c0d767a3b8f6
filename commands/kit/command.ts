/** What a command is: one whole conversation, from what a person types or presses to the last of its answers. */
import type { App } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import type { Logger } from 'pino';
import type { Batches } from '#src/campaigns/batch.ts';
import type { PostFiles } from '#src/media/file-found.ts';
import type { Pauses } from '#src/pause/pauses.ts';
import type { Jobs } from '#src/platform/queue/job.ts';
import type { Locks } from '#src/platform/redis/locks.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { Media } from '#src/platform/slack/media.ts';
import type { ApiKeys, Audit, BrandMemory, Desk, Homes, Slots, WorkspaceContext } from '#src/ports.ts';
import type { RuleStore } from '#src/posts/card/rule.ts';
import type { TeamSettings } from '#src/settings/settings.ts';
import type { TermsStore } from '#src/settings/terms.ts';
import type { PageRequest } from '#views/kit/paged.ts';

/** What the conversations of all workspaces share. */
export interface SharedDeps {
  desk: Desk;
  /** For effects that are not a card's. */
  jobs: Jobs;
  locks: Locks;
  batches: Batches;
  audit: Audit;
  homes: Homes;
  lastBrand: BrandMemory;
  rules: RuleStore;
  teamSettings: TeamSettings;
  terms: TermsStore;
  pauses: Pauses;
  slots: Slots;
  /** Absent: there is one workspace, and its key is in the settings. */
  apiKeys: ApiKeys | undefined;
  /** The public address of a file in Slack; absent: the bot cannot serve files. */
  fileAddress: ((workspace: string, media: Media) => string) | undefined;
  /** Which files of a post are attached in Slack. */
  postFiles: Pick<PostFiles, 'isAttached' | 'isExpired'>;
  /** The publishing service stands on this machine or in a network of our own. */
  localService: boolean;
  /** Characters that the service takes for a caption. */
  captionLimit: number;
  /** The service takes an empty caption. */
  emptyCaption: boolean;
  storeTrouble: StoreTrouble;
  log: Logger;
  /** Epoch ms. */
  now(): number;
  /** How long whoever approved a post can take that back before it is published; 0: not at all. */
  undoForMs: number;
  /** The longest that one call of the service can take, but for a long wait for the quota. */
  requestTimeoutMs: number;
  /** Everything that can be asked for, for the help text. */
  commands: readonly Command[];
  /** The slash command of this installation for a name: `/post`, or `/pc-post` with a prefix. */
  slash(name: string): string;
  /** Everything for one workspace; rejects with a `Refusal` where Presscheck is not installed. */
  inWorkspace(workspace: string): Promise<Deps>;
}

/**
 * With what belongs to one workspace. `questions` are what only the service can answer, asked after Slack was told
 * that the command arrived; `teller` is for answers to what has no response address, such as a modal.
 */
export type Deps = SharedDeps &
  Pick<
    WorkspaceContext,
    | 'workspace'
    | 'keyed'
    | 'choices'
    | 'questions'
    | 'index'
    | 'personNotifier'
    | 'people'
    | 'threads'
    | 'places'
    | 'files'
    | 'approversReader'
    | 'exportMessages'
    | 'slackUrl'
    | 'zoneFor'
  >;

/** What was asked with `/social <word> …`, and how to answer the one who asked. */
export interface Asked {
  workspace: string;
  channel: string;
  by: string;
  /** What followed the word. */
  text: string;
  /** Opens a modal; good for three seconds. */
  trigger: string;
  /** The id of this app in Slack, where its delivery says it. */
  app?: string;
  client: App['client'];
  /** Says it to the one who asked; at most five times, within 30 minutes. */
  answer(message: { text: string; blocks?: KnownBlock[] }): Promise<void>;
  /** Where a list that is answered can be drawn again. */
  place: AnswerPlace;
}

interface AnswerPlace {
  /** The response address. */
  address: string;
  /** Names the message that the answer takes the place of; of a command, the answer. */
  message: string;
  /** It's the answer to a slash command: Slack lets nothing replace that, so what is drawn again is a new message. */
  isAnswer?: boolean | undefined;
}

/** What a list is drawn for: a command, a button in the list, or what was read since. */
export type ListAsked = Pick<Asked, 'workspace' | 'channel' | 'by' | 'answer'> & { place?: AnswerPlace };

/** An entry of Slack's menus: of every message, or of the composer. */
interface Shortcut {
  type: 'message' | 'global';
  /** Its `callback_id`, unique among all. */
  id: string;
  /** What people see; at most 24 characters. */
  name: string;
}

/** Also by a name that it had before, as its lists on old messages carry it. */
export const isCalled = ({ word, aliases = [] }: Pick<Command, 'word' | 'aliases'>, name: string): boolean =>
  word === name || aliases.includes(name);

export interface Command {
  /** The slash command that begins it, without the slash; absent: it begins elsewhere. */
  slash?: string;
  /** The word after `/social` that begins it. */
  word?: string;
  /** Words that began it before, and still do. */
  aliases?: readonly string[];
  /** The shortcut that begins it. */
  shortcut?: Shortcut;
  /** What may follow the command or the word, as Slack shows it: `[caption]`. */
  hint?: string;
  /** One line for the help text and the app manifest. */
  about: string;
  /** Where it stands in the help: to make posts, to see something, or to set something up. Default `see`. */
  group?: 'make' | 'see' | 'set';
  /** What someone may type behind it, for the help, `<brand>` being one of theirs; absent: a brand where the hint says so, else the hint itself. */
  example?: string;
  /** It changes or shares something, so people of other organisations may not. */
  changes?: boolean;
  /**
   * It begins what nobody looks after when it is lost: Slack is told that it arrived when that is recorded, or two seconds later.
   * Who hears nothing types it again.
   */
  begins?: boolean;
  /** It refuses everyone else; for the help, a test compares. `approver`: of some brand, and administrators. */
  only?: 'administrator' | 'approver';
  /** What of it only some may do, for the help: `change the rules`. */
  partly?: { may: string; only: 'administrator' | 'member' };
  /** Absent: it is there in every installation. */
  onlyWhere?(deps: Pick<SharedDeps, 'apiKeys'>): boolean;
  /** It asks nothing of the service, so it answers also in a workspace without an API key. */
  keyless?: boolean;
  listen?(app: App, deps: SharedDeps): void;
  /** Answers `/social <word> …`; Slack was told already that it arrived, unless it `begins` something. */
  run?(asked: Asked, deps: Deps): Promise<void>;
  /** Answers a page of its list in the place of the list, whose buttons were pressed. */
  redraw?(asked: ListAsked, deps: Deps, turn: PageRequest): Promise<void>;
}
