/** The forms and dialogs of the list after a pause, and when they create a card. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { primaryOf, questionOf } from '#test/support/confirm.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays, pausesBrand, resumesBrand, schedulePosts, startPausing } from '#test/support/pausing.ts';
import { cardSays, submits } from '#test/support/user-actions.ts';
import { nothingLeft, resumeButtons } from '#views/pause/resume.ts';

test('New time opens with the old time and creates a card only on submission', async (t) => {
  const bot = await startPausing(t);
  const { bo, ana, service } = bot;
  const at = inDays(2);
  schedulePosts(bot, ['Beans from Huila'], at);
  const report = await pausesBrand(bo, /1 post unscheduled/);
  const list = await resumesBrand(bo, /Decide what to do with 1 post/);
  const cancelled = await bo.opensOn(list, resumeButtons.newTime, 'Schedule');
  assert.equal(Number(cancelled.values['Schedule for']), at / 1_000);
  await cancelled.close();
  assert.deepEqual(
    bot.chat.messages(report.channel).map(({ ts }) => ts),
    [report.ts],
  );
  assert.match(list.text, /Decide what to do with 1 post/);

  const modal = await bo.opensOn(list, resumeButtons.newTime, 'Schedule');
  const later = inDays(5);
  await modal.sends({ 'Schedule for': new Date(later) });
  await list.shows(nothingLeft);
  await ana.sees('social', /Scheduled for[\s\S]*Beans from Huila/);
  assert.equal(service.posts()[0]?.scheduledAt, later);
});

longTest('if its new time is refused, a paused post’s card keeps its planned time', async (t) => {
  const bot = await startPausing(t);
  const { bo, ana, service } = bot;
  const at = inDays(2);
  const [post] = schedulePosts(bot, ['Beans from Huila'], at);
  await pausesBrand(bo, /1 post unscheduled/);
  await bo.clicks(await resumesBrand(bo, /Decide what to do with 1 post/), resumeButtons.newTime);
  service.faults.add({ on: `PATCH /post/${post?.id}`, kind: 'status', status: 422, times: 1 });
  const modal = await bo.seesModal('Schedule');
  await modal.submit({ 'Schedule for': new Date(inDays(5)) });
  const card = await ana.sees('social', cardSays.readyWith(/Beans from Huila/));
  await eventually(() => assert.match(primaryOf(card), /^Approve & schedule for /));
  assert.match(card.text, new RegExp(`Planned for <!date\\^${at / 1_000}\\^`));
});

longTest('a post that a pause unscheduled is listed with its planned time', async (t) => {
  const bot = await startPausing(t);
  const { bo } = bot;
  schedulePosts(bot, ['Beans from Huila']);
  await pausesBrand(bo, /1 post unscheduled/);
  await resumesBrand(bo, /Decide what to do with 1 post/);
  const list = await bo.hears('/social posts', /Beans from Huila[\s\S]*planned for <!date/);
  assert.match(primaryOf(list), /^Approve & schedule for /);
  assert.ok(!list.buttons.includes('Approve & publish'));
});

test('Leave as draft asks first, and names the time that is removed', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo } = bot;
  schedulePosts(bot, ['Beans from Huila']);
  await submits(ana, '/post Beans from Kenya', { fill: { 'Schedule for': inDays(3) / 1_000 } });
  await ana.sees('social', cardSays.scheduled);
  await pausesBrand(bo, /2 posts unscheduled/);
  const list = await resumesBrand(bo, /Decide what to do with 2 posts/);
  const question = questionOf(list, 'Leave as draft') ?? '';
  assert.match(
    question,
    /Its planned time, \w{3} \d{1,2}, (\d{4}, )?\d{1,2}:\d\d [AP]M \S+, will be removed\./,
  );
});
