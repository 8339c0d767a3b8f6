/** What was posted about results, and when to check again. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { Card } from '#src/posts/card/card.ts';
import { noteWithCard } from '#src/posts/note-with-card.ts';

/** How long after publishing a post's results are posted. */
export type After = 'day' | 'week';

/** By then, the day is over in every time zone. */
const keptMs = 3 * 86_400_000;

export type ResultsStore = ReturnType<typeof createResultsStore>;

/** All times are epoch ms. */
export function createResultsStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);

  return {
    /** Whether it's time to check what is due. */
    async isDue(workspace: string, now: number): Promise<boolean> {
      return Number((await redis.get(keys.resultsNext(workspace))) ?? 0) <= now;
    },

    /** Sets the next check to `at`. If this is lost, the next check is right away. */
    async checkNext(workspace: string, at: number, now: number): Promise<void> {
      await redis.set(keys.resultsNext(workspace), at, 'PX', Math.max(1, at - now));
    },

    /**
     * Notes that the results of a time zone or a brand, or a brand's weekly report, were posted on this day
     * (`2026-11-24`).
     */
    async noteDone(workspace: string, what: string, day: string): Promise<void> {
      await redis.set(keys.resultsOf(workspace, what, day), 'done', 'PX', keptMs);
    },

    async isDone(workspace: string, what: string, day: string): Promise<boolean> {
      return (await redis.exists(keys.resultsOf(workspace, what, day))) === 1;
    },

    /** Notes that something failed and isn't tried again before `until`. */
    async postpone(workspace: string, what: string, until: number, now: number): Promise<void> {
      await redis.set(keys.resultsPostponed(workspace, what), until, 'PX', Math.max(1, until - now));
    },

    async isPostponed(workspace: string, what: string, now: number): Promise<boolean> {
      return Number((await redis.get(keys.resultsPostponed(workspace, what))) ?? 0) > now;
    },

    /** When this was first tried on this day: `now`, unless it was tried before. */
    async firstTry(workspace: string, what: string, day: string, now: number): Promise<number> {
      const key = keys.resultsOf(workspace, `tried.${what}`, day);
      await redis.set(key, now, 'PX', keptMs, 'NX');
      return Number((await redis.get(key)) ?? now);
    },

    /** Notes that the results of a post were posted. Kept as long as its card. */
    async notePosted(card: Card, after: After, now: number): Promise<void> {
      const { workspace, id } = card;
      const one = { field: after, text: String(now) };
      await noteWithCard({ redis, keys, workspace }, card, keys.results(workspace, id), one);
    },

    async wasPosted({ workspace, id }: Card, after: After): Promise<boolean> {
      return (await redis.hexists(keys.results(workspace, id), after)) === 1;
    },
  };
}
