import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand, createPost, inHours, listPosts, startService } from '#test/contracts/service-client.ts';

test('the service publishes a scheduled post at its time', async (t) => {
  let now = Date.parse('2026-03-02T15:00:00Z');
  const { call, service } = await startService(t, { now: () => now });
  const id = await createPost(call, { scheduledAt: inHours(1, now), socialProfileIds: ['profile-1'] });
  now += 3_599_000;
  assert.equal((await listPosts(call))[0]?.status, 'SCHEDULED');
  now += 1000;
  assert.equal((await listPosts(call))[0]?.status, 'POSTED');
  assert.equal(service.publishes(id), 1);
  assert.equal(service.post(id)?.publishedAt, now);
});

test('publishing can take time, and can fail', async (t) => {
  let now = Date.parse('2026-03-02T15:00:00Z');
  const { call, service } = await startService(t, { now: () => now, publishingMs: 1000 });
  const fine = await createPost(call, { socialProfileIds: ['profile-1'] });
  const failing = await createPost(call, { socialProfileIds: ['profile-1'] });
  service.failPublishing(({ id }) => id === failing);
  for (const id of [fine, failing]) await call(`PATCH /post/${id}`, { body: { publishNow: true } });
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['publishing', 'publishing'],
  );
  now += 1000;
  service.tick();
  await service.settled();
  assert.deepEqual(
    (await listPosts(call)).map(({ status }) => status),
    ['ERROR', 'POSTED'],
  );
  assert.deepEqual([service.publishes(fine), service.publishes(failing)], [1, 0]);
});

test('a post removed while generating doesn’t reappear', async (t) => {
  const { call, service } = await startService(t);
  service.holdGeneration();
  const { body } = await call(`POST /post/ai?${brand}`, { body: { prompt: 'Write about our tea' } });
  service.remove((body as { postGroupId: string }).postGroupId);
  service.releaseGeneration();
  await service.settled();
  assert.deepEqual(await listPosts(call), []);
});

test('generation doesn’t overwrite what people write meanwhile', async (t) => {
  const { call, service } = await startService(t);
  service.holdGeneration();
  await call(`POST /post/ai?${brand}`, { body: { prompt: 'Write about our tea' } });
  const [post] = service.posts();
  service.edit(post?.id ?? '', { state: 'draft', caption: 'Written by hand' });
  service.releaseGeneration();
  await service.settled();
  assert.equal((await listPosts(call))[0]?.caption, 'Written by hand');
});
