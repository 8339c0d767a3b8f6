/**
 * Answers questions about a brand's posts from our copy of the listing, and asks the brand's reader for what
 * it doesn't have.
 */

import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { isFinished, isOnSchedule, isOut, type Post } from '#src/platform/publishing-api/post.ts';
import type { Jobs, Wake } from '#src/platform/queue/job.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import type { BrandRef, PostIndex } from '#src/posts/ports.ts';
import { usualEnd } from './listing.ts';
import type {
  IndexedListing,
  IndexMeta,
  PostIndexStore,
  ReadFailure,
  ReadRequest,
} from './post-index-store.ts';
import { ReadPending } from './read-pending.ts';
import { isRecentRead, isStartRead, isWholeRead, type KnownListing } from './read-plan.ts';

/**
 * After how long a job repeats its request: a wake may have come before its run had ended, and BullMQ keeps
 * that until the job is completed.
 */
const repeatRequestMs = 2_000;

/**
 * The post index of one workspace or of many: see `PostIndex` for what it promises. Every method rejects with
 * Redis's error, and none asks the service: that does the brand's reader, which is queued here. `now`: epoch
 * ms.
 */
export function createPostIndex(deps: { store: PostIndexStore; jobs: Jobs; now(): number }): PostIndex {
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
    async post({ workspace, brand, postId }, asOf, wake, priority) {
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
    async find({ workspace, brand, post }) {
      const entry = (await store.posts(workspace, brand, [post])).get(post);
      return entry && 'post' in entry ? { post: entry.post, readAt: entry.readAt } : undefined;
    },
    async scheduled({ others, ...brandRef }, asOf, wake) {
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
    all: (brandRef, asOf, wake, priority = 'check') => read(brandRef, { kind: 'all', asOf, priority }, wake),
    recent: (brandRef, asOf, wake) => read(brandRef, { kind: 'recent', asOf, priority: 'check' }, wake),
    async known({ workspace, brand }) {
      const whole = await store.whole(workspace, brand);
      return { ...statusOf(whole), posts: [...whole.posts.values()].map(({ post }) => post) };
    },
    async status({ workspace, brand }) {
      return statusOf(await store.listing(workspace, brand));
    },
    async refresh(brandRef, asOf) {
      await addRequest(brandRef, { kind: 'all', asOf, priority: 'check' });
    },
    async refreshSlowly(brandRef, asOf, priority = 'background') {
      const open = await store.requests(brandRef.workspace, brandRef.brand);
      const passes = open.filter(({ kind, wake }) => kind === 'all' && !wake);
      const underWay =
        passes.find((pass) => pass.priority === priority) ??
        passes.find((pass) => pass.priority === 'background');
      await addRequest(brandRef, { kind: 'all', priority, asOf: underWay?.asOf ?? asOf });
    },
    async start(brandRef, asOf, wake) {
      const listing = await store.listing(brandRef.workspace, brandRef.brand);
      const known = knownOf(listing);
      if (!known || !isStartRead(known, asOf))
        await pending(brandRef, { kind: 'start', asOf }, wake, listing.meta);
    },
    async baseline({ workspace, brand }, asOf) {
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

function statusOf(listing: IndexedListing) {
  const { unread, failure } = listing.meta;
  const known = knownOf(listing);
  const reads = [...listing.pages.values()];
  return {
    readAt: reads.length > 0 ? Math.min(...reads.map(({ at }) => at)) : undefined,
    rows: reads.reduce((sum, { rows }) => sum + rows, 0),
    complete: known !== undefined && isWholeRead(known, 0),
    unread,
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
