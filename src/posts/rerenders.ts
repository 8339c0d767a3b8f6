/**
 * What the cards of a brand, or of all brands, are rendered with has changed, and their updates aren't queued
 * yet. Noted in the same step as the change, so that no crash leaves cards with an old pause or rule.
 */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';

const clearRerender = script<number, 'redraws' | 'ruleChanges', 'scope' | 'changes'>(`
if redis.call('HGET', KEYS.redraws, ARGV.scope) == ARGV.changes then
  redis.call('HDEL', KEYS.ruleChanges, ARGV.scope)
  return redis.call('HDEL', KEYS.redraws, ARGV.scope)
end
return 0`);

export type Rerenders = ReturnType<typeof createRerenders>;

export function createRerenders(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** The scopes (`scopeOf`) whose cards have to be updated, with how often that was requested. */
    async due(workspace: string): Promise<Map<string, number>> {
      const found = Object.entries(await redis.hgetall(keys.redraws(workspace)));
      return new Map(found.map(([scope, changes]) => [scope, Number(changes)]));
    },

    /** Notes that all updates were queued. Does nothing if more than `changes` changes were made by now. */
    async done(workspace: string, scope: string, changes: number): Promise<void> {
      const both = { redraws: keys.redraws(workspace), ruleChanges: keys.ruleChanges(workspace) };
      await clearRerender(redis, both, { scope, changes });
    },
  };
}
