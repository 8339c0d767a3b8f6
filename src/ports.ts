/** What the parts of the bot offer each other, as types only: commands and jobs use these, `main.ts` builds them. */

import type { Logger } from 'pino';
import type { ExportMessages } from '#src/analytics/export-messages.ts';
import type { Catalog } from '#src/catalog/catalog.ts';
import type { Questions } from '#src/catalog/questions.ts';
import type { AudienceOf } from '#src/notifications/audience.ts';
import type { Notifier } from '#src/notifications/notifier.ts';
import type { Zones } from '#src/notifications/zones.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Named, Origin, Request } from '#src/platform/publishing-api/request.ts';
import type { CheckRateLimiter, Service } from '#src/platform/publishing-api/service.ts';
import type { GrantedScopes } from '#src/platform/slack/granted-scopes.ts';
import type { Media, SlackFiles } from '#src/platform/slack/media.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Card, CardMessage } from '#src/posts/card/card.ts';
import type { DrawnBeside } from '#src/posts/card/rendering.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import type { Moved } from '#src/posts/card/transitions.ts';
import type { PostIndex, Quota } from '#src/posts/ports.ts';
import type { Terms, TermsStore } from '#src/settings/terms-store.ts';
import type { ApproversReader } from './approval/approvers.ts';
import type { Audit } from './audit/audit-store.ts';
import type { Batches } from './campaigns/batch-store.ts';
import type { CompleteList, FollowList } from './jobs.ts';
import type { Pauses } from './pause/pause-store.ts';
import type { Jobs } from './platform/queue/job.ts';
import type { Locks } from './platform/redis/locks.ts';
import type { StoreTrouble } from './platform/redis/store-trouble.ts';
import type { SlackCalls } from './platform/slack/calls.ts';
import type { Places } from './platform/slack/channels.ts';
import type { PersonNotifier } from './platform/slack/person-notifier.ts';
import type { Threads } from './platform/slack/threads.ts';
import type { Uploader } from './platform/slack/uploader.ts';
import type { People } from './platform/slack/users.ts';
import type { Recorded } from './posts/card/new-card.ts';
import type { RecurringStore } from './recurring/series-store.ts';
import type { TeamSettings } from './settings/settings-store.ts';
import type { Slots } from './slots/slots.ts';
import type { ImportStore } from './spreadsheets/import-store.ts';
import type { StepStore } from './steps/step-store.ts';

export type { ApproversReader, CurrentApproversOf } from './approval/approvers.ts';
export type { Audit } from './audit/audit-store.ts';
export type { Homes } from './home/homes.ts';

/** A transition without its time, which the desk adds. */
export type Wanted = Transition extends infer M ? (M extends Transition ? Omit<M, 'at'> : never) : never;

/** Where it's recorded who did what. */
export interface AuditTrail {
  /** Resolves when the entry is durable, and rejects at once while Redis is down. */
  add(workspace: string, entry: Omit<AuditEntry, 'at'>): Promise<void>;
  /** Appends the entries that were written with something else, in a moment. Never throws. */
  soon(workspace: string): void;
}

/** Accepts requests and transitions, writes them, and queues what follows from them. */
export interface Desk {
  /** Records it durably, and queues nothing. With an id that exists, returns the stored card. `outdated`: the rule or settings are; `slot_taken`: its posting slot is. Nothing was recorded then. */
  record(
    id: string,
    origin: Origin,
    request: Request,
    terms: Terms,
  ): Promise<Recorded | 'outdated' | 'slot_taken'>;
  get(workspace: string, card: string): Promise<Card | undefined>;
  /** The card that this message shows. */
  cardAt(workspace: string, message: { channel: string; ts: string }): Promise<Card | undefined>;
  posts(campaign: Card): Promise<Card[]>;
  /** The other versions of the post, if it has any. */
  otherVersions(card: Card): Promise<Card[]>;
  /** Makes the transition if the card allows it; `undefined` if there is no such card. `known`: the card, if it was just read. */
  move(workspace: string, card: string, move: Wanted, known?: Card): Promise<Moved | undefined>;
  /**
   * The cards of a brand's posts: existing ones, updated to what the service shows, and for the
   * others the ones that they would get. Every read that showed them began at `readAt` (epoch ms) or later. A button of such a card adopts it.
   */
  cardsOf(origin: Origin, brand: Named, posts: Post[], readAt: number): Promise<Card[]>;
  /** Whether an open card of the brand has changed at this time (epoch ms) or later. */
  hasChanged(workspace: string, brand: string, since: number): Promise<boolean>;
  /** The cards that these posts have. */
  known(workspace: string, posts: readonly Pick<Post, 'id'>[]): Promise<Card[]>;
  /** The posts of a brand that people discarded, because they kept another version. */
  discarded(workspace: string, brand: string): Promise<ReadonlySet<string>>;
  /** A post of a list that nobody has adopted yet; `undefined` if no list has shown it lately. */
  outsidePost(workspace: string, card: string): Promise<Card | undefined>;
  /** Adopts a post of a list, in the channel of `origin`; `undefined` if no list has shown it lately. */
  adopt(origin: Origin, card: string): Promise<Card | undefined>;
  /** The given cards that Home tabs show, each once. */
  brands(workspace: string): Promise<Named[]>;
  /** Queues an update of the cards of a brand, or of all brands, as noted with the change. */
  redraw(workspace: string, brand: string | undefined): Promise<void>;
  /** Queues whatever the card needs by itself. */
  follow(card: Card): Promise<void>;
}

