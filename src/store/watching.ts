/** What watching remembers of a brand: when its listing was last read, how looks end, and how long generations took. */
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

export type Generation = 'post' | 'campaign';

export interface Memory {
  /** Epoch ms. */
  lookedAt: number | undefined;
  /** Until when nobody looks (epoch ms). */
  asideUntil: number | undefined;
  /** Milliseconds, newest first, at most 50 of each. */
  took: Record<Generation, number[]>;
}

export type WatchMemory = ReturnType<typeof createWatchMemory>;

const kept = 50;
const tookKeptMs = 30 * 24 * 3_600_000;
/** Longer than any pause; a look before that is as good as none. */
const lookKeptMs = 24 * 3_600_000;
/** Looks come every few minutes at the least. */
const unendedKeptMs = 3_600_000;

/** All of it may be lost: then watching looks more often than it must, until it has learned again. */
export function createWatchMemory(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    async read(workspace: string, brand: string): Promise<Memory> {
      const [lookedAt, asideUntil, post, campaign] = await Promise.all([
        redis.get(keys.looked(workspace, brand)),
        redis.hget(keys.unended(workspace, brand), 'asideUntil'),
        redis.lrange(keys.took(workspace, brand, 'post'), 0, -1),
        redis.lrange(keys.took(workspace, brand, 'campaign'), 0, -1),
      ]);
      return {
        lookedAt: lookedAt === null ? undefined : Number(lookedAt),
        asideUntil: asideUntil === null ? undefined : Number(asideUntil),
        took: { post: post.map(Number), campaign: campaign.map(Number) },
      };
    },

    /** The listing was read at `at` (epoch ms). */
    async looked(workspace: string, brand: string, at: number): Promise<void> {
      await redis.set(keys.looked(workspace, brand), at, 'PX', lookKeptMs);
    },

    /** A look begins. Answers how many before it, in a row, began and did not end: each died with its process. */
    async begins(workspace: string, brand: string): Promise<number> {
      const key = keys.unended(workspace, brand);
      const done = await redis.multi().hincrby(key, 'looks', 1).pexpire(key, unendedKeptMs).exec();
      return Number(done?.[0]?.[1]) - 1;
    },

    /** The look came to an end, a good or a bad one. */
    async ends(workspace: string, brand: string): Promise<void> {
      await redis.del(keys.unended(workspace, brand));
    },

    /** Nobody looks until `until` (epoch ms); the look that is made then counts as one after `unended` that did not end. */
    async setAside(workspace: string, brand: string, until: number, unended: number): Promise<void> {
      const key = keys.unended(workspace, brand);
      await redis
        .multi()
        .hset(key, { looks: unended, asideUntil: until })
        .hincrby(key, 'timesAside', 1)
        .pexpire(key, unendedKeptMs)
        .exec();
    },

    /** How often it was set aside since a look ended. */
    async timesAside(workspace: string, brand: string): Promise<number> {
      return Number(await redis.hget(keys.unended(workspace, brand), 'timesAside'));
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
