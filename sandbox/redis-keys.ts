/** Checks an existing Redis, and cleans up the demo's keys in it. */
import { Redis } from 'ioredis';

/** Why the Redis at this address can't be used; `undefined` if it can. */
export async function connectionProblem(url: string): Promise<string | undefined> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 5_000, retryStrategy: () => null });
  let trouble: string | undefined;
  redis.on('error', (cause: NodeJS.ErrnoException) => {
    trouble = cause.message || cause.code;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (cause) {
    trouble ??= (cause as Error).message;
  } finally {
    redis.disconnect();
  }
  return trouble;
}

/** Removes all keys with this prefix, which must belong to us alone. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 }))
      if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  } finally {
    redis.disconnect();
  }
}
