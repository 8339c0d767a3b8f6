/** The bot's stores and queues without a bot, to set up the data of a benchmark. */
import { Queue } from 'bullmq';
import { pino } from 'pino';
import type { Audit } from '#src/audit/audit-store.ts';
import { createAudit } from '#src/audit/audit-store.ts';
import { type QueueName, queues } from '#src/platform/queue/job.ts';
import { createQueue, type JobQueue, queueNames, queuePrefix } from '#src/platform/queue/queue.ts';
import { connectFailingFast, type Redis, whenReady } from '#src/platform/redis/redis.ts';
import { type CardStore, createCardStore } from '#src/posts/card-store.ts';
import { createDesk } from '#src/posts/desk.ts';
import { createOutsidePosts } from '#src/posts/outside-posts.ts';
import type { Desk } from '#src/posts/ports.ts';
import { followStatuses } from '#src/posts/status.ts';

export interface BotStores {
  redis: Redis;
  cards: CardStore;
  audit: Pick<Audit, 'tend'>;
  desk: Desk;
  jobs: JobQueue;
  /** Pauses the queues until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves once no job is waiting or active in this queue, or in any queue. */
  idle(queueName?: QueueName): Promise<void>;
  stop(): Promise<void>;
}

const log = pino({ level: 'warn' }, process.stderr);

/** `settings`: those of the benchmark's bots, including `REDIS_PREFIX`. */
export async function openBotStores(settings: Record<string, string>): Promise<BotStores> {
  const { REDIS_URL = '', REDIS_PREFIX: prefix = '' } = settings;
  const redis = connectFailingFast({ REDIS_URL }, (cause) =>
    log.warn({ err: cause }, 'lost the connection to Redis'),
  );
  await whenReady(redis, 5_000);
  const jobs = createQueue({ connection: redis, prefix, log });
  const queues = queueNames.map(
    (queueName) => new Queue(queueName, { connection: redis, prefix: queuePrefix(prefix) }),
  );
  const cards = createCardStore(redis, prefix, { restingEveryMs: 600_000, keepFinishedMs: 86_400_000, log });
  const audit = createAudit({ redis, prefix, days: 365, log, now: Date.now });
  return {
    redis,
    cards,
    audit,
    jobs,
    desk: createDesk({
      cards,
      audit,
      homes: { soon: () => undefined },
      postFiles: { isAttached: () => false, isExpired: () => false },
      jobs,
      subscribers: [followStatuses({ jobs, now: Date.now })],
      outsidePosts: createOutsidePosts(redis, prefix),
      pauses: { unscheduled: async () => new Map() },
      log,
      failpoint: async () => undefined,
      now: Date.now,
      settledAfterMs: 42_000,
    }),
    pause: async () => void (await Promise.all(queues.map((queue) => queue.pause()))),
    resume: async () => void (await Promise.all(queues.map((queue) => queue.resume()))),
    async idle(queueName) {
      const watched = queues.filter(({ name }) => queueName === undefined || name === queueName);
      for (const queue of watched) await idle(queue);
      // a job can add jobs to a queue that was already idle
      if (watched.length > 1) for (const queue of watched) await idle(queue);
    },
    async stop() {
      await audit.close();
      await Promise.all([...queues.map((queue) => queue.close()), jobs.close()]);
      redis.disconnect();
    },
  };
}

const checkEveryMs = 20;
const idleWithinMs = 120_000;

/** Queues of recurring jobs, which are never empty. */
const endless: ReadonlySet<string> = new Set<QueueName>([queues.read, queues.checks, queues.sweep]);

/** Resolves once no job of this queue waits or runs, except for recurring ones. */
export async function idle(queue: Queue): Promise<void> {
  const until = performance.now() + idleWithinMs;
  while (performance.now() < until) {
    const { waiting = 0, active = 0, delayed = 0 } = await queue.getJobCounts('waiting', 'active', 'delayed');
    if (waiting + active + (endless.has(queue.name) ? 0 : delayed) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
  }
  throw new Error(`the queue ${queue.name} did not come to its end`);
}

/** Runs `work` for each item, with limited concurrency. */
export async function forEachOf<T>(
  all: T[],
  atATime: number,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = all.values();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const one of left) await work(one);
    }),
  );
}
