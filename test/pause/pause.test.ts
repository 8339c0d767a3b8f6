/** Pausing, over signed HTTP. No post is published in any way. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import type { StartedBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import {
  brandId,
  inDays,
  nextSweep,
  pauseReport,
  pausesBrand,
  schedulePosts,
  startPausing,
} from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { cannotPause } from '#views/pause/refusals.ts';
import { leftToDecide } from '#views/pause/resume.ts';

test('a pause unschedules everything, with or without a card, and reports in the channel', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, cy, service } = bot;
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(3) / 1_000 } });
  const card = await ana.sees('social', cardSays.scheduled);
  schedulePosts(bot, ['From the web app', 'Another one']);
  assert.match(
    (await bo.hears('/social pause Northwind Coffee wrong prices <!channel>')).text,
    /<@U0BO> paused \*Northwind Coffee\* .*: wrong prices &lt;!channel&gt;/,
  );
  const report = await pauseReport(bot, /3 posts unscheduled/);
  assert.match(report.text, /<@U0BO> paused [\s\S]*social resume Northwind Coffee/);
  // the report names them, with links to their cards
  const cardLink = String.raw`<[^|>]*p${card.ts.replace('.', '')}[^|>]*\|Open card>`;
  assert.match(
    report.text,
    new RegExp(`• Northwind Coffee: “Beans from Huila”, <!date[^>]*>  ·  ${cardLink}`),
  );
  for (const words of ['From the web app', 'Another one'])
    assert.match(report.text, new RegExp(`• Northwind Coffee: “${words}”, <!date[^>]*>$`, 'm'));
  assert.deepEqual(new Set(service.posts().map(({ state }) => state)), new Set(['draft']));
  assert.deepEqual(
    service.requestsTo('PATCH /post/*').map(({ body }) => body),
    [{ scheduledAt: null }, { scheduledAt: null }, { scheduledAt: null }],
  );
  await card.shows(/Publishing is paused[\s\S]*<@U0BO> paused [\s\S]*Planned for/);
  assert.match(card.text, /Unscheduled because <@U0BO> paused publishing/);
  const calendar = await ana.hears('/social calendar', /four weeks/);
  assert.match(calendar.text, /:double_vertical_bar: <@U0BO> paused \*Northwind Coffee\*.*wrong prices/);
  assert.match(
    calendar.text,
    /3 posts across \d days?.*\n.*:double_vertical_bar: unscheduled by a pause, goes out/,
  );
  for (const post of [/Beans from Huila/, /From the web app/])
    assert.match(calendar.text, new RegExp(`^double_vertical_bar .*${post.source}`, 'm'));
  const trail = (await cy.hears('/social audit', /Audit trail/)).text;
  assert.equal(trail.match(/<@U0BO> paused \*Northwind Coffee\*\n/g)?.length, 1);
  const off = /Presscheck unscheduled (a post for|the .*post.* for) \*Northwind/g;
  assert.equal(trail.match(off)?.length, 3);
});

test('nothing is published during a pause, and each refusal says who paused, when, and why', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, cy, service } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  const open = await ana.opensOn(card, 'Schedule', 'Schedule');
  await cy.types(`/social pause all recall of a batch ${'and so on '.repeat(300)}`);
  assert.match(await cy.seesPrivately(), /reason was shortened to 3,000 characters\./);
  await pauseReport(bot, /<@U0CY> paused \*all brands\*.*recall of a batch[\s\S]*No posts were unscheduled/);
  const says = /<@U0CY> paused \*all brands\* <!date.*: recall of a batch/;
  await card.shows(says);
  assert.match((await bo.hearsOn(card, 'Approve & publish')).text, says);
  assert.match((await bo.hearsOn(card, 'Schedule')).text, says);
  await open.submit({ 'Schedule for': new Date(inDays(1)) });
  assert.match(await ana.seesPrivately(says), /nothing changed/);
  await submits(ana, '/post With a time', { fill: { 'Schedule for': inDays(1) / 1_000 } });
  assert.match(await ana.seesPrivately(/saved as a draft/), says);
  const timed = await ana.sees('social', /Publishing is paused[\s\S]*With a time[\s\S]*Planned for/);
  await timed.offers('Edit');
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['draft', 'draft'],
  );
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

test('a post approved right before the pause isn’t published after it', async (t) => {
  const bot = await startPausing(t, { settings: { UNDO_SECONDS: '600' } });
  const { ana, bo, cy, service } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  await bo.clicks(card, 'Approve & publish', { shows: /Publishing at/ });
  await cy.types('/social pause northwind wrong prices');
  await card.shows(/Publishing was paused, so the post wasn’t published/);
  assert.match(card.text, /Publishing is paused/);
  assert.equal(service.publishes(), 0);
});

/** Pauses like another process would, but without the job that unschedules posts. */
async function pausesElsewhere(t: TestContext, { settings, chat }: StartedBot): Promise<void> {
  const { redis, prefix } = redisOf(t, settings);
  await createPauseStore(redis, prefix, 1_000).begin(chat.world.workspace.id, {
    brand: { id: brandId, name: 'Northwind Coffee' },
    by: 'U0CY',
    reason: 'wrong prices',
    at: new Date().toISOString(),
    channel: 'C0SOCIAL',
    checksRequested: 1,
    checksDone: 1,
  });
}

