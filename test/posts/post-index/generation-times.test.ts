import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeys } from '#src/platform/redis/keys.ts';
import { createWatchMemory } from '#src/posts/post-index/generation-times.ts';
import { startStored } from '#test/support/stored.ts';

test('the last fifty generations of a brand and kind are remembered, the newest first', async (t) => {
  const { redis, prefix } = await startStored(t);
  const memory = createWatchMemory(redis, prefix);
  for (let n = 1; n <= 60; n += 1) await memory.took('T1', 'b1', 'post', n * 10 + 0.4);
  await memory.took('T1', 'b1', 'campaign', 7);

  const took = await memory.read('T1', 'b1');
  assert.deepEqual([took.post.length, took.post[0], took.post[49], took.campaign], [50, 600, 110, [7]]);
  const other = { post: [], campaign: [] };
  assert.deepEqual(await memory.read('T1', 'b2'), other);
  assert.deepEqual(await memory.read('T2', 'b1'), other);
});

test('what is not used any more is forgotten', async (t) => {
  const { redis, prefix } = await startStored(t);
  await createWatchMemory(redis, prefix).took('T1', 'b1', 'post', 10);
  const key = createKeys(prefix).took('T1', 'b1', 'post');
  assert.match(key, /\{T1\}/);
  assert.ok((await redis.pttl(key)) > 0, key);
});
