/** Notifications reach people even if the card's thread doesn't, with the current state. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Card } from '#src/posts/card/card.ts';
import { notifyJob } from '#src/posts/jobs.ts';
import type { Direct } from '#src/settings/notification-preferences.ts';
import { personSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { day, tuesday } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { allNotified, notificationsBelow, sentNotifications } from '#test/support/notifications.ts';
import { nextSweep } from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { approve, cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { momentInZone } from '#views/kit/moment.ts';
import { retryButtons } from '#views/posts/card-questions.ts';

async function start(t: TestContext, options?: BotOptions) {
  const started = await startBot(t, options);
  const { redis, prefix, keys } = redisOf(t, started.settings);
  const kept = createTeamSettings(redis, prefix);
  const { id: workspace } = started.chat.world.workspace;
  return {
    ...started,
    prefers: (user: string, direct: Partial<Direct>) =>
      kept.setPerson(workspace, user, personSettingsSchema.parse({ direct })),
    setPersonTo: (user: string, json: string) => redis.set(keys.personSettings(workspace, user), json),
    settle: (brand: string, settings: object) =>
      redis.hset(keys.brandSettings(workspace), brand, JSON.stringify(settings)),
    async cardAt(message: ShownMessage): Promise<Card> {
      const card = await cardStoreIn(redis, prefix).at(workspace, message);
      assert.ok(card);
      return card;
    },
    /** Leaves it like a process that died. */
    async record(event: { root: string } & Record<string, unknown>): Promise<void> {
      await redis.hset(keys.notifications(workspace), 'event.left', JSON.stringify(event));
      await openQueue(t, started).enqueue(notifyJob, { workspace, root: event.root });
    },
    countedFor: (cause: string) => redis.hgetall(keys.incident(workspace, cause)),
    async deferredFor(user: string): Promise<string[]> {
      const stored = (await redis.hvals(keys.deliveries(workspace))).map((text) => JSON.parse(text));
      return stored.flatMap(({ to, notBefore, event }) => (to === user && notBefore ? [event.type] : []));
    },
    async deferredEvents(): Promise<string[]> {
      const stored = await redis.hvals(keys.deliveries(workspace));
      return stored.map((text) => JSON.parse(text).event.type);
    },
  };
}

const refusesPublishing = { on: 'PATCH /post/*', kind: 'status', status: 422, times: 1 } as const;
const couldNot = /Couldn’t publish/;

