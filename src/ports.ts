/** What the parts of the bot offer to each other, as types only: commands and jobs name these, `main.ts` builds them. */
import type { KnownBlock } from '@slack/types';
import type { ExportMessages, Figure, NoPicture } from '#src/analytics/export-state.ts';
import type { Batch, BatchRefused } from '#src/campaigns/batch.ts';
import type { Catalog } from '#src/catalog/catalog.ts';
import type { Questions } from '#src/catalog/questions.ts';
import type { SwitchEnd } from '#src/catalog/workflow-switch.ts';
import type { Announcement } from '#src/notifications/announcement.ts';
import type { AudienceOf } from '#src/notifications/audience.ts';
import type { NotificationMessage } from '#src/notifications/message.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Named, Origin, Request } from '#src/platform/publishing-api/request.ts';
import type { AnalyticsExport, Me, Service } from '#src/platform/publishing-api/service.ts';
import type { Threads } from '#src/platform/slack/chat-message.ts';
import type { SlackFiles } from '#src/platform/slack/media.ts';
import type { Role } from '#src/platform/slack/role.ts';
import type { OutgoingFile, Uploader } from '#src/platform/slack/shared-files.ts';
import type { AuditEntry, AuditLine, AuditState } from '#src/posts/card/audit.ts';
import type { Card, CardMessage } from '#src/posts/card/card.ts';
import type { DrawnBeside } from '#src/posts/card/rendering.ts';
import type { CurrentApprovers, Denied, GroupMembers } from '#src/posts/card/rule.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import type { Moved } from '#src/posts/card/transitions.ts';
import type { PostIndex, Quota } from '#src/posts/ports.ts';
import type { Preview } from '#src/preview/types.ts';
import type { Recorded, Terms } from '#src/settings/terms.ts';
import type { HomeTab, Zones } from './home/ports.ts';
import type { CompleteList } from './jobs.ts';

export type { Homes, HomeTab } from './home/ports.ts';
export type { Slots } from './slots/slots.ts';

/** A move without its time: the desk has the clock. */
export type Wanted = Transition extends infer M ? (M extends Transition ? Omit<M, 'at'> : never) : never;

/** Takes requests and moves, writes them, and queues what follows from them. */
export interface Desk {
  /** Durably, and queues nothing. The same id again answers the card that stands; `outdated`: the terms are, and `slot_taken`: its posting slot is; nothing was recorded. */
  record(
    id: string,
    origin: Origin,
    request: Request,
    terms: Terms,
  ): Promise<Recorded | 'outdated' | 'slot_taken'>;
  get(workspace: string, card: string): Promise<Card | undefined>;
  /** The card whose message this is. */
  cardAt(workspace: string, message: { channel: string; ts: string }): Promise<Card | undefined>;
  posts(campaign: Card): Promise<Card[]>;
  /** Makes the move if the card allows it; `undefined`: no such card. `known`: the card, where it was read just now. */
  move(workspace: string, card: string, move: Wanted, known?: Card): Promise<Moved | undefined>;
  /**
   * The cards of these posts of a brand: those that exist, brought up to what the service shows, and for the
   * others the ones they would get; every read that showed them began at `readAt` (epoch ms) or later; a button of such a card adopts it.
   */
  cardsOf(origin: Origin, brand: Named, posts: Post[], readAt: number): Promise<Card[]>;
  /** Whether an open card of the brand changed at that time (epoch ms) or later. */
  hasChanged(workspace: string, brand: string, since: number): Promise<boolean>;
  /** The cards that these posts have, as they stand. */
  known(workspace: string, posts: readonly Pick<Post, 'id'>[]): Promise<Card[]>;
  /** What a list showed and nobody made a card of yet; `undefined`: no list showed it lately. */
  prospect(workspace: string, card: string): Promise<Card | undefined>;
  /** Makes a card of what a list showed, in the channel of `origin`; `undefined`: no list showed it lately. */
  adopt(origin: Origin, card: string): Promise<Card | undefined>;
  /** Those of the cards that home tabs show, each once. */
  brands(workspace: string): Promise<Named[]>;
  /** Queues that what rests in a brand, or in all of them, is drawn anew, as whoever changed what it is shown with noted. */
  redraw(workspace: string, brand: string | undefined): Promise<void>;
  /** Queues whatever the card needs by itself. */
  follow(card: Card): Promise<void>;
}

/** Where the message stands, which may be a new place. */
export interface Drawn {
  message: CardMessage;
  /** False: it is new there, and must be noted and drawn once more to be whole. */
  whole: boolean;
  /** It says what passes by itself, so it has to be drawn again when nothing else happens to the card. */
  passing?: boolean;
}

