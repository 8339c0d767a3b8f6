/** Finds the bot's queues in Redis, so the sandbox doesn't need their names. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** BullMQ has a metadata key for each queue. */
export async function queueNames(redis: Redis, prefix: string): Promise<string[]> {
  const start = `{${prefix}}:`;
  const names = new Set<string>();
  for await (const keys of redis.scanStream({ match: `${start}*:meta`, count: 500 }))
    for (const key of keys as string[]) names.add(key.slice(start.length, -':meta'.length));
  return [...names].sort();
}

/**
 * After the clock has jumped, makes the workers check for delayed jobs that are now due. Without this, a BullMQ worker would
 * notice up to ten seconds later, when its blocking wait for the queue's marker ends.
 */
export async function wakeQueues(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    for (const name of await queueNames(redis, prefix))
      await redis.zadd(`{${prefix}}:${name}:marker`, 0, '0');
  } finally {
    redis.disconnect();
  }
}

/** A job that waits for data is retried within this time. */
const soonMs = 3_000;
/** Stops waiting after this long, even if jobs are still running. */
const quietWithinMs = 6_000;
const checkEveryMs = 30;

/** Resolves when the workers have finished all due jobs and the jobs those created. */
export async function quietQueues(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    const names = await queueNames(redis, prefix);
    const until = performance.now() + quietWithinMs;
    // checked twice: between two jobs, the queues can look idle
    for (let times = 0; times < 2 && performance.now() < until; ) {
      await sleep(checkEveryMs);
      times = (await isQuiet(redis, prefix, names)) ? times + 1 : 0;
    }
  } finally {
    redis.disconnect();
  }
}

async function isQuiet(redis: Redis, prefix: string, names: readonly string[]): Promise<boolean> {
  // a delayed job's score is epoch milliseconds shifted by 12 bits
  const soon = (Date.now() + soonMs) * 0x1000;
  const counts = names.flatMap((name) => [
    redis.llen(`{${prefix}}:${name}:wait`),
    redis.llen(`{${prefix}}:${name}:active`),
    redis.zcard(`{${prefix}}:${name}:prioritized`),
    redis.zcount(`{${prefix}}:${name}:delayed`, '-inf', soon),
  ]);
  return (await Promise.all(counts)).every((count) => count === 0);
}