test('publishing checks again for a pause right before the request is sent', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, service } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  const reads = service.requestsTo('GET /post').length;
  const held = holdCalls(t);
  service.faults.add({ on: 'GET /post', ...held.fault });
  await bo.clicks(card, 'Approve & publish');
  await eventually(() => assert.ok(service.requestsTo('GET /post').length > reads));
  await pausesElsewhere(t, bot);
  held.release();
  await card.shows(/Publishing was paused, so the post wasn’t published/);
  assert.match(card.text, /Publishing is paused[\s\S]*<@U0CY> paused /);
  assert.equal(service.publishes(), 0);
});

test('a pause that begins after the last check before a request is sent stops it', async (t) => {
  let moves = Number.POSITIVE_INFINITY;
  const bot: StartedBot = await startPausing(t, {
    async failpoint(step) {
      if (step === 'transition recorded') moves -= 1;
      if (moves === 0) await pausesElsewhere(t, bot);
    },
  });
  const { ana, bo, service } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  // Bo's approval, and the job's entry that publishing has started
  moves = 2;
  await bo.clicks(card, 'Approve & publish', {
    shows: /Publishing was paused, so the post wasn’t published/,
  });
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest(
  'the report names posts that were published first, and posts that the service refuses to unschedule',
  async (t) => {
    const bot = await startPausing(t);
    const { bo, service } = bot;
    const [fast, stuck] = schedulePosts(bot, ['The fast one', 'The stuck one']);
    service.faults.add({
      on: `PATCH /post/${stuck?.id}`,
      kind: 'status',
      status: 422,
      times: 10,
    });
    service.faults.add({
      on: `PATCH /post/${fast?.id}`,
      kind: 'delay',
      ms: 600,
    });
    await bo.types('/social pause Northwind Coffee wrong prices');
    await eventually(() => assert.equal(service.requestsTo(`PATCH /post/${fast?.id}`).length, 1));
    service.publish(fast?.id ?? '');
    const report = await pauseReport(bot, /1 post couldn’t be unscheduled\. Check/);
    assert.match(report.text, /1 post went out anyway:\*\n• Northwind Coffee: “The fast one”/);
    assert.match(report.text, /• Northwind Coffee: “The stuck one”/);
    assert.equal(service.post(stuck?.id ?? '')?.state, 'scheduled');
  },
);

test('under a rule, approvers pause their brand, administrators pause everything, and others see who can', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, cy } = bot;
  const setRule = await ruleSetter(t, bot);
  await setRule(aRule());
  await ana.types('/social pause Northwind Coffee wrong prices');
  const refused = (...of: Parameters<typeof cannotPause>): string => cannotPause(...of).join(' ');
  const because = 'Northwind Coffee';
  assert.equal(await ana.seesPrivately(), refused('pause', { brand: because, because }));
  await ana.hears('/social help', /A brand’s approvers and workspace admins can pause and resume it/);
  assert.match((await bo.hears('/social pause Northwind Coffee wrong prices')).text, /<@U0BO> paused /);
  assert.match(
    (await cy.hears('/social pause Northwind Coffee a recall')).text,
    /<@U0BO> paused .*: wrong prices\nIt was already paused, so people still see the first reason\. Yours is in/,
  );
  assert.deepEqual(
    (await auditTrail(t, bot))
      .filter(({ what }) => what === 'froze')
      .map(({ result, note }) => [result, note]),
    [
      ['one brand', 'wrong prices'],
      ['already paused, the first reason stays', 'a recall'],
    ],
  );
  await ana.types('/social resume all');
  assert.equal(await ana.seesPrivately(), refused('resume', { brand: undefined, because }));
  assert.match((await cy.hears('/social resume')).text, /<@U0BO> paused \*Northwind Coffee\*/);
  for (const [reason, says] of [
    ['a recall', /<@U0CY> paused \*all brands\*.*: a recall/],
    [
      'a strike',
      /: a recall\nThey were already paused, so people still see the first reason\. Yours is in the audit trail\. /,
    ],
    ['a strike '.repeat(350), /Yours is in the audit trail, shortened to 3,000 characters\. /],
  ] as const) {
    assert.match((await cy.hears(`/social pause all ${reason}`)).text, says);
  }
  await cy.opensHome(
    /paused \*all brands\*[\s\S]*\nNothing will be published or scheduled until publishing resumes\./,
  );
});

