/** Who was greeted in a workspace: one person, once. Goes with everything else of the workspace when it is uninstalled. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

export type Welcomes = ReturnType<typeof createWelcomes>;

export function createWelcomes(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** True for one caller of all processes: that one greets. */
    async take(workspace: string, user: string): Promise<boolean> {
      return (await redis.set(keys.welcomed(workspace), user, 'NX')) === 'OK';
    },

    /** Who was; `undefined`: nobody yet. */
    async who(workspace: string): Promise<string | undefined> {
      return (await redis.get(keys.welcomed(workspace))) ?? undefined;
    },

    /** Slack did not take it, so the next one may. */
    async giveBack(workspace: string): Promise<void> {
      await redis.del(keys.welcomed(workspace));
    },
  };
}
