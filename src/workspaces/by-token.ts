/**
 * The workspaces that were served with a token from the settings: their data stays after a change to OAuth.
 */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

export type ByToken = ReturnType<typeof createByToken>;

export function createByToken(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    async note(workspace: string): Promise<void> {
      await redis.set(keys.byToken(workspace), 1);
    },
    /** Whether the workspace was served with such a token, and hasn't been installed by OAuth since. */
    has: async (workspace: string): Promise<boolean> => (await redis.exists(keys.byToken(workspace))) === 1,
  };
}