test('a post that’s scheduled during a pause is unscheduled, even from the web app', async (t) => {
  const bot = await startPausing(t, { settings: { PAUSE_CHECK_INTERVAL_MS: '1' } });
  const { ana, bo, service } = bot;
  const held = holdCalls(t);
  service.faults.add({ on: 'POST /post', ...held.fault });
  await submits(ana, '/post On its way', { fill: { 'Schedule for': inDays(1) / 1_000 } });
  await eventually(() => assert.equal(service.requestsTo('POST /post').length, 1));
  const report = await pausesBrand(bo, /No posts were unscheduled/);
  held.release();
  const card = await ana.sees('social', /On its way[\s\S]*Unscheduled because <@U0BO> paused publishing/);
  schedulePosts(bot, ['From the web app']);
  await nextSweep(t, bot);
  await report.shows(/2 posts unscheduled/);
  assert.ok(service.posts().every(({ state }) => state === 'draft'));
  assert.match(card.text, /Publishing is paused/);
  const list = await bo.hears('/social resume Northwind Coffee', leftToDecide(2));
  assert.match(list.text, /On its way[\s\S]*From the web app|From the web app[\s\S]*On its way/);
});

test('if the service responds with 429 and 500, the pause reports it and continues until all posts are unscheduled', async (t) => {
  const bot = await startPausing(t);
  const { bo, service } = bot;
  const posts = schedulePosts(bot, ['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
  // the first response is lost after its effect, the second is a 429, and the others are late
  service.faults.add({ on: `PATCH /post/${posts[0]?.id}`, kind: 'drop-after' });
  service.faults.add({ on: `PATCH /post/${posts[1]?.id}`, kind: 'status', status: 500 });
  service.faults.add({ on: `PATCH /post/${posts[2]?.id}`, kind: 'status', status: 429, retryAfter: 1 });
  const report = await pausesBrand(bo, /is getting too many requests\. I’ll keep trying/);
  assert.match(report.text, /posts may still be on the schedule:[\s\S]*Northwind Coffee: “Two”, <!date/);
  await report.shows(/6 posts unscheduled/);
  assert.doesNotMatch(report.text, /keep trying|may still/);
  assert.ok(service.posts().every(({ state }) => state === 'draft'));
  const sent = posts.map(({ id }) => service.requestsTo(`PATCH /post/${id}`).length);
  assert.deepEqual(sent, [1, 2, 2, 1, 1, 1]);
});

test('while the list can’t be read, a pause unschedules the posts that have cards', async (t) => {
  const bot = await startPausing(t);
  const { ana, bo, service } = bot;
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(3) / 1_000 } });
  const card = await ana.sees('social', cardSays.scheduled);
  service.faults.add({ on: 'GET /post', kind: 'status', status: 500, times: Number.POSITIVE_INFINITY });
  await bo.types('/social pause all recall of a batch');
  await pauseReport(bot, /1 post unscheduled so far[\s\S]*keep trying/);
  assert.equal(service.posts()[0]?.state, 'draft');
  await card.shows(/Unscheduled because <@U0BO> paused publishing/);
});

test('posts are unscheduled even if Slack is slow, and the report is posted afterwards', async (t) => {
  const bot = await startPausing(t);
  const { bo, chat, service } = bot;
  schedulePosts(bot, ['One', 'Two']);
  const unscheduled = Promise.withResolvers<void>();
  t.after(() => unscheduled.resolve());
  chat.faults.next('chat.postMessage', { kind: 'held', until: unscheduled.promise });
  await bo.types('/social pause Northwind Coffee wrong prices');
  await eventually(() => assert.ok(service.posts().every(({ state }) => state === 'draft')));
  const said = chat.messages('social').filter(({ privateTo }) => !privateTo);
  assert.deepEqual(said, []);
  unscheduled.resolve();
  await pauseReport(bot, /2 posts unscheduled/);
});

