/** Resuming, over signed HTTP: one list of posts, after every kind of pause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { startInProcess } from '#test/support/in-process.ts';
import { longTest } from '#test/support/long-tests.ts';
import {
  inDays,
  pauseReport,
  pausesBrand,
  resumesBrand,
  schedulePosts,
  startPausing,
} from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { madeMeanwhile, nothingLeft, resumeButtons, resumed, resumeTitle } from '#views/pause/resume.ts';

const dayMs = 86_400_000;

test('resuming asks what to do with each post: keep its time, choose a new one, or leave it as a draft', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, service } = bot;
  const at = inDays(2);
  schedulePosts(bot, ['First', 'Second', 'Third'], at);
  const report = await pausesBrand(bo, /3 posts unscheduled/);
  await bo.types('/social resume Northwind Coffee');
  const list = await bo.privateMessage(new RegExp(resumeTitle.unscheduled('Northwind Coffee')));
  assert.match(
    list.text,
    new RegExp(String.raw`${resumed} Decide what to do with 3 posts\. They won’t go out on their own`),
  );
  assert.ok(list.text.includes(madeMeanwhile), list.text);
  assert.match(list.text, /First[\s\S]*Was planned for <!date[\s\S]*Second[\s\S]*Third/);
  await report.shows(/<@U0BO> paused [\s\S]*<@U0BO> \*resumed publishing\*/);
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['draft', 'draft', 'draft'],
  );

  await bo.clicks(list, resumeButtons.again, { nth: 1, shows: /Decide what to do with 2 posts/ });
  const [first] = service.posts();
  await eventually(() => assert.equal(service.post(first?.id ?? '')?.scheduledAt, at));
  await bo.clicks(list, 'Leave as draft', { nth: 1, shows: /Decide what to do with 1 post/ });
  await report.shows(/\*3 posts unscheduled\.\*[\s\S]*2 handled, 1 to go/);
  const modal = await bo.opensOn(list, resumeButtons.newTime, 'Schedule');
  await modal.submit({ 'Schedule for': new Date(inDays(5)) });
  await list.shows(nothingLeft);
  assert.doesNotMatch(list.text, /Third/);
  await ana.sees('social', /Scheduled for[\s\S]*Third/);
  await bo.types('/social resume Northwind Coffee');
  assert.match(await bo.seesPrivately(), /This brand isn’t paused\. There’s nothing left to decide/);
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['scheduled', 'draft', 'scheduled'],
  );
});

test('resuming offers an overdue post the same time on the next day, and doesn’t publish it', async (t) => {
  let aheadMs = 0;
  const bot = await startPausing(t, { now: () => Date.now() + aheadMs });
  const { bo, service } = bot;
  const due = inDays(1);
  schedulePosts(bot, ['Soon'], due);
  await pausesBrand(bo, /1 post unscheduled/);
  aheadMs = dayMs + 60_000;
  const list = await resumesBrand(bo, /Missed its planned time, <!date/);
  assert.deepEqual(list.buttons, [resumeButtons.newTime, 'Leave as draft']);
  assert.equal(service.posts()[0]?.state, 'draft');
  const modal = await bo.opensOn(list, resumeButtons.newTime, 'Schedule');
  const ahead = Number(modal.values['Schedule for']) * 1_000 - due;
  // an hour more or less if the clocks change in between
  assert.ok(Math.abs(ahead - dayMs) <= 3_600_000, String(ahead));
});

longTest('a post that had all approvals for its time needs none to be scheduled again', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, cy, service } = bot;
  const setRule = await ruleSetter(t, bot);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(2) / 1_000 } });
  const card = await ana.sees('social', cardSays.ready);
  await approve(bo, card, { shows: /1 of 2/ });
  await approve(cy, card, { shows: cardSays.scheduled });
  await pausesBrand(bo, /1 post unscheduled/);
  await card.shows(/Publishing is paused[\s\S]*2 of 2/);
  const list = await resumesBrand(bo, /Decide what to do with 1 post/);
  await bo.clicks(list, resumeButtons.again);
  await card.shows(cardSays.scheduled);
  assert.equal(service.posts()[0]?.state, 'scheduled');
});

