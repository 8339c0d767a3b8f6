/**
 * The review of a campaign over signed HTTP. Longer than 250 lines because it is one conversation, with one way to begin it
 * and one to go on.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { fieldsOf, textOf } from '#sandbox/chat/json.ts';
import type { Driver } from '#sandbox/chat/people/driver.ts';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { ShownView } from '#sandbox/chat/people/shown-modal.ts';
import { isMade } from '#src/cards/batch.ts';
import type { Card } from '#src/cards/card.ts';
import { brandSettingsSchema } from '#src/cards/team-settings.ts';
import { readConfig } from '#src/config.ts';
import { startPresscheck } from '#src/main.ts';
import { createBatches } from '#src/store/batches.ts';
import { createCardStore } from '#src/store/cards.ts';
import { createReads } from '#src/store/reads.ts';
import { createTeamSettings } from '#src/store/team-settings.ts';
import { momentsOf } from '#src/time/moments.ts';
import { aCard, campaignRequest } from '#test/cards/samples.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { nextRound } from '#test/support/freezing.ts';
import { listenAt } from '#test/support/listener.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruled } from '#test/support/rules.ts';
import { changesOfClocks, fields, localAt } from '#test/time/clocks.ts';
import { clockText, dayText } from '#views/moment.ts';

interface Started extends StartedBot {
  card: ShownMessage;
  posts: ShownMessage[];
}

/** A campaign of Ana's whose posts wait for a decision. */
async function withCampaign(t: TestContext, posts: number, options: BotOptions = {}): Promise<Started> {
  const started = await startBot(t, options);
  const { ana } = started;
  await ana.types('/campaign Opening week of the new shop', { in: 'launches' });
  const modal = await ana.seesModal('New campaign');
  const profile = ['Instagram · northwind.coffee'];
  await modal.fill({ Posts: String(posts), Days: '7', 'Social profiles': profile });
  await modal.submit();
  const card = await ana.sees('launches', /Campaign for Northwind Coffee/);
  await eventually(() => assert.match(card.text, /posts? to review/));
  await eventually(() => assert.ok(card.buttons.includes('Review campaign')));
  await eventually(() => assert.equal(card.threadMessages.length, posts));
  return { ...started, card, posts: card.threadMessages };
}

async function reviews(who: Driver, card: ShownMessage): Promise<ShownView> {
  await who.clicks(card, 'Review campaign');
  return (await who.seesModal('Review campaign')).shows(/ \*1\.\* /);
}

/** Ticks posts by their numbers. */
async function tick(modal: ShownView, ...numbers: number[]): Promise<void> {
  const blocks = modal.blocks.map((block) => textOf(fieldsOf(block).block_id));
  for (const n of numbers) {
    const block = blocks.find((id) => id.startsWith(`post.${n}.`));
    assert.ok(block, `there is no post ${n}`);
    await modal.fill({ [block]: [`Post ${n}`] });
  }
}

const wish = 'What to do with the posts you chose';

async function goOn(who: Driver, modal: ShownView, what: string, shows: RegExp): Promise<ShownView> {
  await modal.fill({ [wish]: what });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  return who.seesModal(shows);
}

const report = (who: Driver, match: RegExp): Promise<ShownMessage> => who.sees('Presscheck', match);

