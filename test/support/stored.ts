/** Connections to a real Redis, with a separate prefix for each test. */
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { Redis as Server } from 'ioredis';
import { createKeys, type Keys } from '#src/platform/redis/keys.ts';
import { connectFailingFast, type Redis, whenReady } from '#src/platform/redis/redis.ts';
import { type CardStore, createCardStore } from '#src/posts/card-store.ts';
import { timeoutMs } from './eventually.ts';
import { sharedRedis } from './shared-redis.ts';

export interface Stored {
  redis: Redis;
  /** A second connection for blocking commands, as workers need. */
  waiting: Server;
  prefix: string;
  url: string;
}

/** Connects to the Redis of a bot with these settings until the test ends, and returns its key helpers. */
export function redisOf(
  t: Pick<TestContext, 'after'>,
  { REDIS_URL = '', REDIS_PREFIX: prefix = '' }: Record<string, string>,
): { redis: Server; prefix: string; keys: Keys } {
  const redis = new Server(REDIS_URL);
  t.after(() => redis.disconnect());
  return { redis, prefix, keys: createKeys(prefix) };
}

export async function startStored(t: TestContext): Promise<Stored> {
  const settings = { REDIS_URL: (await sharedRedis()).url };
  const redis = connectFailingFast(settings, () => undefined);
  const waiting = new Server(settings.REDIS_URL, { maxRetriesPerRequest: null });
  t.after(() => {
    redis.disconnect();
    waiting.disconnect();
  });
  await whenReady(redis, timeoutMs);
  return { redis, waiting, prefix: `test-${randomBytes(6).toString('hex')}`, url: settings.REDIS_URL };
}

/** The cards of a bot with this prefix, which a test reads and writes directly. */
export function cardStoreIn(
  redis: Redis,
  prefix: string,
  { restingEveryMs = 600_000, keepFinishedMs = 86_400_000 } = {},
): CardStore {
  const log = { error: () => undefined };
  return createCardStore(redis, prefix, { restingEveryMs, keepFinishedMs, log });
}
