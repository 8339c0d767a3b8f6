import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { SandboxOptions } from '#sandbox/service/index.ts';
import { incidentJob } from '#src/notifications/incident.ts';
import { createIncidentStore } from '#src/notifications/incident-store.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { notificationsBelow } from '#test/support/notifications.ts';
import { openQueue } from '#test/support/queue.ts';
import { redisOf } from '#test/support/stored.ts';
import { atlasOutdoor, cardSays, makesDraft, opensWithBrand, submits } from '#test/support/user-actions.ts';

const always = Number.POSITIVE_INFINITY;

function incidentsOf(t: TestContext, { settings }: StartedBot) {
  const { redis, prefix } = redisOf(t, settings);
  return createIncidentStore(redis, prefix);
}

const on = 'PATCH /post/*';

const alertsIn = ({ chat }: Pick<StartedBot, 'chat'>, channel: string) =>
  chat
    .messages(channel)
    .filter(({ text }) => /^(:rotating_light:|:white_check_mark: \*The publishing service)/.test(text));

/** Starts a bot whose API key isn't allowed to publish, with posts in review. */
async function startRefused(t: TestContext, drafts: Record<string, number>) {
  const bot = await startBot(t);
  const cards: Record<string, ShownMessage[]> = {};
  for (const [channel, many] of Object.entries(drafts))
    for (let n = 0; n < many; n += 1) {
      await submits(bot.ana, `/post Beans in ${channel}, number ${n}.`, { in: channel });
      const where = channel === 'leadership' ? 'Presscheck' : channel;
      const card = await bot.ana.sees(where, new RegExp(`Ready.*Beans in ${channel}, number ${n}\\.`, 's'));
      await card.offers('Approve & publish');
      cards[channel] = [...(cards[channel] ?? []), card];
    }
  const refuses = () => bot.service.faults.add({ on, kind: 'status', status: 401, times: 100 });
  const alerts = (channel: string) => alertsIn(bot, channel);
  return { ...bot, cards, refuses, fault: refuses(), alertsIn: alerts };
}

/** Starts a bot whose clock the test sets, with a brand whose listing doesn't show a published post and later can't be read. */
async function startUnread(t: TestContext, brand: string, service: SandboxOptions = {}) {
  let aheadMs = 0;
  const settings = { RESTING_INTERVAL_MS: '10', WATCH_INTERVAL_MS: '500' };
  const bot = await startBot(t, { service, settings, now: () => Date.now() + aheadMs });
  const queue = openQueue(t, bot);
  const isOfBrand = ({ query }: { query: Record<string, unknown> }) =>
    bot.service.publishes() > 0 && query.brandId === brand;
  const list = { on: 'GET /post', kind: 'status', times: always } as const;
  // empty at first instead of refused, because a refused read would delay all others
  bot.service.faults.add({ ...list, status: 200, body: [], when: (r) => aheadMs === 0 && isOfBrand(r) });
  bot.service.faults.add({ ...list, status: 401, when: (r) => aheadMs > 0 && isOfBrand(r) });
  return {
    ...bot,
    queue,
    incidents: incidentsOf(t, bot),
    later(ms: number): void {
      aheadMs += ms;
    },
    /** Checks without waiting for the next sweep. */
    checksUntil: (passes: () => unknown) =>
      eventually(async () => {
        await queue.enqueue(readBrandJob, { workspace, brand });
        await passes();
      }),
  };
}

const fails = /rejected the API key.*The post wasn’t published/s;

test('posts that fail for the same reason share one alert, which counts up, ends, and starts again', async (t) => {
  const { ana, bo, cards, fault, refuses, alertsIn } = await startRefused(t, { social: 2, launches: 1 });
  const [one, two] = cards.social ?? [];
  const [elsewhere] = cards.launches ?? [];
  assert.ok(one && two && elsewhere);
  for (const card of [one, two]) {
    await bo.clicks(card, 'Approve & publish', { shows: fails });
  }
  const alert = await ana.sees(
    'social',
    /:rotating_light: <@U0ANA>: \*The publishing service rejected the API key/,
  );
  await bo.clicks(elsewhere, 'Approve & publish');
  await alert.shows(/3 posts affected, 1 of them in another conversation\. The problem started/);
  assert.match(alert.text, /number 1.*number 0/s);
  assert.doesNotMatch(alert.text, /Beans in launches/);
  assert.deepEqual(alertsIn('launches'), []);

  fault.remove();
  await bo.clicks(elsewhere, 'Approve & publish');
  await alert.shows(
    /now accepts the API key\.\*\sThe problem started .* 3 posts, 1 of them in another conversation, failed because of it/,
  );
  assert.match(alert.text, /To retry a post, use the buttons on its card/);

  refuses();
  for (const card of [one, two]) {
    await bo.clicks(card, 'Approve & publish', { shows: fails });
  }
  await alert.shows(/^:rotating_light:.*2 posts affected/s);
  assert.equal(alertsIn('social').length, 1);
});

