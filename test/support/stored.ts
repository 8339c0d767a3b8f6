/** A real Redis for the tests of one file, and a prefix of its own for each test. */
import { randomBytes } from 'node:crypto';
import { after, type TestContext } from 'node:test';
import { Redis as Server } from 'ioredis';
import { connectFailingFast, type Redis, whenReady } from '#src/platform/redis/redis.ts';
import { patienceMs } from './eventually.ts';
import { type RunningRedis, startRedis } from './redis.ts';

let running: Promise<RunningRedis> | undefined;
after(async () => (await running)?.stop());

export interface Stored {
  redis: Redis;
  /** Another connection, one that waits: for a worker. */
  waiting: Server;
  prefix: string;
  url: string;
}

export async function startStored(t: TestContext): Promise<Stored> {
  running ??= startRedis();
  const settings = { REDIS_URL: (await running).url };
  const redis = connectFailingFast(settings, () => undefined);
  const waiting = new Server(settings.REDIS_URL, { maxRetriesPerRequest: null });
  t.after(() => {
    redis.disconnect();
    waiting.disconnect();
  });
  await whenReady(redis, patienceMs);
  return { redis, waiting, prefix: `test-${randomBytes(6).toString('hex')}`, url: settings.REDIS_URL };
}
