/** How long the generations of a brand took. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

export type Generation = 'post' | 'campaign';

export type WatchMemory = ReturnType<typeof createWatchMemory>;

const kept = 50;
const tookKeptMs = 30 * 24 * 3_600_000;

/** All of it may be lost: then watching looks more often than it must, until it has learned again. */
export function createWatchMemory(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** Milliseconds, newest first, at most 50 of each. */
    async read(workspace: string, brand: string): Promise<Record<Generation, number[]>> {
      const [post, campaign] = await Promise.all([
        redis.lrange(keys.took(workspace, brand, 'post'), 0, -1),
        redis.lrange(keys.took(workspace, brand, 'campaign'), 0, -1),
      ]);
      return { post: post.map(Number), campaign: campaign.map(Number) };
    },

    /** A generation of the brand took `ms` milliseconds; forgotten when none follows for 30 days. */
    async took(workspace: string, brand: string, kind: Generation, ms: number): Promise<void> {
      const key = keys.took(workspace, brand, kind);
      await redis
        .multi()
        .lpush(key, Math.max(0, Math.round(ms)))
        .ltrim(key, 0, kept - 1)
        .pexpire(key, tookKeptMs)
        .exec();
    },
  };
}
