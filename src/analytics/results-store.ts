/** What was said of results by itself, and when to check again. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { Card } from '#src/posts/card/card.ts';
import { noteBesideCard } from '#src/posts/note-beside-card.ts';

/** How long after publishing a post's results are posted. */
export type After = 'day' | 'week';

/** A day is over everywhere by then. */
const keptMs = 3 * 86_400_000;

export type ResultsStore = ReturnType<typeof createResultsStore>;

/** Times are epoch ms. */
export function createResultsStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);

  return {
    /** Whether it is time to look for what is due. */
    async isDue(workspace: string, now: number): Promise<boolean> {
      return Number((await redis.get(keys.resultsNext(workspace))) ?? 0) <= now;
    },

    /** The next check is at `at`; when this is lost it is at once. */
    async checkNext(workspace: string, at: number, now: number): Promise<void> {
      await redis.set(keys.resultsNext(workspace), at, 'PX', Math.max(1, at - now));
    },

    /** Notes that this was done on this day (`2026-11-24`): the results in a time zone or of a brand, or its weekly report. */
    async noteDone(workspace: string, what: string, day: string): Promise<void> {
      await redis.set(keys.resultsOf(workspace, what, day), 'done', 'PX', keptMs);
    },

    async isDone(workspace: string, what: string, day: string): Promise<boolean> {
      return (await redis.exists(keys.resultsOf(workspace, what, day))) === 1;
    },

    /** What failed isn't tried again before `until`. */
    async postpone(workspace: string, what: string, until: number, now: number): Promise<void> {
      await redis.set(keys.resultsPostponed(workspace, what), until, 'PX', Math.max(1, until - now));
    },

    async isPostponed(workspace: string, what: string, now: number): Promise<boolean> {
      return Number((await redis.get(keys.resultsPostponed(workspace, what))) ?? 0) > now;
    },

    /** When this was first tried on this day: now, unless it was before. */
    async firstTry(workspace: string, what: string, day: string, now: number): Promise<number> {
      const key = keys.resultsOf(workspace, `tried.${what}`, day);
      await redis.set(key, now, 'PX', keptMs, 'NX');
      return Number((await redis.get(key)) ?? now);
    },

    /** Notes that the results of a post were told. Kept as long as its card. */
    async noteTold(card: Card, after: After, now: number): Promise<void> {
      const { workspace, id } = card;
      const one = { field: after, text: String(now) };
      await noteBesideCard({ redis, keys, workspace }, card, keys.results(workspace, id), one);
    },

    async wasTold({ workspace, id }: Card, after: After): Promise<boolean> {
      return (await redis.hexists(keys.results(workspace, id), after)) === 1;
    },
  };
}
