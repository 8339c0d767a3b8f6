/** What the core offers to operations and features: what the service shows of a brand's posts, and its quota. Types only. */

import type { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Unread } from '#src/platform/publishing-api/unread.ts';
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
  /** When the read began that showed it (epoch ms). */
  readAt: number;
}

/** How far the posts of a brand are known. */
interface Known {
  /** The oldest of the reads that this is made from (epoch ms); `undefined`: none was made. */
  readAt: number | undefined;
  /** On the pages that were read. */
  rows: number;
  /** Whether no post is missing that the service listed then. */
  complete: boolean;
  /** What couldn't be read of the answers. */
  unread?: Unread | undefined;
  /** Why the last read failed, where no later one succeeded. */
  failure?: ServiceError | undefined;
}

interface Posts {
  posts: Post[];
}

/**
 * What the service shows of each brand's posts. A caller says how old the answer can be; if there is none that is new enough,
 * a durable request is made to the brand's reader, and the call throws `ReadPending`, which costs a job no attempt. The reader queues
 * `wake` as soon as it has the answer. A read that failed since `asOf` throws its `ServiceError` instead.
 */
export interface PostIndex {
  /** The card's post, by a read that began at `asOf` (epoch ms) or later. Without `wake` the caller asks again by itself. */
  post(card: Pick<Card, 'workspace' | 'brand' | 'postId'>, asOf: number, wake?: Wake): Promise<Shown>;
  /** Every post of the brand, by a pass through all pages that began at `asOf` (epoch ms) or later. */
  all(of: BrandOf, asOf: number, wake: Wake): Promise<Posts>;
  /** The posts on the pages where new ones appear, by reads that began at `asOf` (epoch ms) or later; others are left out. */
  recent(of: BrandOf, asOf: number, wake: Wake): Promise<Posts>;
  /**
   * The posts on the schedule and these `others`, by reads that began at `asOf` (epoch ms) or later of the pages where they were and of those
   * where new posts appear. A draft on another page that was scheduled since is left out until that page is read for something else.
   */
  scheduled(of: BrandOf & { others: readonly string[] }, asOf: number, wake: Wake): Promise<Posts>;
  /** What is known now. Asks the service nothing, and never throws `ReadPending`. */
  known(of: BrandOf): Promise<Posts & Known>;
  /** What `known` says of them without the posts themselves: cheap enough to be asked again and again. */
  status(of: BrandOf): Promise<Known>;
  /** Asks for a pass that begins at `asOf` (epoch ms) or later. */
  refresh(of: BrandOf, asOf: number): Promise<void>;
  /** Reads the first pages as of `asOf` (epoch ms), after which every post of a small brand is known. */
  start(of: BrandOf, asOf: number, wake: Wake): Promise<void>;
  /** The posts that were there before one that is made now. It lacks recent ones unless new posts were looked for at `asOf` (epoch ms) or later. */
  baseline(of: BrandOf, asOf: number): Promise<Baseline>;
}

export type { Quota } from '#src/platform/publishing-api/service.ts';
