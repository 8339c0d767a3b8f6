import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { FaultKind } from '#sandbox/service/http/faults.ts';
import { pausedPost } from '#src/pause/pause.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import {
  brandId,
  inDays,
  pauseReport,
  pausesBrand,
  schedulePosts,
  startPausing,
} from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { resumeButtons, resumed } from '#views/pause/resume.ts';
import { settingsFor } from './service-faults.ts';

const faults: [string, FaultKind][] = [
  ['answers 429 with Retry-After: 1', { kind: 'status', status: 429, retryAfter: 1 }],
  ['answers 500', { kind: 'status', status: 500 }],
  ['answers 503', { kind: 'status', status: 503 }],
  ['drops the connection', { kind: 'drop-before' }],
  ['never answers', { kind: 'hang-before' }],
  ['is truncated', { kind: 'truncated' }],
  ['answers malformed JSON', { kind: 'malformed' }],
  ['returns a web page', { kind: 'html' }],
  ['answers nothing', { kind: 'empty' }],
];

describe('while a post generates', { concurrency: 4 }, () => {
  for (const [what, fault] of faults) {
    longTest(
      `a listing that ${what} twice only delays the card, and nothing is requested again`,
      async (t) => {
        const { ana, service } = await startBot(t, { settings: settingsFor({ what, fault }) });
        service.holdGeneration();
        await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', /Generating an AI post/);
        await eventually(() => assert.equal(service.generations(), 1));
        const added = service.faults.add({ on: 'GET /post', times: 2, ...fault });
        service.releaseGeneration();
        await ana.sees('social', cardSays.ready);
        assert.equal(added.hits, 2);
        assert.equal(service.generations(), 1);
        assert.equal(service.requests.filter(({ method }) => method === 'POST').length, 1);
      },
    );
  }

  for (const [what, fault] of faults) {
    longTest(`a listing that ${what} while a campaign generates only delays its posts`, async (t) => {
      const { ana, service } = await startBot(t, { settings: settingsFor({ what, fault }) });
      service.holdGeneration();
      await submits(ana, '/campaign Opening week', { fill: { Posts: '2' } });
      const card = await ana.sees('social', /0 of 2 posts generated/);
      service.faults.add({ on: 'GET /post', ...fault });
      service.releaseGeneration();
      await card.shows(/2 posts to review/);
      await eventually(() => assert.equal(cardsBelow(card).length, 2));
      assert.equal(service.generations(), 1);
    });
  }

  test('one read of the listing is enough for everything that a brand waits for', async (t) => {
    const { ana, bo, cy, service } = await startBot(t, { settings: { WATCH_INTERVAL_MS: '200' } });
    service.holdGeneration();
    for (const who of [ana, bo, cy]) await submits(who, '/ai-post Our autumn menu starts on Monday');
    await eventually(() => assert.equal(service.generations(), 3));
    const before = service.requestsTo('GET /post').length;
    const since = Date.now();
    await eventually(() => assert.ok(service.requestsTo('GET /post').length >= before + 4));
    const tookMs = Date.now() - since;
    assert.ok(tookMs >= 450, `four readings in ${tookMs} ms`);
    service.releaseGeneration();
    await ana.sees('social', cardSays.ready);
  });
});

const always = Number.POSITIVE_INFINITY;

/** Lets the bot read the list of brands, then makes it fail. */
async function withoutList(
  t: TestContext,
  { settings, chat }: StartedBot,
  lists = ['brands'],
): Promise<void> {
  const { redis, keys } = redisOf(t, settings);
  for (const list of lists)
    await eventually(async () =>
      assert.equal(await redis.del(keys.catalog(chat.world.workspace.id, list)), 1),
    );
}

const unlisted = [
  ['fails', { kind: 'status', status: 503 }],
  ['never answers', { kind: 'hang-before' }],
  ['refuses the key', { kind: 'status', status: 401 }],
] as const;

for (const [what, fault] of oneOf(unlisted))
  test(`when the service ${what} and no list is cached, pausing and resuming still work`, async (t) => {
    const bot = await startPausing(t, { settings: settingsFor({ what, fault }) });
    const { bo, service } = bot;
    await withoutList(t, bot);
    service.faults.add({ on: 'GET /brands', times: always, ...fault });
    await bo.hears('/social pause all recall of a batch', /<@U0BO> paused \*all brands\*/);
    await bo.types('/social pause northwind wrong prices');
    await bo.seesPrivately(/<@U0BO> paused \*Northwind Coffee\*.*: wrong prices/);
    await bo.types('/social resume northwind');
    await bo.seesPrivately(/^Northwind Coffee’s own pause has ended, but \*all brands are still paused/);
    await bo.hears('/social resume all', new RegExp(`^${resumed} There’s nothing left to decide`));
  });

longTest(
  'a brand is known from its cards and its rule if the service hasn’t listed it for a long time',
  async (t) => {
    const bot = await startPausing(t);
    const { ana, bo, service } = bot;
    await makesDraft(ana, 'Beans from Huila');
    const setRule = await ruleSetter(t, bot);
    await setRule(aRule(), 'brand-7');
    await withoutList(t, bot, ['brands', 'remembered-brands']);
    service.faults.add({ on: 'GET /brands', kind: 'status', status: 401, times: always });
    await bo.hears('/social pause Northwind Coffee wrong prices', /<@U0BO> paused \*Northwind Coffee\*/);
    await bo.hears('/social pause brand-7 wrong prices', /<@U0BO> paused \*brand-7\*/);
    await bo.types('/social pause Nobody knows it');
    await bo.seesPrivately(
      /I can’t look up the brand “Nobody” because I can’t read the list of brands right now\. The pub/,
    );
  },
);

