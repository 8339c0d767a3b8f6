import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { asks, makesDraft } from '#test/support/asks.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { aRule, ruled } from '#test/support/rules.ts';

const brandId = 'brand-1';
const socialProfileIds = ['profile-1'];
const day = 86_400_000;
const inDays = (n: number): number => Math.ceil(Date.now() / 1_000) * 1_000 + n * day;

/** Somebody scheduled these in the service's own web app, so they are on no card. */
const planned = ({ service }: StartedBot, captions: string[], at = inDays(1)) =>
  captions.map((caption, i) =>
    service.putPost({ brandId, caption, socialProfileIds, scheduledAt: at + i * 60_000, state: 'scheduled' }),
  );

/** Cy is an administrator. */
async function start(t: TestContext, options: BotOptions = {}): Promise<StartedBot> {
  const people = [
    { id: 'U0ANA', name: 'Ana' },
    { id: 'U0BO', name: 'Bo' },
    { id: 'U0CY', name: 'Cy', role: 'admin' as const },
  ];
  return startBot(t, { ...options, chat: { people, ...options.chat } });
}

const frozen = ({ ana }: StartedBot, match: RegExp): Promise<ShownMessage> => ana.sees('social', match);

test('a freeze takes everything scheduled off the schedule, on cards or not, and reports in the channel', async (t) => {
  const bot = await start(t);
  const { ana, bo, service } = bot;
  await asks(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(3) / 1_000 } });
  const card = await ana.sees('social', /Scheduled for/);
  planned(bot, ['From the web app', 'Another one']);
  await bo.types('/social freeze Northwind Coffee wrong prices <!channel>', { in: 'social' });
  assert.match(
    await bo.seesPrivately(),
    /\*Northwind Coffee\* is frozen by <@U0BO>, .*: wrong prices &lt;!channel&gt;/,
  );
  const report = await frozen(bot, /3 posts taken off the schedule/);
  assert.match(report.text, /is frozen by <@U0BO>[\s\S]*social thaw Northwind Coffee/);
  assert.deepEqual(new Set(service.posts().map(({ state }) => state)), new Set(['draft']));
  assert.deepEqual(
    service.requestsTo('PATCH /post/*').map(({ body }) => body),
    [{ scheduledAt: null }, { scheduledAt: null }, { scheduledAt: null }],
  );
  await eventually(() =>
    assert.match(card.text, /Ready for review[\s\S]*frozen by <@U0BO>[\s\S]*Planned for/),
  );
  assert.match(card.text, /Taken off the schedule by a freeze by <@U0BO>/);
  await eventually(async () => {
    const words = (await auditTrail(t, bot)).map(({ what }) => what);
    assert.equal(words.filter((word) => word === 'froze').length, 1);
    assert.equal(words.filter((word) => word === 'taken off').length, 3);
  });
});

test('while it is frozen nothing goes out: each way is answered with who, when and why', async (t) => {
  const bot = await start(t);
  const { ana, bo, cy, service } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  await eventually(() => assert.ok(card.buttons.includes('Approve & publish')));
  await ana.clicks(card, 'Schedule');
  const open = await ana.seesModal('Schedule');
  await cy.types('/social freeze all recall of a batch', { in: 'social' });
  await frozen(bot, /\*All brands\* are frozen by <@U0CY>.*recall of a batch[\s\S]*No post was taken off/);
  const says = /\*All brands\* are frozen by <@U0CY>, <!date.*: recall of a batch/;
  await eventually(() => assert.match(card.text, says));
  await bo.clicks(card, 'Approve & publish');
  assert.match(await bo.seesPrivately(), says);
  await bo.clicks(card, 'Schedule');
  assert.match(await bo.seesPrivately(), says);
  await open.fill({ 'Publish at': new Date(inDays(1)) });
  await open.submit();
  assert.match(await ana.seesPrivately(says), /nothing was done/);
  await asks(ana, '/post With a time', { fill: { 'Schedule for': inDays(1) / 1_000 } });
  assert.match(await ana.seesPrivately(/made as a draft/), says);
  const timed = await ana.sees('social', /Ready for review[\s\S]*With a time[\s\S]*Planned for/);
  await eventually(() => assert.ok(timed.buttons.includes('Edit')));
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['draft', 'draft'],
  );
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

test('what was approved right before the freeze is not published after it', async (t) => {
  const bot = await start(t, { settings: { UNDO_SECONDS: '2' } });
  const { ana, bo, cy, service } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  await eventually(() => assert.ok(card.buttons.includes('Approve & publish')));
  await bo.clicks(card, 'Approve & publish');
  await cy.types('/social freeze northwind wrong prices', { in: 'social' });
  await eventually(() => assert.match(card.text, /It was frozen, so it was not published/));
  assert.match(card.text, /Ready for review/);
  assert.equal(service.publishes(), 0);
});

test('thawing asks for each post what to do: at its old time, at a new one, or left as a draft', async (t) => {
  const bot = await start(t);
  const { ana, bo, service } = bot;
  const at = inDays(2);
  planned(bot, ['First', 'Second', 'Third'], at);
  await bo.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
  const report = await frozen(bot, /3 posts taken off/);
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  const list = await bo.privateMessage(/Taken off the schedule: Northwind Coffee/);
  assert.match(list.text, /Thawed\. 3 posts to decide about\. None of them goes out by itself/);
  assert.match(list.text, /First[\s\S]*Was planned for <!date[\s\S]*Second[\s\S]*Third/);
  await eventually(() => assert.match(report.text, /was frozen by <@U0BO>[\s\S]*Thawed by <@U0BO>/));
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['draft', 'draft', 'draft'],
  );

  await bo.clicks(list, 'Schedule again');
  await eventually(() => assert.match(list.text, /2 posts to decide/));
  const [first] = service.posts();
  await eventually(() => assert.equal(service.post(first?.id ?? '')?.scheduledAt, at));
  await bo.clicks(list, 'Leave as draft');
  await eventually(() => assert.match(list.text, /1 post to decide/));
  await bo.clicks(list, 'New time');
  const modal = await bo.seesModal('Schedule');
  await modal.fill({ 'Publish at': new Date(inDays(5)) });
  await modal.submit();
  await ana.sees('social', /Scheduled for[\s\S]*Third/);
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  assert.match(await bo.seesPrivately(), /This brand is not frozen\. Nothing is left to decide/);
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['scheduled', 'draft', 'scheduled'],
  );
});

