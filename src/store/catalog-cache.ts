/** The short-lived lists of brands, profiles, libraries and designs, shared by all processes. */
import { z } from 'zod';
import { createKeys } from './keys.ts';
import type { Reads } from './reads.ts';
import type { Redis } from './redis.ts';

const entrySchema = z.object({ value: z.unknown(), at: z.number() });

export function createCatalogCache(redis: Redis, reads: Reads, prefix: string, workspace: string) {
  const { catalog } = createKeys(prefix);
  return {
    async get(key: string): Promise<{ value: unknown; at: number } | undefined> {
      const json = await reads.get(catalog(workspace, key));
      return json === null ? undefined : entrySchema.parse(JSON.parse(json));
    },

    async set(key: string, entry: { value: unknown; at: number }, ttlMs: number): Promise<void> {
      await redis.set(catalog(workspace, key), JSON.stringify(entry), 'PX', ttlMs);
    },

    async drop(key: string): Promise<void> {
      await redis.del(catalog(workspace, key));
    },
  };
}
