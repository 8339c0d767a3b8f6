/** Recurring posts for tests, with a clock that the test sets. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import type { Series } from '#src/recurring/series.ts';
import { createRecurringStore } from '#src/recurring/series-store.ts';
import { aSeries } from '#test/recurring/samples.ts';
import { startAt, workspace } from './clock.ts';
import { eventually } from './eventually.ts';
import { openQueue } from './queue.ts';

/** `2026-11-30` for a moment in UTC. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Starts a bot at this time. */
export async function startRecurring(
  t: TestContext,
  from: number,
  options: Parameters<typeof startAt>[2] = {},
) {
  const started = await startAt(t, from, options);
  const { redis, settings, aheadMs } = started;
  const prefix = settings.REDIS_PREFIX ?? '';
  const due = createKeys(prefix).recurringDue(workspace);
  const store = createRecurringStore(redis, prefix, pino({ level: 'silent' }));
  const queue = openQueue(t, started);
  const now = (): number => Date.now() + aheadMs();
  /** Runs a sweep, and waits until its jobs are done. */
  async function sweeps(): Promise<void> {
    await queue.enqueue(sweepJob, {});
    await eventually(async () => assert.equal(await redis.zcount(due, '-inf', now()), 0));
  }
  return {
    ...started,
    now,
    sweeps,
    series: () => store.all(workspace),
    recurring: store,
    /** Creates a series that's due at once. */
    put: async (over: Partial<Series> = {}): Promise<void> => {
      assert.equal(await store.put(workspace, aSeries(over), { dueAt: now() }), true);
    },
    /** Moves the clock to this time, and waits until due work is done. */
    async moveClockTo(moment: number): Promise<void> {
      await started.at(moment);
      await sweeps();
    },
    /** The cards of recurring posts in a channel. */
    cards: (channel = 'social'): ShownMessage[] =>
      started.chat.messages(channel).filter(({ text }) => /From a recurring post/.test(text)),
  };
}
