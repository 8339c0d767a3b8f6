/** Kills a worker while it sends reminders in a direct message, which the bot has no scope to read. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { app } from '#sandbox/chat/defaults.ts';
import { createReminderStore } from '#src/reminders/reminder-store.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { brand, hour, startAt, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startKillableWorker, startReplacement, startWorkerDyingAt } from './dying-workers.ts';

const cards = ['one', 'two'];

/** Starts a bot without a worker, and two posts in review by Ana. */
async function startWaiting(t: TestContext) {
  const started = await startAt(t, tuesday() + 1.2 * hour, { slackToo: true, settings: { ROLE: 'bot' } });
  const { chat, store, teamSettings, settings, redis, service, checks } = started;
  const waitsSince = new Date(tuesday()).toISOString();
  const sample = aCard();
  const at = { createdAt: waitsSince, updatedAt: waitsSince };
  const history = sample.history.map((entry) => ({ ...entry, at: waitsSince }));
  for (const id of cards) {
    const { caption } = sample.content;
    const { id: postId } = service.putPost({ brandId: brand.id, caption, socialProfileIds: ['profile-1'] });
    const { channel, ts } = chat.world.post({ channel: 'C0SOCIAL', user: app.botUser, text: caption });
    const card = { workspace, brand, id, postId, author: 'U0ANA', message: { channel, ts }, history };
    await store.add(aCard({ ...card, ...at, state: 'review', renderedVersion: 1 }));
  }
  return {
    ...started,
    /** Makes the reminders due now, not earlier, because a worker checks by itself when it starts. */
    async due() {
      const reminders = { afterMinutes: 60, from: '08:00', to: '17:00' };
      await teamSettings.setBrand(workspace, brand.id, brandSettingsSchema.parse({ zone: 'UTC', reminders }));
      await checks();
    },
    lists: () =>
      [...chat.world.channels.keys()]
        .flatMap((id) => chat.messages(id))
        .filter(({ text }) => /Reminder to review these 2 posts/.test(text)).length,
    async noted(): Promise<(number | undefined)[]> {
      const store = createReminderStore(redis, settings.REDIS_PREFIX ?? '');
      return Promise.all(cards.map(async (id) => (await store.nudged(workspace, id)).get('U0ANA')?.times));
    },
  };
}

const deaths = [
  ['before sending it', 1],
  ['while Slack drops the call', 1],
  ['right after sending it', 2],
] as const;

for (const [when, said] of deaths)
  longTest(
    `a worker sends a list as a direct message and is killed ${when}: another worker sends it and records each card`,
    async (t) => {
      const bot = await startWaiting(t);
      const { chat, due, lists, noted } = bot;
      if (when === 'while Slack drops the call') {
        const mortal = await startKillableWorker(t, bot);
        chat.faults.next('chat.postMessage', { kind: 'dropped' });
        await due();
        await eventually(() => assert.equal(chat.faults.counts.dropped, 1));
        mortal.kill();
        await mortal.ended;
      } else {
        const dying = await startWorkerDyingAt(
          t,
          bot,
          when === 'before sending it' ? 'reminder due' : 'reminder sent',
        );
        await due();
        await dying.ended;
      }
      assert.equal(lists(), said - 1);
      assert.deepEqual(await noted(), [undefined, undefined]);

      await startReplacement(t, bot);
      await eventually(async () => assert.deepEqual(await noted(), [1, 1]));
      assert.equal(lists(), said);
      // a later check finds nothing due
      await bot.at(Date.now() + bot.aheadMs());
      assert.equal(lists(), said);
    },
  );
