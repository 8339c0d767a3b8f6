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

const lagMs = 40_000;

test('a listing that lags shows each change that much later', async (t) => {
  let now = Date.now();
  const lagging: SandboxOptions = {
    now: () => now,
    listingLagMs: lagMs,
    variants: { singleRead: 'on' },
  };
  const { call } = await startService(t, lagging);
  const listed = async () => (await listPosts(call)).map(({ status }) => status);
  async function change(run: () => Promise<unknown>, from: string[], to: string[]): Promise<void> {
    await run();
    assert.deepEqual(await listed(), from);
    now += lagMs - 1;
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
  now += lagMs;
  assert.deepEqual(await listed(), ['POSTED']);
});

test('a refused change never shows in a listing that lags', async (t) => {
  let now = Date.now();
  const { call } = await startService(t, {
    now: () => now,
    listingLagMs: lagMs,
    variants: { noProfiles: 'refused' },
  });
  const id = await createPost(call);
  assert.equal((await call(`PATCH /post/${id}`, { body: { caption: 'New', publishNow: true } })).status, 422);
  now += lagMs;
  assert.deepEqual(
    (await listPosts(call)).map(({ caption }) => caption),
    ['Hello'],
  );
});

test('a brand has a history of 2,000 posts, which a lag doesn’t hide', async (t) => {
  const { call, service } = await startService(t, { listingLagMs: lagMs });
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
