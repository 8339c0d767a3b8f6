/** The bot's queues, found in Redis: the sandbox needn't know which ones it has. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** BullMQ keeps a key for each queue that exists by now. */
export async function queueNames(redis: Redis, prefix: string): Promise<string[]> {
  const start = `{${prefix}}:`;
  const names = new Set<string>();
  for await (const keys of redis.scanStream({ match: `${start}*:meta`, count: 500 }))
    for (const key of keys as string[]) names.add(key.slice(start.length, -':meta'.length));
  return [...names].sort();
}

/**
 * Has the workers look for delayed jobs that are due by their clock, which has jumped. They would by themselves, up to ten
 * seconds later: that's how long BullMQ lets them wait for the marker of a queue.
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

/** A job comes back this soon if it waits for something that's being read. */
const soonMs = 3_000;
/** Whatever is still in progress then doesn't keep anyone waiting longer. */
const quietWithinMs = 6_000;
const checkEveryMs = 30;

/** Resolves when the workers have done what's due, by their clock, and what followed from it. */
export async function quietQueues(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    const names = await queueNames(redis, prefix);
    const until = performance.now() + quietWithinMs;
    // between two jobs it can look as if there was nothing to do
    for (let times = 0; times < 2 && performance.now() < until; ) {
      await sleep(checkEveryMs);
      times = (await isQuiet(redis, prefix, names)) ? times + 1 : 0;
    }
  } finally {
    redis.disconnect();
  }
}

async function isQuiet(redis: Redis, prefix: string, names: readonly string[]): Promise<boolean> {
  // BullMQ's scores are epoch milliseconds and twelve bits to tell jobs apart
  const soon = (Date.now() + soonMs) * 0x1000;
  const counts = names.flatMap((name) => [
    redis.llen(`{${prefix}}:${name}:wait`),
    redis.llen(`{${prefix}}:${name}:active`),
    redis.zcard(`{${prefix}}:${name}:prioritized`),
    redis.zcount(`{${prefix}}:${name}:delayed`, '-inf', soon),
  ]);
  return (await Promise.all(counts)).every((count) => count === 0);
}