test('if the channel no longer accepts messages, a failure is sent to the requester and the user who acted', async (t) => {
  const { ana, bo, chat, service } = await start(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  service.faults.add({ ...refusesPublishing });
  chat.faults.archiveChannel('social');
  await bo.clicks(card, 'Approve & publish');
  await ana.sees('Presscheck', couldNot);
  await bo.sees('Presscheck', couldNot);
});

longTest(
  'a failure is sent to the user who acted, even if the card moves to a direct message first',
  async (t) => {
    const { promise: moved, resolve } = Promise.withResolvers<void>();
    let held = false;
    const bot = await start(t, {
      async failpoint(step) {
        if (step !== 'notification due' || held) return;
        held = true;
        await moved;
      },
    });
    t.after(() => resolve());
    const { ana, bo, chat, service } = bot;
    chat.faults.addBot('leadership');
    const card = await requestsCard(ana, '/post For leaders first', cardSays.ready, { in: 'leadership' });
    await card.offers('Approve & publish');
    service.faults.add({ ...refusesPublishing });
    await bo.clicks(card, 'Approve & publish');
    await eventually(() => assert.ok(held));
    await card.offers('Reject');
    chat.faults.removeBot('leadership');
    const modal = await ana.opensOn(card, 'Reject', /^Reject/);
    await modal.submit({ Reason: 'Not this week' });
    await ana.sees('Presscheck', /Rejected by/);
    resolve();
    await bo.sees('Presscheck', couldNot);
    await ana.sees('Presscheck', couldNot);
  },
);

longTest(
  'if the card is in a direct message with its requester, an approver gets a direct message, too',
  async (t) => {
    const bot = await start(t);
    const { ana, bo, service } = bot;
    await (await ruleSetter(t, bot))(aRule());
    await submits(ana, '/post For leaders first', { in: 'leadership' });
    await ana.sees('Presscheck', cardSays.ready);
    const request = await bo.sees('Presscheck', /needs your approval/);
    assert.match(request.text, /because the card isn’t in a channel/);
    service.faults.add({ ...refusesPublishing });
    await approve(bo, request);
    await bo.sees('Presscheck', couldNot);
  },
);

longTest(
  'a user group that can’t read a card in a direct message is mentioned once the card is in its channel',
  async (t) => {
    const groups = [{ id: 'S0EDITORS', handle: 'editors', name: 'Editors', members: ['U0BO', 'U0CY'] }];
    const bot = await start(t, { chat: { groups } });
    const { ana, chat } = bot;
    await (await ruleSetter(t, bot))(aRule({ people: [], groups: ['S0EDITORS'] }));
    await submits(ana, '/post For leaders first', { in: 'leadership' });
    const aside = await ana.sees('Presscheck', cardSays.ready);
    await aside.offers('Move card');
    chat.faults.addBot('leadership');
    await ana.clicks(aside, 'Move card');
    const card = await ana.sees('leadership', cardSays.ready);
    assert.match(card.text, /<!subteam\^S0EDITORS> can approve/);
    const posts = chat.calls.filter(
      ({ method, args, answer }) =>
        method === 'chat.postMessage' && args.channel === card.channel && answer?.ok,
    );
    assert.doesNotMatch(JSON.stringify(posts.map(({ args }) => args.blocks)), /<@U0ANA>/);
  },
);

longTest('a user group is mentioned on a campaign that is moved to its channel', async (t) => {
  const groups = [{ id: 'S0EDITORS', handle: 'editors', name: 'Editors', members: ['U0BO', 'U0CY'] }];
  const bot = await start(t, { chat: { groups } });
  const { ana, chat } = bot;
  await (await ruleSetter(t, bot))(aRule({ people: [], groups: ['S0EDITORS'] }));
  await submits(ana, '/campaign For leaders first', { in: 'leadership', fill: { Posts: '2', Days: '7' } });
  const aside = await ana.sees('Presscheck', /Campaign for/);
  await aside.shows(/2 posts to review/);
  await aside.offers('Move card');
  await allNotified(t, bot);
  chat.faults.addBot('leadership');
  await ana.clicks(aside, 'Move card');
  const card = await ana.sees('leadership', /Campaign for/);
  assert.match(card.text, /<!subteam\^S0EDITORS> can approve/);
  await eventually(() =>
    assert.ok(
      chat
        .notified('Bo')
        .some(({ channelName: place, reason }) => place === '#leadership' && reason === 'mention'),
    ),
  );
});

const privately = (members: string[]) => ({
  chat: { channels: [{ id: 'C0SECRET', name: 'secret', kind: 'private' as const, members }] },
});

test('an approver who isn’t in the card’s private channel is asked in a direct message with its buttons', async (t) => {
  const bot = await start(t, privately(['Ana', 'Cy']));
  const { ana, bo, chat, service } = bot;
  await (await ruleSetter(t, bot))(aRule({ people: ['U0BO', 'U0CY'] }));
  await requestsCard(ana, '/post For leaders first', cardSays.ready, { in: 'secret' });
  const request = await bo.sees('Presscheck', /needs your approval/);
  assert.match(request.text, /because you’re not in the card’s channel/);
  // Cy reads the mention in the channel
  assert.equal(chat.unread('Cy').Presscheck, undefined);
  await approve(bo, request);
  await eventually(() => assert.equal(service.publishes(), 1));
});

test('an approver whose settings can’t be read is asked all the same', async (t) => {
  const bot = await start(t, privately(['Ana']));
  const { ana, bo } = bot;
  await (await ruleSetter(t, bot))(aRule());
  await bot.setPersonTo(bo.id, '{"direct":{"kinds":["weekly"]}}');
  await requestsCard(ana, '/post For leaders first', cardSays.ready, { in: 'secret' });
  await bo.sees('Presscheck', /needs your approval/);
});

longTest('a requester who isn’t in the card’s private channel gets the result', async (t) => {
  let aheadMs = 0;
  const bot = await start(t, { ...privately(['Ana', 'Bo']), now: () => Date.now() + aheadMs });
  const { ana, bo, chat } = bot;
  const card = await requestsCard(ana, '/post For leaders first', cardSays.ready, { in: 'secret' });
  const secret = [...chat.world.channels.values()].find(({ id }) => id === 'C0SECRET');
  assert.ok(secret);
  secret.members = secret.members.filter((id) => id !== ana.id);
  await card.offers('Approve & publish');
  // who is in a channel is remembered for five minutes
  aheadMs = 6 * 60_000;
  await bo.clicks(card, 'Approve & publish');
  await ana.sees('Presscheck', /Bo published/);
});

const grouped = [
  ['with no member in the private channel', ['Ana'], true],
  ['with a member in the private channel', ['Ana', 'Cy'], false],
] as const;

for (const [what, members, asked] of oneOf(grouped))
  longTest(`a user group ${what} is ${asked ? 'asked' : 'not asked'} in direct messages`, async (t) => {
    const groups = [{ id: 'S0EDITORS', handle: 'editors', name: 'Editors', members: ['U0BO', 'U0CY'] }];
    const bot = await start(t, { chat: { ...privately([...members]).chat, groups } });
    const { ana, bo, chat } = bot;
    await (await ruleSetter(t, bot))(aRule({ people: [], groups: ['S0EDITORS'] }));
    const card = await requestsCard(ana, '/post For leaders first', cardSays.ready, { in: 'secret' });
    assert.match(card.text, /<!subteam\^S0EDITORS>/);
    await allNotified(t, bot);
    assert.equal(chat.unread('Bo').Presscheck !== undefined, asked);
    if (asked) await bo.sees('Presscheck', /needs your approval/);
  });

longTest('if Slack doesn’t say who is in a channel, people are mentioned as usual', async (t) => {
  const bot = await start(t, privately(['Ana', 'Cy']));
  const { ana, chat } = bot;
  chat.faults.next('conversations.members', { kind: 'refused', error: 'missing_scope' }, 5);
  await (await ruleSetter(t, bot))(aRule());
  await requestsCard(ana, '/post For leaders first', cardSays.ready, { in: 'secret' });
  await allNotified(t, bot);
  assert.equal(chat.unread('Bo').Presscheck, undefined);
});

longTest('if an approver can’t be reached, no one else gets their approval request', async (t) => {
  const bot = await start(t);
  const { ana, bo, chat, logs } = bot;
  await (await ruleSetter(t, bot))(aRule());
  await bot.prefers(bo.id, { kinds: ['approval'] });
  await bot.settle('brand-1', { notifications: { review_requested: 'off' } });
  const card = await makesDraft(ana, 'Beans from Huila');
  const request = await bo.sees('Presscheck', /needs your approval/);
  const modal = await bo.opensOn(request, 'Request changes', 'Request changes');
  await modal.submit({ 'What should change': 'Shorter' });
  await eventually(() => assert.equal(notificationsBelow(card).length, 1));
  await card.offers('Resubmit');
  chat.faults.next('chat.postMessage', { kind: 'refused', error: 'messages_tab_disabled' }, 2);
  await ana.clicks(card, 'Resubmit');
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === 'nobody could be notified')));
  assert.equal(chat.unread('Ana').Presscheck, undefined);
});

