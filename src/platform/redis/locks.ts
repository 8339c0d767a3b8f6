/**
 * Locks on what only one process may work on at a time. A lock expires, so a dead owner doesn't block it for
 * long.
 */
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';
import { script } from './script.ts';

const acquireLock = script<number, 'lock', 'owner' | 'forMs'>(`
local owner = redis.call('GET', KEYS.lock)
if owner and owner ~= ARGV.owner then return 0 end
redis.call('SET', KEYS.lock, ARGV.owner, 'PX', ARGV.forMs)
return 1`);

const releaseLock = script<number, 'lock', 'owner'>(
  `if redis.call('GET', KEYS.lock) == ARGV.owner then return redis.call('DEL', KEYS.lock) end return 0`,
);

export type Locks = ReturnType<typeof createLocks>;

export function createLocks(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** True if `owner` has the lock now, for `forMs`. The same owner can acquire it again. */
    async acquire(workspace: string, what: string, owner: string, forMs: number): Promise<boolean> {
      return (await acquireLock(redis, { lock: keys.lock(workspace, what) }, { owner, forMs })) === 1;
    },

    async release(workspace: string, what: string, owner: string): Promise<void> {
      await releaseLock(redis, { lock: keys.lock(workspace, what) }, { owner });
    },

    async owner(workspace: string, what: string): Promise<string | undefined> {
      return (await redis.get(keys.lock(workspace, what))) ?? undefined;
    },
  };
}