/** The short messages that a channel has while posts are being made. `names`: of people, by their ids. All throw what Slack said as a `Retriable`. */
export interface StatusMessages {
  /** Where it was posted for which cards: in direct messages to those who requested them, where the bot can't post in the channel. */
  post(
    channel: string,
    cards: readonly Card[],
    names: ReadonlyMap<string, string>,
  ): Promise<{ at: { channel: string; ts: string }; cards: Card[] }[]>;
  edit(message: MaybePosted, cards: readonly Card[], names: ReadonlyMap<string, string>): Promise<void>;
  /** The cards have messages of their own now: it's deleted, or becomes links to them where it may have replies. */
  retire(message: MaybePosted, cards: readonly Card[]): Promise<void>;
}

/** Without `ts` it isn't in Slack, and there is nothing to do. */
type MaybePosted = { channel: string; ts?: string | undefined };

/** Draws a card where people see it; throws what Slack said when it failed. `posts` are the cards below a campaign's card. */
export interface CardRenderer {
  draw(card: Card, posts: Card[], below: Card | undefined, beside?: DrawnBeside): Promise<Drawn>;
}

/** A direct message that asks one person to approve a card, as it is to be now. */
interface DrawnApprovalRequest {
  /** Whether the card, or a post of the campaign, waits for this person. */
  asks: boolean;
  /** Names what it shows: another name, another message. */
  shown: string;
  /** Answers where it is. Throws what Slack said, as a `Retriable`. */
  send(): Promise<{ channel: string; ts: string }>;
  /** In the place of what is there. False: that is gone, or can't be changed anymore. Throws what Slack said, as a `Retriable`. */
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

export interface BrandMemory {
  get(workspace: string, channel: string): Promise<Named | undefined>;
  set(workspace: string, channel: string, brand: Named): Promise<void>;
}

/** Who is told, and where they asked. */
interface Told {
  channel: string;
  user: string;
  /** The first message of the thread where it is said. */
  thread?: string | undefined;
  /** The response address of the private message that what is said takes the place of, while Slack allows it. */
  instead?: string | undefined;
}

/** Says something to one person outside a card, for work that ended after they asked for it. */
export interface PersonNotifier {
  /** Where they asked, seen by them alone; as a direct message where that is not possible. Throws what Slack said, as a `Retriable`. */
  tell(to: Told, message: { text: string; blocks?: KnownBlock[] }): Promise<void>;
  /** As a direct message, and answers where it stands. Throws what Slack said, as a `Retriable`. */
  direct(user: string, message: { text: string }): Promise<{ channel: string; ts: string }>;
  /** Greets whoever set Presscheck up. Throws a `Retriable`: `refused` says that nothing was said. */
  welcome(user: string, about: { keyed: boolean }): Promise<void>;
  /** How the switching of a workflow ended. */
  tellSwitch(to: Told, end: SwitchEnd): Promise<void>;
  /** The service does not answer, and is asked again. */
  tellSwitchWaits(to: Told, wanted: { workflow: string; on: boolean; by: string }): Promise<void>;
}

/** The reports of batches: one message to the person who decided, redrawn as long as something goes on. */
export interface BatchMessages {
  /** Why nothing was done with a post, as mrkdwn. */
  why(refused: BatchRefused | Denied, brand: string): string;
  /** Draws it as a direct message, or anew where it stands, and answers where that is. Throws what Slack said. */
  show(
    batch: Batch,
    posts: readonly Card[],
    panel: CurrentApprovers | undefined,
  ): Promise<{ channel: string; ts: string }>;
}

export interface Places {
  /** Whether the bot may post in this channel; `undefined`: Slack does not say. Never throws. */
  mayPost(channel: string): Promise<boolean | undefined>;
}

/** Where something is said; the channel may be a person. */
type Spot = {
  channel: string;
  thread?: string | undefined;
  /** A reply that is also sent to the channel. */
  broadcast?: boolean | undefined;
};

/** Says something by itself, outside of any answer. Throws what Slack said, as a `Retriable`. */
export interface Notifier {
  /** Posts it with a single call, and answers where it is; `undefined`: the bot can't write there. */
  say(
    where: Spot,
    what: Announcement | NotificationMessage,
  ): Promise<{ channel: string; ts: string } | undefined>;
  /** In the place of what stands there. False: that is gone, or cannot be changed anymore. */
  sayAgain(
    message: { channel: string; ts: string },
    what: Announcement | NotificationMessage,
  ): Promise<boolean>;
}

/** Who did what, and what came of it, in a chain of hashes for each Slack workspace. */
export interface Audit {
  /** Resolves when the entry is durable, and rejects at once while Redis is away. It is in the chain a moment later. */
  add(workspace: string, entry: Omit<AuditEntry, 'at'>): Promise<void>;
  /** What was written with something else is brought into the chain in a moment. Never throws. */
  soon(workspace: string): void;
  /** Brings what waits into the chain, and takes off what is older than it is kept. Never throws: a failure is logged. */
  tend(workspace: string): Promise<void>;
  /** With everything in it that was written before. */
  state(workspace: string): Promise<AuditState>;
  /** All that can be read, the newest first. */
  newest(workspace: string): AsyncIterable<AuditLine>;
}

export interface People {
  /** The person's IANA zone as Slack knows it, or an offset such as `+05:30`; `undefined` when it has none or cannot be read. */
  zoneOf(user: string): Promise<string | undefined>;
  /** What the person is called where people write to each other; `undefined` when it cannot be read in time. */
  nameOf(user: string): Promise<string | undefined>;
  /** Both, as they were read before, however long ago. */
  known(user: string): { name?: string | undefined; zone?: string | undefined };
  /** What the person is called in Slack, in small letters; none when it cannot be read. */
  namesOf(user: string): Promise<string[]>;
  /** At most five minutes old. `unknown`: it can't be read at the moment; someone last seen as a guest or an outsider stays that. */
  roleOf(user: string): Promise<Role>;
  /** The members of a Slack user group, at most five minutes old. Never throws. */
  membersOf(group: string): Promise<GroupMembers>;
  /**
   * Who reads a private channel, at most five minutes old; `undefined`: it can't be read at the moment, or it's a public channel,
   * where everyone in the workspace can be mentioned. Never throws.
   */
  channelMembers(channel: string): Promise<ReadonlySet<string> | undefined>;
  /** What a user group is called, at most five minutes old; `undefined` when it can't be read in time. Never throws. */
  groupNameOf(group: string): Promise<string | undefined>;
  /** The user groups of the workspace, at most five minutes old. Throws what Slack said. */
  groups(): Promise<readonly Named[]>;
}

/** The rule of a brand with its groups read; `undefined`: no rule asks for approval. */
export type CurrentApproversOf = (brand: string) => Promise<CurrentApprovers | undefined>;

/** Rules with their groups read. */
export interface ApproversReader {
  of(workspace: string, brand: string): Promise<CurrentApprovers | undefined>;
  /** The rules of this moment, before it is known which brand is meant: one round trip. */
  read(workspace: string): Promise<CurrentApproversOf>;
}

/** What belongs to one Slack workspace: its Slack, and the service with its API key. */
export interface WorkspaceContext extends Zones {
  workspace: string;
  /** False: nobody entered an API key, and every call of the service is refused with the kind `key`. */
  keyed: boolean;
  /** Tidies up after work that ended when Presscheck was uninstalled already. */
  left(): Promise<void>;
  service: Service;
  quota: Quota;
  index: PostIndex;
  choices: Catalog;
  questions: Questions;
  renderer: CardRenderer;
  homeTab: HomeTab;
  approvalRequests: ApprovalRequests;
  personNotifier: PersonNotifier;
  notifier: Notifier;
  statusMessages: StatusMessages;
  exportMessages: ExportMessages;
  batchMessages: BatchMessages;
  uploader: Uploader;
  people: People;
  threads: Threads;
  places: Places;
  files: SlackFiles;
  approversReader: ApproversReader;
  /** Who is notified of what happened to a card, and how. */
  audience: AudienceOf;
  /** The address of the workspace in Slack, for links to messages; empty when it cannot be read. */
  slackUrl(): Promise<string>;
}

/** What belongs to this workspace now; `undefined`: Presscheck is not installed there, or not anymore. */
export type WorkspaceContextOf = (workspace: string) => Promise<WorkspaceContext | undefined>;

/** The API keys of many workspaces. With one workspace there are none: its key is in the settings. */
export interface ApiKeys {
  /** Who entered it, and when (epoch ms); `undefined`: there is none. */
  about(workspace: string): Promise<{ by: string; at: number } | undefined>;
  /** Asks the service whose it is, and keeps it only then; what is wrong with it is a `Refusal`. */
  enter(workspace: string, key: string, by: string): Promise<Me>;
  remove(workspace: string, by: string): Promise<void>;
}

/** A brand's analytics as files. */
export interface Report {
  csv: string;
  rows: number;
  /** The days it is about, as people write them. */
  period?: string;
  /** What its main columns come to. */
  figures?: Figure[];
  picture?: { png: Uint8Array; alt: string };
  withoutPicture?: NoPicture;
}

export interface Reports {
  /** A table always, a picture where there is one to draw; `undefined`: the export is empty. */
  make(brand: string, sent: AnalyticsExport): Promise<Report | undefined>;
  /** Entries of the audit trail, in the order given. */
  audit(lines: readonly AuditLine[], format: 'csv' | 'json'): Promise<OutgoingFile>;
}

/** The private lists of posts that commands show. */
export interface Lists {
  /** Draws one again with what was read since it was shown. Throws what Slack or Redis said. */
  complete(wanted: CompleteList): Promise<void>;
}

/** On each network of its profiles; `undefined`: none that we know. `busy`: as many as may be are being drawn here. */
export type RenderPreview = (card: Card) => Promise<Preview | 'busy' | undefined>;
