/** The planned time of a post in review: changing it schedules nothing, wherever it's changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { continueTo, report, reviews, tick, withCampaign } from '#test/support/review.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { setNewTimes } from '#views/campaigns/review-parts.ts';
import { scheduleWords } from '#views/posts/card-modals.ts';

const approveFor = /^Approve & schedule for /;

async function waitsFor(card: ShownMessage, at: number): Promise<void> {
  await card.shows(new RegExp(`Planned for <!date\\^${at / 1_000}\\^`));
  await eventually(() => assert.ok(card.buttons.some((text) => approveFor.test(text))));
  assert.match(card.text, cardSays.ready);
}

test('Change time on a post in review changes its planned time, and only approval schedules it', async (t) => {
  const { bo, posts, service } = await withCampaign(t, 1);
  const [card] = posts;
  const modal = await bo.opensOn(card, 'Change time', scheduleWords.plan.title);
  assert.equal(modal.submitText, scheduleWords.plan.submit);
  const at = inDays(9);
  await modal.sends({ 'Schedule for': new Date(at) });
  await waitsFor(card, at);
  assert.match(card.text, /Time changed by <@U0BO>/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);

  const approve = card.buttons.find((text) => approveFor.test(text));
  await bo.clicks(card, approve ?? '');
  await eventually(() => assert.equal(service.posts()[0]?.state, 'scheduled'));
  assert.equal(service.posts()[0]?.scheduledAt, at);
});

longTest(
  'Edit changes the planned time of a post in review, and sends the service only the rest',
  async (t) => {
    const { bo, posts, service } = await withCampaign(t, 1);
    const [card] = posts;
    const modal = await bo.opensOn(card, 'Edit', 'Edit post');
    const at = inDays(9);
    await modal.fill({ Caption: 'Doors open at ten', Schedule: 'Change planned time' });
    await modal.sends({ 'Schedule for': new Date(at) });
    await card.shows(/Doors open at ten/);
    await waitsFor(card, at);
    assert.deepEqual(
      service.requestsTo('PATCH /post/*').map(({ body }) => body),
      [{ caption: 'Doors open at ten' }],
    );
  },
);

longTest(
  'a new planned time doesn’t change a post that someone scheduled while the form was open',
  async (t) => {
    const { ana, bo, posts, service } = await withCampaign(t, 1);
    const [card] = posts;
    const modal = await ana.opensOn(card, 'Change time', scheduleWords.plan.title);
    const approve = card.buttons.find((text) => approveFor.test(text));
    await bo.clicks(card, approve ?? '', { shows: /\*Scheduled for/ });
    const before = service.posts()[0]?.scheduledAt;
    await modal.fill({ 'Schedule for': new Date(inDays(9)) });
    assert.match(JSON.stringify((await modal.submit()).errors), /Bo scheduled|Bo approved/);
    assert.equal(service.posts()[0]?.scheduledAt, before);
  },
);

longTest(
  'changing or shifting the times of several posts in review changes their planned times',
  async (t) => {
    const { bo, card, posts, service } = await withCampaign(t, 2);
    const [first, second] = posts;
    const modal = await reviews(bo, card);
    await tick(modal, 1);
    const shift = await continueTo(bo, modal, 'Shift times by days or hours', /Shift times/);
    await shift.submit({ Days: '2' });
    const move = await bo.seesModal(/Change time\?/);
    assert.match(move.text, /1 post gets a new time/);
    await move.submit();
    await report(bo, /1 post with a new time/);

    const again = await reviews(bo, card);
    await tick(again, 2);
    const times = await continueTo(bo, again, setNewTimes, new RegExp(setNewTimes));
    const at = inDays(9);
    await times.submit({ 'Post 2': new Date(at) });
    await (await bo.seesModal(/Change time\?/)).submit();
    await waitsFor(second, at);
    await first.shows(/Time changed by <@U0BO>/);
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  },
);
