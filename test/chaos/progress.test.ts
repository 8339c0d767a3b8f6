import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardStoreIn, startStored } from '#test/support/stored.ts';
import { watchProgress } from './progress.ts';

test('the wait of a card is measured only while there’s a worker', async (t) => {
  const { redis, prefix } = await startStored(t);
  const cards = cardStoreIn(redis, prefix);
  let checks = 0;
  let hasWorker = true;
  const progress = watchProgress(redis, prefix, 0, {
    hasWorker() {
      checks += 1;
      return hasWorker;
    },
    diedAt: () => undefined,
  });
  t.after(() => progress.stop());
  await cards.add(aCard({ workspace: 'T0PRESS', state: 'approved', postId: 'post-1' }));
  const waitedMs = (): number => progress.stalls()[0]?.ms ?? 0;
  await eventually(() => assert.ok(waitedMs() > 500));
  hasWorker = false;
  // wait for the end of checks that started before
  const ended = checks + 2;
  await eventually(() => assert.ok(checks > ended));
  const before = waitedMs();
  await eventually(() => assert.ok(checks > ended + 5));
  assert.ok(waitedMs() - before < 100, `${waitedMs() - before} ms without a worker`);
  hasWorker = true;
  await eventually(() => assert.ok(waitedMs() > before + 500));
});

test('the wait of a card is measured again from when its job’s worker dies', async (t) => {
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
  const waitedMs = (): number => progress.stalls()[0]?.ms ?? 0;
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
  assert.ok(waitedMs() < (Date.now() - began) / 2, `${waitedMs()} ms`);
  const before = waitedMs();
  // the job is queued, so the death of its last worker interrupts nothing
  died.set('host:7', Number.POSITIVE_INFINITY);
  await eventually(() => assert.ok(waitedMs() > before + 500));
});