test('without the list, people can pause only if a rule lets them', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, service } = bot;
  const setRule = await ruleSetter(t, bot);
  await setRule(aRule());
  await withoutList(t, bot);
  service.faults.add({ on: 'GET /brands', kind: 'status', status: 503, times: always });
  const pauses = (what: string) => ana.types(`/social pause ${what} wrong prices`);
  await pauses('Northwind Coffee');
  await ana.seesPrivately(/You can’t pause Northwind Coffee\./);
  await pauses('all');
  await ana.seesPrivately(/You can’t pause all brands, because you can’t approve posts for Northwind Coffee/);
  // all known posts are theirs, but unknown ones could be someone else's
  await setRule(aRule({ people: ['U0ANA'] }), brandId);
  await pauses('all');
  await ana.seesPrivately(/can’t tell whether you can pause all of them\. Name each brand/);
  await bo.hears('/social resume', /Nothing is paused/);
  await setRule(aRule({ people: ['U0ANA', 'U0BO'] }));
  await pauses('all');
  await ana.seesPrivately(/<@U0ANA> paused \*all brands\*/);
});

test('a post that’s missing from the list for a moment isn’t considered deleted', async (t) => {
  const bot = await startPausing(t);
  const { bo, service } = bot;
  const [stuck] = schedulePosts(bot, ['The stuck one', 'The one that is off']);
  const refused = { kind: 'status', status: 422, times: 1_000 } as const;
  service.faults.add({ on: `PATCH /post/${stuck?.id}`, ...refused });
  await pausesBrand(bo, /1 post couldn’t be unscheduled/);
  service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body: [] });
  await bo.types('/social resume Northwind Coffee');
  const lagging = await bo.privateMessage(new RegExp(`${resumed} Decide what to do with 2 posts`));
  assert.match(
    lagging.text,
    /stuck one[\s\S]*may still be on the schedule[\s\S]*doesn’t list this post right now/,
  );
  assert.match(
    lagging.text,
    /is off[\s\S]*The publishing service doesn’t list this post right now\. Run this command again in a minute/,
  );
  assert.deepEqual(lagging.buttons, []);
  await bo.types('/social resume Northwind Coffee');
  const list = await bo.privateMessage(/isn’t paused\. Decide what to do with 2 posts/);
  assert.deepEqual(list.buttons, [
    'Unschedule',
    resumeButtons.keep,
    resumeButtons.again,
    resumeButtons.newTime,
    'Leave as draft',
  ]);
});

longTest('a pause unschedules a post that the list doesn’t show yet', async (t) => {
  const bot = await startPausing(t, {
    settings: { PAUSE_CHECK_INTERVAL_MS: '1' },
  });
  const { ana, bo, service } = bot;
  const fill = { 'Schedule for': inDays(3) / 1_000 };
  for (const words of ['Scheduled just now', 'Deleted just now'])
    await submits(ana, `/post ${words}`, { fill });
  const card = await ana.sees('social', /Scheduled for[\s\S]*Scheduled just now/);
  await ana.sees('social', /Scheduled for[\s\S]*Deleted just now/);
  const [kept, deleted] = service.posts().toSorted((a, b) => b.caption.localeCompare(a.caption));
  service.remove(deleted?.id ?? '');
  // the response isn't 404 this time
  service.faults.add({ on: `PATCH /post/${deleted?.id}`, kind: 'status', status: 400, times: always });
  const lag = service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body: [], times: always });
  await bo.types('/social pause Northwind Coffee wrong prices');
  await card.shows(/Unscheduled because <@U0BO> paused publishing/);
  assert.equal(service.post(kept?.id ?? '')?.state, 'draft');
  const report = await pauseReport(bot, /1 post couldn’t be unscheduled/);
  lag.remove();
  const queue = openQueue(t, bot);
  await eventually(async () => {
    await queue.enqueue(sweepJob, {});
    assert.doesNotMatch(report.text, /couldn’t be unscheduled/);
  });
  assert.match(report.text, /1 post unscheduled/);
});

longTest(
  'a post that a pause didn’t find is listed for a decision if it exists, and forgotten otherwise',
  async (t) => {
    const bot = await startPausing(t);
    const { bo, settings, chat } = bot;
    const [listed] = schedulePosts(bot, ['The hidden one']);
    const { redis, prefix } = redisOf(t, settings);
    const pauses = createPauseStore(redis, prefix, 60_000);
    for (const id of [listed?.id ?? '', 'deleted']) {
      const brand = { id: brandId, name: 'Northwind Coffee' };
      const post = pausedPost({ at: new Date().toISOString() }, { id, brand, caption: id });
      await pauses.note(chat.world.workspace.id, `brand.${brandId}`, { ...post, state: 'gone' });
    }
    await bo.types('/social resume Northwind Coffee');
    const list = await bo.privateMessage(/Decide what to do with 1 post\. Any post that’s still scheduled/);
    assert.deepEqual(list.buttons, ['Unschedule', resumeButtons.keep]);
  },
);
