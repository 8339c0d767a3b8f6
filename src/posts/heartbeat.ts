/** When a worker last finished a sweep, whichever process it was: readiness is measured by it. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

export type Heartbeat = ReturnType<typeof createHeartbeat>;

export function createHeartbeat(redis: Redis, prefix: string) {
  const { lastSweep } = createKeys(prefix);
  return {
    async finished(at: number): Promise<void> {
      await redis.set(lastSweep, at);
    },

    /** Epoch ms; `undefined` if no worker ever has. */
    async last(): Promise<number | undefined> {
      const at = await redis.get(lastSweep);
      return at === null ? undefined : Number(at);
    },
  };
}