longTest('a retry that fails again mentions the person who requested it', async (t) => {
  const { ana, bo, service } = await start(t);
  service.failGeneration(2);
  await submits(ana, '/ai-post Our autumn menu starts on Monday');
  const first = await ana.sees('social', /Couldn’t generate this post/);
  await first.offersOnly([retryButtons.generate]);
  await bo.clicks(first, retryButtons.generate);
  const second = await eventually(async () => {
    const found = await ana.sees('social', /Couldn’t generate this post/);
    return found.ts === first.ts ? null : found;
  });
  assert.match(second.text, /<@U0BO>/);
  assert.match(second.text, /Requested by <@U0ANA>/);
});

longTest('a campaign post that couldn’t be generated is reported in the campaign’s thread', async (t) => {
  const { ana, service } = await start(t);
  service.failGeneration(1);
  await submits(ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '3' } });
  const card = await ana.sees('launches', /Campaign for Northwind/);
  const told = () =>
    notificationsBelow(card)
      .map(({ text }) => text)
      .join('\n');
  await eventually(() => assert.match(told(), /<@U0ANA>.*Couldn’t generate/s));
  await eventually(() => assert.match(told(), /2 of 3 posts in this campaign are ready. 1 failed/));
});

longTest('news that is no longer true when quiet hours end isn’t sent', async (t) => {
  let aheadMs = tuesday() - Date.now();
  const bot = await start(t, { now: () => Date.now() + aheadMs });
  const { ana, bo } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  // it is 8:00 in UTC, so these are quiet hours in every zone
  await bot.prefers(ana.id, { kinds: ['decided', 'published'], quiet: { from: '00:00', to: '23:59' } });
  const modal = await bo.opensOn(card, 'Reject', /^Reject/);
  await modal.submit({ Reason: 'Not this week' });
  await eventually(async () => assert.deepEqual(await bot.deferredEvents(), ['rejected']));
  await bo.clicks(card, 'Reopen');
  await eventually(async () => assert.deepEqual(await bot.deferredEvents(), ['reopened']));
  await bo.clicks(card, 'Approve & publish');
  await eventually(async () => assert.deepEqual(await bot.deferredEvents(), ['published']));
  aheadMs += day;
  await nextSweep(t, bot);
  const told = await ana.sees('Presscheck', /./);
  assert.match(told.text, /^Bo published/);
});