test('Bo approves three of five posts at once; the one that changed meanwhile is left out, and one report says so', async (t) => {
  const { ana, bo, card, posts, service, ...started } = await withCampaign(t, 5);
  const modal = await reviews(bo, card);
  const numbers = [...modal.text.matchAll(/ \*(\d)\.\* /g)].map(([, n]) => n);
  assert.deepEqual(numbers, ['1', '2', '3', '4', '5']);
  assert.match(modal.text, /5 posts for Northwind Coffee\*.*5 to review/);
  assert.match(
    modal.text,
    /\*1\.\* \*<!date\^\d+.*\|Open the card>\n:arrow_right: Instagram · northwind\.coffee/,
  );

  assert.deepEqual((await modal.submit()).errors, { [wish]: 'Please complete this required field.' });
  await modal.fill({ [wish]: 'Approve & publish' });
  assert.deepEqual((await modal.submit()).errors, { [wish]: 'Choose at least one post above.' });
  await tick(modal, 1, 2, 3);
  const [, second] = posts;
  assert.ok(second);
  await eventually(() => assert.ok(second.buttons.includes('Edit')));
  await ana.clicks(second, 'Edit');
  const edit = await ana.seesModal('Edit the post');
  await edit.fill({ Caption: 'Other words' });
  await edit.submit();
  await eventually(() => assert.match(second.text, /Other words/));
  await eventually(() => assert.match(second.text, /Ready for review/));

  const check = await goOn(bo, modal, 'Approve & publish', /Publish 2 posts\?/);
  assert.match(
    check.text,
    /\*2 posts are published at once\*, for everyone to see\n\*1\.\*.*\n:arrow_right: Instagram.*\n:warning: .*No picture.*\n\*3\.\*/,
  );
  assert.match(
    check.text,
    /\*1 post left out\*\n\*2\.\* Other words.*was changed after what you saw was drawn/,
  );
  assert.equal(check.submitText, 'Publish 2 posts');
  assert.equal(service.publishes(), 0);
  const twice = await Promise.all([check.submit(), check.submit()]);
  assert.deepEqual(
    twice.map(({ trouble }) => trouble),
    [undefined, undefined],
  );
  const said = await report(bo, /\*2 posts published, 1 did not work\*\nYou asked to publish 3 posts/);
  assert.match(said.text, /\*Did not work\*\n\*2\.\* <http.*\|Other words> {2}· {2}Left out, as you saw/);
  assert.match(said.text, /\*Done\*\n\*1\.\* <http.*> {2}· {2}published\n\*3\.\*/);
  assert.equal(service.publishes(), 2);
  const approvals = (await auditTrail(t, started)).filter(({ what }) => what === 'approved');
  assert.deepEqual(
    approvals.map(({ by, via }) => [by, via]),
    [
      ['U0BO', 'click'],
      ['U0BO', 'click'],
    ],
  );
  assert.equal(reportsTo(bo, started.chat.calls), 1);
});

test('under a rule of two the first approvals only count, the second ones schedule, and others may not', async (t) => {
  const { ana, bo, cy, card, service, ...started } = await withCampaign(t, 3);
  await (await ruled(t, started))(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  const hers = await reviews(ana, card);
  assert.match(hers.text, /0 of 2 approvals, waits for <@U0BO>, <@U0CY>/);
  await hers.clicks('Choose all 3 to review');
  await eventually(() => assert.equal(chosenIn(hers), 3));
  const barred = await goOn(ana, hers, 'Approve', /Nothing can be done/);
  assert.match(
    barred.text,
    /\*3 posts left out\*\n\*1\.\*.*\n\*2\.\*.*\n\*3\.\*.*\n>You may not decide.*<@U0BO> and <@U0CY> may\./,
  );
  assert.equal(barred.submitText, undefined);
  await barred.close({ all: true });

  const his = await reviews(bo, card);
  await his.clicks('Choose all 3 to review');
  await eventually(() => assert.equal(chosenIn(his), 3));
  const setRule = await ruled(t, started);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 1 }));
  const alone = await goOn(bo, his, 'Approve', /Approve 3 posts\?/);
  assert.match(alone.text, /\*3 posts are scheduled\*/);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  // something else would come of them than what he was shown, so he is asked anew
  await alone.submit();
  const first = await bo.seesModal(/\*3 posts get your approval\*, and wait for more/);
  await first.submit();
  assert.match(
    (await report(bo, /\*3 posts approved\*/)).text,
    /waits for approval, planned for <!date.*1 of 2 approvals/,
  );
  const again = await reviews(bo, card);
  await tick(again, 1);
  const given = await goOn(bo, again, 'Approve', /Nothing can be done/);
  assert.match(given.text, /You have approved this already\. 1 more approval needed/);
  await given.close({ all: true });

  const last = await reviews(cy, card);
  await tick(last, 2, 3);
  const check = await goOn(cy, last, 'Approve', /Approve 2 posts\?/);
  assert.match(check.text, /\*2 posts are scheduled\*/);
  await check.submit();
  assert.match(
    (await report(cy, /\*2 posts approved\*/)).text,
    /\*Done\*\n\*2\.\*.*scheduled for <!date[\s\S]*\*3\.\*/,
  );
  assert.deepEqual(statesOf(service), ['draft', 'scheduled', 'scheduled']);
  const refused = (await auditTrail(t, started)).filter(({ what }) => what === 'refused');
  assert.equal(refused.filter(({ by, result }) => by === 'U0ANA' && result === 'not named').length, 3);
});

