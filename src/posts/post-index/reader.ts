/**
 * The reader of a brand: the only code that reads its listing. It serves all requests with as few reads as it
 * can: the checks of the brand's cards, and the requests of waiting jobs. What it knows is in the post index,
 * so a run can end at any line, and the next one goes on.
 */

import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { CheckRateLimiter, PageAt, Priority, Quota } from '#src/platform/publishing-api/service.ts';
import { again, done, handlerOf, type Outcome } from '#src/platform/queue/job.ts';
import { isFollowed, waitedMs } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { followsWebApp } from '#src/posts/card/state.ts';
import { checkCampaigns } from '#src/posts/check-campaigns.ts';
import { checkCard } from '#src/posts/check-card.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import type { CheckDeps, Deps as OperationDeps } from '#src/posts/operations/deps.ts';
import type { BrandRef } from '#src/posts/post-index/post-index.ts';
import { cannotSee } from '#src/posts/unseen.ts';
import { nextCheckTime, readIntervalMs } from './check-plan.ts';
import { knownListing, type Listing, learnFromPage, pageToRequest, pagingForRequest } from './listing.ts';
import { failureFrom } from './post-index.ts';
import type { IndexedPost, PostIndexStore, ReadRequest, Unlisted } from './post-index-store.ts';
import {
  isReadInAnyOrder,
  isRecentRead,
  isStartRead,
  isWholeRead,
  nextPage,
  type PostRead,
  pageSize,
} from './read-plan.ts';

/** A run never waits longer than this: a card may need a check sooner. */
const longestNapMs = 5_000;

/** A run ends after this many steps and is followed by another, so that none is endless. */
const stepsAtMost = 1_000;

/** How many reads in a row can fail before a check is given up. */
const failuresInCheck = 3;

/** How long an unrepeated request is kept. */
const requestKeptMs = 15 * 60_000;

/** The name of a brand's listing in `serviceWorked`: another brand's listing may work meanwhile. */
export const listingName = (brand: string): string => `list.${brand}`;

interface Deps extends CheckDeps, Pick<OperationDeps, 'service' | 'serviceWorked'> {
  postIndexStore: PostIndexStore;
  quota: Quota & CheckRateLimiter;
  /** The first and shortest delay between two checks of a brand's listing. */
  watchEveryMs: number;
}

interface Run extends Listing {
  deps: Deps;
  workspace: string;
  brand: string;
  /** The index that this run reads and writes; `undefined`: there is none yet. */
  version: string | undefined;
  requests: ReadRequest[];
  /** The watched cards that are to be checked now. */
  due: Card[];
  /** Posts that were read by themselves: none is read twice in a run. */
  triedAlone: Set<string>;
}

type Entries = ReadonlyMap<string, IndexedPost | Unlisted>;

/** One page, or one post by itself. */
type Read = { priority: Priority } & ({ page: PageAt } | { alone: string });

/** Reads a brand's listing until there are no requests left. */
export const readerHandler = handlerOf(readBrandJob, readBrand, setAside);

async function startRun(deps: Deps, { workspace, brand }: BrandRef): Promise<Run> {
  const { version, meta, pages } = await deps.postIndexStore.listing(workspace, brand);
  return {
    deps,
    workspace,
    brand,
    version,
    pages,
    next: undefined,
    firstIds: undefined,
    meta: { ...meta, paging: meta.paging ?? { first: deps.service.reading.firstPage } },
    requests: [],
    due: [],
    triedAlone: new Set(),
  };
}

/**
 * The job was given up, for example because a page kills its workers. It counts as a failed read, and the
 * sweeper starts another reader.
 */
async function setAside(deps: Deps, brandRef: BrandRef): Promise<void> {
  const run = await startRun(deps, brandRef);
  await loadRequests(run);
  await failed(run, new ServiceError('the reader was given up', abandoned));
}

const abandoned = {
  kind: 'shape',
  abandoned: true,
  endpoint: 'GET /post',
  retry: false,
  taken: 'no',
} as const;

async function readBrand(deps: Deps, brandRef: BrandRef): Promise<Outcome> {
  const run = await startRun(deps, brandRef);
  for (let steps = 0; steps < stepsAtMost; steps += 1) {
    const ended = await step(run);
    if (ended) return ended;
  }
  return again(deps.watchEveryMs);
}

