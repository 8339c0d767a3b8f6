/** What was said by itself: who was reminded of which card, which digests were sent, and when to check again. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { noteBesideCard } from '#src/posts/note-beside-card.ts';

/** How often someone was reminded of a card, and when last (epoch ms). */
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

const dayMs = 24 * 3_600_000;
/** A digest begins where the one before ended, if that's no more days ago. */
const digestDays = 7;
const digestKeptMs = (digestDays + 1) * dayMs;

export type ReminderStore = ReturnType<typeof createReminderStore>;

/** Times are epoch ms. */
export function createReminderStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const textOf = (nudged: Nudged | undefined): string => (nudged ? `${nudged.at}.${nudged.times}` : '');

  return {
    /** Whether it is time to check whom to remind. */
    async isDue(workspace: string, now: number): Promise<boolean> {
      return Number((await redis.get(keys.remindersNext(workspace))) ?? 0) <= now;
    },

    /** The next check is at `at`; when this is lost it is at once. */
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

    /** Notes the reminders that one message was, without those of cards that someone else noted after `before` was read, or that are gone. */
    async note(workspace: string, notes: readonly ReminderNote[]): Promise<void> {
      const place = { redis, keys, workspace };
      await Promise.all(
        notes.map(({ card, user, before, after }) => {
          const one = { field: user, text: textOf(after), before: textOf(before) };
          return noteBesideCard(place, card, keys.nudged(workspace, card.id), one);
        }),
      );
    },

    /** Notes that a brand's digest of this day (`2026-11-24`) was sent, and where what it reports ends. */
    async noteDigest(workspace: string, brand: string, day: string, until: number): Promise<void> {
      await redis.set(keys.digest(workspace, brand, day), until, 'PX', digestKeptMs);
    },

    /** Where the last digest before this day ended; `undefined` if there was none, or an earlier release sent it. */
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
