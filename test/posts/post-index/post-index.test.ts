/** What the post index promises its callers, on a real Redis: after a reader's writes, and before its next reads. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Wake } from '#src/platform/queue/job.ts';
import { createQueue, type JobQueue } from '#src/platform/queue/queue.ts';
import { connectFailingFast, connectWaiting, type Redis, whenReady } from '#src/platform/redis/redis.ts';
import { completeListJob } from '#src/posts/jobs.ts';
import { createPostIndex, failureFrom, ReadPending } from '#src/posts/post-index/post-index.ts';
import {
  createPostIndexStore,
  type IndexedPage,
  type IndexMeta,
  IndexReplaced,
} from '#src/posts/post-index/post-index-store.ts';
import { orderedSince } from '#src/posts/post-index/read-plan.ts';
import { timeoutMs } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { sharedRedis } from '#test/support/shared-redis.ts';
import { memoryOf, writeHistory } from './indexed-history.ts';

let redis: Redis;
let waiting: Redis;
before(async () => {
  const { url } = await sharedRedis();
  redis = connectFailingFast({ REDIS_URL: url }, () => undefined);
  waiting = connectWaiting({ REDIS_URL: url }, () => undefined);
  await whenReady(redis, timeoutMs);
});
after(() => {
  redis.disconnect();
  waiting.disconnect();
});

const start = 1_800_000_000_000;
const of = { workspace: 'T1', brand: 'brand-1' };
const rowsOfPage = 2;

const aPost = (id: string, but: Partial<Post> = {}): Post => ({
  id,
  status: 'draft',
  statusWord: 'DRAFT',
  caption: `Words of ${id}`,
  mediaUrls: [],
  profiles: undefined,
  scheduledAt: undefined,
  campaignId: undefined,
  ...but,
});

/** A file of the team's photos, in a post of two profiles. */
const profiles = [
  { id: 'profile-1', name: 'northwind.coffee', provider: 'instagram', image: undefined },
  { id: 'profile-2', name: 'Northwind Coffee', provider: 'linkedin', image: undefined },
];

const meta: IndexMeta = {
  failures: 0,
  paging: { kind: 'numbered', first: 1, size: rowsOfPage },
  newPosts: 'first',
};

/** A separate index, and the pages of a listing as a reader writes them. */
function startIndex(t: { after(end: () => Promise<void>): void }, now = start) {
  const prefix = `test-${randomUUID()}`;
  const store = createPostIndexStore(redis, prefix);
  const jobs: JobQueue = createQueue({
    connection: waiting as never,
    prefix,
    log: pino({ level: 'silent' }),
  });
  t.after(() => jobs.close());
  const pages = new Map<number, IndexedPage>();
  let version: string | undefined;
  return {
    prefix,
    store,
    jobs,
    index: createPostIndex({ store, jobs, now: () => now }),
    /** A read of a page that began at `at`. */
    async reads(n: number, at: number, posts: Post[], { isLast = false, isNew = false } = {}): Promise<void> {
      pages.set(n, { at, orderedSince: orderedSince(pages, n, at), rows: posts.length, isLast, isNew });
      const rows = posts.map((post, i) => ({ post, row: n * rowsOfPage + i, readAt: at }));
      version = await store.write('T1', 'brand-1', { version, meta, pages, posts: rows });
    },
    async notes(changes: Partial<IndexMeta>, unlisted: { id: string; at: number }[] = []): Promise<void> {
      const write = { version, meta: { ...meta, ...changes }, pages, posts: [], unlisted };
      version = await store.write('T1', 'brand-1', write);
    },
    deletes: async () => void (await redis.del(`${prefix}:{T1}:index:brand-1`)),
    requests: () => store.requests('T1', 'brand-1'),
  };
}

const wake: Wake = { name: completeListJob.name, lane: 'draw', key: 'T1.M1', payload: { workspace: 'T1' } };
const idsOf = (posts: readonly Post[]): string[] => posts.map(({ id }) => id);
const card = (postId: string | undefined) => ({
  workspace: 'T1',
  brand: { id: 'brand-1', name: 'B' },
  postId,
});

