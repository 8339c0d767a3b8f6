import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { mostOnADay } from '#src/slots/slots.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import { decideEach, reviews, tick, withCampaign } from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import {
  cardSays,
  nthVersion,
  opensPosts,
  requestsCard,
  rewrites,
  submits,
} from '#test/support/user-actions.ts';
import { slotText } from '#views/kit/moment.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { stateWords } from '#views/posts/card-state.ts';
import { notWritten } from '#views/posts/moved.ts';
import {
  fixedText,
  freeOffered,
  movedSince,
  rearrangedAtMost,
  rearrangeModal,
  slotGone,
} from '#views/slots/rearrange-modal.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
/** Bo’s. */
const zone = 'America/New_York';
const slotName = (at = 0): string => slotText(at, zone);
const slots = nextSlots(5);
const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = slots;
const row = (caption: string): string => `${caption} · Instagram`;

/** Three posts in the first three slots. */
async function start(t: TestContext, options: Parameters<typeof startBot>[1] = {}): Promise<StartedBot> {
  const started = await startBot(t, options);
  await postingTimes(t, started, brand);
  for (const [i, caption] of ['Huila', 'Sidamo', 'Antigua'].entries()) {
    await submits(started.ana, `/post ${caption}`, { fill: { 'Schedule for': new Date(slots[i] ?? 0) } });
    await started.ana.sees('social', new RegExp(`Scheduled for[\\s\\S]*${caption}`));
  }
  return started;
}

async function opens(who: Driver) {
  return who.opensOn(await who.hears('/social slots'), 'Rearrange queue', 'Rearrange queue');
}

const times = ({ service }: StartedBot): Record<string, number | undefined> =>
  Object.fromEntries(service.posts().map(({ caption, scheduledAt }) => [caption, scheduledAt]));

test('several posts get new slots in one submission, even each other’s, with one report', async (t) => {
  const started = await start(t);
  const { bo, chat } = started;
  const list = await bo.hears('/social slots');
  const modal = await bo.opensOn(list, 'Rearrange queue', 'Rearrange queue');
  assert.equal(modal.values[row('Huila')], slotName(first));
  await modal.fill({
    [row('Huila')]: slotName(second),
    [row('Sidamo')]: slotName(first),
    [row('Antigua')]: slotName(fifth),
  });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  const report = await bo.seesPrivately(/Changed the times of 3 posts in the queue for Northwind Coffee/);
  assert.match(report, new RegExp(`Huila: <!date\\^${first / 1_000}\\^.* → .*<!date\\^${second / 1_000}\\^`));
  await eventually(() => assert.deepEqual(times(started), { Huila: second, Sidamo: first, Antigua: fifth }));
  // the list that it was opened from has the new times
  await list.shows(new RegExp(`${slotName(fifth)}  .*Antigua`));
  const said = chat.calls.filter(({ args }) =>
    /^Changed the times of .* in the queue/.test(String(args.text)),
  );
  assert.equal(said.length, 1);
});

longTest('a post that is being rescheduled is listed once, with its new time', async (t) => {
  const { bo, service } = await start(t);
  await opensPosts(bo);
  const list = await bo.hears('/social slots', /planned posts/);
  const modal = await bo.opensOn(list, 'Rearrange queue', 'Rearrange queue');
  await modal.fill({ [row('Antigua')]: slotName(fifth) });
  const held = holdCalls(t);
  service.faults.add({ on: 'PATCH /post/*', ...held.fault });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await list.shows(new RegExp(`${slotName(fifth)}  .*Antigua.*Updating`));
  assert.equal(list.text.match(/Antigua/g)?.length, 1, list.text);
  assert.match(list.text, /3 planned posts/);
  held.release();
  await eventually(async () => {
    await bo.clicks(list, 'Refresh');
    assert.match(list.text, new RegExp(`${slotName(fifth)}  .*Antigua.*${stateWords.scheduled}`));
  });
});