test('several are rejected with one reason, others are moved: by days, into the past, too far, and each to its own time', async (t) => {
  const { bo, cy, card, posts, service, ...started } = await withCampaign(t, 4);
  const modal = await reviews(bo, card);
  await tick(modal, 3, 4);
  const check = await goOn(bo, modal, 'Reject', /Reject 2 posts\?/);
  await check.fill({ Reason: `Not <our> tone${', and so on'.repeat(30)} end` });
  await check.submit();
  await report(bo, /\*2 posts rejected\*\nYou asked to reject 2 posts/);
  for (const post of posts.slice(2))
    await eventually(() => assert.match(post.text, /Rejected by <@U0BO>:\* Not &lt;our&gt; tone.* end/));

  const planned = timesOf(service);
  const moving = await reviews(cy, card);
  assert.match(moving.text, /Rejected by <@U0BO>:\* Not &lt;our&gt; tone.{150,190}…\n> /);
  await tick(moving, 1, 2);
  for (const [days, why] of [
    ['-60', /That time has passed/],
    ['365', /more than a year ahead/],
  ] as const) {
    const shift = await goOn(cy, moving, 'Move by days or hours', /Move posts/);
    await shift.fill({ Days: days, Hours: '23' });
    await shift.submit();
    const none = await cy.seesModal(/Nothing can be done/);
    assert.match(none.text, why);
    await none.close();
  }
  const shift = await goOn(cy, moving, 'Move by days or hours', /Move posts/);
  assert.deepEqual((await shift.submit()).errors, { Days: 'Say by how many days or hours.' });
  await shift.fill({ Days: '2', Hours: '-1' });
  await shift.submit();
  const moves = await cy.seesModal(/Move and schedule\?/);
  assert.equal(moves.submitText, 'Move & schedule 2 posts');
  assert.match(moves.text, /\*2 posts are scheduled\*.*\n\*1\.\*.*\n.*\n:calendar: <!date.* → \*<!date/);
  await moves.submit();
  await report(cy, /\*2 posts moved\*\nYou asked to move 2 posts/);
  const byHand = 2 * 86_400_000 - 3_600_000;
  // the brand has no zone, so a day is one of Cy's
  const moved = timesOf(service).map((at, i) => (at ?? 0) - (planned[i] ?? 0));
  for (const by of moved.slice(0, 2)) assert.ok(Math.abs(by - byHand) <= 3_600_000, String(moved));
  assert.deepEqual(moved.slice(2), [0, 0]);

  const each = await reviews(cy, card);
  await tick(each, 1, 2);
  const times = await goOn(cy, each, 'Set a new time for each', /New times/);
  assert.deepEqual(times.labels, ['Post 1', 'Post 2']);
  assert.deepEqual((await times.submit()).errors, { 'Post 1': 'Give at least one post another time.' });
  const wanted = Math.ceil(Date.now() / 1_000) * 1_000 + 9 * 86_400_000;
  await times.fill({ 'Post 2': new Date(wanted) });
  await times.submit();
  await (await cy.seesModal(/Move 1 post\?/)).submit();
  await report(cy, /\*1 post moved\*\nYou asked to move 1 post /);
  assert.equal(timesOf(service)[1], wanted);
  assert.equal(service.publishes(), 0);
  const asked = (await auditTrail(t, started)).filter(({ what }) => what === 'asked to schedule');
  assert.deepEqual(new Set(asked.map(({ by }) => by)), new Set(['U0CY']));
  assert.equal(asked.length, 3);
});