test('a post is returned from a recent read; otherwise, a read is requested that wakes the caller', async (t) => {
  const { index, reads, requests } = startIndex(t);
  await reads(0, start - 10, [aPost('a'), aPost('b')], { isLast: true });
  assert.deepEqual(await index.post(card('a'), start - 10, wake), { post: aPost('a'), readAt: start - 10 });
  assert.deepEqual(await requests(), []);
  await assert.rejects(index.post(card('a'), start - 9, wake), ReadPending);
  const [request, ...others] = await requests();
  assert.deepEqual(request, {
    kind: 'post',
    post: 'a',
    asOf: start - 9,
    priority: 'operation',
    madeAt: start,
    wake,
  });
  assert.deepEqual(others, []);
  await assert.rejects(index.post(card('a'), start - 9, wake), ReadPending);
  assert.equal((await requests()).length, 1, 'the same request again is the same');
});

test('a card without a post needs no read', async (t) => {
  const { index, requests } = startIndex(t);
  assert.deepEqual(await index.post(card(undefined), start, wake), { post: undefined, readAt: start });
  assert.deepEqual(await requests(), []);
});

test('a post that a whole pass didn’t show counts as not listed, until a later read is needed', async (t) => {
  const { index, reads, notes } = startIndex(t);
  await reads(0, start - 10, [aPost('a')], { isLast: true });
  await notes({}, [{ id: 'gone', at: start - 10 }]);
  const shown = await index.post(card('gone'), start - 10, wake);
  assert.deepEqual(shown, { post: undefined, readAt: start - 10 });
  await assert.rejects(index.post(card('gone'), start, wake), ReadPending);
  assert.deepEqual(idsOf((await index.known(of)).posts), ['a']);
});

test('the list has only the beginning of a finished post; callers that need all of it wait for a read', async (t) => {
  const { index, reads } = startIndex(t);
  const caption = 'Latte art for beginners, Saturday at ten, and coffee for everyone who comes by';
  const scheduledAt = new Date(start).toISOString();
  const published = { status: 'published', statusWord: 'PUBLISHED', scheduledAt, campaignId: 'c1' } as const;
  await reads(0, start, [aPost('a', { ...published, caption, profiles })], { isLast: true });
  const [post] = (await index.known(of)).posts;
  const few = { ...published, caption: `${caption.slice(0, 40)}…`, profiles: undefined, partial: true };
  assert.deepEqual(post, aPost('a', few));
  await assert.rejects(index.post(card('a'), start, wake), ReadPending);
});

test('a shortened caption ends between two characters, in any script', async (t) => {
  const { index, reads } = startIndex(t);
  const published = { status: 'published', statusWord: 'PUBLISHED' } as const;
  const captions = [
    '新しい秋のメニューが月曜日から始まります。かぼちゃと栗の温かい一杯をどうぞ。',
    '☕️🌰🎃🍂'.repeat(12),
    '👩‍🍳'.repeat(20),
  ];
  await reads(
    0,
    start,
    captions.map((caption, i) => aPost(`p${i}`, { ...published, caption })),
  );
  for (const [i, { caption }] of (await index.known(of)).posts.entries()) {
    const excerpt = caption.replace(/…$/, '');
    assert.ok(excerpt.length > 0 && captions[i]?.startsWith(excerpt), caption);
    assert.ok(excerpt.isWellFormed() && Buffer.byteLength(excerpt) <= 60, caption);
  }
});

test('a finished post that is a draft again has all of its content', async (t) => {
  const { index, reads } = startIndex(t);
  const failed = aPost('a', { status: 'failed', statusWord: 'FAILED' });
  await reads(0, start - 20, [failed, aPost('b', { status: 'published' })], { isLast: true });
  const again = aPost('a', { mediaUrls: ['https://cdn.example.com/a.png'], profiles });
  await reads(0, start - 10, [again], { isLast: true });
  assert.deepEqual((await index.post(card('a'), start - 10, wake)).post, again);
  assert.deepEqual(idsOf((await index.known(of)).posts), ['a', 'b']);
});

test('`all` returns only once every page was read recently, with only the posts from those reads', async (t) => {
  const { index, reads, requests } = startIndex(t);
  await reads(0, start - 30, [aPost('a'), aPost('b')]);
  await reads(1, start - 30, [aPost('c')], { isLast: true });
  await reads(0, start - 10, [aPost('new'), aPost('a')], { isNew: true });
  await assert.rejects(index.all(of, start - 10, wake), ReadPending);
  const [request] = await requests();
  assert.deepEqual([request?.kind, request?.asOf, request?.priority], ['all', start - 10, 'check']);
  await reads(1, start - 5, [aPost('c')], { isLast: true });
  const listed = await index.all(of, start - 10, wake);
  assert.deepEqual(idsOf(listed.posts), ['new', 'a', 'c'], 'b was last shown before');
});