longTest(
  'if a slot or a post changed meanwhile, rearranging changes nothing, and each row says why',
  async (t) => {
    const started = await start(t);
    const { ana, bo } = started;
    const modal = await opens(bo);
    await modal.fill({ [row('Huila')]: slotName(third) });
    assert.deepEqual(Object.keys((await modal.submit()).errors), [row('Huila')]);

    await submits(ana, '/post Yirga', { fill: { 'Schedule for': new Date(fourth) } });
    await ana.sees('social', /Scheduled for[\s\S]*Yirga/);
    const card = await ana.sees('social', /Sidamo/);
    await ana.clicks(card, 'Unschedule', { shows: cardSays.ready });
    await modal.fill({ [row('Huila')]: slotName(fourth), [row('Sidamo')]: slotName(fifth) });
    assert.deepEqual((await modal.submit()).errors, {
      [row('Huila')]: slotGone,
      [row('Sidamo')]: movedSince,
    });
    assert.equal(times(started).Huila, first, 'nothing was moved');
  },
);

longTest('moving a post that waits for approval to another slot doesn’t schedule it', async (t) => {
  const started = await withCampaign(t, 2);
  const { bo, card, posts, service } = started;
  await (await ruleSetter(t, started))(aRule({ scheduled: false }));
  await postingTimes(t, started, brand);
  const list = await reviews(bo, card);
  await tick(list, 1, 2);
  const form = await decideEach(bo, list);
  await form.submit({ 'Post 1': buttonText.addToQueue, 'Post 2': buttonText.addToQueue });
  await (await bo.seesModal(/Confirm 2 decisions/)).submit();
  const planned = (at: number): RegExp => new RegExp(`Planned for <!date\\^${at / 1_000}\\^`);
  await posts[1].shows(planned(second));

  const modal = await opens(bo);
  const [one = '', two = ''] = Object.keys(modal.values);
  await modal.fill({ [one]: slotName(second), [two]: slotName(first) });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await bo.seesPrivately(/Changed the times of 2 posts/);
  await posts[0].shows(planned(second));
  await posts[1].shows(planned(first));
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest('the versions of a post swap their slot with another post, together', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  await (await ruleSetter(t, started))(aRule());
  await postingTimes(t, started, brand);
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  await ana.hearsOn(card, buttonText.addToQueue, /is planned for .*\. I’ll schedule it once it’s approved\./);
  await card.shows(/Planned for/);
  await rewrites(ana, card, { 'What should change': 'Shorter' });
  await nthVersion(card, 1);
  await submits(ana, '/post Huila', { fill: { 'Schedule for': new Date(second) } });
  const other = await ana.sees('social', /Huila[\s\S]*Planned for/);

  const modal = await opens(bo);
  const [one = '', two = '', three = ''] = Object.keys(modal.values);
  await modal.fill({ [one]: slotName(second), [two]: slotName(second), [three]: slotName(first) });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await other.shows(`Planned for <!date^${first / 1_000}^`);
  await card.shows(`Planned for <!date^${second / 1_000}^`);
});

test('people who can’t change the posts move nothing, and read so at the rows', async (t) => {
  const started = await start(t);
  const { bo, chat } = started;
  const modal = await opens(bo);
  const [field = ''] = JSON.stringify(modal.blocks).match(/queued\.[^"]+/) ?? [];
  const sent = { id: 'V1', type: 'modal', callback_id: rearrangeModal.id, blocks: [] };
  const user = { id: 'U0STRANGER', name: 'x', team_id: 'T0OTHER' };
  const answer = await chat.deliver.interaction({
    type: 'view_submission',
    team: { id: chat.world.workspace.id, domain: 'x' },
    user,
    view: {
      ...sent,
      private_metadata: modal.privateMetadata,
      state: {
        values: {
          [field]: { slot: { selected_option: { value: String(fifth), text: { text: 'x' } } } },
        },
      },
    },
  });
  assert.match(JSON.stringify(answer.body), /You’re from another organization/);
  assert.deepEqual(times(started), { Huila: first, Sidamo: second, Antigua: third });
});

longTest('if a write fails halfway, the report says so, and saved changes take effect', async (t) => {
  let moves = Number.POSITIVE_INFINITY;
  const started = await start(t, {
    async failpoint(step) {
      if (step !== 'transition recorded') return;
      moves -= 1;
      if (moves === 0) throw new Error('the connection broke');
    },
  });
  const { bo } = started;
  const modal = await opens(bo);
  await modal.fill({ [row('Huila')]: slotName(second), [row('Sidamo')]: slotName(first) });
  moves = 1;
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  const report = await bo.seesPrivately(/Changed the time of 1 post in the queue for Northwind Coffee/);
  assert.ok(report.includes(notWritten), report);
  await eventually(() => assert.deepEqual(times(started), { Huila: second, Sidamo: first, Antigua: third }));
});

longTest('a slot that passed or was taken while the form was open is refused at its row', async (t) => {
  let aheadMs = 0;
  const started = await start(t, { now: () => Date.now() + aheadMs });
  const { ana, bo, service } = started;
  const modal = await opens(bo);
  service.putPost({
    brandId: brand.id,
    caption: 'Of the web app',
    state: 'scheduled',
    scheduledAt: fifth + 30_000,
  });
  await opensPosts(ana);
  await modal.fill({ [row('Huila')]: slotName(fifth) });
  assert.deepEqual((await modal.submit()).errors, { [row('Huila')]: slotGone });

  await modal.fill({ [row('Huila')]: slotName(fourth) });
  aheadMs = fourth - Date.now() + 60_000;
  assert.match((await modal.submit()).errors[row('Huila')] ?? '', /That time has passed/);
  assert.equal(times(started).Huila, first);
});

longTest(
  'without posting times, times are in the reader’s zone, and posts that can’t be moved are counted',
  async (t) => {
    const started = await startBot(t);
    const { ana, bo, service } = started;
    await submits(ana, '/post Huila', { fill: { 'Schedule for': new Date(first) } });
    await ana.sees('social', /Scheduled for[\s\S]*Huila/);
    service.putPost({
      brandId: brand.id,
      caption: 'Of the web app',
      state: 'scheduled',
      scheduledAt: second,
    });
    await opensPosts(ana);
    const modal = await opens(bo);
    assert.equal(modal.values[row('Huila')], slotName(first));
    assert.ok(modal.text.includes('Times are in the New York time zone.'), modal.text);
    assert.ok(modal.text.includes(fixedText(1)), modal.text);
  },
);

longTest('with the most posting times, the form counts the posts beyond its rows', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  const day = 86_400_000;
  const quarters = Array.from({ length: mostOnADay }, (_, i) =>
    [9 + Math.floor(i / 4), (i % 4) * 15].map((n) => String(n).padStart(2, '0')).join(':'),
  );
  await postingTimes(t, started, brand, {
    times: [1, 2, 3, 4, 5, 6, 7].flatMap((day) => quarters.map((at) => ({ day, at }))),
  });
  const tomorrow = new Date().setUTCHours(9, 0, 0, 0) + day;
  for (let n = 0; n <= rearrangedAtMost; n += 1)
    await submits(ana, `/post Number ${n}`, { fill: { 'Schedule for': new Date(tomorrow + n * day) } });
  await eventually(() =>
    assert.equal(Object.values(times(started)).filter(Boolean).length, rearrangedAtMost + 1),
  );
  const form = await opens(bo);
  assert.equal(form.labels.length, rearrangedAtMost);
  assert.match(form.text, /1 later post not shown/);
  const offered = await form.optionsOf(form.labels[0] ?? '');
  assert.equal(offered.length, freeOffered + rearrangedAtMost);
  await form.sends({ [row('Number 0')]: offered.at(-1) ?? '' });
  await bo.seesPrivately(/Changed the time of 1 post in the queue/);
  await eventually(() => assert.notEqual(times(started)['Number 0'], tomorrow));
});