/** A worker that is told the name of each step. */
async function startWorker(
  t: TestContext,
  { settings }: StartedBot,
  reached?: (step: string) => Promise<void>,
) {
  const config = readConfig({ ...settings, ROLE: 'worker', PORT: '0' });
  const worker = await startPresscheck(config, pino({ level: 'silent' }), reached);
  t.after(() => worker.stop());
  return worker;
}

test('a worker that ends after a move and before its note: another carries on, and what was taken back stays so', async (t) => {
  const settings = { UNDO_SECONDS: '600' };
  const { bo, card, posts, bot, service, ...started } = await withCampaign(t, 3, { settings });
  await bot.stop();
  const only = await startPresscheck(
    readConfig({ ...started.settings, ROLE: 'bot' }),
    pino({ level: 'silent' }),
  );
  t.after(() => only.stop());
  started.chat.deliverTo(`http://127.0.0.1:${only.port}/slack/events`);
  const modal = await reviews(bo, card);
  await tick(modal, 1, 2, 3);
  await (await goOn(bo, modal, 'Approve & publish', /Publish 3 posts\?/)).submit();
  // what was decided waits for a worker, and the rule and a post change meanwhile
  const [first, , third] = posts;
  assert.ok(first && third);
  await bo.clicks(third, 'Edit');
  const edit = await bo.seesModal('Edit the post');
  await edit.fill({ Caption: 'Other words' });
  await edit.submit();
  let died = false;
  const goesOn = Promise.withResolvers<void>();
  await startWorker(t, { ...started, bo, bot, service }, async (step) => {
    if (step !== 'batch post decided' || died) return;
    died = true;
    await goesOn.promise;
    throw new Error('the worker ends here');
  });
  await eventually(() => assert.ok(first.buttons.includes('Undo')));
  await bo.clicks(first, 'Undo');
  await eventually(() => assert.match(first.text, /Ready for review/));
  goesOn.resolve();
  const said = await report(bo, /\*1 taken back, 1 did not work, 1 under way\*/);
  assert.match(said.text, /\*Did not work\*\n\*3\.\*/);
  assert.match(said.text, /\*Under way\*\n\*2\.\*.*waits to be published/);
  assert.match(said.text, /\*Taken back\*\n\*1\.\*/);
  await eventually(() => assert.deepEqual(said.buttons, ['Undo all']));
  const approvals = (await auditTrail(t, started)).filter(({ what }) => what === 'approved');
  assert.equal(approvals.length, 2);
  assert.equal(service.publishes(), 0);
});

/** Bo has confirmed that all posts of a campaign are published at once. */
async function publishesAll(t: TestContext, posts: number, options: BotOptions) {
  const started = await withCampaign(t, posts, options);
  const { bo, card } = started;
  const modal = await reviews(bo, card);
  await modal.clicks(`Choose all ${posts} to review`);
  await eventually(() => assert.equal(chosenIn(modal), posts));
  const check = await goOn(bo, modal, 'Approve & publish', /Publish \d posts\?/);
  return { ...started, check };
}