test('when quiet hours end, a post that couldn’t be published isn’t “ready for review”, too', async (t) => {
  let aheadMs = tuesday() - Date.now();
  const bot = await start(t, { now: () => Date.now() + aheadMs });
  const { ana, bo, service } = bot;
  await bot.prefers(ana.id, { kinds: ['ready', 'published'], quiet: { from: '00:00', to: '23:59' } });
  const card = await makesDraft(ana, 'Beans from Huila');
  await eventually(async () => assert.deepEqual(await bot.deferredFor(ana.id), ['post_ready']));
  service.faults.add({ ...refusesPublishing });
  await bo.clicks(card, 'Approve & publish');
  await eventually(async () => assert.deepEqual(await bot.deferredFor(ana.id), ['failed']));
  aheadMs += day;
  await nextSweep(t, bot);
  const told = await ana.sees('Presscheck', couldNot);
  assert.doesNotMatch(told.text, /ready for review/);
});

test('when quiet hours end, an approver is asked once about a post that was edited in between', async (t) => {
  let aheadMs = tuesday() - Date.now();
  const bot = await start(t, { now: () => Date.now() + aheadMs });
  const { ana, bo, cy, chat } = bot;
  await (await ruleSetter(t, bot))(aRule({ people: [bo.id, cy.id], needed: 2 }));
  await bot.prefers(bo.id, { kinds: ['approval'], quiet: { from: '00:00', to: '23:59' } });
  const card = await makesDraft(ana, 'Beans from Huila');
  await eventually(async () => assert.deepEqual(await bot.deferredFor(bo.id), ['post_ready']));
  await approve(cy, card, { shows: /1 of 2/ });
  const edit = await ana.opensOn(card, 'Edit', 'Edit post');
  await edit.submit({ Caption: 'Beans from Cauca' });
  await eventually(async () => assert.deepEqual(await bot.deferredFor(bo.id), ['approvals_cleared']));
  aheadMs += day;
  await nextSweep(t, bot);
  const request = await bo.sees('Presscheck', /needs your approval/);
  assert.match(request.text, /Beans from Cauca/);
  await allNotified(t, bot);
  const asked = chat.notified('Bo').filter(({ channelName }) => channelName === 'Presscheck');
  assert.equal(asked.length, 1);
});

