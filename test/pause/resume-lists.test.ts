/** Lists after several pauses, and lists that lag, over signed HTTP. */

import assert from 'node:assert/strict';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import {
  brandId,
  inDays,
  pauseReport,
  pausesBrand,
  resumesBrand,
  schedulePosts,
  startPausing,
} from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { approve } from '#test/support/user-actions.ts';
import { listBehind, notKept, resumeButtons, resumed, resumeTitle, stillRead } from '#views/pause/resume.ts';

/** Clicks in the list that resuming shows. */
async function givesTime(who: Driver, list: ShownMessage, time: number): Promise<void> {
  const modal = await who.opensOn(list, resumeButtons.newTime, /Schedule|planned time/);
  await modal.submit({ 'Schedule for': new Date(time) });
}

longTest(
  'a post that two pauses unscheduled is scheduled again for the time that the list shows',
  async (t) => {
    const bot = await startPausing(t);
    const { bo, ana, service } = bot;
    const [post] = schedulePosts(bot, ['Beans from Huila'], inDays(2));
    await pausesBrand(bo, /1 post unscheduled/);
    const time = inDays(9);
    await givesTime(bo, await resumesBrand(bo, /Decide what to do with 1 post/), time);
    await ana.sees('social', /Scheduled for[\s\S]*Beans/);
    await bo.types('/social pause all recall of a batch');
    await pauseReport(bot, /all brands[\s\S]*1 post unscheduled/);
    await bo.types('/social resume Northwind Coffee');
    await bo.seesPrivately(
      /Nothing goes out until someone runs `[^`]*resume all`\.\n1 post for this brand is in the list for all brands\. To see it, use `\/social resume all`\.$/,
    );
    await bo.hears('/social resume', /\n`\/social resume all` resumes publishing\.$/);
    const list = await bo.hears('/social resume all', new RegExp(resumeTitle.unscheduled('all brands')));
    assert.match(list.text, new RegExp(`${resumed} Decide what to do with 1 post`));
    assert.match(list.text, /Beans from Huila\s+Northwind Coffee · \w+.* · Was planned for/);
    await bo.clicks(list, resumeButtons.again);
    await eventually(() => assert.equal(service.post(post?.id ?? '')?.scheduledAt, time));
  },
);

longTest(
  'a decision covers posts unscheduled by its pause and earlier ones, and a later pause asks again',
  async (t) => {
    const bot = await startPausing(t);
    const { bo, cy, service } = bot;
    const posts = schedulePosts(bot, ['The first', 'The second'], inDays(2));
    await pausesBrand(bo, /2 posts unscheduled/);
    const earlier = await resumesBrand(bo, /Decide what to do with 2 posts/);
    for (const [i, { id }] of posts.entries())
      service.edit(id, { state: 'scheduled', scheduledAt: inDays(9 + i) });
    await cy.types('/social pause all recall of a batch');
    await pauseReport(bot, /all brands[\s\S]*2 posts unscheduled/);
    const later = await cy.hears(
      '/social resume all',
      new RegExp(`${resumed} Decide what to do with 2 posts`),
    );
    await bo.clicks(earlier, 'Leave as draft', {
      nth: 1,
      shows: /Decide what to do with 1 post[\s\S]*The second/,
    });
    await cy.clicks(later, 'Leave as draft', {
      nth: 2,
      shows: /Decide what to do with 1 post[\s\S]*The first/,
    });
    await bo.types('/social resume Northwind Coffee');
    await bo.seesPrivately(/isn’t paused\. 1 post for this brand is in the list for all brands/);
  },
);

longTest('a lagging list doesn’t show an unscheduled post as scheduled', async (t) => {
  const bot = await startPausing(t);
  const { bo, cy, chat, service, settings } = bot;
  const [post = { id: '' }] = schedulePosts(bot, ['The slow one']);
  service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 400, times: 1_000 });
  await pausesBrand(bo, /couldn’t be unscheduled/);
  const lists: ShownMessage[] = [];
  for (const who of [bo, cy]) {
    lists.push(await resumesBrand(who, /Decide what to do with 1 post[\s\S]*Still on the schedule/));
  }
  const [first, second] = lists;
  assert.ok(first && second);
  const { redis, prefix } = redisOf(t, settings);
  const pauses = createPauseStore(redis, prefix, 60_000);
  const of = [chat.world.workspace.id, `brand.${brandId}`] as const;
  const noted = await pauses.post(...of, post.id);
  assert.ok(noted);
  const triedAt = new Date().toISOString();
  await pauses.note(...of, { ...noted, triedAt, state: 'sending' });
  await bo.hearsOn(first, resumeButtons.keep, new RegExp(`^${notKept.sending}`));
  await first.shows(/’s being unscheduled, and may still go out/);
  assert.deepEqual(first.buttons, ['Unschedule']);

  service.edit(post.id, { state: 'draft' });
  await pauses.note(...of, { ...noted, triedAt, state: 'unscheduled' });
  await cy.hearsOn(second, resumeButtons.keep, new RegExp(`^${notKept.unscheduled}`));
  await second.shows(/Decide what to do with 1 post\. It won’t go out on its own/);
  await second.offersOnly([resumeButtons.again, resumeButtons.newTime, 'Leave as draft']);
  assert.ok((await auditTrail(t, bot)).every(({ what }) => what !== 'kept on schedule'));
});

longTest(
  'a post that’s still listed as scheduled long after it should have been unscheduled can be kept',
  async (t) => {
    let aheadMs = 0;
    const bot = await startPausing(t, { now: () => Date.now() + aheadMs });
    const { bo, service } = bot;
    schedulePosts(bot, ['The one in doubt']);
    service.faults.add({ on: 'PATCH /post/*', kind: 'drop-before', times: 1_000 });
    await pausesBrand(bo, /I’ll keep trying/);
    await bo.types('/social resume Northwind Coffee');
    const early = await bo.privateMessage(
      new RegExp(String.raw`${resumed}[\s\S]*’s being unscheduled, and may still go out`),
    );
    assert.deepEqual(early.buttons, ['Unschedule']);
    aheadMs = 180_000;
    await bo.types('/social resume Northwind Coffee');
    const list = await bo.privateMessage(/isn’t paused\.[\s\S]*Still on the schedule/);
    await bo.clicks(list, resumeButtons.keep, { shows: /There’s nothing left/ });
    assert.equal(service.posts()[0]?.state, 'scheduled');
    const kept = (await auditTrail(t, bot)).filter(({ what }) => what === 'kept on schedule');
    assert.deepEqual([kept.length, kept[0]?.by], [1, bo.id]);
  },
);

longTest('`Leave as draft` in an outdated list removes neither a new time nor its approvals', async (t) => {
  const bot = await startPausing(t);
  const { bo, cy, ana } = bot;
  const setRule = await ruleSetter(t, bot);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  schedulePosts(bot, ['Beans from Huila'], inDays(2));
  await pausesBrand(cy, /1 post unscheduled/);
  const behind = await resumesBrand(bo, /Decide what to do with 1 post/);
  await givesTime(cy, await resumesBrand(cy, /Decide what to do with 1 post/), inDays(9));
  const card = await ana.sees('social', /Planned for/);
  await approve(cy, card, { shows: /1 of 2/ });
  await bo.clicks(behind, 'Leave as draft');
  await bo.seesPrivately(/^This post has changed since you last saw it, so I haven’t done anything yet/);
  await behind.shows(/There’s nothing left to decide/);
  assert.match(card.text, /Planned for[\s\S]*1 of 2/);
});

longTest('a list that can’t be read says so once, however often reading is tried', async (t) => {
  const bot = await startPausing(t);
  const { bo, chat, service } = bot;
  schedulePosts(bot, ['The first']);
  await pausesBrand(bo, /1 post unscheduled/);
  // longer than a list waits for posts
  const held = holdCalls(t);
  service.faults.add({ on: 'GET /post', ...held.fault });
  service.faults.add({ on: 'GET /post', kind: 'status', status: 500, times: 1_000 });
  await bo.hears('/social resume Northwind Coffee', stillRead);
  held.release();
  await bo.privateMessage(/can’t show the list/);
  const reads = service.requestsTo('GET /post').length;
  await eventually(() => assert.ok(service.requestsTo('GET /post').length >= reads + 4));
  const told = chat.calls.filter(({ args }) => /can’t show the list/.test(JSON.stringify(args)));
  assert.equal(told.length, 1);
});

longTest('a decision isn’t reported as failed if the list can’t be shown again', async (t) => {
  let from = 0;
  // slow from then on, so that the list isn't complete within a second
  const now = (): number => (from ? from + (Date.now() - from) / 100 : Date.now());
  const bot = await startPausing(t, { now });
  const { bo, service } = bot;
  schedulePosts(bot, ['The first', 'The second']);
  await pausesBrand(bo, /2 posts unscheduled/);
  const list = await resumesBrand(bo, /Decide what to do with 2 posts/);
  service.faults.add({ on: 'GET /post', kind: 'status', status: 500, times: 1_000 });
  from = Date.now();
  await bo.clicks(list, 'Leave as draft', { nth: 1 });
  await bo.seesPrivately(/^Your decision was saved\. I can’t show the list of posts right now\./);
  // the current list still offers the decided post
  await bo.hearsOn(list, 'Leave as draft', new RegExp(`^${listBehind}`), { nth: 1 });
  const left = (await auditTrail(t, bot)).filter(({ what }) => what === 'left as draft');
  assert.equal(left.length, 1);
});
