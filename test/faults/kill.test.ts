/** Bots that die after they recorded something and before they did it. `dying-workers.ts` has more of them, by failpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { brandId, nextSweep, startPausing } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';
import { startReplacement, startWorkerDyingAt } from './dying-workers.ts';

longTest(
  'if a worker dies while an approval can be undone, the post is published once, when that time is over',
  async (t) => {
    const bot = await startBot(t, { settings: { ROLE: 'bot', UNDO_SECONDS: '12' } });
    const { ana, bo, service, settings } = bot;
    const dying = await startWorkerDyingAt(t, bot);
    const card = await makesDraft(ana, 'Beans from Huila');
    await bo.clicks(card, 'Approve & publish');
    const [, unix] = await eventually(() => /Publishing at <!date\^(\d+)/.exec(card.text));
    dying.kill();

    // its job is lost, too, so the sweep has to find the card
    const { redis } = redisOf(t, settings);
    const jobs = await redis.keys(`{${settings.REDIS_PREFIX}}:work*`);
    if (jobs.length > 0) await redis.del(jobs);
    await startReplacement(t, bot);
    await card.shows(cardSays.publishedBy('U0BO'));
    const sent = service.requestsTo('PATCH /post/*');
    assert.equal(sent.length, 1);
    assert.ok((sent[0]?.at ?? 0) >= Number(unix) * 1_000, 'it was sent too early');
  },
);

test('if a process dies right after a pause, resume, or new rule, all cards show it', async (t) => {
  const bot = await startPausing(t);
  const { ana, settings, chat } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  const { redis, prefix } = redisOf(t, settings);
  const pauses = createPauseStore(redis, prefix, 1_000);
  const { id } = chat.world.workspace;
  const at = new Date().toISOString();
  // everything that the command had written when its process died
  const pause = await pauses.begin(id, {
    brand: { id: brandId, name: 'Northwind Coffee' },
    by: 'U0CY',
    at,
    reason: 'wrong prices',
    channel: 'C0SOCIAL',
    checksRequested: 1,
    checksDone: 1,
    checkedAt: at,
  });
  await nextSweep(t, bot);
  await card.shows(/<@U0CY> paused /);
  const report = await ana.sees('social', /<@U0CY> paused [\s\S]*No posts were unscheduled/);
  await pauses.end(id, pause, { at, by: 'U0CY', what: 'thawed' });
  await nextSweep(t, bot);
  await card.noLongerShows(/paused/);
  await report.shows(/<@U0CY> paused [\s\S]*<@U0CY> \*resumed publishing\*/);
  await (await ruleSetter(t, bot))(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }), brandId);
  await nextSweep(t, bot);
  await card.shows(/0 of 2/);
});