test('in the report whoever approved takes back all that has not gone out, and nobody else does', async (t) => {
  const { bo, posts, chat, service, check, ...started } = await publishesAll(t, 3, {
    settings: { UNDO_SECONDS: '600' },
  });
  assert.match(check.text, /for 600 seconds you can press \*Undo all\* in the direct message that you get/);
  await check.submit();
  const said = await report(bo, /\*3 posts will be published at <!date.*Until then \*Undo all\* takes back/);
  const [value] = JSON.stringify(said.blocks).match(/"value":"[^"]+"/) ?? [];
  const listener = listenAt(chat);
  const pressed = (id: string) =>
    chat.deliver.interaction({
      type: 'block_actions',
      user: { id },
      response_url: listener.address(id),
      actions: [{ ...JSON.parse(`{${value}}`), type: 'button', action_id: 'batch.undo', block_id: 'b' }],
    });
  await pressed('U0ANA');
  const no = /Nothing was taken back\. 3 posts could not be: Only <@U0BO>, who approved this, can undo it\./;
  await eventually(() => assert.match(listener.heard('U0ANA')[0] ?? '', no));
  await bo.clicks(said, 'Undo all');
  await eventually(() => assert.ok(chat.calls.some(({ args }) => args.text === 'Taken back: 3 posts.')));
  await eventually(() =>
    assert.match(
      said.text,
      /\*3 taken back\*\nYou asked to publish 3 posts.* {2}· {2}waits for approval, planned for /s,
    ),
  );
  await eventually(() => assert.deepEqual(said.buttons, []));
  for (const post of posts) await eventually(() => assert.match(post.text, /Ready for review/));
  await pressed(bo.id);
  await eventually(() => assert.match(listener.heard(bo.id)[0] ?? '', /Nothing is left to take back/));
  assert.equal(service.publishes(), 0);
  const back = (await auditTrail(t, { chat, ...started })).filter(({ what }) => what === 'taken back');
  assert.deepEqual(
    back.map(({ by }) => by),
    ['U0BO', 'U0BO', 'U0BO'],
  );
});

test('the seconds to take back several posts begin when the report with Undo all stands', async (t) => {
  const { bo, chat, service, check } = await publishesAll(t, 2, { settings: { UNDO_SECONDS: '1' } });
  // Slack is slow with the report
  chat.faults.next('chat.postMessage', { kind: 'slow', ms: 2_000 });
  await check.submit();
  const said = await report(bo, /Until then \*Undo all\*/);
  await eventually(() => assert.equal(service.publishes(), 2));
  const stands = Number(said.ts) * 1_000;
  for (const { at } of service.requestsTo('PATCH /post/*'))
    assert.ok(at - stands >= 1_000, `published ${at - stands} ms after the report stood`);
  await eventually(() => assert.deepEqual(said.buttons, []));
});

test('a report that was left behind before it was noted offers nothing, and the one that goes on offers Undo all', async (t) => {
  let died = false;
  const { bo, chat, service, check } = await publishesAll(t, 2, {
    settings: { UNDO_SECONDS: '600' },
    async reached(step) {
      if (step !== 'batch report said' || died) return;
      died = true;
      throw new Error('the worker ends here');
    },
  });
  await check.submit();
  const said = await report(bo, /Until then \*Undo all\*/);
  const [left, ...others] = chat
    .messages(said.channel)
    .filter(({ text }) => /You asked to publish/.test(text));
  assert.deepEqual(left?.buttons, []);
  assert.match(left?.text ?? '', /\*2 under way\*/);
  assert.deepEqual(
    others.map(({ ts, buttons }) => [ts, buttons]),
    [[said.ts, ['Undo all']]],
  );
  await bo.clicks(said, 'Undo all');
  await eventually(() => assert.match(said.text, /\*2 taken back\*/));
  assert.equal(service.publishes(), 0);
});

