/** What was said by itself: who was reminded of which card, which digests were sent, and when to look again. */
import type { Result } from 'ioredis';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

/** How often somebody was reminded of a card, and when last (epoch ms). */
export interface Nudged {
  at: number;
  times: number;
}

/** That a person was reminded of a card. */
interface ReminderNote {
  card: { id: string; campaign?: string | undefined };
  user: string;
  before: Nudged | undefined;
  after: Nudged;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    noteNudges(keyCount: number, ...keysAndArguments: string[]): Result<null, Context>;
  }
}

/** Three keys and three arguments for each note: each is written unless another was meanwhile, or its card is gone. Its key ends with the card. */
const noteNudges = `
for i = 1, #KEYS, 3 do
  if (redis.call('HGET', KEYS[i], ARGV[i]) or '') == ARGV[i + 1] and redis.call('EXISTS', KEYS[i + 1]) == 1 then
    redis.call('HSET', KEYS[i], ARGV[i], ARGV[i + 2])
    redis.call('SADD', KEYS[i + 2], KEYS[i])
    local left = redis.call('PTTL', KEYS[i + 1])
    if left >= 0 then redis.call('PEXPIRE', KEYS[i], left) end
  end
end`;

/** A day is over everywhere by then. */
const digestKeptMs = 3 * 24 * 3_600_000;

export type ReminderStore = ReturnType<typeof createReminderStore>;

/** Times are epoch ms. */
export function createReminderStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  redis.defineCommand('noteNudges', { lua: noteNudges });
  const textOf = (nudged: Nudged | undefined): string => (nudged ? `${nudged.at}.${nudged.times}` : '');

  return {
    /** Whether it is time to look whom to remind. */
    async isDue(workspace: string, now: number): Promise<boolean> {
      return Number((await redis.get(keys.remindersNext(workspace))) ?? 0) <= now;
    },

    /** The next look is at `at`; when this is lost it is at once. */
    async lookNext(workspace: string, at: number, now: number): Promise<void> {
      await redis.set(keys.remindersNext(workspace), at, 'PX', Math.max(1, at - now));
    },

    /** Who was reminded of a card. */
    async nudged(workspace: string, card: string): Promise<ReadonlyMap<string, Nudged>> {
      const found = Object.entries(await redis.hgetall(keys.nudged(workspace, card)));
      return new Map(
        found.map(([user, text]) => {
          const [at = 0, times = 0] = text.split('.').map(Number);
          return [user, { at, times }];
        }),
      );
    },

    /**
     * Notes in one step the reminders that one message was. A note of a card that somebody else noted after `before` was read, or
     * that is gone, is left out.
     */
    async note(workspace: string, notes: readonly ReminderNote[]): Promise<void> {
      const keysOf = notes.flatMap(({ card: { id, campaign } }) => [
        keys.nudged(workspace, id),
        keys.card(workspace, id),
        keys.family(workspace, campaign ?? id),
      ]);
      const texts = notes.flatMap(({ user, before, after }) => [user, textOf(before), textOf(after)]);
      await redis.noteNudges(keysOf.length, ...keysOf, ...texts);
    },

    /** Notes that a brand's digest of this day (`2026-11-24`) was sent. */
    async noteDigest(workspace: string, brand: string, day: string): Promise<void> {
      await redis.set(keys.digest(workspace, brand, day), 'sent', 'PX', digestKeptMs);
    },

    async isDigestNoted(workspace: string, brand: string, day: string): Promise<boolean> {
      return (await redis.exists(keys.digest(workspace, brand, day))) === 1;
    },
  };
}
