/** Connections to a real Redis, and a prefix of its own for each test. */
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { Redis as Server } from 'ioredis';
import { connectFailingFast, type Redis, whenReady } from '#src/platform/redis/redis.ts';
import { patienceMs } from './eventually.ts';
import { sharedRedis } from './shared-redis.ts';

export interface Stored {
  redis: Redis;
  /** Another connection, one that waits: for a worker. */
  waiting: Server;
  prefix: string;
  url: string;
}

export async function startStored(t: TestContext): Promise<Stored> {
  const settings = { REDIS_URL: (await sharedRedis()).url };
  const redis = connectFailingFast(settings, () => undefined);
  const waiting = new Server(settings.REDIS_URL, { maxRetriesPerRequest: null });
  t.after(() => {
    redis.disconnect();
    waiting.disconnect();
  });
  await whenReady(redis, patienceMs);
  return { redis, waiting, prefix: `test-${randomBytes(6).toString('hex')}`, url: settings.REDIS_URL };
}
