/** Locks on what only one may work on at a time. A lock ends by itself, so a dead owner blocks nobody for long. */
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';
import { script } from './script.ts';

const takeHold = script<number, 'hold', 'owner' | 'forMs'>(`
local holder = redis.call('GET', KEYS.hold)
if holder and holder ~= ARGV.owner then return 0 end
redis.call('SET', KEYS.hold, ARGV.owner, 'PX', ARGV.forMs)
return 1`);

const releaseHold = script<number, 'hold', 'owner'>(
  `if redis.call('GET', KEYS.hold) == ARGV.owner then return redis.call('DEL', KEYS.hold) end return 0`,
);

export type Locks = ReturnType<typeof createLocks>;

export function createLocks(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** True when `owner` has it now, for `forMs`; the same owner can take it again. */
    async take(workspace: string, what: string, owner: string, forMs: number): Promise<boolean> {
      return (await takeHold(redis, { hold: keys.hold(workspace, what) }, { owner, forMs })) === 1;
    },

    async release(workspace: string, what: string, owner: string): Promise<void> {
      await releaseHold(redis, { hold: keys.hold(workspace, what) }, { owner });
    },

    async holder(workspace: string, what: string): Promise<string | undefined> {
      return (await redis.get(keys.hold(workspace, what))) ?? undefined;
    },
  };
}
