/** What the core offers to operations and features: the post index and the quota. Types only. */

import type { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import type { Wake } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Baseline } from '#src/posts/operations/ledger.ts';

export interface BrandOf {
  workspace: string;
  /** The brand's id. */
  brand: string;
}

/** What the service showed of a post. */
export interface Shown {
  /** `undefined`: the brand's listing doesn't have it. */
  post: Post | undefined;
  /** When the read that showed it began (epoch ms). */
  readAt: number;
}

/** How much of a brand's posts is known. */
interface Known {
  /** The oldest of the reads that it's made from (epoch ms); `undefined` if there was none. */
  readAt: number | undefined;
  /** On the pages that were read. */
  rows: number;
  /** Whether it has every post that the service listed then. */
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
 * What the service shows of each brand's posts. A caller says how old the answer can be. If there is none that is new enough,
 * a durable request is made to the brand's reader, and the call throws `ReadPending`, which costs a job no attempt. The reader queues
 * `wake` as soon as it has the answer. If a read has failed since `asOf`, the call throws its `ServiceError` instead.
 */
export interface PostIndex {
  /** The card's post, from a read that began at `asOf` (epoch ms) or later. Without `wake`, the caller asks again by itself. `priority`: default `operation`. */
  post(
    card: Pick<Card, 'workspace' | 'brand' | 'postId'>,
    asOf: number,
    wake?: Wake,
    priority?: 'operation' | 'check',
  ): Promise<Shown>;
  /** What is known now of one post; `undefined` if the index doesn't have it. Asks the service nothing. */
  find(of: BrandOf & { post: string }): Promise<{ post: Post; readAt: number } | undefined>;
  /** Every post of the brand, from a pass through all pages that began at `asOf` (epoch ms) or later. `priority`: default `check`. */
  all(of: BrandOf, asOf: number, wake: Wake, priority?: 'check' | 'background'): Promise<Posts>;
  /** The posts on the pages where new ones appear, from reads that began at `asOf` (epoch ms) or later: on all pages, if any of them was ever seen elsewhere. */
  recent(of: BrandOf, asOf: number, wake?: Wake): Promise<Posts>;
  /**
   * Scheduled posts and these `others`, from reads that began at `asOf` (epoch ms) or later of the pages where they were and of those
   * where new posts usually appear. What was scheduled on another page since is missing until that page is read for something else.
   */
  scheduled(of: BrandOf & { others: readonly string[] }, asOf: number, wake: Wake): Promise<Posts>;
  /** What is known now. Asks the service nothing, and never throws `ReadPending`. */
  known(of: BrandOf): Promise<Posts & Known>;
  /** What `known` says, without the posts: cheap enough to be asked again and again. */
  status(of: BrandOf): Promise<Known>;
  /** Requests a pass that begins at `asOf` (epoch ms) or later. */
  refresh(of: BrandOf, asOf: number): Promise<void>;
  /** Requests a pass that nobody waits for, as of `asOf` (epoch ms) or later. One that is under way goes on instead. `priority`: default `background`. */
  refreshSlowly(of: BrandOf, asOf: number, priority?: 'check' | 'background'): Promise<void>;
  /** Reads the first pages as of `asOf` (epoch ms), which covers every post of a small brand. */
  start(of: BrandOf, asOf: number, wake?: Wake): Promise<void>;
  /** The posts that existed before one that is created now. Recent ones may be missing unless new posts were read at `asOf` (epoch ms) or later. */
  baseline(of: BrandOf, asOf: number): Promise<Baseline>;
}

export type { Quota } from '#src/platform/publishing-api/service.ts';
