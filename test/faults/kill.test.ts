/**
 * Kills a bot at the worst times, by cutting the proxies around a bot in this process. The tests run concurrently, each with its
 * own chat, service, and Redis prefix. `dying-workers.ts` has workers that die during a request, and `kill -9` of a real one;
 * `failpoints-many.test.ts` has workers that die during a pause.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { RunningRedis } from '#sandbox/redis.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { startDependencies } from '#test/support/dependencies.ts';
import { eventually } from '#test/support/eventually.ts';
import { startInProcess, startKillableInProcess } from '#test/support/in-process.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { brandId, nextSweep, startPausing } from '#test/support/pausing.ts';
import { startProcess } from '#test/support/process.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { sharedRedis } from '#test/support/shared-redis.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';

describe('kill -9', { concurrency: 3 }, () => {
  let redis: RunningRedis;
  before(async () => {
    redis = await sharedRedis();
  });

  test('while a post generates: the same card completes after a restart, with one generation', async (t) => {
    const { chat, service, settings } = await startDependencies(t, { redis });
    const ana = chat.user('Ana');
    const first = await startKillableInProcess(t, { chat, settings });
    service.holdGeneration();
    await submits(ana, '/ai-post Our autumn menu starts on Monday');
    await eventually(() => assert.equal(service.generations(), 1));
    first.kill();

    await startInProcess(t, settings);
    service.releaseGeneration();
    const card = await eventually(
      () => chat.messages('social').find(({ text }) => cardSays.ready.test(text)) ?? null,
    );
    assert.equal(service.requestsTo('POST /post/ai').length, 1);
    assert.equal(service.generations(), 1);
    // the kill can leave the status message, which stays correct
    const cards = () => chat.messages('social').filter(({ buttons }) => buttons.length > 0);
    await eventually(() =>
      assert.deepEqual(
        cards().map(({ ts }) => ts),
        [card.ts],
      ),
    );
  });

  longTest('while a campaign generates: each post appears once', async (t) => {
    const { chat, service, settings } = await startDependencies(t, { redis });
    const ana = chat.user('Ana');
    const first = await startKillableInProcess(t, { chat, settings });
    // stop after the second post
    service.failGeneration(({ assignment }) => {
      if (assignment.campaign?.index === 1) service.holdGeneration();
      return false;
    });
    await submits(ana, '/campaign Opening week', { fill: { Posts: '4' } });
    const card = await ana.sees('social', /2 of 4 posts generated/);
    first.kill();

    await startInProcess(t, settings);
    service.releaseGeneration();
    await card.shows(/4 posts to review/);
    // the kill can leave a message that was posted but not recorded, which never gets buttons
    const decidable = () => cardsBelow(card).filter(({ buttons }) => buttons.includes('Publish now'));
    await eventually(() => assert.equal(decidable().length, 4));
    assert.equal(service.requestsTo('POST /campaigns').length, 1);
    assert.equal(service.generations(), 1);
  });

  longTest(
    'while an approval can be undone: the post is published once, when that time is over',
    async (t) => {
      const { chat, service, settings } = await startDependencies(t, {
        redis,
        settings: { UNDO_SECONDS: '12' },
      });
      const [ana, bo] = [chat.user('Ana'), chat.user('Bo')];
      const first = await startKillableInProcess(t, { chat, settings });
      const card = await makesDraft(ana, 'Beans from Huila');
      await bo.clicks(card, 'Approve & publish');
      const [, unix] = await eventually(() => /Publishing at <!date\^(\d+)/.exec(card.text));
      first.kill();

      // its job is lost, too, so the sweep has to find the card
      const { redis: own } = redisOf(t, settings);
      const jobs = await own.keys(`{${settings.REDIS_PREFIX}}:work*`);
      if (jobs.length > 0) await own.del(jobs);
      await startInProcess(t, settings);
      await card.shows(cardSays.publishedBy('U0BO'));
      const sent = service.requestsTo('PATCH /post/*');
      assert.equal(sent.length, 1);
      assert.ok((sent[0]?.at ?? 0) >= Number(unix) * 1_000, 'it was sent too early');
    },
  );

  test('while no worker runs: accepted requests are processed afterwards', async (t) => {
    const { chat, service, settings } = await startDependencies(t, { redis });
    const ana = chat.user('Ana');
    const bot = await startKillableInProcess(t, { chat, settings: { ...settings, ROLE: 'bot' } });
    assert.deepEqual((await submits(ana, '/post Beans from Huila')).errors, {});
    bot.kill();
    assert.equal(service.creations(), 0);

    await startInProcess(t, settings);
    await ana.sees('social', cardSays.ready);
    assert.equal(service.creations(), 1);
  });

  longTest('SIGTERM shuts it down cleanly before it’s ready', async (t) => {
    const { redis: own, settings } = await startDependencies(t);
    await own.kill();
    const bot = startProcess(t, { ...settings, LOG_LEVEL: 'debug' });
    await eventually(() => assert.match(bot.output(), /lost the connection to Redis/));
    assert.equal(await bot.terminate(), 0);
  });

  longTest('SIGTERM shuts it down while Redis is down', async (t) => {
    const { redis: own, settings } = await startDependencies(t);
    const bot = startProcess(t, settings);
    await bot.ready();
    await own.kill();
    assert.equal(await bot.terminate(), 0);
  });
});

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
