/**
 * What the cards of a brand, or of all, are shown with has changed, and they are not yet asked to be drawn anew. It is
 * noted by whatever changes it, in the same step, so that no crash leaves cards with a freeze or a rule of before.
 */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';

const redrawn = script<number, 'redraws' | 'ruleChanges', 'scope' | 'changes'>(`
if redis.call('HGET', KEYS.redraws, ARGV.scope) == ARGV.changes then
  redis.call('HDEL', KEYS.ruleChanges, ARGV.scope)
  return redis.call('HDEL', KEYS.redraws, ARGV.scope)
end
return 0`);

export type Rerenders = ReturnType<typeof createRerenders>;

export function createRerenders(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** The scopes (`scopeOf`) whose cards are to be drawn anew, with how often that was asked for. */
    async due(workspace: string): Promise<Map<string, number>> {
      const found = Object.entries(await redis.hgetall(keys.redraws(workspace)));
      return new Map(found.map(([scope, changes]) => [scope, Number(changes)]));
    },

    /** They were all asked; nothing where it changed once more than `changes` times. */
    async done(workspace: string, scope: string, changes: number): Promise<void> {
      const both = { redraws: keys.redraws(workspace), ruleChanges: keys.ruleChanges(workspace) };
      await redrawn(redis, both, { scope, changes });
    },
  };
}
