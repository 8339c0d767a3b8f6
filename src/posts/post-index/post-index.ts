/**
 * Answers questions about a brand's posts from our copy of the listing, and asks the brand's reader for what
 * it doesn't have.
 */

import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { isFinished, isOnSchedule, isOut, type Post } from '#src/platform/publishing-api/post.ts';
import type { Jobs, Retriable, Wake } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import type { Baseline } from '#src/posts/operations/ledger.ts';
import { usualEnd } from './listing.ts';
import type {
  IndexedListing,
  IndexMeta,
  PostIndexStore,
  ReadFailure,
  ReadRequest,
} from './post-index-store.ts';
import { isRecentRead, isStartRead, isWholeRead, type KnownListing } from './read-plan.ts';

/**
 * After how long a job repeats its request: a wake may have come before its run had ended, and BullMQ keeps
 * that until the job is completed.
 */
const repeatRequestMs = 2_000;

/**
 * There is no read yet that is new enough. Nothing failed: the job runs again when there is one, and the wait
 * costs it no attempt.
 */
export class ReadPending extends Error implements Retriable {
  readonly postponed = true;
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('the service has to be read first');
    this.name = 'ReadPending';
    this.retryAfterMs = retryAfterMs;
  }
}

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

export type PostIndex = ReturnType<typeof createPostIndex>;

/**
 * What the service shows of each brand's posts, in one workspace or many. A caller says how old the answer
 * can be (`asOf`, epoch ms: from reads that began then or later). If there is none that is new enough, a
 * durable request is made to the brand's reader, and the call throws `ReadPending`, which costs a job no
 * attempt. The reader queues `wake` as soon as it has the answer; without `wake`, the caller asks again by
 * itself. If a read has failed since `asOf`, the call throws its `ServiceError` instead. Every method rejects
 * with Redis's error. `now`: epoch ms.
 */
export function createPostIndex(deps: { store: PostIndexStore; jobs: Jobs; now(): number }) {
  const { store, jobs, now } = deps;

  async function addRequest(brandRef: BrandRef, request: Omit<ReadRequest, 'madeAt'>): Promise<void> {
    await store.addRequest(brandRef.workspace, brandRef.brand, { ...request, madeAt: now() });
    await jobs.enqueue(readBrandJob, brandRef, { soon: true });
  }

  const metaOf = async ({ workspace, brand }: BrandRef): Promise<IndexMeta> =>
    (await store.listing(workspace, brand)).meta;

  /** Requests the read. Throws the last read's failure if that's recent enough, or else `ReadPending`. */
  async function pending(
    brandRef: BrandRef,
    request: Pick<ReadRequest, 'kind' | 'post' | 'asOf' | 'usual'> & { priority?: ReadRequest['priority'] },
    wake: Wake | undefined,
    { failure }: IndexMeta,
  ): Promise<never> {
    const { priority = request.kind === 'post' ? 'operation' : 'check' } = request;
    await addRequest(brandRef, { ...request, wake, priority });
    if (failure && failure.at >= request.asOf) throw errorOf(failure);
    throw new ReadPending(repeatRequestMs);
  }

  async function read(
    { workspace, brand }: BrandRef,
    request: Pick<ReadRequest, 'asOf' | 'priority' | 'usual'> & { kind: 'recent' | 'all' },
    wake?: Wake,
  ) {
    const { kind, asOf, usual } = request;
    const isRead = kind === 'all' ? isWholeRead : isRecentRead;
    const answers = (listing: IndexedListing): boolean => {
      const known = knownOf(listing);
      const newPosts = usual ? usualEnd(listing.meta) : known?.newPosts;
      return known !== undefined && isRead({ ...known, newPosts }, asOf);
    };
    // the posts are read only if they answer: a job that waits for a pass asks again and again
    const listing = await store.listing(workspace, brand);
    const whole = answers(listing) ? await store.whole(workspace, brand) : undefined;
    if (!whole || !answers(whole)) return pending({ workspace, brand }, request, wake, listing.meta);
    const since = [...whole.posts.values()].filter(({ readAt }) => readAt >= asOf);
    return { posts: since.map(({ post }) => post) };
  }

  return {
    /** The card's post. `priority`: default `operation`. */
    async post(
      { workspace, brand, postId }: Pick<Card, 'workspace' | 'brand' | 'postId'>,
      asOf: number,
      wake?: Wake,
      priority?: 'operation' | 'check',
    ): Promise<ShownPost> {
      const brandRef = { workspace, brand: brand.id };
      if (postId === undefined) return { post: undefined, readAt: now() };
      const entry = (await store.posts(workspace, brandRef.brand, [postId])).get(postId);
      if (entry && 'post' in entry && entry.readAt >= asOf && !entry.post.partial)
        return { post: entry.post, readAt: entry.readAt };
      if (entry && 'unlistedAt' in entry && entry.unlistedAt >= asOf)
        return { post: undefined, readAt: entry.unlistedAt };
      const request = { kind: 'post', post: postId, asOf, ...(priority && { priority }) } as const;
      return pending(brandRef, request, wake, await metaOf(brandRef));
    },

    /** What is known now of one post; `undefined` if the index doesn't have it. Asks the service nothing. */
    async find({ workspace, brand, post }: BrandRef & { post: string }) {
      const entry = (await store.posts(workspace, brand, [post])).get(post);
      return entry && 'post' in entry ? { post: entry.post, readAt: entry.readAt } : undefined;
    },

    /**
     * Scheduled posts and these `others`, from the pages where they were and those where new posts usually
     * appear. What was scheduled on another page since is missing until that page is read for something else.
     */
    async scheduled(
      { others, ...brandRef }: BrandRef & { others: readonly string[] },
      asOf: number,
      wake: Wake,
    ) {
      const { workspace, brand } = brandRef;
      const { posts } = await store.whole(workspace, brand);
      const known = await store.posts(workspace, brand, others);
      const planned = [...posts.values()].filter(({ post }) => isPlanned(post) || known.has(post.id));
      const old = [
        ...planned.filter(({ readAt }) => readAt < asOf).map(({ post }) => post.id),
        ...others.filter((id) => !known.has(id)),
      ];
      const request = { kind: 'post', asOf, wake, priority: 'check', madeAt: now() } as const;
      await Promise.all(old.map((post) => store.addRequest(workspace, brand, { ...request, post })));
      const recent = { kind: 'recent', asOf, priority: 'check', usual: true } as const;
      return old.length > 0
        ? pending(brandRef, recent, wake, await metaOf(brandRef))
        : read(brandRef, recent, wake);
    },

    /** Every post of the brand, from a pass through all pages. */
    all: (brandRef: BrandRef, asOf: number, wake: Wake, priority: 'check' | 'background' = 'check') =>
      read(brandRef, { kind: 'all', asOf, priority }, wake),

    /** The posts on the pages where new ones appear: on all pages, if any of them was ever seen elsewhere. */
    recent: (brandRef: BrandRef, asOf: number, wake?: Wake) =>
      read(brandRef, { kind: 'recent', asOf, priority: 'check' }, wake),

    /** What is known now. Asks the service nothing, and never throws `ReadPending`. */
    async known({ workspace, brand }: BrandRef) {
      const whole = await store.whole(workspace, brand);
      return { ...statusOf(whole), posts: [...whole.posts.values()].map(({ post }) => post) };
    },

    /** What `known` says, without the posts: cheap enough to be asked again and again. */
    async status({ workspace, brand }: BrandRef) {
      return statusOf(await store.listing(workspace, brand));
    },

    /** Requests a pass. */
    async refresh(brandRef: BrandRef, asOf: number): Promise<void> {
      await addRequest(brandRef, { kind: 'all', asOf, priority: 'check' });
    },

    /** Requests a pass that nobody waits for. One that is under way goes on instead. */
    async refreshSlowly(
      brandRef: BrandRef,
      asOf: number,
      priority: 'check' | 'background' = 'background',
    ): Promise<void> {
      const open = await store.requests(brandRef.workspace, brandRef.brand);
      const passes = open.filter(({ kind, wake }) => kind === 'all' && !wake);
      const underWay =
        passes.find((pass) => pass.priority === priority) ??
        passes.find((pass) => pass.priority === 'background');
      await addRequest(brandRef, { kind: 'all', priority, asOf: underWay?.asOf ?? asOf });
    },

    /** Reads the first pages, which covers every post of a small brand. */
    async start(brandRef: BrandRef, asOf: number, wake?: Wake): Promise<void> {
      const listing = await store.listing(brandRef.workspace, brandRef.brand);
      const known = knownOf(listing);
      if (!known || !isStartRead(known, asOf))
        await pending(brandRef, { kind: 'start', asOf }, wake, listing.meta);
    },

    /** The posts that existed before one that is created now. Recent ones may be missing (`lacks`). */
    async baseline({ workspace, brand }: BrandRef, asOf: number): Promise<Baseline> {
      const { posts, ...listing } = await store.whole(workspace, brand);
      const known = knownOf(listing);
      const lacks =
        known && isWholeRead(known, 0) ? (isRecentRead(known, asOf) ? undefined : 'recent') : 'any';
      return { ids: [...posts.keys()], lacks };
    },
  };
}

