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
  const progress = watchProgress(redis, prefix, 0, {
    hasWorker() {
      looks += 1;
      return hasWorker;
    },
    diedAt: () => undefined,
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

test('the time of a waiting card starts again when the worker of its job dies, and only then', async (t) => {
  const { redis, prefix } = await startStored(t);
  let checks = 0;
  const died = new Map<string, number>();
  const workers = {
    hasWorker() {
      checks += 1;
      return true;
    },
    diedAt: (worker: string) => died.get(worker),
  };
  const progress = watchProgress(redis, prefix, 0, workers, 100);
  t.after(() => progress.stop());
  const card = aCard({ workspace: 'T0PRESS', state: 'approved', postId: 'post-1' });
  await cardStoreIn(redis, prefix).add(card);
  const queue = `${queuePrefix(prefix)}:work`;
  await redis.set(`${queue}:de:publish.T0PRESS.${card.id}`, '1');
  const began = Date.now();
  const stood = (): number => progress.stalls()[0]?.ms ?? 0;
  const anotherCheck = async (): Promise<void> => {
    const before = checks;
    await eventually(() => assert.ok(checks > before + 1));
  };
  for (let death = 0; death < 8; death += 1) {
    const worker = `host:${death}`;
    await redis.hset(`${queue}:1`, { ats: '2', atm: '0', pb: worker });
    await redis.lpush(`${queue}:active`, '1');
    await anotherCheck();
    died.set(worker, Date.now());
    await anotherCheck();
    await redis.lrem(`${queue}:active`, 0, '1');
  }
  assert.ok(stood() < (Date.now() - began) / 2, `${stood()} ms`);
  const before = stood();
  // it waits for its turn, so the death of the worker that had it last interrupts nothing
  died.set('host:7', Number.POSITIVE_INFINITY);
  await eventually(() => assert.ok(stood() > before + 500));
});
