import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeys } from '#src/store/keys.ts';
import { createWatchMemory } from '#src/store/watching.ts';
import { startStored } from '#test/support/stored.ts';

test('the last fifty generations of a brand and kind are remembered, the newest first', async (t) => {
  const { redis, prefix } = await startStored(t);
  const memory = createWatchMemory(redis, prefix);
  for (let n = 1; n <= 60; n += 1) await memory.took('T1', 'b1', 'post', n * 10 + 0.4);
  await memory.took('T1', 'b1', 'campaign', 7);
  await memory.looked('T1', 'b1', 1_800_000_000_000);

  const { lookedAt, took } = await memory.read('T1', 'b1');
  assert.equal(lookedAt, 1_800_000_000_000);
  assert.deepEqual([took.post.length, took.post[0], took.post[49], took.campaign], [50, 600, 110, [7]]);
  const other = { lookedAt: undefined, asideUntil: undefined, took: { post: [], campaign: [] } };
  assert.deepEqual(await memory.read('T1', 'b2'), other);
  assert.deepEqual(await memory.read('T2', 'b1'), other);
});

test('looks that did not end are counted until one ends, and a brand that was set aside begins with some', async (t) => {
  const { redis, prefix } = await startStored(t);
  const memory = createWatchMemory(redis, prefix);
  const begun = async () => [await memory.begins('T1', 'b1'), await memory.begins('T1', 'b1')];
  assert.deepEqual(await begun(), [0, 1]);
  assert.equal(await memory.begins('T1', 'b2'), 0);
  await memory.ends('T1', 'b1');
  assert.deepEqual(await begun(), [0, 1]);
  await memory.setAside('T1', 'b1', 1_800_000_000_000, 4);
  assert.equal((await memory.read('T1', 'b1')).asideUntil, 1_800_000_000_000);
  assert.deepEqual(await begun(), [4, 5]);
  await memory.setAside('T1', 'b1', 1_800_000_000_000, 4);
  assert.equal(await memory.timesAside('T1', 'b1'), 2);
  await memory.ends('T1', 'b1');
  assert.equal(await memory.timesAside('T1', 'b1'), 0);
  assert.equal((await memory.read('T1', 'b1')).asideUntil, undefined);
});

test('what is not used any more is forgotten', async (t) => {
  const { redis, prefix } = await startStored(t);
  const memory = createWatchMemory(redis, prefix);
  await memory.took('T1', 'b1', 'post', 10);
  await memory.looked('T1', 'b1', 1);
  await memory.begins('T1', 'b1');
  const keys = createKeys(prefix);
  for (const key of [keys.took('T1', 'b1', 'post'), keys.looked('T1', 'b1'), keys.unended('T1', 'b1')]) {
    assert.match(key, /\{T1\}/);
    assert.ok((await redis.pttl(key)) > 0, key);
  }
});