/**
 * One read, or what follows once a check has read everything. Returns how the run ends if there is nothing to
 * do now.
 */
async function step(run: Run): Promise<Outcome | undefined> {
  const idleMs = await loadRequests(run);
  const delayMs = Math.max(0, (run.meta.pausedUntil ?? 0) - run.deps.now());
  if (delayMs > 0) return rest(run, Math.max(delayMs, idleMs));
  const entries = await entriesToRead(run);
  await answer(run, entries);
  const { checking } = run.meta;
  // a check doesn't wait for what others request, which can be all pages of a long listing
  if (checking !== undefined && !planRead(run, entries, [])) {
    await endCheck(run, checking);
    return undefined;
  }
  const read = planRead(run, entries, run.requests);
  return read ? tryRead(run, read) : rest(run, idleMs);
}

function rest({ deps, due, requests }: Run, ms: number): Outcome {
  if (due.length === 0 && requests.length === 0) return done;
  return again(Math.min(ms > 0 ? ms : deps.watchEveryMs, longestNapMs));
}

/**
 * Loads the requests and the cards that are due, and begins a check if its time has come. Returns how long
 * there will be nothing to do (ms).
 */
async function loadRequests(run: Run): Promise<number> {
  const { deps, workspace, brand } = run;
  const now = deps.now();
  const requests = await deps.postIndexStore.requests(workspace, brand);
  const old = requests.filter(({ madeAt }) => madeAt < now - requestKeptMs);
  await deps.postIndexStore.answered(workspace, brand, old);
  run.requests = requests.filter((request) => !old.includes(request));
  // a card that isn't watched anymore would be requested forever: its outcome is known, and its content may
  // not have been kept
  const watched = await deps.cards.watchedIds(workspace, brand);
  run.due = run.due.filter(({ id }) => watched.has(id));
  const times = [...run.requests.map((request) => readyAt(run, request)), await nextCheckAt(run)];
  return Math.max(0, Math.ceil(Math.min(...times) - now));
}

/** When the next check begins, or goes on (epoch ms); `Infinity` if no card is due. */
async function nextCheckAt(run: Run): Promise<number> {
  const { deps, workspace, brand, meta } = run;
  const now = deps.now();
  if (meta.checking !== undefined && run.due.length > 0) return now;
  run.due = await deps.cards.watched(workspace, brand, now);
  if (meta.checking !== undefined) return now;
  if (run.due.length === 0) return Number.POSITIVE_INFINITY;
  const waits = run.due.map((card) => now - Math.max(0, waitedMs(card, now)));
  const pace = { checkedAt: meta.checkedAt, everyMs: readIntervalMs(deps), forMs: deps.watchForMs };
  const at = nextCheckTime(waits, pace, now);
  if (at > now) return at;
  const waitMs = await deps.quota.consumeCheck(brand);
  if (waitMs > 0) return now + waitMs;
  meta.checking = now;
  return now;
}

/**
 * When a request can be read for (epoch ms). The first operation is read for at once, and those right after
 * it wait for the next read, which serves all of them. A request without a job to wake is a person's, who
 * waits for a list and isn't kept waiting.
 */
function readyAt({ deps, meta }: Run, { kind, asOf, wake }: ReadRequest): number {
  const { operationReadAt: last } = meta;
  const isShared = kind === 'post' && wake && last !== undefined && last < asOf;
  return isShared ? Math.max(asOf, last + readIntervalMs(deps)) : asOf;
}

/** What the index has about the posts of the requests and the check. */
async function entriesToRead(run: Run): Promise<Entries> {
  const { deps, workspace, brand, version, requests, due, meta } = run;
  const ids = requests.flatMap(({ post }) => post ?? []);
  if (meta.checking !== undefined) ids.push(...due.flatMap(postOf));
  return deps.postIndexStore.posts(workspace, brand, [...new Set(ids)], version);
}

