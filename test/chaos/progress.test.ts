import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCard } from '#test/posts/card/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardStoreIn, startStored } from '#test/support/stored.ts';
import { watchProgress } from './progress.ts';

test('the time of a waiting card runs only while there is a worker', async (t) => {
  const { redis, prefix } = await startStored(t);
  const cards = cardStoreIn(redis, prefix);
  let looks = 0;
  let hasWorker = true;
  const progress = watchProgress(redis, prefix, 0, () => {
    looks += 1;
    return hasWorker;
  });
  t.after(() => progress.stop());
  await cards.add(aCard({ workspace: 'T0PRESS', state: 'approved', postId: 'post-1' }));
  const stood = (): number => progress.stalls()[0]?.ms ?? 0;
  await eventually(() => assert.ok(stood() > 500));
  hasWorker = false;
  // Wait until checks that began before are over.
  const ended = looks + 2;
  await eventually(() => assert.ok(looks > ended));
  const before = stood();
  await eventually(() => assert.ok(looks > ended + 5));
  assert.ok(stood() - before < 100, `${stood() - before} ms without a worker`);
  hasWorker = true;
  await eventually(() => assert.ok(stood() > before + 500));
});