test('while a brand is paused, the Home tab says who paused it, and why', async (t) => {
  const { bo, cy } = await startPausing(t);
  const home = await bo.opensHome(/Nothing is waiting for you/);
  await cy.types('/social pause all recall of <b>');
  await bo.seesHome(/<@U0CY> paused \*all brands\* .*: recall of &lt;b&gt;[\s\S]*social resume/);
  await cy.types('/social resume all');
  await home.noLongerShows(/paused/);
});

longTest('a campaign’s card says who paused its brand and why, while paused and a post waits', async (t) => {
  const { ana, cy } = await startPausing(t);
  await submits(ana, '/campaign Our new oat milk', { fill: { Posts: '2', Days: '7' } });
  const card = await ana.sees('social', /Campaign for[\s\S]*2 posts to review/);
  assert.doesNotMatch(card.text, /paused/);
  await cy.types('/social pause Northwind Coffee recall of <b>');
  await card.shows(/<@U0CY> paused \*Northwind Coffee\* .*: recall of &lt;b&gt;\n.*social resume/);
  await cy.types('/social resume Northwind Coffee');
  await card.noLongerShows(/paused/);
});

test('the report is posted in the channel of the brand’s cards', async (t) => {
  const bot = await startPausing(t);
  const { bo, chat } = bot;
  const setRule = await ruleSetter(t, bot);
  await setRule(aRule({ channel: 'C0LAUNCHES' }));
  await bo.types('/social pause Northwind Coffee wrong prices');
  assert.match(await bo.seesPrivately(), /report in <#C0LAUNCHES>/);
  await bo.sees('launches', /No posts were unscheduled/);
  assert.deepEqual(
    chat.messages('social').filter(({ text, privateTo }) => !privateTo && /paused/.test(text)),
    [],
  );
});

longTest(
  'a report that Slack refuses everywhere is posted again after an hour or with the next pause',
  async (t) => {
    let aheadMs = 0;
    const bot = await startPausing(t, { now: () => Date.now() + aheadMs });
    const { bo, chat, settings, logs } = bot;
    const told = () =>
      logs.filter(({ msg }) => /Slack refused a pause report everywhere/.test(String(msg))).length;
    const calls = () => chat.calls.filter(({ method }) => method === 'chat.postMessage').length;
    chat.faults.next('chat.postMessage', { kind: 'refused', error: 'is_archived' }, 1_000);
    await bo.types('/social pause Northwind Coffee wrong prices');
    await eventually(() => assert.equal(told(), 1));
    assert.equal(calls(), 2, 'in the channel, and to the user who paused it');
    const { redis, prefix } = redisOf(t, settings);
    const pauses = createPauseStore(redis, prefix, 1_000);
    const lookedAfter = (at: number) =>
      eventually(async () => {
        const [pause] = await pauses.all(chat.world.workspace.id);
        assert.ok(Date.parse(pause?.checkedAt ?? '') > at);
      });
    await lookedAfter(0);
    aheadMs = 61_000;
    await nextSweep(t, bot);
    await lookedAfter(Date.now() + 30_000);
    assert.equal(calls(), 2, 'not at the next check');
    aheadMs = 3_700_000;
    await nextSweep(t, bot);
    await eventually(() => assert.equal(told(), 2));
    assert.equal(calls(), 4);
    chat.faults.clear();
    await pausesBrand(bo, /<@U0BO> paused [\s\S]*No posts were unscheduled/);
  },
);

test('/social pause and resume without a brand, reason, or pause say what’s missing, and do nothing', async (t) => {
  const { bo } = await startPausing(t);
  for (const [typed, says] of [
    ['pause', /Which brand, and why\?/],
    ['pause all', /Add a reason/],
    ['freeze Northwind Coffee', /Add a reason/],
    ['freeze Nortwind it', /There’s no brand named “Nortwind”\. The only brand is Northwind Coffee\. Type `/],
    ['resume', /Nothing is paused/],
    ['thaw', /Nothing is paused/],
  ] as const) {
    assert.match((await bo.hears(`/social ${typed}`)).text, says);
  }
});