/** Answers the requests for which enough was read, and queues the jobs that wait for them. */
async function answer(run: Run, entries: Entries): Promise<void> {
  const { deps, workspace, brand } = run;
  const known = knownListing(run);
  const unlisted: { id: string; at: number }[] = [];
  const answered = run.requests.filter((request) => {
    const { kind, post, asOf } = request;
    if (needsAll(run, request)) return isWholeRead(known, asOf);
    if (kind === 'recent') return isRecentRead(known, asOf);
    if (kind === 'start') return isStartRead(known, asOf);
    const entry = post === undefined ? undefined : entries.get(post);
    if (post === undefined || isFresh(entry, asOf)) return true;
    if (!isReadInAnyOrder(known, neededAsOf(entry, asOf))) return false;
    unlisted.push({ id: post, at: asOf });
    return true;
  });
  if (answered.length === 0) return;
  // including what was learned from the last page: without it, the index couldn't answer the jobs that are
  // queued
  await keep(run, { unlisted });
  const passes = answered.flatMap(({ kind, asOf }) => (kind === 'all' ? asOf : []));
  if (passes.length > 0) await forgetUnlisted(run, Math.max(...passes));
  const due = unlisted.length > 0 ? await deps.cards.watched(workspace, brand, deps.now()) : [];
  for (const { id, at } of unlisted) {
    const card = due.find(({ postId }) => postId === id);
    if (card) await checkCard(deps, card, { post: undefined, readAt: at });
  }
  // last: if a run dies before this, the requests are left for the next one, and a job that is queued twice
  // finds its answer twice
  for (const { wake } of answered) if (wake) await deps.jobs.wake(wake);
  await deps.postIndexStore.answered(workspace, brand, answered);
  run.requests = run.requests.filter((request) => !answered.includes(request));
}

/** A post that a pass through all pages didn't show is gone. `since`: when the pass began (epoch ms). */
async function forgetUnlisted(run: Run, since: number): Promise<void> {
  const { deps, workspace, brand } = run;
  const { posts } = await deps.postIndexStore.whole(workspace, brand, run.version);
  const forgotten = [...posts].filter(([, { readAt }]) => readAt < since).map(([id]) => id);
  if (forgotten.length > 0) await keep(run, { forgotten });
  const isGone = new Set(forgotten);
  await deps.cards.forgetDiscarded(workspace, brand, {
    before: since - deps.settledAfterMs,
    isListed: (id) => posts.has(id) && !isGone.has(id),
  });
}

/**
 * The read that answers the most of these requests now, and the check; `undefined` if everything that can
 * answer them was read.
 */
function planRead(run: Run, entries: Entries, requests: readonly ReadRequest[]): Read | undefined {
  const { deps, meta, due } = run;
  const now = deps.now();
  const open = requests.filter((request) => readyAt(run, request) <= now);
  const checked = meta.checking === undefined ? [] : due;
  const [whole, part] = [open.filter((one) => needsAll(run, one)), open.filter((one) => !needsAll(run, one))];
  const asOfs = (kind: ReadRequest['kind']) =>
    part.filter((one) => one.kind === kind).map(({ asOf }) => asOf);
  const campaigns = checked.filter(({ kind }) => kind === 'campaign');
  const requested = (some: readonly ReadRequest[]): PostRead[] =>
    some.flatMap(({ post, asOf }) => (post ? postToRead(post, asOf, entries.get(post), false) : []));
  const posts = [
    ...requested(open),
    ...checked.flatMap(postOf).flatMap((post) => {
      const [entry, asOf] = [entries.get(post), meta.checking ?? now];
      if (isFresh(entry, asOf)) return [];
      // where it was before is left to the search; it may just not have been listed yet
      return postToRead(post, asOf, searchFor(run, post) ? undefined : entry, true);
    }),
  ];
  const recent = [...asOfs('recent'), ...campaigns.map(() => meta.checking ?? now)];
  const all = [
    ...whole.map(({ asOf }) => asOf),
    ...campaigns.flatMap((card) => searchedAsOf(run, card) ?? []),
  ];
  const known = knownListing(run);
  const start = asOfs('start');
  const nearby = (some: readonly PostRead[]) => some.map((post) => ({ ...post, nearby: true }));
  const operations = requested(open.filter(({ priority }) => priority === 'operation'));
  const likelyPage =
    nextPage(known, { posts: nearby(operations), recent: [], start: [], all: [] }) ??
    nextPage(known, { posts: nearby(posts), recent, start, all: [] });
  const alone = aloneOf(run, posts, likelyPage);
  if (alone !== undefined) return { alone, priority: priorityOf(open, checked, [alone]) };
  const page = likelyPage ?? nextPage(known, { posts, recent, start, all });
  if (!page) return undefined;
  const likely = posts.filter(({ row }) => row !== undefined && pageOf(run, row) === page.n);
  const ids = likely.map(({ id }) => id);
  return { page, priority: priorityOf(open, checked, ids) };
}