/** Where the message is, which may be a new place. */
export interface Drawn {
  message: CardMessage;
  /** False: it's new, and has to be noted and rendered once more to be complete. */
  whole: boolean;
  /** It shows something that passes by itself, so it has to be updated even if nothing else happens to the card. */
  passing?: boolean;
}

/** Renders a card in Slack. Throws Slack's error. `posts` are the cards of a campaign's posts. */
export interface CardRenderer {
  draw(card: Card, posts: Card[], below: Card | undefined, beside?: DrawnBeside): Promise<Drawn>;
}

/** A direct message that asks one person to approve a card, with its current content. */
interface DrawnApprovalRequest {
  /** Whether the card, or a post of the campaign, waits for this person. */
  asks: boolean;
  /** A key for what it shows: if it differs, so does the message. */
  shown: string;
  /** Returns where it is. Throws Slack's error, as a `Retriable`. */
  send(): Promise<{ channel: string; ts: string }>;
  /** Replaces a message. False if it's gone, or can't be changed anymore. Throws Slack's error, as a `Retriable`. */
  update(message: { channel: string; ts: string }): Promise<boolean>;
}

/** The direct messages that ask people for approval, with the buttons that each of them can use. */
export interface ApprovalRequests {
  /** `posts`: those of a campaign; `isRepeated`: a newer message asks the same person for the same card. */
  draw(
    user: string,
    card: Card,
    beside: { posts: readonly Card[]; isRepeated: boolean; notAttached: DrawnBeside['notAttached'] },
  ): Promise<DrawnApprovalRequest>;
}

/** What commands and jobs of all workspaces work with. */
export interface CommonDeps {
  desk: Desk;
  jobs: Jobs;
  locks: Locks;
  batches: Batches;
  audit: Audit;
  storeTrouble: StoreTrouble;
  teamSettings: TeamSettings;
  terms: TermsStore;
  pauses: Pauses;
  slots: Slots;
  recurring: RecurringStore;
  imports: ImportStore;
  /** `undefined`: the steps for Workflow Builder are turned off. */
  steps: StepStore | undefined;
  /** The public address of a file in Slack; absent: the bot can't serve files. */
  fileAddress: ((workspace: string, media: Media) => string) | undefined;
  /** The publishing service is on this machine or in a private network. */
  localService: boolean;
  /** The longest caption that the service accepts, in characters. */
  captionLimit: number;
  /** The service accepts an empty caption. */
  emptyCaption: boolean;
  /** The name of a slash command in this installation: `/post`, or `/pc-post` with a prefix. */
  slash(name: string): string;
  log: Logger;
  /** Epoch ms. */
  now(): number;
  /** How long a person can undo their approval before the post is published; 0: not at all. */
  undoForMs: number;
  /** How long after an answer a read has to begin to show its effect for sure (`src/posts/post-index/lag.ts`). */
  settledAfterMs: number;
  /**
   * The longest that one call to the service can take, apart from a long wait for the quota. Until then, a request without an answer may
   * still be under way.
   */
  requestTimeoutMs: number;
}

/** What belongs to one Slack workspace: its Slack client, and the service with its API key. */
export interface WorkspaceContext extends Zones {
  workspace: string;
  /** False: nobody has entered an API key, and every call to the service is refused with the kind `key`. */
  keyed: boolean;
  /** Cleans up after work that ended after Presscheck was uninstalled. */
  left(): Promise<void>;
  service: Service;
  quota: Quota & CheckRateLimiter & { state(): Promise<{ limit: number }> };
  index: PostIndex;
  choices: Catalog;
  questions: Questions;
  renderer: CardRenderer;
  slackCalls: SlackCalls;
  approvalRequests: ApprovalRequests;
  personNotifier: PersonNotifier;
  notifier: Notifier;
  exportMessages: ExportMessages;
  uploader: Uploader;
  people: People;
  grantedScopes: GrantedScopes;
  threads: Threads;
  places: Places;
  files: SlackFiles;
  approversReader: ApproversReader;
  /** Who is notified of a card's events, and how. */
  audience: AudienceOf;
  /** The workspace's address in Slack, for links to messages; empty if it can't be read. */
  slackUrl(): Promise<string>;
}

/** A workspace's current context; `undefined` if Presscheck isn't installed there, or not anymore. */
export type WorkspaceContextOf = (workspace: string) => Promise<WorkspaceContext | undefined>;

/** The private lists of posts that commands show. */
export interface Lists {
  /** Updates one with what was read since it was shown. Throws Slack's or Redis's error. */
  complete(wanted: CompleteList): Promise<void>;
  /** Updates one after a post that someone acted on there, unless it shows something else by now. Throws Slack's or Redis's error. */
  follow(wanted: FollowList): Promise<void>;
}
