/** Warnings when several posts get times close to others at once, over signed HTTP: nothing is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFile, header, reviewCard, sendsFile } from '#test/spreadsheets/files.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays, pausesBrand, resumesBrand, startPausing } from '#test/support/pausing.ts';
import { continueTo, report, reviews, tick, withCampaign } from '#test/support/review.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, submits } from '#test/support/user-actions.ts';
import { reviewEach } from '#views/campaigns/review.ts';
import { slotText } from '#views/kit/moment.ts';
import { clashLine } from '#views/posts/warnings.ts';
import { closeText } from '#views/spreadsheets/import-notes.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const minute = 60_000;
const hour = 60 * minute;
const apart = { minutesApart: 240 };
const slots = nextSlots(3);
const [first = 0, second = 0, third = 0] = slots;
/** Bo’s. */
const zone = 'America/New_York';
const slotName = (at: number): string => slotText(at, zone);
const closeTo = (at: number): string => clashLine([{ at, caption: '', networks: ['Instagram'] }]);

longTest('a rearranged queue is saved, and its report names what each post is close to now', async (t) => {
  const started = await startBot(t);
  const { ana, bo, service } = started;
  await postingTimes(t, started, brand, apart);
  for (const [caption, at] of [
    ['Huila', first],
    ['Sidamo', second],
    ['Near', third + hour],
  ] as const) {
    await submits(ana, `/post ${caption}`, { fill: { 'Schedule for': new Date(at) } });
    await ana.sees('social', new RegExp(`Scheduled for[\\s\\S]*${caption}`));
  }
  await bo.types('/social slots');
  const modal = await bo.opensOn(await bo.privateMessage(), 'Rearrange queue', 'Rearrange queue');
  await modal.fill({ 'Huila · Instagram': slotName(second), 'Sidamo · Instagram': slotName(third) });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  const said = await bo.seesPrivately(/Changed the times of 2 posts in the queue/);
  assert.ok(said.includes(closeTo(third + hour)), said);
  assert.equal(said.split(':warning:').length, 2);
  await eventually(() =>
    assert.deepEqual(
      new Set(service.posts().map(({ scheduledAt }) => scheduledAt)),
      new Set([second, third, third + hour]),
    ),
  );
});

longTest('a queue that is pushed back after a pause names what its posts are close to now', async (t) => {
  let aheadMs = 0;
  const started = await startPausing(t, { now: () => Date.now() + aheadMs });
  const { ana, bo } = started;
  await postingTimes(t, started, brand, apart);
  for (const [caption, at] of [
    ['Huila', first],
    ['Near', second + hour],
  ] as const) {
    await submits(ana, `/post ${caption}`, { fill: { 'Schedule for': new Date(at) } });
    await ana.sees('social', new RegExp(`Scheduled for[\\s\\S]*${caption}`));
  }
  await pausesBrand(bo, /2 posts unscheduled/);
  aheadMs = first + minute - Date.now();
  await bo.clicks(await resumesBrand(bo, /Decide what to do with 2 posts/), 'Push queue back');
  const said = await bo.seesPrivately(/Changed the time of 1 post in the queue/);
  assert.ok(said.includes(closeTo(second + hour)), said);
});

longTest('in a campaign review, a time close to another post is kept, with a warning', async (t) => {
  const started = await withCampaign(t, 3);
  const { ana, bo, card, posts } = started;
  await postingTimes(t, started, brand, apart);
  const later = inDays(9);
  for (const [caption, at] of [
    ['Near', later + 5 * minute],
    ['Beside the queue', first + hour],
  ] as const) {
    await submits(ana, `/post ${caption}`, { fill: { 'Schedule for': new Date(at) } });
    await ana.sees('social', new RegExp(`Scheduled for[\\s\\S]*${caption}`));
  }
  const list = await reviews(bo, card);
  await tick(list, 1, 2, 3);
  const form = await continueTo(bo, list, reviewEach, /Post 1/);
  await form.fill({ 'Post 1': 'Reject', 'Post 2': 'Change time', 'Post 3': 'Add to queue' });
  await eventually(() => assert.equal(form.labels.length, 5));
  await form.submit({ 'Reason (post 1)': 'Sold out', 'New time (post 2)': later / 1_000 });
  const check = await bo.seesModal(/Confirm 3 decisions\?/);
  assert.ok(check.text.includes(closeTo(later + 5 * minute)), check.text);
  await check.sends();
  const said = await report(bo, /1 with a new time|1 post with a new time/);
  // which slot is free is only known now
  assert.ok(said.text.includes(closeTo(first + hour)), said.text);
  assert.equal(said.text.split('Close to ').length, 2);
  await posts[1].shows(`Planned for <!date^${later / 1_000}^`);
});

longTest('the review card of an import names the rows that are close to other posts', async (t) => {
  const bot = await startBot(t);
  const { ana, bo, service } = bot;
  const [noon, evening] = [inDays(3), inDays(5)];
  await submits(ana, '/post Near', { fill: { 'Schedule for': new Date(evening + 5 * minute) } });
  await ana.sees('social', cardSays.scheduled);
  const row = (caption: string, at?: number): string[] => [
    brand.name,
    caption,
    '',
    'northwind.coffee',
    at ? new Date(at).toISOString() : '',
  ];
  await sendsFile(
    bot,
    aFile(
      [
        row('Huila', noon),
        row('Alone', inDays(7)),
        row('Sidamo', noon + 5 * minute),
        row('Antigua', evening),
        row('No time'),
      ],
      header,
    ),
  );
  const card = await reviewCard(bot, /Ready to create 5 posts/);
  assert.ok(card.text.includes(closeText([{ row: 2 }, { row: 4 }, { row: 5 }])), card.text);
  assert.ok(card.text.includes(closeTo(evening + 5 * minute)), card.text);
  await bo.clicks(card, 'Create 5 posts');
  const made = await reviewCard(bot, /Created 5 posts/);
  assert.doesNotMatch(made.text, /close to/i);
  assert.equal(service.posts().length, 6);
});

test('the review card of an import is posted even if close posts can’t be read', async (t) => {
  const bot = await startBot(t);
  const { redis, keys } = redisOf(t, bot.settings);
  const { id } = bot.chat.world.workspace;
  const { postingSlots, brandSettings } = keys;
  await redis.hset(postingSlots(id), brand.id, 'not JSON');
  // without it, the posting times would have to say the brand's zone
  await redis.hset(brandSettings(id), brand.id, '{"zone":"UTC"}');
  const noon = new Date(inDays(3)).toISOString();
  const rows = ['Huila', 'Sidamo'].map((caption) => [brand.name, caption, '', 'northwind.coffee', noon]);
  await sendsFile(bot, aFile(rows, header));
  assert.doesNotMatch((await reviewCard(bot, /Ready to create 2 posts/)).text, /close to/i);
});
