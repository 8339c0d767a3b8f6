/** The bot's own store and desk, without a bot: to put in place what a benchmark begins with. */
import { Queue } from 'bullmq';
import { pino } from 'pino';
import type { Audit } from '#src/audit/audit-store.ts';
import { createAudit } from '#src/audit/audit-store.ts';
import type { QueueName } from '#src/platform/queue/job.ts';
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
  /** No worker takes a job of these lanes until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves when nothing waits or runs in this lane, or in all of them. */
  idle(queueName?: QueueName): Promise<void>;
  stop(): Promise<void>;
}

const log = pino({ level: 'warn' }, process.stderr);

/** With the settings that the bots of the same benchmark have; `REDIS_PREFIX` must be among them. */
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
  const cards = createCardStore(redis, prefix, 600_000, log, 86_400_000);
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
      // what ran last in one lane may have put something into another that was idle before
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

/** Looks and the round always come once more. */
const endless: ReadonlySet<string> = new Set<QueueName>(['read', 'watch', 'round']);

/** Resolves when nothing of this queue waits or runs; what is watched and the round that comes later is not waited for. */
export async function idle(queue: Queue): Promise<void> {
  const until = performance.now() + idleWithinMs;
  while (performance.now() < until) {
    const { waiting = 0, active = 0, delayed = 0 } = await queue.getJobCounts('waiting', 'active', 'delayed');
    if (waiting + active + (endless.has(queue.name) ? 0 : delayed) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
  }
  throw new Error(`the queue ${queue.name} did not come to its end`);
}

/** Does it for each, so many at a time. */
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
