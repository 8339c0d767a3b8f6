/** The service's ids that short ids stand for. Cards and settings only store the short ones, so this never expires. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

export type IdMemory = ReturnType<typeof createShortIds>;

export function createShortIds(redis: Redis, prefix: string, workspace: string) {
  const key = createKeys(prefix).shortIds(workspace);
  return {
    async remember(ids: Readonly<Record<string, string>>): Promise<void> {
      await redis.hset(key, ids);
    },

    async recall(short: string): Promise<string | undefined> {
      return (await redis.hget(key, short)) ?? undefined;
    },
  };
}
