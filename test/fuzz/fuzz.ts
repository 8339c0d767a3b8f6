/** Sends mutated deliveries to the real bot: it has to respond, keep running, and have no unwanted effects. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { queueNames } from '#src/platform/queue/queue.ts';
import { startDependencies } from '#test/support/dependencies.ts';
import { eventually } from '#test/support/eventually.ts';
import { startInProcess } from '#test/support/in-process.ts';
import { startProcess } from '#test/support/process.ts';
import { type Counts, check, checkUnchanged, type Target, workspace } from './check.ts';
import { watchEffects } from './effects.ts';
import { cases, unsignedKeys } from './mutations.ts';
import { recordSamples } from './record-samples.ts';

interface FuzzOptions {
  seed: number;
  runs: number;
  /** Whether the bot runs in its own process and is restarted after a crash. Otherwise, a crash fails the calling test. */
  apart: boolean;
}

/** Rejects with the smallest failing case, and its seed and path. */
export async function fuzz(
  t: Pick<TestContext, 'after'>,
  { seed, runs, apart }: FuzzOptions,
): Promise<Counts & { samples: number }> {
  const {
    chat,
    service,
    redis: server,
    settings,
  } = await startDependencies(t, {
    service: { seed: 'demo', generation: { minMs: 10, maxMs: 20 } },
    settings: { WATCH_INTERVAL_MS: '40', REQUESTS_PER_MINUTE: '100000', UNDO_SECONDS: '3' },
  });
  const { REDIS_PREFIX: prefix = '', SLACK_SIGNING_SECRET: secret = '' } = settings;
  const port = Number(settings.PORT);
  const redis = new Redis(server.url);
  t.after(() => redis.disconnect());
  const startBot = async (): Promise<Target['bot']> => {
    if (!apart) {
      await startInProcess(t, { ...settings, ROLE: 'bot' });
      return { alive: () => true, output: () => '' };
    }
    const bot = startProcess(t, { ...settings, ROLE: 'bot' });
    await bot.ready();
    return bot;
  };
  const startWorker = () => startInProcess(t, { ...settings, ROLE: 'worker', PORT: '0' });

  let bot = await startBot();
  const worker = await startWorker();
  const samples = await recordSamples(t, {
    chat,
    redis,
    cardKey: (id) => `${prefix}:{${workspace}}:card:${id}`,
    bot: `http://127.0.0.1:${port}/slack/events`,
  });
  await allCardsSettled(redis, prefix);
  await allJobsRan(redis, prefix);
  // without a worker, only deliveries change anything
  await worker.stop();

  const target: Target = { bot, port, secret, effects: await watchEffects(redis, prefix, workspace) };
  await checkUnchanged(target, samples);
  const writes = () => service.requests.filter(({ method }) => method !== 'GET').length;
  const before = writes();
  const counts: Counts = { answers: {}, effects: 0, mightHave: 0 };
  const property = fc.asyncProperty(cases(samples.length), async (one) => {
    if (!bot.alive()) {
      bot = await startBot();
      target.bot = bot;
    }
    const sample = samples[one.sample];
    assert.ok(sample);
    await check(target, sample, one, counts);
  });
  await fc.assert(property, { seed, numRuns: runs, examples: [[unsignedKeys]] });
  assert.equal(writes(), before, 'the service got a write before any job ran');

  // jobs queued by mutated deliveries must not crash a worker, which runs in this process
  await startWorker();
  await allJobsRan(redis, prefix);
  return { ...counts, samples: samples.length };
}

async function allCardsSettled(redis: Redis, prefix: string): Promise<void> {
  const todo = `${prefix}:{${workspace}}:todo`;
  // cards scheduled for a future time don't count
  await eventually(async () => assert.equal(await redis.zcount(todo, '-inf', Date.now()), 0), {
    what: 'The end of all pending work of cards',
  });
}

async function allJobsRan(redis: Redis, prefix: string): Promise<void> {
  const lists = queueNames.flatMap((queueName) =>
    ['wait', 'active'].map((list) => `{${prefix}}:${queueName}:${list}`),
  );
  const waiting = () => Promise.all(lists.map((list) => redis.llen(list)));
  await eventually(async () => assert.ok((await waiting()).every((length) => length === 0)), {
    what: 'The end of all jobs',
  });
}