/**
 * Whether only a read of all pages answers the request: new posts that were seen elsewhere once can be there
 * again.
 */
const needsAll = ({ meta }: Run, { kind, usual }: ReadRequest): boolean =>
  kind === 'all' || (kind === 'recent' && !usual && meta.newPosts === 'anywhere');

/**
 * As of when every page is read for a campaign (epoch ms), if it isn't known for certain on which pages new
 * posts appear. The waits in between double, since it can be hundreds of pages. `undefined`: not yet, or it's
 * known by now, or all posts are there.
 */
function searchedAsOf({ deps, meta }: Run, campaign: Card): number | undefined {
  const { request, posts } = campaign;
  const isThere = request?.kind === 'campaign' && posts.length >= request.posts;
  // the same during a check, however long it takes
  const at = meta.checking ?? deps.now();
  const waited = waitedMs(campaign, at);
  const isCertain = meta.newPosts === 'first' || meta.newPosts === 'last';
  if (isCertain || isThere || waited < deps.settledAfterMs) return undefined;
  const passes = Math.floor(Math.log2(waited / deps.settledAfterMs));
  return at - waited + deps.settledAfterMs * 2 ** passes;
}

/**
 * A post that is the only one to be read, or that no likely page showed, is read by itself, if the service
 * supports that.
 */
function aloneOf(run: Run, posts: PostRead[], page: PageAt | undefined): string | undefined {
  if (!run.deps.service.reading.single) return undefined;
  const left = posts.filter(({ id }) => !run.triedAlone.has(id));
  const lost = left.find(({ row, asOf }) => {
    const likely = row === undefined ? undefined : run.pages.get(pageOf(run, row));
    return likely !== undefined && likely.at >= asOf;
  });
  return (lost ?? (left.length === 1 || page === undefined ? left[0] : undefined))?.id;
}

async function tryRead(run: Run, read: Read): Promise<Outcome | undefined> {
  try {
    await ('alone' in read ? readAlone(run, read) : readPage(run, read));
    return undefined;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    if (await isTriedAgain(run, cause)) return undefined;
    await failed(run, cause);
    return cause.postponed ? again(Math.min(cause.retryAfterMs ?? 1_000, longestNapMs)) : undefined;
  }
}

/**
 * Whether a failed read is tried again at once, so that it costs nobody who waits an attempt: after one lost
 * connection, or without a page size, which the service may have refused. The index keeps that: the next
 * failure counts, even if this run first ends because the quota is used up.
 */
async function isTriedAgain(run: Run, cause: ServiceError): Promise<boolean> {
  const { meta } = run;
  if (meta.retrying) return false;
  if (cause.isConnectionLost) meta.retrying = 'lost_connection';
  else if (cause.kind === 'refused' && meta.paging.sized) meta.retrying = 'page_size';
  else return false;
  await keep(run);
  return true;
}

async function readAlone(
  run: Run,
  { alone, priority }: { alone: string; priority: Priority },
): Promise<void> {
  const { deps, workspace, brand } = run;
  run.triedAlone.add(alone);
  const readAt = await acquire(run, priority);
  const post = await deps.service.singlePost(alone, { acquired: true });
  if (!post) return;
  const before = (await deps.postIndexStore.posts(workspace, brand, [alone])).get(alone);
  const row = before && 'post' in before ? before.row : undefined;
  await keep(run, { posts: [{ post, row, readAt }], keepWhole: () => true });
  const cards = await deps.cards.comparable(workspace, brand, [alone]);
  await checkShown(deps, cards, { posts: [post], readAt });
}

