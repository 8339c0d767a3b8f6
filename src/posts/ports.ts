/** What the core offers to operations and features, and what it needs of them. Types only. */

import type { PostFiles } from '#src/media/fingerprint.ts';
import type { Service } from '#src/platform/publishing-api/client.ts';
import type { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Named, Origin, Request } from '#src/platform/publishing-api/request.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import type { JobBasics, Wake } from '#src/platform/queue/job.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { TransitionResult } from '#src/posts/card/apply-transition.ts';
import type { AuditEntry, AuditLine } from '#src/posts/card/audit.ts';
import type { Card, CardMessage } from '#src/posts/card/card.ts';
import type { Recorded } from '#src/posts/card/new-card.ts';
import type { RenderedWith } from '#src/posts/card/rendering.ts';
import type { ApproversReader, RuleStore } from '#src/posts/card/rule.ts';
import type { RequestedTransition } from '#src/posts/card/transition.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { Baseline, Ledger } from '#src/posts/operations/ledger.ts';
import type { CompleteList, FollowList } from './jobs.ts';
import type { Notifier } from './notifier.ts';
import type { KeptConfig } from './save-card.ts';

export interface BrandRef {
  workspace: string;
  /** The brand's id. */
  brand: string;
}

/** What the service showed of a post. */
export interface ShownPost {
  /** `undefined`: the brand's listing doesn't have it. */
  post: Post | undefined;
  /** When the read that showed it began (epoch ms). */
  readAt: number;
}

/** How much of a brand's posts is known. */
interface Known {
  /** The oldest of the reads that it's made from (epoch ms); `undefined` if there was none. */
  readAt: number | undefined;
  /** How many rows the pages have that were read. */
  rows: number;
  /** Whether this is every post that the service listed then. */
  complete: boolean;
  /** What couldn't be parsed in the answers. */
  unread?: Unread | undefined;
  /** Why the last read failed, if no later one succeeded. */
  failure?: ServiceError | undefined;
}

interface Posts {
  posts: Post[];
}

/**
 * What the service shows of each brand's posts. A caller says how old the answer can be. If there is none
 * that is new enough, a durable request is made to the brand's reader, and the call throws `ReadPending`,
 * which costs a job no attempt. The reader queues `wake` as soon as it has the answer. If a read has failed
 * since `asOf`, the call throws its `ServiceError` instead.
 */
export interface PostIndex {
  /**
   * The card's post, from a read that began at `asOf` (epoch ms) or later. Without `wake`, the caller asks
   * again by itself. `priority`: default `operation`.
   */
  post(
    card: Pick<Card, 'workspace' | 'brand' | 'postId'>,
    asOf: number,
    wake?: Wake,
    priority?: 'operation' | 'check',
  ): Promise<ShownPost>;
  /** What is known now of one post; `undefined` if the index doesn't have it. Asks the service nothing. */
  find(brandRef: BrandRef & { post: string }): Promise<{ post: Post; readAt: number } | undefined>;
  /**
   * Every post of the brand, from a pass through all pages that began at `asOf` (epoch ms) or later.
   * `priority`: default `check`.
   */
  all(brandRef: BrandRef, asOf: number, wake: Wake, priority?: 'check' | 'background'): Promise<Posts>;
  /**
   * The posts on the pages where new ones appear, from reads that began at `asOf` (epoch ms) or later: on all
   * pages, if any of them was ever seen elsewhere.
   */
  recent(brandRef: BrandRef, asOf: number, wake?: Wake): Promise<Posts>;
  /**
   * Scheduled posts and these `others`, from reads that began at `asOf` (epoch ms) or later of the pages
   * where they were and of those where new posts usually appear. What was scheduled on another page since is
   * missing until that page is read for something else.
   */
  scheduled(brandRef: BrandRef & { others: readonly string[] }, asOf: number, wake: Wake): Promise<Posts>;
  /** What is known now. Asks the service nothing, and never throws `ReadPending`. */
  known(brandRef: BrandRef): Promise<Posts & Known>;
  /** What `known` says, without the posts: cheap enough to be asked again and again. */
  status(brandRef: BrandRef): Promise<Known>;
  /** Requests a pass that begins at `asOf` (epoch ms) or later. */
  refresh(brandRef: BrandRef, asOf: number): Promise<void>;
  /**
   * Requests a pass that nobody waits for, as of `asOf` (epoch ms) or later. One that is under way goes on
   * instead. `priority`: default `background`.
   */
  refreshSlowly(brandRef: BrandRef, asOf: number, priority?: 'check' | 'background'): Promise<void>;
  /** Reads the first pages as of `asOf` (epoch ms), which covers every post of a small brand. */
  start(brandRef: BrandRef, asOf: number, wake?: Wake): Promise<void>;
  /**
   * The posts that existed before one that is created now. Recent ones may be missing unless new posts were
   * read at `asOf` (epoch ms) or later.
   */
  baseline(brandRef: BrandRef, asOf: number): Promise<Baseline>;
}

