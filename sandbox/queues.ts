/** The bot's queues, found in Redis: the sandbox needn't know which ones it has. */
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