test('a direct message instead of a mention that Slack refused waits for quiet hours to end', async (t) => {
  let aheadMs = tuesday() - Date.now();
  const bot = await start(t, { now: () => Date.now() + aheadMs });
  const { ana, bo, chat } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  await bot.prefers(ana.id, { quiet: { from: '00:00', to: '23:59' } });
  const modal = await bo.opensOn(card, 'Reject', /^Reject/);
  chat.faults.archiveChannel('social');
  await modal.submit({ Reason: 'Not this week' });
  await eventually(async () => assert.deepEqual(await bot.deferredFor(ana.id), ['rejected']));
  // the card itself is a new message to her
  assert.deepEqual(
    chat.notified('Ana').filter(({ text }) => text.startsWith('Bo rejected')),
    [],
  );
  aheadMs += day;
  await nextSweep(t, bot);
  await ana.sees('Presscheck', /^Bo rejected/);
});

longTest('a failure is reported even if the brand’s settings can’t be read', async (t) => {
  const bot = await start(t);
  const { ana, bo, service } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  service.faults.add({ ...refusesPublishing });
  await bo.clicks(card, 'Approve & publish');
  await bot.settle('brand-1', { notifications: 7 });
  await eventually(() => assert.match(notificationsBelow(card)[0]?.text ?? '', couldNot));
});

longTest('a delay that ends before it was counted is in no alert', async (t) => {
  const bot = await start(t);
  const card = await makesDraft(bot.ana, 'Beans from Huila');
  await allNotified(t, bot);
  const { id } = await bot.cardAt(card);
  const at = new Date().toISOString();
  const event = {
    type: 'delayed',
    problem: { step: 'create', at, cause: 'away', code: 'create_failed', failure: { kind: 'internal' } },
  };
  await bot.record({ kind: 'event', card: id, root: id, event, at });
  await allNotified(t, bot);
  assert.deepEqual(await bot.countedFor('away'), {});
});

longTest('a toast has times in the brand’s time zone, and in a direct message in its reader’s', async (t) => {
  const bot = await start(t);
  const { ana, bo } = bot;
  await bot.settle('brand-1', { zone: 'Asia/Tokyo' });
  await bot.prefers(ana.id, { kinds: ['decided'], quiet: 'off' });
  const card = await makesDraft(ana, 'Beans from Huila');
  const modal = await bo.opensOn(card, 'Schedule', /^Schedule/);
  const at = Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000;
  await modal.fill({ 'Schedule for': new Date(at) });
  // clocks of two zones: the form shows the time in both before it's kept
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await card.shows(cardSays.scheduled);
  await allNotified(t, bot);
  const wordsOf = (isDirect: boolean): string[] =>
    sentNotifications(bot)
      .filter(({ channel, push }) => channel.startsWith('C') !== isDirect && /Bo scheduled/.test(push))
      .map(({ push }) => /<!date[^|]*\|([^>]*)>/.exec(push)?.[1] ?? push);
  const timeIn = (zone: string): string => momentInZone(at, { now: Date.now(), zone });
  assert.deepEqual(wordsOf(false), [timeIn('Asia/Tokyo')]);
  assert.deepEqual(wordsOf(true), [timeIn('Europe/Madrid')]);
});
