/** What the core offers to operations and features, and what it needs of them. Types only. */

import type { PostFiles } from '#src/media/fingerprint.ts';
import type { Service } from '#src/platform/publishing-api/client.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Named, Origin, Request } from '#src/platform/publishing-api/request.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { TransitionResult } from '#src/posts/card/apply-transition.ts';
import type { AuditEntry, AuditLine } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Recorded } from '#src/posts/card/new-card.ts';
import type { RequestedTransition } from '#src/posts/card/transition.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { Ledger } from '#src/posts/operations/ledger.ts';
import type { ApproversReader } from './approvers.ts';
import type { CompleteList, FollowList } from './jobs.ts';
import type { Notifier } from './notifier.ts';
import type { PostIndex } from './post-index/post-index.ts';
import type { RuleStore } from './rule-store.ts';
import type { KeptConfig } from './save-card.ts';

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
