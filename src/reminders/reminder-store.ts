/** Which reminders and digests were sent, and when to check again. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { noteWithCard } from '#src/posts/note-with-card.ts';

/** How often someone was reminded of a card, and when last (epoch ms). */
export interface Nudged {
  at: number;
  times: number;
}

/** Notes that a person was reminded of a card. */
interface ReminderNote {
  card: { id: string; campaign?: string | undefined };
  user: string;
  before: Nudged | undefined;
  after: Nudged;
}

const dayMs = 24 * 3_600_000;
/** A digest's period begins where the last one ended, if that was at most this many days ago. */
const digestDays = 7;
const digestKeptMs = (digestDays + 1) * dayMs;

export type ReminderStore = ReturnType<typeof createReminderStore>;

/** All times are epoch ms. */
export function createReminderStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const textOf = (nudged: Nudged | undefined): string => (nudged ? `${nudged.at}.${nudged.times}` : '');

  return {
    /** Whether it's time to check whom to remind. */
    async isDue(workspace: string, now: number): Promise<boolean> {
      return Number((await redis.get(keys.remindersNext(workspace))) ?? 0) <= now;
    },

    /** Sets the next check to `at`. If this is lost, the next check is right away. */
    async checkNext(workspace: string, at: number, now: number): Promise<void> {
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
     * Notes the reminders that one message sent, except for cards that are gone, or that someone else noted
     * after `before` was read.
     */
    async note(workspace: string, notes: readonly ReminderNote[]): Promise<void> {
      const place = { redis, keys, workspace };
      await Promise.all(
        notes.map(({ card, user, before, after }) => {
          const one = { field: user, text: textOf(after), before: textOf(before) };
          return noteWithCard(place, card, keys.nudged(workspace, card.id), one);
        }),
      );
    },

    /** Notes that a brand's digest for this day (`2026-11-24`) was sent, and when its period ends. */
    async noteDigest(workspace: string, brand: string, day: string, until: number): Promise<void> {
      await redis.set(keys.digest(workspace, brand, day), until, 'PX', digestKeptMs);
    },

    /**
     * When the last digest's period before this day ended; `undefined` if there was none, or an earlier
     * release sent it.
     */
    async lastDigestUntil(workspace: string, brand: string, day: string): Promise<number | undefined> {
      const before = Array.from({ length: digestDays }, (_, back) =>
        new Date(Date.parse(day) - (back + 1) * dayMs).toISOString().slice(0, 10),
      );
      const noted = await redis.mget(before.map((one) => keys.digest(workspace, brand, one)));
      const until = Number(noted.find((one) => one !== null) ?? Number.NaN);
      return Number.isNaN(until) ? undefined : until;
    },

    async isDigestNoted(workspace: string, brand: string, day: string): Promise<boolean> {
      return (await redis.exists(keys.digest(workspace, brand, day))) === 1;
    },
  };
}
