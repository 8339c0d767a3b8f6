/** What was said by itself: who was reminded of which card, which digests were sent, and when to look again. */
import type { Result } from 'ioredis';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

/** How often somebody was reminded of a card, and when last (epoch ms). */
export interface Nudged {
  at: number;
  times: number;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    noteNudge(
      nudged: string,
      card: string,
      family: string,
      user: string,
      before: string,
      after: string,
    ): Result<number, Context>;
    giveBack(key: string, name: string): Result<number, Context>;
  }
}

/** Answers 1 when it was written: nobody wrote another one meanwhile, and the card is there. The key ends with its card. */
const noteNudge = `
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] or redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
redis.call('SADD', KEYS[3], KEYS[1])
local left = redis.call('PTTL', KEYS[2])
if left >= 0 then redis.call('PEXPIRE', KEYS[1], left) end
return 1`;

const giveBack = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`;

/** A day is over everywhere by then. */
const digestKeptMs = 3 * 24 * 3_600_000;

export type ReminderStore = ReturnType<typeof createReminderStore>;

/** Times are epoch ms. */
export function createReminderStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  redis.defineCommand('noteNudge', { numberOfKeys: 3, lua: noteNudge });
  redis.defineCommand('giveBack', { numberOfKeys: 1, lua: giveBack });
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

    /** Notes a reminder before it is sent, or takes the note back. False: somebody else has noted one meanwhile. */
    async note(
      { workspace, id, campaign }: { workspace: string; id: string; campaign?: string | undefined },
      user: string,
      before: Nudged | undefined,
      after: Nudged | undefined,
    ): Promise<boolean> {
      const written = await redis.noteNudge(
        keys.nudged(workspace, id),
        keys.card(workspace, id),
        keys.family(workspace, campaign ?? id),
        user,
        textOf(before),
        textOf(after),
      );
      return written === 1;
    },

    /** True for the first who asks for a brand's digest of this day (`2026-11-24`): it is theirs to send, in this name. */
    async takeDigest(workspace: string, brand: string, day: string, name: string): Promise<boolean> {
      const key = keys.digest(workspace, brand, day);
      return (await redis.set(key, name, 'PX', digestKeptMs, 'NX')) === 'OK';
    },

    async isDigestTaken(workspace: string, brand: string, day: string): Promise<boolean> {
      return (await redis.exists(keys.digest(workspace, brand, day))) === 1;
    },

    /** It was not sent in this name: the next may send it. */
    async giveDigestBack(workspace: string, brand: string, day: string, name: string): Promise<void> {
      await redis.giveBack(keys.digest(workspace, brand, day), name);
    },
  };
}