/** Where it's recorded who did what. */
export interface AuditTrail {
  /** Resolves when the entry is durable, and rejects at once while Redis is down. */
  add(workspace: string, entry: Omit<AuditEntry, 'at'>): Promise<void>;
  /** Notes what someone couldn't do. Never throws, since the person gets an answer even if it can't be noted. */
  noteRefused(workspace: string, entry: Omit<AuditEntry, 'at' | 'what'>): Promise<void>;
  /** Appends the entries that were written with a card to the chain, in a moment. Never throws. */
  soon(workspace: string): void;
  /** Every entry that can be read, newest first. */
  newest(workspace: string): AsyncIterable<AuditLine>;
}

/** Accepts requests and transitions, writes them, and queues what follows from them. */
export interface Desk {
  /**
   * Records the request durably, and queues nothing. With an id that exists, returns the stored card.
   * `outdated`: the rule or settings have changed, and `slot_taken`: another card has its posting slot.
   * Nothing was recorded then.
   */
  record(
    id: string,
    origin: Origin,
    request: Request,
    brandConfig: KeptConfig,
  ): Promise<Recorded | 'outdated' | 'slot_taken'>;
  get(workspace: string, card: string): Promise<Card | undefined>;
  /** The card that this message shows. */
  cardAt(workspace: string, message: { channel: string; ts: string }): Promise<Card | undefined>;
  posts(campaign: Card): Promise<Card[]>;
  /** The other versions of the post, if it has any. */
  otherVersions(card: Card): Promise<Card[]>;
  /**
   * Makes the transition if the card allows it; `undefined` if there is no such card. `known`: the card, if
   * it was just read.
   */
  transition(
    workspace: string,
    card: string,
    transition: RequestedTransition,
    known?: Card,
  ): Promise<TransitionResult | undefined>;
  /**
   * The cards of a brand's posts: existing ones, updated to what the service shows, and for the others the
   * ones that they would get. Every read that showed them began at `readAt` (epoch ms) or later. A button of
   * such a card adopts it.
   */
  cardsOf(origin: Origin, brand: Named, posts: Post[], readAt: number): Promise<Card[]>;
  /** Whether an open card of the brand has changed at this time (epoch ms) or later. */
  hasChanged(workspace: string, brand: string, since: number): Promise<boolean>;
  /** The cards that these posts have. */
  known(workspace: string, posts: readonly Pick<Post, 'id'>[]): Promise<Card[]>;
  /** These posts of a brand without those that people discarded, because they kept another version. */
  withoutDiscarded(workspace: string, brand: string, posts: readonly Post[]): Promise<Post[]>;
  /** A post of a list that nobody has adopted yet; `undefined` if no list has shown it lately. */
  outsidePost(workspace: string, card: string): Promise<Card | undefined>;
  /** Adopts a post of a list, in the channel of `origin`; `undefined` if no list has shown it lately. */
  adopt(origin: Origin, card: string): Promise<Card | undefined>;
  /** The brands of the cards that Home tabs show, each once. */
  brands(workspace: string): Promise<Named[]>;
  /** Queues an update of the cards of a brand, or of all brands, that was noted with the change. */
  rerender(workspace: string, brand: string | undefined): Promise<void>;
  /** Queues the jobs that the card's state calls for. */
  follow(card: Card): Promise<void>;
}

/** Where the message is, which may be a new place. */
export interface RenderedCard {
  message: CardMessage;
  /** False: the message is new, and has to be noted and rendered once more to be complete. */
  isComplete: boolean;
  /**
   * The message shows something temporary, so it has to be updated even if nothing else happens to the card.
   */
  isTemporary?: boolean;
}

/**
 * Renders a card in Slack. Throws Slack's error. `posts`: of a campaign; `parent`: the card whose thread it's
 * in.
 */
export interface CardRenderer {
  render(
    card: Card,
    posts: Card[],
    parent: Card | undefined,
    renderedWith?: RenderedWith,
  ): Promise<RenderedCard>;
}

/** The private lists of posts that commands show. */
export interface PrivateLists {
  /** Updates one with what was read since it was shown. Throws Slack's or Redis's error. */
  complete(payload: CompleteList): Promise<void>;
  /**
   * Updates one after a post that someone acted on there, unless it shows something else by now. Throws
   * Slack's or Redis's error.
   */
  follow(payload: FollowList): Promise<void>;
}

/** What the core offers to features. */
export interface Core {
  desk: Desk;
  cards: CardStore;
  index: PostIndex;
  ledger: Ledger;
  rules: RuleStore;
  approversReader: ApproversReader;
  audit: AuditTrail;
  /** Which files of a post are attached in Slack. */
  postFiles: Pick<PostFiles, 'isAttached' | 'isExpired'>;
}

/** What most jobs use. The type of a feature's jobs extends it by what else they need. */
export interface JobDeps
  extends JobBasics,
    Pick<Core, 'desk' | 'cards' | 'index' | 'audit'>,
    Pick<Slack, 'users' | 'channelRateLimiter' | 'slackUrl'> {
  notifier: Notifier;
  service: Service;
}
