import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queuePrefix } from '#src/platform/queue/queue.ts';
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

test('the time of a waiting card starts again with each death of its job’s worker', async (t) => {
  const { redis, prefix } = await startStored(t);
  let checks = 0;
  const hasWorker = (): boolean => {
    checks += 1;
    return true;
  };
  const progress = watchProgress(redis, prefix, 0, hasWorker, 100);
  t.after(() => progress.stop());
  const card = aCard({ workspace: 'T0PRESS', state: 'approved', postId: 'post-1' });
  await cardStoreIn(redis, prefix).add(card);
  const queue = `${queuePrefix(prefix)}:work`;
  await redis.set(`${queue}:de:publish.T0PRESS.${card.id}`, '1');
  const began = Date.now();
  const anotherCheck = async (): Promise<void> => {
    const before = checks;
    await eventually(() => assert.ok(checks > before + 1));
  };
  for (let death = 0; death < 8; death += 1) {
    await redis.hset(`${queue}:1`, { ats: '2', atm: '0', stc: '1' });
    await anotherCheck();
    // BullMQ's count, which a run that ends well resets
    await redis.hdel(`${queue}:1`, 'stc');
    await anotherCheck();
  }
  const [stall] = progress.stalls();
  assert.ok(stall && stall.ms < (Date.now() - began) / 2, `${stall?.ms} ms`);
});