test('a report that comes too late to offer Undo holds its posts no longer', async (t) => {
  let late = 0;
  // from then on slow, so that the minute for which a post waits for its report does not pass
  const now = (): number => (late ? late + 40_000 + (Date.now() - late) / 100 : Date.now());
  const { bo, chat, service, check } = await publishesAll(t, 2, { now, settings: { UNDO_SECONDS: '10' } });
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 });
  await check.submit();
  await eventually(() => assert.ok(chat.faults.met['rate-limited']));
  late = Date.now();
  const said = await report(bo, /You asked to publish 2 posts/);
  assert.deepEqual(said.buttons, []);
  await eventually(() => assert.equal(service.publishes(), 2));
});

/** Bo has confirmed that two posts are to be published, and no worker runs yet. */
async function confirmed(t: TestContext) {
  const { bot, ...started } = await withCampaign(t, 2);
  await bot.stop();
  const settings = { ...started.settings, ROLE: 'bot' };
  const only = await startPresscheck(readConfig(settings), pino({ level: 'silent' }));
  t.after(() => only.stop());
  started.chat.deliverTo(`http://127.0.0.1:${only.port}/slack/events`);
  const modal = await reviews(started.bo, started.card);
  await tick(modal, 1, 2);
  await (await goOn(started.bo, modal, 'Approve & publish', /Publish 2 posts\?/)).submit();
  return { ...started, bot };
}

