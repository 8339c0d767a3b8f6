/** The brand that was last used in a channel, which the channel's next modal preselects. */
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

const keepForSeconds = 180 * 24 * 3_600;

export type BrandMemory = ReturnType<typeof createLastBrand>;

export function createLastBrand(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    async get(workspace: string, channel: string): Promise<Named | undefined> {
      const json = await redis.get(keys.lastBrand(workspace, channel));
      return json === null ? undefined : namedSchema.parse(JSON.parse(json));
    },

    async set(workspace: string, channel: string, brand: Named): Promise<void> {
      await redis.set(keys.lastBrand(workspace, channel), JSON.stringify(brand), 'EX', keepForSeconds);
    },
  };
}