test('`recent` returns the pages where new posts appear', async (t) => {
  const { index, reads, requests } = startIndex(t);
  await reads(0, start - 30, [aPost('a'), aPost('b')]);
  await reads(1, start - 30, [aPost('c')], { isLast: true });
  await assert.rejects(index.recent(of, start - 10, wake), ReadPending);
  assert.deepEqual(
    (await requests()).map(({ kind }) => kind),
    ['recent'],
  );
  await reads(0, start - 10, [aPost('new'), aPost('a')]);
  const listed = await index.recent(of, start - 10, wake);
  assert.deepEqual(idsOf(listed.posts), ['new', 'a']);
});

test('the pages where new posts usually appear are enough to find scheduled posts', async (t) => {
  const { index, reads, notes, requests } = startIndex(t);
  const other = { ...wake, key: 'T1.M2' };
  const passes = { since: start - 20, hasNew: false, end: 'first' } as const;
  await reads(1, start - 30, [aPost('c')], { isLast: true });
  await reads(0, start - 10, [aPost('new'), aPost('a')]);
  await notes({ newPosts: 'anywhere', passes: { ...passes, count: 2 } });
  const scheduled = () => index.scheduled({ ...of, others: [] }, start - 10, wake);
  await assert.rejects(scheduled(), ReadPending);
  await notes({ newPosts: 'anywhere', passes: { ...passes, count: 3 } });
  assert.deepEqual(idsOf((await scheduled()).posts), ['new', 'a']);
  await assert.rejects(index.recent(of, start - 10, other), ReadPending);
  assert.equal((await index.baseline(of, start - 10)).lacks, 'recent');
  // what the reader has to know about each
  const asked = (await requests()).map(({ usual, wake }) => [wake?.key, usual]);
  assert.deepEqual(Object.fromEntries(asked), { [wake.key]: true, [other.key]: undefined });
});

test('a failed read is thrown with its reason, and stays requested', async (t) => {
  const { index, reads, notes, requests } = startIndex(t);
  await reads(0, start - 10, [aPost('a')], { isLast: true });
  const said = {
    status: 503,
    retry: true,
    retryAfterMs: 7_000,
    serviceMessage: 'Back soon',
    keyHint: 'Change the key',
  };
  const cause = new ServiceError('is down', { kind: 'down', endpoint: 'GET /post', taken: 'no', ...said });
  await notes({ failures: 1, failure: failureFrom(cause, start) });
  for (const ask of [
    () => index.all(of, start, wake),
    () => index.recent(of, start, wake),
    () => index.post(card('a'), start, wake),
  ])
    await assert.rejects(ask, (thrown) => {
      assert.ok(thrown instanceof ServiceError);
      assert.equal(thrown.message, cause.message);
      assert.deepEqual({ ...thrown }, { ...cause });
      return true;
    });
  assert.deepEqual((await requests()).map(({ kind }) => kind).sort(), ['all', 'post', 'recent']);
  // an earlier failure says nothing about the next read
  await assert.rejects(index.all(of, start + 1, wake), ReadPending);
  // earlier reads are kept
  assert.deepEqual(idsOf((await index.all(of, start - 10, wake)).posts), ['a']);
});

test('`known` lists posts in the listing’s order, with their age and the missing pages', async (t) => {
  const { index, reads, notes, requests } = startIndex(t);
  const nothing = {
    posts: [],
    readAt: undefined,
    passAt: 0,
    rows: 0,
    complete: false,
    unread: undefined,
    failure: undefined,
  };
  assert.deepEqual(await index.known(of), nothing);
  await reads(1, start - 10, [aPost('c')], { isLast: true });
  assert.deepEqual({ ...(await index.known(of)), posts: [] }, { ...nothing, readAt: start - 10, rows: 1 });
  await reads(0, start - 5, [aPost('b'), aPost('a')]);
  const unread = { endpoint: 'GET /post', records: 1, fields: ['caption'] };
  const cause = new ServiceError('is down', {
    kind: 'down',
    endpoint: 'GET /post',
    taken: 'no',
    retry: true,
  });
  await notes({ unread, failures: 1, failure: failureFrom(cause, start) });
  const known = await index.known(of);
  assert.deepEqual(idsOf(known.posts), ['b', 'a', 'c']);
  assert.deepEqual([known.readAt, known.complete, known.unread], [start - 10, true, unread]);
  assert.equal(known.failure?.message, cause.message);
  const { posts: _, ...status } = known;
  assert.deepEqual(await index.status(of), status);
  assert.deepEqual(await requests(), [], 'neither asks for a read');
});

