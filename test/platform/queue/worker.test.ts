import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Queue } from 'bullmq';
import { pino } from 'pino';
import { z } from 'zod';
import { again, done, handlerOf, type Job, type Outcome } from '#src/platform/queue/job.ts';
import { createQueue, type JobQueue, queuePrefix } from '#src/platform/queue/queue.ts';
import { startWorker } from '#src/platform/queue/worker.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { eventually } from '#test/support/eventually.ts';
import { startStored } from '#test/support/stored.ts';

const sing: Job<{ song: string; workspace?: string | undefined }> = {
  name: 'sing',
  queue: 'work',
  payload: z.object({ song: z.string(), workspace: z.string().optional() }),
  key: ({ song }) => song,
};

/** A singer that is told what becomes of each of its runs, and remembers them. */
async function startSinger(
  t: TestContext,
  run: (song: string, nth: number) => Promise<Outcome>,
  { lockMs }: { lockMs?: number } = {},
): Promise<{
  redis: Redis;
  prefix: string;
  jobs: JobQueue;
  work: Queue;
  runs: string[];
  onExhausted: string[];
  /** How each run ended, as the metrics count it. */
  counted: string[];
  logs: Record<string, unknown>[];
}> {
  const { redis, waiting, prefix } = await startStored(t);
  const logs: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => logs.push(JSON.parse(line)) });
  const runs: string[] = [];
  const onExhausted: string[] = [];
  const counted: string[] = [];
  const singing = handlerOf(
    sing,
    async (_: object, { song }) => {
      runs.push(song);
      return run(song, runs.length);
    },
    async (_, { song }, cause) => void onExhausted.push(`${song}: ${cause.message}`),
  );
  const jobs = createQueue({ connection: redis, prefix, log });
  const work = new Queue('work', { connection: redis, prefix: queuePrefix(prefix) });
  const worker = startWorker({
    connection: waiting,
    prefix,
    handlers: [singing.make({})],
    log,
    onRun: ({ job, queue, outcome }) => void counted.push(`${job} in ${queue}: ${outcome}`),
    ...(lockMs !== undefined && { lockMs }),
  });
  t.after(async () => {
    await worker.close(2_000);
    await Promise.all([work.close(), jobs.close()]);
  });
  return { redis, prefix, jobs, work, runs, onExhausted, counted, logs };
}

async function nothingLeft(work: Queue): Promise<void> {
  await eventually(async () => {
    const counts = await work.getJobCounts('active', 'waiting', 'delayed', 'prioritized');
    assert.equal(
      Object.values(counts).reduce((sum, n) => sum + n, 0),
      0,
    );
  });
}

const failing = (how: { retry?: boolean; retryAfterMs?: number; postponed?: boolean } = {}): never => {
  throw Object.assign(new Error('out of tune'), how);
};

test('a finished job runs once and is forgotten', async (t) => {
  const { jobs, work, runs, onExhausted } = await startSinger(t, async () => done);
  await jobs.enqueue(sing, { song: 'one' });
  await eventually(() => assert.deepEqual(runs, ['one']));
  await nothingLeft(work);
  assert.equal(await work.getFailedCount(), 0);
  assert.deepEqual(onExhausted, []);
});

test('a job that asks to continue later runs again after its delay, without using up attempts', async (t) => {
  const { jobs, work, runs, onExhausted } = await startSinger(t, async (_, nth) =>
    nth < 20 ? again(1) : done,
  );
  await jobs.enqueue(sing, { song: 'round' });
  await eventually(() => assert.equal(runs.length, 20));
  await nothingLeft(work);
  assert.deepEqual(onExhausted, []);
});

test('a failing job is tried again, and its end is reported once when all attempts failed', async (t) => {
  const { jobs, work, runs, onExhausted } = await startSinger(t, async () => failing({ retryAfterMs: 1 }));
  await jobs.enqueue(sing, { song: 'one' });
  await eventually(() => assert.deepEqual(onExhausted, ['one: out of tune']));
  assert.equal(runs.length, 8);
  await nothingLeft(work);
});

test('a job whose failure is final is given up at once', async (t) => {
  const { jobs, runs, onExhausted } = await startSinger(t, async () => failing({ retry: false }));
  await jobs.enqueue(sing, { song: 'one' });
  await eventually(() => assert.deepEqual(onExhausted, ['one: out of tune']));
  assert.equal(runs.length, 1);
});

test('a job that wasn’t even tried waits without using up an attempt', async (t) => {
  const { jobs, runs, onExhausted } = await startSinger(t, async (_, nth) =>
    nth <= 12 ? failing({ postponed: true, retryAfterMs: 1 }) : done,
  );
  await jobs.enqueue(sing, { song: 'one' });
  await eventually(() => assert.equal(runs.length, 13));
  assert.deepEqual(onExhausted, []);
});

test('an invalid payload ends its job at once, is logged, and doesn’t stop others', async (t) => {
  const { jobs, work, runs, onExhausted, logs } = await startSinger(t, async () => done);
  await work.add('sing', { melody: 7 }, { attempts: 8 });
  await work.add('unheard-of', {}, { attempts: 8 });
  await jobs.enqueue(sing, { song: 'one' });
  await eventually(async () => assert.equal(await work.getFailedCount(), 2));
  await eventually(() => assert.deepEqual(runs, ['one']));
  assert.deepEqual(onExhausted, []);
  assert.ok(logs.some(({ err }) => /invalid payload of the job sing/.test(JSON.stringify(err))));
});