async function readPage(
  run: Run,
  { page: requestedPage, priority }: { page: PageAt; priority: Priority },
): Promise<void> {
  const { deps, workspace, brand, meta, requests, due } = run;
  const at = pageToRequest(run, requestedPage);
  const readAt = await acquire(run, priority);
  const page = await deps.service.postPage(brand, at, pagingForRequest(run), { acquired: true });
  const before = await deps.postIndexStore.posts(workspace, brand, [...new Set(page.ids)]);
  // a post that was only read by itself, such as one of our own, is new on its page
  const isKnown = (id: string): boolean => {
    const entry = before.get(id);
    return entry !== undefined && 'post' in entry && entry.row !== undefined;
  };
  const isFirstRead = meta.paging.most === undefined;
  const rows = learnFromPage(run, { at, page, readAt, isKnown }, deps.service.reading);
  if (!rows) return;
  Object.assign(meta, { failures: 0, failure: undefined, retrying: undefined, pausedUntil: undefined });
  // a read for a request counts as a check if it showed everything that is due
  if (due.length > 0 && due.every(({ postId }) => postId !== undefined && rows.has(postId)))
    meta.checkedAt = readAt;
  // a campaign's post has no card before its first check, whatever its status is by then
  const isAwaited = !isFirstRead && due.some(({ kind }) => kind === 'campaign');
  const cards = await deps.cards.comparable(workspace, brand, page.ids);
  const needed = new Set([...requests.flatMap(({ post }) => post ?? []), ...cards.flatMap(postOf)]);
  await keep(run, {
    posts: page.posts.map((post): IndexedPost => ({ post, row: rows.get(post.id), readAt })),
    keepWhole: (id) => needed.has(id) || (isAwaited && !isPartial(before.get(id))),
  });
  await deps.failpoint('page indexed');
  await checkShown(deps, cards, { posts: page.posts, readAt });
}

/** Waits for the quota. Returns when the read begins (epoch ms). */
async function acquire({ deps, brand, meta }: Run, priority: Priority): Promise<number> {
  await deps.quota.acquire(priority, { who: brand });
  const readAt = deps.now();
  if (priority === 'operation') meta.operationReadAt = readAt;
  return readAt;
}

/** Compares the cards with their posts, except for those that were written after the read began. */
async function checkShown(
  deps: Deps,
  cards: readonly Card[],
  { posts, readAt }: { posts: readonly Post[]; readAt: number },
): Promise<void> {
  const shown = new Map(posts.map((post) => [post.id, post]));
  await Promise.all(
    cards.map(async (card) => {
      const [post] = postOf(card).flatMap((id) => shown.get(id) ?? []);
      if (post && Date.parse(card.updatedAt) <= readAt) await checkCard(deps, card, { post, readAt });
    }),
  );
}

/** The check of the cards has read everything that it can for now. `since`: when it began (epoch ms). */
async function endCheck(run: Run, since: number): Promise<void> {
  const { deps, workspace, brand, due } = run;
  const entries = await entriesToRead(run);
  const isAllRead = isReadInAnyOrder(knownListing(run), since);
  for (const card of due)
    for (const post of postOf(card)) {
      const entry = entries.get(post);
      if (isFresh(entry, since)) continue;
      // a post of which only a few bytes were kept is listed
      if (isAllRead && !isPartial(entry)) await checkCard(deps, card, { post: undefined, readAt: since });
      // it may be on any page, so it gets a request of its own that nothing else waits for
      else {
        const search = searchFor(run, post) ?? { kind: 'post', post, asOf: since, priority: 'check' };
        await deps.postIndexStore.addRequest(workspace, brand, { ...search, madeAt: deps.now() });
      }
    }
  await checkDueCampaigns(run, since);
  Object.assign(run.meta, { checking: undefined, checkedAt: deps.now() });
  await keep(run);
  await deps.serviceWorked(workspace, listingName(brand));
}

/** The search of an earlier check for a post that wasn't where it was before. It goes on where it is. */
const searchFor = ({ requests }: Run, post: string): ReadRequest | undefined =>
  requests.find((one) => one.kind === 'post' && one.post === post && one.priority === 'check' && !one.wake);

