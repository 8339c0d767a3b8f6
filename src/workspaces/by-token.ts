/** The workspaces that were served with a token of the settings: what is kept of them outlasts a change to OAuth. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

export interface ByToken {
  note(workspace: string): Promise<void>;
  /** Whether it was, and was not installed by OAuth since. */
  has(workspace: string): Promise<boolean>;
}

export function createByToken(redis: Redis, prefix: string): ByToken {
  const keys = createKeys(prefix);
  return {
    async note(workspace) {
      await redis.set(keys.byToken(workspace), 1);
    },
    has: async (workspace) => (await redis.exists(keys.byToken(workspace))) === 1,
  };
}
