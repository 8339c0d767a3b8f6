/**
 * Who got the welcome message: one person in each workspace, once. Removed with the workspace's other data.
 */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

export type Welcomes = ReturnType<typeof createWelcomes>;

export function createWelcomes(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** True for one caller in all processes, which then sends the message. */
    async take(workspace: string, user: string): Promise<boolean> {
      return (await redis.set(keys.welcomed(workspace), user, 'NX')) === 'OK';
    },

    /** Who got it; `undefined` if nobody has yet. */
    async who(workspace: string): Promise<string | undefined> {
      return (await redis.get(keys.welcomed(workspace))) ?? undefined;
    },

    /** Slack refused the message, so someone else may get it. */
    async giveBack(workspace: string): Promise<void> {
      await redis.del(keys.welcomed(workspace));
    },
  };
}