test('`refresh` requests a pass without waiting, and queues the reader', async (t) => {
  const { index, jobs, requests } = startIndex(t);
  await index.refresh(of, start);
  await index.refresh(of, start + 5);
  const [request, ...others] = await requests();
  assert.deepEqual(request, { kind: 'all', asOf: start + 5, priority: 'check', madeAt: start });
  assert.deepEqual(others, []);
  const queued = (await jobs.backlog(Date.now())).filter(({ counts }) => counts.waiting > 0);
  assert.deepEqual(
    queued.map(({ queue: queueName, counts }) => [queueName, counts.waiting]),
    [['read', 1]],
  );
});

test('a running slow pass continues when the next is due, and a user’s pass is a separate request', async (t) => {
  const { index, requests } = startIndex(t);
  await index.refreshSlowly(of, start);
  await index.refreshSlowly(of, start + 5);
  const slow = { kind: 'all', asOf: start, priority: 'background', madeAt: start };
  assert.deepEqual(await requests(), [slow]);
  await index.refresh(of, start + 5);
  await assert.rejects(index.all(of, start + 5, wake, 'background'), ReadPending);
  await index.refreshSlowly(of, start + 5);
  assert.deepEqual((await requests()).map(({ asOf, priority }) => [asOf, priority]).sort(), [
    [start, 'background'],
    [start + 5, 'background'],
    [start + 5, 'check'],
  ]);
});

test('a late slow pass continues with the priority of checks, and a user’s newer pass is kept', async (t) => {
  const { index, requests } = startIndex(t);
  await index.refreshSlowly(of, start);
  await index.refreshSlowly(of, start + 5, 'check');
  const passes = async () => (await requests()).map(({ asOf, priority }) => [asOf, priority]).sort();
  assert.deepEqual(await passes(), [
    [start, 'background'],
    [start, 'check'],
  ]);
  await index.refresh(of, start + 7);
  await index.refreshSlowly(of, start + 8, 'check');
  assert.deepEqual(await passes(), [
    [start, 'background'],
    [start + 7, 'check'],
  ]);
});

test('a baseline has the IDs of all known posts, and says which may be missing', async (t) => {
  const { index, reads, deletes } = startIndex(t);
  const baseline = async () => {
    const { ids, lacks } = await index.baseline(of, start);
    return { ids: ids.sort(), lacks };
  };
  assert.deepEqual(await baseline(), { ids: [], lacks: 'any' });
  await reads(0, start - 1, [aPost('a'), aPost('b', { status: 'published' })]);
  assert.deepEqual(await baseline(), { ids: ['a', 'b'], lacks: 'any' });
  await reads(1, start - 1, [aPost('c')], { isLast: true });
  assert.deepEqual(await baseline(), { ids: ['a', 'b', 'c'], lacks: 'recent' });
  for (const n of [0, 1]) await reads(n, start, [], { isLast: n === 1 });
  assert.deepEqual(await baseline(), { ids: ['a', 'b', 'c'], lacks: undefined });
  await deletes();
  assert.deepEqual(await baseline(), { ids: [], lacks: 'any' });
});

test('the start of a listing is its first pages', async (t) => {
  const { index, reads, requests } = startIndex(t);
  for (const n of [0, 1, 2, 3]) {
    await assert.rejects(index.start(of, start, wake), ReadPending);
    await reads(n, start, [aPost(`p${n}`)]);
  }
  await index.start(of, start, wake);
  assert.deepEqual(
    (await requests()).map(({ kind, asOf }) => [kind, asOf]),
    [['start', start]],
  );
  assert.equal((await index.status(of)).complete, false);
});

