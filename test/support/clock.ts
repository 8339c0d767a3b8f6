/** A bot whose clock the test sets, for features that depend on the day and time. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { defaultUsers } from '#sandbox/chat/defaults.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { remindJob } from '#src/reminders/remind.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { type BotOptions, startBot, workspace } from './bot.ts';
import { eventually } from './eventually.ts';
import { openQueue } from './queue.ts';
import { ruleSetter } from './rules.ts';
import { cardStoreIn } from './stored.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
export { workspace };
export const brand = { id: 'brand-1', name: 'Northwind Coffee' };

/** The Tuesday after next, at 8:00 UTC. */
export const tuesday = (): number => {
  const today = new Date().setUTCHours(8, 0, 0, 0);
  return today + (14 + ((2 - new Date(today).getUTCDay() + 7) % 7)) * day;
};

interface ClockOptions extends Partial<BotOptions> {
  zones?: Record<string, string>;
  /** Whether Slack uses the same clock, so that its page shows these times. */
  slackToo?: boolean;
}

/** Starts a bot at this time. All users are in UTC unless `zones` says otherwise. */
export async function startAt(
  t: TestContext,
  from: number,
  { zones = {}, slackToo = false, ...options }: ClockOptions = {},
) {
  let aheadMs = from - Date.now();
  const now = (): number => Date.now() + aheadMs;
  const people = defaultUsers.map((one) => ({ ...one, zone: zones[one.name] ?? 'UTC' }));
  const started = await startBot(t, {
    ...options,
    chat: { users: people, ...(slackToo && { now }), ...options.chat },
    now,
  });
  const { REDIS_URL = '', REDIS_PREFIX: prefix = '' } = started.settings;
  const redis = new Redis(REDIS_URL);
  t.after(() => redis.disconnect());
  const queue = openQueue(t, started);
  const next = createKeys(prefix).remindersNext(workspace);
  return {
    ...started,
    redis,
    aheadMs: () => aheadMs,
    setRule: await ruleSetter(t, started),
    settings: started.settings,
    teamSettings: createTeamSettings(redis, prefix),
    store: cardStoreIn(redis, prefix),
    checks: () => queue.enqueue(remindJob, { workspace }),
    /** Moves the clock to this time, and waits until the bot has checked whom to remind. */
    async at(moment: number): Promise<void> {
      aheadMs = moment - Date.now();
      await redis.del(next);
      await queue.enqueue(remindJob, { workspace });
      await eventually(async () => {
        assert.equal(await redis.exists(next), 1);
        for (const { queue: queueName, counts } of await queue.backlog(0))
          assert.equal(counts.waiting + counts.active, 0, queueName);
      });
    },
  };
}