async function checkDueCampaigns(run: Run, since: number): Promise<void> {
  const { deps, workspace, brand, version } = run;
  const campaigns = run.due.filter(({ kind }) => kind === 'campaign');
  if (campaigns.length === 0) return;
  const { posts } = await deps.postIndexStore.whole(workspace, brand, version);
  const asOf = Math.min(since, ...campaigns.flatMap((card) => searchedAsOf(run, card) ?? []));
  const read = [...posts.values()].filter(({ readAt, post }) => readAt >= asOf && !post.partial);
  const listing = read.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)).map(({ post }) => post);
  await checkCampaigns(deps, campaigns, { posts: listing, readAt: asOf });
}

/** The requests stay: the brand is read again after a growing delay, and no other brand waits for it. */
async function failed(run: Run, cause: ServiceError): Promise<void> {
  const { deps, brand, meta, due, requests } = run;
  if (!cause.postponed) {
    deps.log.warn({ err: cause, brand }, "couldn't read a brand's listing");
    const now = deps.now();
    const failures = meta.failures + 1;
    const longest = cause.kind === 'key' || cause.kind === 'refused' ? 60_000 : 300_000;
    const grownMs = Math.min(deps.watchEveryMs * 2 ** Math.min(failures, 20), longest);
    const pausedUntil = now + Math.max(grownMs, cause.retryAfterMs ?? 0);
    const failure = failureFrom(cause, now);
    Object.assign(meta, { failures, failure, retrying: undefined, pausedUntil });
    // a check that someone waits for goes on with the page that failed: in a long listing, most checks fail once
    if (failures > failuresInCheck || due.every(rests))
      Object.assign(meta, { checking: undefined, checkedAt: now });
    await keep(run);
  }
  for (const card of due) await cannotSee(deps, card, cause);
  if (!cause.postponed) for (const { wake } of requests) if (wake) await deps.jobs.wake(wake);
}

/**
 * Writes what the run knows, with what a read showed. `keepWhole`: the finished posts whose content is kept.
 * Throws `IndexReplaced`, after which another run begins, if the index isn't the one that this run knows.
 */
async function keep(
  run: Run,
  read: {
    posts?: IndexedPost[];
    unlisted?: { id: string; at: number }[];
    forgotten?: string[];
    keepWhole?(id: string): boolean;
  } = {},
): Promise<void> {
  const { deps, workspace, brand, version, meta, pages } = run;
  run.version = await deps.postIndexStore.write(workspace, brand, {
    version,
    meta,
    pages,
    posts: [],
    ...read,
  });
}

const pageOf = ({ meta }: Run, row: number): number => Math.floor(row / pageSize(meta.paging));

/** Empty for a campaign: its posts have cards of their own. */
const postOf = ({ kind, postId }: Card): string[] => (kind !== 'campaign' && postId ? [postId] : []);

const isPartial = (entry: IndexedPost | Unlisted | undefined): boolean =>
  entry !== undefined && 'post' in entry && entry.post.partial === true;

/** Whether a read that began at `asOf` or later showed all of the post's content. */
const isFresh = (entry: IndexedPost | Unlisted | undefined, asOf: number): boolean =>
  entry !== undefined &&
  ('post' in entry ? entry.readAt >= asOf && !entry.post.partial : entry.unlistedAt >= asOf);

function postToRead(
  id: string,
  asOf: number,
  entry: IndexedPost | Unlisted | undefined,
  nearby: boolean,
): PostRead {
  const row = entry && 'post' in entry ? entry.row : undefined;
  return { id, asOf: neededAsOf(entry, asOf), row, nearby };
}

/** As of when the post is needed. A finished post of which only a few bytes were kept is read again. */
const neededAsOf = (entry: IndexedPost | Unlisted | undefined, asOf: number): number =>
  entry && 'post' in entry && entry.post.partial ? Math.max(asOf, entry.readAt + 1) : asOf;

const rests = (card: Card): boolean => followsWebApp(card) || isFollowed(card);

/**
 * The priority of operations, if the read is likely to show what one waits for (`likely`: the posts that it's
 * likely to show), and of the background if nobody waits for anything.
 */
function priorityOf(
  open: readonly ReadRequest[],
  checked: readonly Card[],
  likely: readonly string[],
): Priority {
  if (open.some(({ post, priority }) => priority === 'operation' && post && likely.includes(post)))
    return 'operation';
  const isWaitedFor =
    open.some(({ priority }) => priority !== 'background') || checked.some((card) => !rests(card));
  return isWaitedFor ? 'check' : 'background';
}