longTest('an alert in a direct message moves to a channel once a post from a channel fails', async (t) => {
  const { ana, bo, cards, alertsIn } = await startRefused(t, { leadership: 2, social: 1 });
  for (const card of cards.leadership ?? []) {
    await ana.clicks(card, 'Approve & publish', { shows: fails });
  }
  const hers = await ana.sees('Presscheck', /:rotating_light:.*2 posts affected.*number 1.*number 0/s);
  await bo.clicks(cards.social?.[0] ?? hers, 'Approve & publish');
  const alert = await ana.sees(
    'social',
    /:rotating_light:.*3 posts affected, 2 of them in another conversation/s,
  );
  assert.doesNotMatch(alert.text, /Beans in leadership/);
  await hers.shows(/Updates> continue in <#C0SOCIAL>/);
  for (const card of cards.leadership ?? [])
    await card.shows(
      new RegExp(`archives/C0SOCIAL/p${alert.ts.replace('.', '')}\\|this alert> for all affected posts`),
    );
  assert.equal(alertsIn('social').length, 1);
});

for (const greeted of oneOf([true, false]))
  test(`an alert that can’t be posted to the channel or the author ${greeted ? 'goes to the installer' : 'is retried'}`, async (t) => {
    const { ana, bo, cy, chat, cards } = await startRefused(t, { social: greeted ? 1 : 2 });
    if (greeted) {
      await cy.opensHome();
      await cy.sees('Presscheck', /Presscheck is ready/);
    }
    for (const error of ['channel_not_found', 'messages_tab_disabled'])
      chat.faults.next('chat.postMessage', { kind: 'refused', error });
    for (const card of cards.social ?? []) {
      await bo.clicks(card, 'Approve & publish', { shows: fails });
    }
    if (!greeted) return void (await ana.sees('social', /:rotating_light:.*2 posts affected/s));
    await cy.sees('Presscheck', /^Couldn’t publish .*rejected the API key/s);
  });

const inDoubt = /Outcome unknown.*accepted the request to publish, but I can’t read its list of posts/s;

test('people are notified of an unknown outcome even if the service recovers before Slack accepts the message', async (t) => {
  const bot = await startUnread(t, 'brand-1');
  const { ana, bo, chat, queue, incidents, later, checksUntil } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  chat.faults.next('chat.postMessage', { kind: 'refused', error: 'internal_error' }, always);
  later(901_000);
  await checksUntil(() => assert.match(card.text, inDoubt));
  await eventually(() => assert.ok((chat.faults.counts.refused ?? 0) > 0));
  await incidents.worked(workspace, 'list.brand-1', new Date().toISOString());
  await queue.enqueue(incidentJob, { workspace, cause: 'key' });
  chat.faults.clear();
  const notified = /^<@U0\w+> and <@U0\w+>: Couldn’t confirm whether this post was published\./;
  await eventually(() => assert.match(notificationsBelow(card).at(-1)?.text ?? '', notified));
  assert.equal(alertsIn(bot, 'social').length, 0);
});

longTest('one brand’s listing says nothing about another brand’s', async (t) => {
  const northwind = 'brand-northwind';
  const bot = await startUnread(t, northwind, { seed: 'demo' });
  const { ana, bo, service, incidents, later, checksUntil } = bot;
  const modal = await opensWithBrand(ana, '/post Beans', 'Northwind Coffee', [
    'Instagram · northwind.coffee',
  ]);
  await modal.submit();
  const card = await ana.sees('social', cardSays.ready);
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  later(901_000);
  await checksUntil(() => assert.match(card.text, inDoubt));
  await eventually(async () => assert.equal((await incidents.read(workspace, 'key')).failed.length, 1));
  const reads = () =>
    service.requestsTo('GET /post').filter(({ query }) => query.brandId !== northwind).length;
  const before = reads();
  const other = await atlasOutdoor(ana, '/ai-post Boots for the wet season', [
    'LinkedIn · Atlas Outdoor Equipment',
  ]);
  await other.submit();
  await ana.sees('social', /Atlas Outdoor[\s\S]*Ready for review/);
  await eventually(() => assert.ok(reads() > before + 3));
  assert.equal((await incidents.read(workspace, 'key')).over, undefined);
  assert.deepEqual(await incidents.worked(workspace, `list.${northwind}`, new Date().toISOString()), ['key']);
});

const unchanged = [
  ['leadership', 'internal_error'],
  ['social', 'msg_too_long'],
] as const;

for (const [channel, error] of unchanged)
  longTest(
    `an alert in ${channel} that Slack won’t update is posted once in a channel (${error})`,
    async (t) => {
      const bot = await startRefused(t, { [channel]: 2 });
      const { ana, chat, cards, alertsIn } = bot;
      for (const card of cards[channel] ?? []) {
        await ana.clicks(card, 'Approve & publish', { shows: fails });
      }
      await ana.sees(channel === 'social' ? channel : 'Presscheck', /:rotating_light:.*2 posts affected/s);
      const incidents = incidentsOf(t, bot);
      await eventually(async () => assert.equal((await incidents.alert(workspace, 'key'))?.count, 2));
      const failed = { card: 'another', at: new Date().toISOString(), place: 'C0SOCIAL', author: 'U0ANA' };
      await incidents.add(workspace, 'key', failed, 'publish');
      chat.faults.next('chat.update', { kind: 'refused', error });
      await openQueue(t, bot).enqueue(incidentJob, { workspace, cause: 'key' });
      await eventually(async () => assert.equal((await incidents.alert(workspace, 'key'))?.count, 3));
      const counting = alertsIn('social').filter(
        ({ text }) => /3 posts affected/.test(text) && !/Updates.*continue/.test(text),
      );
      assert.equal(counting.length, 1);
    },
  );
