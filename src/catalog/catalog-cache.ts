/** The short-lived lists of brands, profiles, libraries and designs, shared by all processes. */
import { z } from 'zod';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

const entrySchema = z.object({
  value: z.unknown(),
  /** When the service was asked (epoch ms). */
  at: z.number(),
  /** How many records couldn't be parsed, and so are missing. */
  unread: z.number().optional(),
});
export type CacheEntry = z.infer<typeof entrySchema>;

export type CatalogCache = ReturnType<typeof createCatalogCache>;

/** `edition`: lists that were read with different keys are kept apart. */
export function createCatalogCache(redis: Redis, prefix: string, workspace: string, edition?: string) {
  const keys = createKeys(prefix);
  const catalog = (what: string): string => keys.catalog(workspace, edition ? `${edition}.${what}` : what);
  return {
    async get(key: string): Promise<CacheEntry | undefined> {
      const json = await redis.get(catalog(key));
      return json === null ? undefined : entrySchema.parse(JSON.parse(json));
    },

    async set(key: string, entry: CacheEntry, ttlMs: number): Promise<void> {
      await redis.set(catalog(key), JSON.stringify(entry), 'PX', ttlMs);
    },

    async drop(key: string): Promise<void> {
      await redis.del(catalog(key));
    },
  };
}