test('posts are read from Redis once for all callers, and again as soon as one of them changes', async (t) => {
  const { index, reads, notes, deletes } = startIndex(t);
  await reads(0, start - 10, [aPost('a'), aPost('b')], { isLast: true });
  const calls = async (): Promise<number> =>
    Number(
      /cmdstat_hgetall:calls=(\d+)/.exec(
        await (redis as { info(s: string): Promise<string> }).info('commandstats'),
      )?.[1] ?? 0,
    );
  const counted = await calls();
  const together = await Promise.all([index.known(of), index.known(of), index.baseline(of, start)]);
  assert.equal(await calls(), counted + 1);
  await reads(0, start, [aPost('c')], { isLast: true });
  assert.deepEqual(idsOf((await index.known(of)).posts), ['c', 'a', 'b']);
  await notes({ unread: { endpoint: 'GET /post', records: 2, fields: [] } });
  assert.equal((await index.known(of)).unread?.records, 2, 'facts about the listing are never outdated');
  await deletes();
  assert.deepEqual((await index.known(of)).posts, []);
  // another index counts its changes from the beginning
  await reads(0, start, [aPost('d')], { isLast: true }).catch(() => undefined);
  assert.deepEqual(idsOf((await index.known(of)).posts), []);
  assert.equal(together.length, 3);
});

test('a writer or reader of an index that was deleted or replaced is refused', async (t) => {
  const { store, reads, deletes } = startIndex(t);
  await reads(0, start - 10, [aPost('a'), aPost('b')]);
  const { version = '' } = await store.listing('T1', 'brand-1');
  await deletes();
  await assert.rejects(reads(1, start, [aPost('c')], { isLast: true }), IndexReplaced);
  await assert.rejects(store.posts('T1', 'brand-1', ['a'], version), IndexReplaced);
  await assert.rejects(store.whole('T1', 'brand-1', version), IndexReplaced);
  assert.deepEqual((await store.listing('T1', 'brand-1')).pages, new Map());
  const write = { version: undefined, meta, pages: new Map(), posts: [] };
  const other = await store.write('T1', 'brand-1', write);
  assert.notEqual(other, version);
  await assert.rejects(store.write('T1', 'brand-1', write), IndexReplaced, 'it exists by now');
});

test('of two writers of one index, one begins again, so that no post is lost', async (t) => {
  const { store } = startIndex(t);
  const write = { meta, pages: new Map(), posts: [] };
  const version = await store.write('T1', 'brand-1', { ...write, version: undefined });
  const writes = ['a', 'b'].map((id) => {
    const posts = [{ post: aPost(id, { status: 'published' }), row: 0, readAt: start }];
    return store.write('T1', 'brand-1', { ...write, version, posts });
  });
  const results = await Promise.allSettled(writes);
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  assert.ok(refused?.reason instanceof IndexReplaced);
  assert.equal((await store.whole('T1', 'brand-1')).posts.size, 1);
});

test('an index that an earlier release wrote counts as none', async (t) => {
  const { prefix, index, reads } = startIndex(t);
  await redis.hset(`${prefix}:{T1}:index:brand-1`, {
    m: '{"failures":0,"paging":{"first":1}}',
    pold: 'Pxyz|1|2||Old',
  });
  assert.equal((await index.known(of)).readAt, undefined);
  await reads(0, start, [aPost('a')], { isLast: true });
  assert.deepEqual(idsOf((await index.known(of)).posts), ['a']);
});

test('a status written by a later release is unknown to this one', async (t) => {
  const { index, reads } = startIndex(t);
  const later = aPost('a', { status: 'on hold' as Post['status'], statusWord: 'ON_HOLD' });
  await reads(0, start - 10, [later, aPost('b')], { isLast: true });
  const { posts } = await index.known(of);
  assert.deepEqual(
    posts.map(({ status, statusWord }) => [status, statusWord]),
    [
      ['unknown', 'ON_HOLD'],
      ['draft', 'DRAFT'],
    ],
  );
});

longTest('10,000 posts take at most 2 MB of Redis', async (t) => {
  const { prefix, store } = startIndex(t);
  await writeHistory(store, of, 10_000, start);
  const bytes = await memoryOf(redis as never, prefix);
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes <= 2_000_000, `${bytes} bytes`);
  assert.equal((await store.whole('T1', 'brand-1')).posts.size, 10_000);
});
