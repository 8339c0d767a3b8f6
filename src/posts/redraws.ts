/**
 * What the cards of a brand, or of all, are shown with has changed, and they are not yet asked to be drawn anew. It is
 * noted by whatever changes it, in the same step, so that no crash leaves cards with a freeze or a rule of before.
 */
import type { Result } from 'ioredis';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    redrawn(rerenders: string, ruleChanges: string, scope: string, changes: number): Result<number, Context>;
  }
}

const redrawn = `
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  redis.call('HDEL', KEYS[2], ARGV[1])
  return redis.call('HDEL', KEYS[1], ARGV[1])
end
return 0`;

export type Rerenders = ReturnType<typeof createRerenders>;

export function createRerenders(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  redis.defineCommand('redrawn', { numberOfKeys: 2, lua: redrawn });
  return {
    /** The scopes (`scopeOf`) whose cards are to be drawn anew, with how often that was asked for. */
    async due(workspace: string): Promise<Map<string, number>> {
      const found = Object.entries(await redis.hgetall(keys.redraws(workspace)));
      return new Map(found.map(([scope, changes]) => [scope, Number(changes)]));
    },

    /** They were all asked; nothing where it changed once more than `changes` times. */
    async done(workspace: string, scope: string, changes: number): Promise<void> {
      await redis.redrawn(keys.redraws(workspace), keys.ruleChanges(workspace), scope, changes);
    },
  };
}
