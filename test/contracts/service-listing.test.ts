/** What the contract leaves open about listings: order, lag, and the size of a real history. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SandboxOptions } from '#sandbox/service/index.ts';
import {
  brand,
  createPost,
  inHours,
  listPosts,
  type PostRecord,
  startService,
} from '#test/contracts/service-client.ts';

const seconds = (n: number): number => n * 1_000;

for (const [order, expected] of [
  ['newest', ['later', 'sooner', 'draft']],
  ['oldest', ['draft', 'sooner', 'later']],
  ['latest-scheduled', ['later', 'sooner', 'draft']],
  ['earliest-scheduled', ['draft', 'sooner', 'later']],
] as const)
  test(`a listing sorted by ${order}`, async (t) => {
    const { call, service } = await startService(t, { variants: { order } });
    await createPost(call, { caption: 'draft' });
    const sooner = await createPost(call, { caption: 'sooner', scheduledAt: inHours(2) });
    await createPost(call, { caption: 'later', scheduledAt: inHours(3) });
    const captions = async () => (await listPosts(call)).map(({ caption }) => caption);
    assert.deepEqual(await captions(), expected);

    // only an order by schedule moves a post that is rescheduled
    service.edit(sooner, { scheduledAt: Date.parse(inHours(4)) });
    const moved = (await captions()).indexOf('sooner');
    assert.equal(moved, { newest: 1, oldest: 1, 'latest-scheduled': 0, 'earliest-scheduled': 2 }[order]);
  });

for (const lagSeconds of [3, 40])
  test(`a listing that lags by ${lagSeconds} s shows each change that much later`, async (t) => {
    let now = Date.now();
    const lagging: SandboxOptions = {
      now: () => now,
      listingLagMs: seconds(lagSeconds),
      variants: { singleRead: 'on' },
    };
    const { call } = await startService(t, lagging);
    const listed = async () => (await listPosts(call)).map(({ status }) => status);
    async function change(run: () => Promise<unknown>, from: string[], to: string[]): Promise<void> {
      await run();
      assert.deepEqual(await listed(), from);
      now += seconds(lagSeconds) - 1;
      assert.deepEqual(await listed(), from);
      now += 1;
      assert.deepEqual(await listed(), to);
    }
    let id = '';
    const patch = (body: unknown) => () => call(`PATCH /post/${id}`, { body });
    await change(async () => (id = await createPost(call)), [], ['DRAFT']);
    await change(patch({ scheduledAt: inHours(2, now) }), ['DRAFT'], ['SCHEDULED']);
    await change(patch({ scheduledAt: null }), ['SCHEDULED'], ['DRAFT']);

    await patch({ publishNow: true })();
    const single = (await call(`GET /post/${id}`)).body as PostRecord;
    assert.deepEqual([single.status, ...(await listed())], ['POSTED', 'DRAFT']);
    now += seconds(lagSeconds);
    assert.deepEqual(await listed(), ['POSTED']);
  });

test('a refused change never shows in a listing that lags', async (t) => {
  let now = Date.now();
  const { call } = await startService(t, {
    now: () => now,
    listingLagMs: seconds(3),
    variants: { noProfiles: 'refused' },
  });
  const id = await createPost(call);
  assert.equal((await call(`PATCH /post/${id}`, { body: { caption: 'New', publishNow: true } })).status, 422);
  now += seconds(3);
  assert.deepEqual(
    (await listPosts(call)).map(({ caption }) => caption),
    ['Hello'],
  );
});

test('a brand has a history of 2,000 posts, which a lag doesn’t hide', async (t) => {
  const { call, service } = await startService(t, { listingLagMs: seconds(40) });
  service.putHistory({ brandId: 'brand-1', count: 2_000 });
  const page = async (n: number) => (await call(`GET /post?${brand}&page=${n}`)).body as PostRecord[];
  const [first, last, none] = [await page(0), await page(39), await page(40)];
  assert.deepEqual([first.length, last.length, none.length], [50, 50, 0]);
  assert.equal(first[0]?.caption, 'Story 2000 of 2000 from our archive.');
  assert.equal(last.at(-1)?.caption, 'Story 1 of 2000 from our archive.');
  assert.deepEqual([...new Set(last.map(({ status }) => status))].sort(), [
    'DRAFT',
    'ERROR',
    'POSTED',
    'SCHEDULED',
  ]);
  assert.equal(service.requests.length, 3);

  service.putHistory({ brandId: 'brand-1', count: 60, older: true, published: true });
  const [same, oldest] = [await page(0), await page(41)];
  assert.equal(same[0]?.caption, first[0]?.caption);
  assert.deepEqual([oldest.length, oldest.at(-1)?.caption], [10, 'Story 1 of 60 from our archive.']);
  assert.deepEqual([...new Set(oldest.map(({ status }) => status))], ['POSTED']);
});

test('one brand fails with 500 while the others work', async (t) => {
  const { call, service } = await startService(t, { seed: 'demo' });
  const [broken, other] = (await call('GET /brands')).body as { id: string }[];
  service.faults.add({
    on: 'GET /post',
    kind: 'status',
    status: 500,
    times: Number.POSITIVE_INFINITY,
    when: ({ query }) => query.brandId === broken?.id,
  });
  const statuses = await Promise.all(
    [broken, other, broken].map(async (one) => (await call(`GET /post?brandId=${one?.id}&page=1`)).status),
  );
  assert.deepEqual(statuses, [500, 200, 500]);
  assert.deepEqual(
    service.requestsTo('GET /post').map(({ query, status }) => [query.brandId, query.page, status]),
    [
      [broken?.id, '1', 500],
      [other?.id, '1', 200],
      [broken?.id, '1', 500],
    ],
  );
});