longTest('if a rule was set meanwhile, resuming says who still has to approve', async (t) => {
  const bot = await startPausing(t);
  const { bo, cy, service } = bot;
  schedulePosts(bot, ['First', 'Second']);
  await pausesBrand(cy, /2 posts unscheduled/);
  await (await ruleSetter(t, bot))(aRule({ people: ['U0BO', 'U0CY'], needed: 2, channel: 'C0LAUNCHES' }));
  const list = await resumesBrand(cy, /Decide what to do with 2 posts/);
  const modal = await cy.opensOn(list, resumeButtons.newTime, /planned time/, { nth: 1 });
  await modal.submit({ 'Schedule for': new Date(inDays(5)) });
  await cy.seesPrivately(/^Not scheduled yet: it needs 2 more approvals\..* on its card in <#C0LAUNCHES>\./);
  await list.shows(/Decide what to do with 1 post[\s\S]*Second/);
  await bo.sees('launches', /First[\s\S]*0 of 2 approvals/);
  await cy.clicks(list, resumeButtons.again);
  const says =
    /^Not scheduled yet: it needs 2 more approvals\. <@U0BO> and <@U0CY> can approve it on its card in <#C0LAUNCHES>\./;
  assert.match(await cy.seesPrivately(/Not scheduled/), says);
  await bo.sees('launches', /Second[\s\S]*0 of 2 approvals/);
  assert.ok(service.posts().every(({ state }) => state === 'draft'));
});

longTest('a long list is resumed page by page, and decisions on a page stay decided', async (t) => {
  const bot = await startPausing(t);
  const { bo, service } = bot;
  schedulePosts(
    bot,
    Array.from({ length: 13 }, (_, n) => `Post ${n + 1} & <more>`),
  );
  await pausesBrand(bo, /13 posts unscheduled/);
  const list = await resumesBrand(
    bo,
    /Decide what to do with 13 posts[\s\S]*1 to 10 of 13 {2}· {2}page 1 of 2/,
  );
  await bo.clicks(list, 'Next', { shows: /Post 11 & <more>[\s\S]*11 to 13 of 13/ });
  await bo.clicks(list, 'Leave as draft', {
    nth: 1,
    shows: /Decide what to do with 12 posts[\s\S]*11 to 12 of 12/,
  });
  assert.doesNotMatch(list.text, /Post 11 /);
  assert.ok(service.posts().every(({ state }) => state === 'draft'));
  const left = (await auditTrail(t, bot)).filter(({ what }) => what === 'left as draft');
  assert.equal(left.length, 1);
});

longTest('a second pause counts its own posts, and resuming asks about both pauses’ posts', async (t) => {
  const bot = await startPausing(t);
  const { bo, service } = bot;
  const pause = () => bo.types('/social pause Northwind Coffee wrong prices');
  const resume = () => bo.types('/social resume Northwind Coffee');
  schedulePosts(bot, ['The first']);
  await pause();
  const before = await pauseReport(bot, /1 post unscheduled/);
  await resume();
  await bo.seesPrivately(/Decide what to do with 1 post/);
  schedulePosts(bot, ['The second']);
  await pause();
  const report = await eventually(async () => {
    const one = await pauseReport(bot, /> paused \*[\s\S]*1 post unscheduled/);
    assert.notEqual(one.ts, before.ts);
    return one;
  });
  service.faults.add({ on: 'GET /post', kind: 'status', status: 500, times: Number.POSITIVE_INFINITY });
  await resume();
  assert.match(await bo.seesPrivately(/can’t show the list/), new RegExp(`^${resumed}`));
  service.faults.clear();
  await report.shows(/<@U0BO> \*resumed publishing\*/);
  await resume();
  await bo.seesPrivately(/isn’t paused\. Decide what to do with 2 posts/);
});

longTest('when two people resume all brands at once, the audit trail names one of them', async (t) => {
  const bot = await startPausing(t);
  const { bo, cy } = bot;
  await bo.types('/social pause all recall of a batch');
  await pauseReport(bot, /No posts were unscheduled/);
  await pausesBrand(cy, /> paused \*Northwind Coffee\*[\s\S]*No posts were unscheduled/);
  await Promise.all([bo, cy].map((who) => who.types('/social resume all')));
  const told = await Promise.all([bo, cy].map((who) => who.seesPrivately(/nothing left to decide/)));
  for (const text of told)
    assert.match(
      text,
      /:double_vertical_bar: \*Still paused separately:\* Northwind Coffee\. To resume it, use `\/social resume &lt;brand&gt;`\.\nThere’s nothing left to decide here/,
    );
  assert.deepEqual(told.map((text) => new RegExp(resumed).test(text)).sort(), [false, true]);
  const words = (await auditTrail(t, bot)).map(({ what }) => what);
  assert.deepEqual(
    ['froze', 'thawed'].map((one) => words.filter((word) => word === one).length),
    [2, 1],
  );
  const trail = (await cy.hears('/social audit', /Audit trail/)).text;
  assert.match(trail, /> resumed all brands\n[\s\S]*<@U0BO> paused all brands\n/);
});

longTest('a post whose brand is resumed before its turn isn’t unscheduled', async (t) => {
  const bot = await startPausing(t, { settings: { ROLE: 'bot' } });
  const { bo, service } = bot;
  const [post] = schedulePosts(bot, ['Beans from Huila']);
  const waits = Promise.withResolvers<void>();
  const turn = Promise.withResolvers<void>();
  const config = readConfig({ ...bot.settings, ROLE: 'worker', PORT: '0' });
  const worker = await startPresscheck(config, pino({ level: 'silent' }), async (step) => {
    if (step !== 'pause acquired') return;
    waits.resolve();
    await turn.promise;
  });
  t.after(() => worker.stop());
  await bo.types('/social pause all recall of a batch');
  await waits.promise;
  assert.match(
    (await bo.hears('/social resume all', new RegExp(resumed))).text,
    /Decide what to do with 1 post\. Any post that’s still scheduled/,
  );
  turn.resolve();
  // it has come to its end when the worker has nothing more to do
  await worker.stop();
  assert.equal(service.post(post?.id ?? '')?.state, 'scheduled');
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  const words = (await auditTrail(t, bot)).map(({ what }) => what);
  assert.ok(!words.includes('sending'));
});

longTest('a post approved before a short pause that no worker saw isn’t published after it', async (t) => {
  const bot = await startPausing(t, { settings: { ROLE: 'bot' } });
  const { ana, bo, service, settings } = bot;
  const worker = { ...settings, ROLE: 'worker', PORT: '0' };
  const first = await startInProcess(t, worker);
  const card = await makesDraft(ana, 'Beans from Huila');
  await first.stop();
  await bo.clicks(card, 'Approve & publish');
  await bo.hears('/social pause all recall of a batch', /> paused \*/);
  await bo.types('/social resume all');
  assert.match(await bo.seesPrivately(new RegExp(resumed)), /There’s nothing left to decide/);
  await startInProcess(t, worker);
  await card.shows(/Ready for review.*Publishing was paused, so the post wasn’t published/s);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
});

longTest('posts that a pause couldn’t unschedule stay in the list until someone decides', async (t) => {
  const bot = await startPausing(t);
  const { bo, service } = bot;
  const [kept, off] = schedulePosts(bot, ['The kept one', 'The stuck one', 'The one that went']);
  const state = (post: typeof off) => service.post(post?.id ?? '')?.state;
  for (const post of [kept, off])
    service.faults.add({ on: `PATCH /post/${post?.id}`, kind: 'status', status: 400, times: 1_000 });
  await pausesBrand(bo, /couldn’t be unscheduled/);
  await bo.types('/social resume Northwind Coffee');
  const list = await bo.privateMessage(new RegExp(resumeTitle.paused('Northwind Coffee')));
  assert.match(
    list.text,
    /Decide what to do with 3 posts\. Any post that’s still scheduled goes out at its scheduled time\./,
  );
  assert.match(
    list.text,
    /The kept one[\s\S]*Still on the schedule[\s\S]*The stuck one[\s\S]*Still on the sch/,
  );
  await bo.clicks(list, resumeButtons.keep, { nth: 1, shows: /Decide what to do with 2 posts/ });
  assert.equal(state(kept), 'scheduled');
  const [entry] = (await auditTrail(t, bot)).filter(({ what }) => what === 'kept on schedule');
  assert.deepEqual([entry?.by, entry?.post], [bo.id, kept?.id]);

  // the service still refuses: it stays in the list
  await bo.clicks(list, 'Unschedule');
  await bot.ana.sees('social', /:warning: The publishing service rejected the request\..*\nThe stuck one/);
  const again = await resumesBrand(
    bo,
    /Decide what to do with 2 posts[\s\S]*The stuck one[\s\S]*Still on the schedule/,
  );
  service.faults.clear();
  await bo.clicks(again, 'Unschedule');
  await eventually(() => assert.equal(state(off), 'draft'));
  const last = await resumesBrand(bo, /Decide what to do with 1 post\. It won’t go out on its own/);
  assert.doesNotMatch(last.text, /The stuck one/);
});

longTest('a post that is being unscheduled when publishing resumes isn’t left out', async (t) => {
  const bot = await startPausing(t);
  const { bo, service } = bot;
  const [post] = schedulePosts(bot, ['The slow one']);
  const held = holdCalls(t);
  service.faults.add({ on: `PATCH /post/${post?.id}`, ...held.fault });
  await bo.types('/social pause Northwind Coffee wrong prices');
  await eventually(() => assert.equal(service.requestsTo('PATCH /post/*').length, 1));
  await bo.types('/social resume Northwind Coffee');
  const list = await bo.privateMessage(/The slow one[\s\S]*’s being unscheduled, and may/);
  held.release();
  await eventually(() => assert.equal(service.post(post?.id ?? '')?.state, 'draft'));
  const off = await resumesBrand(bo, /Decide what to do with 1 post[\s\S]*The slow one/);
  assert.deepEqual(off.buttons, [resumeButtons.again, resumeButtons.newTime, 'Leave as draft']);
  assert.deepEqual(list.buttons, ['Unschedule']);
});

longTest('a pause that is resumed while it unschedules a post says so last', async (t) => {
  const bot = await startPausing(t);
  const { bo, chat, service } = bot;
  schedulePosts(bot, ['The slow one']);
  const on = 'PATCH /post/*';
  const held = holdCalls(t);
  service.faults.add({ on, ...held.fault });
  service.faults.add({ on, kind: 'status', status: 500 });
  const report = await pausesBrand(bo, /<@U0BO> paused /);
  await eventually(() => assert.equal(service.requestsTo(on).length, 1));
  await bo.types('/social resume Northwind Coffee');
  await report.shows(/<@U0BO> \*resumed publishing\*/);
  // the client tries once more
  chat.faults.next('chat.update', { kind: 'answer-lost' }, 2, ({ blocks }) =>
    /I’ll keep trying/.test(JSON.stringify(blocks)),
  );
  held.release();
  const rendered = ({ method, args }: (typeof chat.calls)[number]) =>
    method === 'chat.update' && /I’ll keep trying/.test(JSON.stringify(args));
  await eventually(() => assert.equal(chat.calls.filter(rendered).length, 2));
  await report.shows(/<@U0BO> \*resumed publishing\*/);
});