test('what was confirmed before a freeze that no worker saw is not done after it', async (t) => {
  const started = await confirmed(t);
  const { bo, service } = started;
  await bo.types('/social freeze all recall of a batch', { in: 'social' });
  await bo.seesPrivately(/are frozen by/);
  await bo.types('/social thaw all', { in: 'social' });
  await bo.seesPrivately(/Thawed\./);
  await startWorker(t, started);
  const said = await report(bo, /\*2 did not work\*/);
  assert.match(
    said.text,
    /\*1\.\*.*\n\*2\.\*.*\n>It was frozen after you decided, so nothing was done with it\./,
  );
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

test('what the rule says when the job runs counts, also where it was another when it was confirmed', async (t) => {
  const started = await confirmed(t);
  await (await ruled(t, started))(aRule({ people: ['U0CY'] }));
  await startWorker(t, started);
  const said = await report(started.bo, /\*2 did not work\*/);
  const why = /\*1\.\*.*\n\*2\.\*.*\n>You may not decide about posts of Northwind Coffee\. <@U0CY> may\./;
  assert.match(said.text, why);
  assert.equal(started.service.publishes(), 0);
});

test('a freeze stops what was confirmed before it and not done yet, and what is chosen under it', async (t) => {
  const started = await confirmed(t);
  const { bo, cy, card, service } = started;
  await cy.types('/social freeze all recall of a batch', { in: 'social' });
  await startWorker(t, started);
  const why = /\*All brands\* are frozen by <@U0CY>, <!date.*: recall of a batch/;
  assert.match((await report(bo, /\*2 did not work\*/)).text, why);
  const modal = await reviews(bo, card);
  assert.match(modal.text, why);
  await tick(modal, 1);
  const nothing = await goOn(bo, modal, 'Approve & publish', /Nothing can be done.*shows how to end it/s);
  assert.match(nothing.text, why);
  assert.equal(service.publishes(), 0);
});

test('what somebody edits after they moved several posts is not taken for the move', () => {
  const [before, at] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:01.000Z'];
  const batch = { act: { what: 'move' }, by: 'U0BO', at: before } as const;
  const wants = (what: 'edit' | 'schedule') =>
    aCard({ state: 'review', pending: { what, by: 'U0BO', at, change: { caption: 'Other words' } } });
  assert.equal(isMade(wants('edit'), batch), false);
  assert.equal(isMade(wants('schedule'), batch), true);
});

test('a batch whose job was lost is found by the next round, and carried out once', async (t) => {
  const started = await confirmed(t);
  const { bo, chat, service, settings, redisUrl } = started;
  const redis = new Redis(redisUrl);
  t.after(() => redis.disconnect());
  const open = () => createBatches(redis, settings.REDIS_PREFIX ?? '').open(chat.world.workspace.id);
  assert.equal((await open()).length, 1);
  await openQueue(t, started).forget(chat.world.workspace.id);
  await startWorker(t, started);
  await nextRound(t, started);
  await report(bo, /\*2 posts published\*/);
  assert.equal(service.publishes(), 2);
  await eventually(async () => assert.deepEqual(await open(), []));
});

test('a batch that is given up never says of a post that was approved that nothing was done with it', async (t) => {
  const started = await confirmed(t);
  await startWorker(t, started, async (step) => {
    if (step === 'batch post decided') throw Object.assign(new Error('no use in going on'), { retry: false });
  });
  const said = await report(started.bo, /\*1 post published, 1 did not work\*/);
  assert.match(said.text, /\*2\.\*.*Something went wrong on our side\. Nothing was done with it/);
  assert.match(said.text, /\*Done\*\n\*1\.\*.*published/);
  assert.equal(started.service.publishes(), 1);
});

/** A campaign in the store of a bot without a worker; the later a post stands in it, the sooner is its time. */
async function planted(t: TestContext, count: number, over: Partial<Card> = {}, each: Partial<Card>[] = []) {
  const started = await startBot(t, { settings: { ROLE: 'bot' } });
  const { chat, redisUrl, settings } = started;
  const redis = new Redis(redisUrl);
  t.after(() => redis.disconnect());
  const log = pino({ level: 'silent' });
  const cards = createCardStore(redis, settings.REDIS_PREFIX ?? '', 60_000, log, 86_400_000);
  const workspace = chat.world.workspace.id;
  const posts = Array.from({ length: count }, (_, i) => `post-${i + 1}`);
  for (const [i, id] of posts.entries()) {
    const scheduledAt = new Date(Date.now() + (40 - i) * 86_400_000).toISOString();
    const content = { ...aCard().content, caption: `Words of ${id}`, scheduledAt };
    await cards.add(aCard({ id, workspace, postId: id, state: 'review', content, ...each[i] }));
  }
  const about = { id: 'campaign', workspace, kind: 'campaign' as const, posts, ...over };
  await cards.add(aCard(about, { ...campaignRequest, posts: Math.max(5, count) }));
  await chat.deliver.interaction({
    type: 'block_actions',
    actions: [{ type: 'button', action_id: 'campaign.review', block_id: 'b', value: 'campaign' }],
  });
  return {
    ...started,
    modal: await (await started.ana.seesModal('Review campaign')).shows(/ \*1\.\* | \*30\.\* /),
  };
}

test('thirty posts come in pages by their times, and what is chosen on one page stays so on the others', async (t) => {
  const { ana, modal } = await planted(t, 30, { state: 'review' });
  const numbers = () => [...modal.text.matchAll(/ \*(\d+)\.\* /g)].map(([, n]) => Number(n));
  assert.deepEqual(numbers(), [30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
  assert.match(modal.text, /1 to 10 of 30 {2}· {2}page 1 of 3/);
  await tick(modal, 30, 22);
  await modal.clicks('Next');
  await modal.shows(/page 2 of 3/);
  await tick(modal, 12);
  await modal.clicks('Next');
  await modal.shows(/page 3 of 3/);
  assert.match(modal.text, /\*3 posts\* chosen on the other pages/);
  await modal.clicks('Previous');
  await modal.shows(/page 2 of 3/);
  assert.equal(chosenIn(modal), 1);
  const check = await goOn(ana, modal, 'Reject', /Reject 3 posts\?/);
  assert.deepEqual(
    [...check.text.matchAll(/^\*(\d+)\.\* Words of post-\1/gm)].map(([, n]) => n),
    ['12', '22', '30'],
  );
  await check.close();
  await modal.clicks('Choose all 30 to review');
  await modal.shows(/\*20 posts\* chosen on the other pages/);
  await (await goOn(ana, modal, 'Schedule as planned', /Approve 30 posts\?/)).close();
  await modal.clicks('Choose none');
  await eventually(() => assert.equal(chosenIn(modal), 0));
  await modal.fill({ [wish]: 'Reject' });
  assert.deepEqual((await modal.submit()).errors, { [wish]: 'Choose at least one post above.' });
});

test('a post whose new time the clocks skip or show twice is left out, and the others are shown in the zone of the brand too', async (t) => {
  const zone = 'America/New_York';
  const day = 86_400_000;
  const year = new Date().getUTCFullYear();
  const coming = changesOfClocks(year, year + 1, [zone]).find(({ at }) => at > Date.now() + 3 * day);
  assert.ok(coming);
  const skips = coming.before < coming.after;
  const before = coming.at - day + (skips ? 30 : -30) * 60_000;
  const timed = (at: number): Partial<Card> => ({
    content: { ...aCard().content, scheduledAt: new Date(at).toISOString() },
  });
  const started = await planted(t, 2, { state: 'review' }, [timed(before), timed(before + 9 * 3_600_000)]);
  const { ana, modal, redisUrl, settings, chat } = started;
  const redis = new Redis(redisUrl);
  t.after(() => redis.disconnect());
  const kept = createTeamSettings(redis, createReads(redis), settings.REDIS_PREFIX ?? '');
  await kept.setBrand(chat.world.workspace.id, aCard().brand.id, brandSettingsSchema.parse({ zone }));
  await modal.clicks('Choose all 2 to review');
  await eventually(() => assert.equal(chosenIn(modal), 2));
  const shift = await goOn(ana, modal, 'Move by days or hours', /Move posts/);
  await shift.fill({ Days: '1' });
  await shift.submit();
  const check = await ana.seesModal(/Move.*\?/);
  assert.match(
    check.text,
    skips ? /York go forward and skip \d\d:30\./ : /York go back and show \d\d:30 twice\./,
  );
  assert.match(check.text, /1 post left out[\s\S]*\*1\.\*[\s\S]*\*Set a new time for each\*/);
  const [, there = ''] = check.text.match(/:round_pushpin: (.*) in New York/) ?? [];
  const to = momentsOf(fields(localAt(zone, before + 9 * 3_600_000) + day), zone).moments[0];
  assert.equal(there, `${dayText(to, zone)}, ${clockText(to, zone)}`);
});

test('a campaign that is still generating shows what came, and one post is enough', async (t) => {
  const blank = { caption: '', mediaUrls: [], profiles: [] };
  const { modal } = await planted(t, 2, { state: 'generating' }, [{ state: 'generating', content: blank }]);
  assert.match(
    modal.text,
    /1 to review {2}· {2}1 being written {2}· {2}3 not written yet: press \*Refresh\*/,
  );
  assert.match(modal.text, /\*1\.\* \*no time set\*[\s\S]*Being written…/);
  assert.deepEqual(modal.buttons, ['Choose the one to review', 'Choose none', 'Refresh']);
  assert.equal(Object.keys(modal.values).length, 2);
  const { modal: alone } = await planted(t, 1, { state: 'review' });
  assert.match(alone.text, /1 post for Northwind Coffee/);
});

const chosenIn = (modal: ShownView): number =>
  Object.entries(modal.values).filter(([, value]) => Array.isArray(value) && value.length > 0).length;

type Service = StartedBot['service'];
const made = (service: Service) => [...service.posts()].sort((a, b) => a.createdAt - b.createdAt);
const statesOf = (service: Service) => made(service).map(({ state }) => state);
const timesOf = (service: Service) => made(service).map(({ scheduledAt }) => scheduledAt);

const reportsTo = (who: Driver, calls: StartedBot['chat']['calls']): number =>
  calls.filter(({ method, args }) => method === 'chat.postMessage' && args.channel === who.id).length;
