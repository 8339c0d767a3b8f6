/** A hold on something that only one may work on at a time. It ends by itself, so a dead holder blocks nobody for long. */
import type { Result } from 'ioredis';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeHold(key: string, owner: string, forMs: number): Result<number, Context>;
    releaseHold(key: string, owner: string): Result<number, Context>;
  }
}

const takeHold = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const releaseHold = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

export type Holds = ReturnType<typeof createLocks>;

export function createLocks(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  redis.defineCommand('takeHold', { numberOfKeys: 1, lua: takeHold });
  redis.defineCommand('releaseHold', { numberOfKeys: 1, lua: releaseHold });
  return {
    /** True when `holder` has it now, for `forMs`; the same holder may take it again. */
    async take(workspace: string, what: string, owner: string, forMs: number): Promise<boolean> {
      return (await redis.takeHold(keys.hold(workspace, what), owner, forMs)) === 1;
    },

    async release(workspace: string, what: string, owner: string): Promise<void> {
      await redis.releaseHold(keys.hold(workspace, what), owner);
    },

    async holder(workspace: string, what: string): Promise<string | undefined> {
      return (await redis.get(keys.hold(workspace, what))) ?? undefined;
    },
  };
}
