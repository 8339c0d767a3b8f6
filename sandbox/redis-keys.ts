/** Tidies up in a Redis that belongs to somebody else. */
import { Redis } from 'ioredis';

/** Removes all keys that hold this prefix, which nobody else uses. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 }))
      if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  } finally {
    redis.disconnect();
  }
}