test('a payload that doesn’t fit the job is refused when it is queued', async (t) => {
  const { jobs, work } = await startSinger(t, async () => done);
  await assert.rejects(jobs.enqueue(sing, { song: 7 } as never));
  assert.equal(await work.getWaitingCount(), 0);
});

test('a key’s job never runs twice at once, and runs once more if queued meanwhile', async (t) => {
  const held = Promise.withResolvers<void>();
  let atOnce = 0;
  let most = 0;
  const { jobs, work, runs } = await startSinger(t, async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await held.promise;
    atOnce -= 1;
    return done;
  });
  await jobs.enqueue(sing, { song: 'one' });
  await eventually(() => assert.equal(runs.length, 1));
  for (let i = 0; i < 10; i += 1) await jobs.enqueue(sing, { song: 'one' });
  held.resolve();
  await eventually(() => assert.equal(runs.length, 2));
  await nothingLeft(work);
  assert.equal(runs.length, 2);
  assert.equal(most, 1);
});

test('a job that BullMQ stops running because every process that ran it died is given up too', async (t) => {
  const singer = await startSinger(t, async () => done);
  const { redis, jobs, work, runs, onExhausted, counted, logs } = singer;
  const killer = await work.add('sing', { song: 'killer' }, { delay: 600_000 });
  // as BullMQ notes it when a job has stalled too often
  await redis.hset(work.toKey(killer.id ?? ''), { defa: 'job stalled more than allowable limit' });
  await killer.promote();
  await eventually(() => assert.deepEqual(onExhausted, ['killer: job stalled more than allowable limit']));
  assert.ok(logs.some(({ level, msg }) => level === 50 && /^a job was given up/.test(String(msg))));
  assert.deepEqual(counted, ['sing in work: given up']);

  await jobs.enqueue(sing, { song: 'next' });
  await eventually(() => assert.deepEqual(runs, ['next']));
});

/** A singer whose process dies in these runs: the job loses its lock, and what the run returns later comes too late. */
async function startMortal(t: TestContext, dies: (nth: number) => boolean) {
  let endLast = (): void => {};
  const singer = await startSinger(
    t,
    async (_, nth) => {
      endLast();
      if (!dies(nth)) return again(1);
      const locks = await singer.redis.keys(singer.work.toKey('*:lock'));
      await singer.redis.del(...locks);
      const { promise, resolve } = Promise.withResolvers<void>();
      endLast = resolve;
      await promise;
      return again(1);
    },
    { lockMs: 300 },
  );
  t.after(() => endLast());
  return { ...singer, endLast: () => endLast() };
}

test('a long-lived job isn’t given up because workers died, if runs in between succeed', async (t) => {
  const { jobs, work, runs, onExhausted } = await startMortal(t, (nth) => nth <= 60 && nth % 2 === 1);
  await jobs.enqueue(sing, { song: 'long' });
  await eventually(() => assert.ok(runs.length > 60, `${runs.length} runs`));
  assert.deepEqual(onExhausted, []);
  assert.equal(await work.getFailedCount(), 0);
});

test('a job whose runs kill their workers 26 times in a row is given up, even if it ran well before', async (t) => {
  const { jobs, work, runs, onExhausted, endLast } = await startMortal(t, (nth) => nth > 3);
  await jobs.enqueue(sing, { song: 'killer' });
  await eventually(() => assert.deepEqual(onExhausted, ['killer: job stalled more than allowable limit']));
  assert.equal(runs.length, 3 + 26);
  endLast();
  await nothingLeft(work);
});

test('a delayed job runs now when it’s queued for sooner, and stays one job', async (t) => {
  const { jobs, work, runs } = await startSinger(t, async (_, nth) => (nth === 1 ? again(600_000) : done));
  await jobs.enqueue(sing, { song: 'one' });
  await eventually(async () => assert.equal(await work.getDelayedCount(), 1));
  await jobs.enqueue(sing, { song: 'one' });
  assert.equal(await work.getDelayedCount(), 1);
  await jobs.enqueue(sing, { song: 'one' }, { soon: true });
  await eventually(() => assert.deepEqual(runs, ['one', 'one']));
  await nothingLeft(work);
});

test('jobs can be forgotten while they run: those that can’t be removed then end by themselves', async (t) => {
  const { jobs, work } = await startSinger(t, async (_, nth) => (nth % 3 === 0 ? again(0) : done));
  for (let round = 0; round < 4; round += 1) {
    const songs = Array.from({ length: 50 }, (_, n) => `song ${round}.${n}`);
    const singing = Promise.all(songs.map((song) => jobs.enqueue(sing, { song, workspace: 'T1' })));
    await jobs.forget('T1');
    await singing;
    await jobs.forget('T1');
  }
  await nothingLeft(work);
});

test('jobs that turn out to be needed stay when a workspace’s jobs are forgotten', async (t) => {
  const { jobs, work } = await startSinger(t, async () => again(600_000));
  await jobs.enqueue(sing, { song: 'one', workspace: 'T1' });
  await eventually(async () => assert.equal(await work.getDelayedCount(), 1));
  await jobs.forget('T1', async () => true);
  assert.equal(await work.getDelayedCount(), 1);
  await jobs.forget('T1', async () => false);
  assert.equal(await work.getDelayedCount(), 0);
});