/** It's scheduled, or may be, if its status is unknown. */
const isPlanned = (post: Post): boolean =>
  isOnSchedule(post) || (post.scheduledAt !== undefined && !isOut(post) && !isFinished(post));

/** `undefined`: no page was read. */
const knownOf = ({ meta: { paging, newPosts }, pages }: IndexedListing): KnownListing | undefined =>
  paging && { paging, newPosts, pages };

/** How much of a brand's posts is known. */
function statusOf(listing: IndexedListing) {
  const { unread, failure } = listing.meta;
  const known = knownOf(listing);
  const reads = [...listing.pages.values()];
  return {
    /** The oldest of the reads that it's made from (epoch ms); `undefined` if there was none. */
    readAt: reads.length > 0 ? Math.min(...reads.map(({ at }) => at)) : undefined,
    /** As of when all of them were read one after the other (epoch ms); 0: never. */
    passAt: reads.length > 0 ? Math.min(...reads.map(({ orderedSince }) => orderedSince)) : 0,
    /** How many rows the pages have that were read. */
    rows: reads.reduce((sum, { rows }) => sum + rows, 0),
    /** Whether this is every post that the service listed then. */
    complete: known !== undefined && isWholeRead(known, 0),
    /** What couldn't be parsed in the answers. */
    unread,
    /** Why the last read failed, if no later one succeeded. */
    failure: failure && errorOf(failure),
  };
}

/** How a failed read is kept in Redis. `at`: when it failed (epoch ms). */
export const failureFrom = (cause: ServiceError, at: number): ReadFailure => {
  const { kind, message, endpoint, status, retry, retryAfterMs, serviceMessage, keyHint, abandoned } = cause;
  return {
    at,
    kind,
    message,
    endpoint,
    status,
    retry,
    retryAfterMs,
    serviceMessage,
    keyMend: keyHint,
    abandoned,
  };
};

const errorOf = ({ at: _, message, keyMend: keyHint, ...failure }: ReadFailure): ServiceError =>
  new ServiceError(message, { ...failure, keyHint, taken: 'no' });