test('what is overdue when it is thawed is offered no old time, and nothing sends it', async (t) => {
  const bot = await start(t);
  const { bo, service } = bot;
  planned(bot, ['Soon'], Date.now() + 2_500);
  await bo.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
  await frozen(bot, /1 post taken off/);
  await eventually(async () => {
    await bo.types('/social thaw Northwind Coffee', { in: 'social' });
    const list = await bo.privateMessage(/Was due <!date/);
    assert.deepEqual(list.buttons, ['New time', 'Leave as draft']);
  });
  assert.equal(service.publishes(), 0);
});

test('posts that were faster are named, and what the service refuses to take off', async (t) => {
  const bot = await start(t);
  const { bo, service } = bot;
  const [fast, stuck] = planned(bot, ['The fast one', 'The stuck one']);
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
  await bo.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
  await eventually(() => assert.equal(service.requestsTo(`PATCH /post/${fast?.id}`).length, 1));
  service.publish(fast?.id ?? '');
  const report = await frozen(bot, /refused to take 1 post off/);
  assert.match(report.text, /1 post went out before that:\*\n• “The fast one”/);
  assert.match(report.text, /• “The stuck one”/);
  assert.equal(service.post(stuck?.id ?? '')?.state, 'scheduled');
});

test('under a rule approvers freeze their brand, administrators everything, and others are told who may', async (t) => {
  const bot = await start(t);
  const { ana, bo, cy } = bot;
  const setRule = await ruled(t, bot);
  await setRule(aRule());
  await ana.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
  assert.match(
    await ana.seesPrivately(),
    /You may not freeze Northwind Coffee\. Administrators of Slack may/,
  );
  for (const who of [bo, cy]) {
    await who.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
    assert.match(await who.seesPrivately(), /is frozen by <@U0BO>/);
  }
  await ana.types('/social thaw all', { in: 'social' });
  assert.match(await ana.seesPrivately(), /You may not thaw all brands/);
  await cy.types('/social thaw', { in: 'social' });
  assert.match(await cy.seesPrivately(), /\*Northwind Coffee\* is frozen by <@U0BO>/);
});

test('a post that had all approvals for its time needs none to be scheduled again', async (t) => {
  const bot = await start(t);
  const { ana, bo, cy, service } = bot;
  const setRule = await ruled(t, bot);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  await asks(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(2) / 1_000 } });
  const card = await ana.sees('social', /Ready for review/);
  await eventually(() => assert.ok(card.buttons.includes('Approve')));
  await bo.clicks(card, 'Approve');
  await eventually(() => assert.match(card.text, /1 of 2/));
  await cy.clicks(card, 'Approve');
  await eventually(() => assert.match(card.text, /Scheduled for/));
  await bo.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
  await frozen(bot, /1 post taken off/);
  await eventually(() => assert.match(card.text, /Ready for review[\s\S]*2 of 2/));
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  const list = await bo.privateMessage(/1 post to decide/);
  await bo.clicks(list, 'Schedule again');
  await eventually(() => assert.match(card.text, /Scheduled for/));
  assert.equal(service.posts()[0]?.state, 'scheduled');
});

for (const [typed, says] of [
  ['freeze', /Which brand, and why\?/],
  ['freeze all', /Say why/],
  ['freeze Northwind Coffee', /Say why/],
  ['freeze Nobody knows it', /I know no brand/],
  ['thaw', /Nothing is frozen/],
] as const)
  test(`/social ${typed} says what is missing, and freezes nothing`, async (t) => {
    const bot = await start(t);
    await bot.bo.types(`/social ${typed}`, { in: 'social' });
    assert.match(await bot.bo.seesPrivately(), says);
    await bot.bo.types('/social thaw', { in: 'social' });
    assert.match(await bot.bo.seesPrivately(), /Nothing is frozen/);
  });
