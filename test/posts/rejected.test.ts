/** What a rejected post's card says, and what happens if someone uses the post outside Slack anyway. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { createRerenders } from '#src/posts/rerenders.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type BotOptions, type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { allNotified, sentNotifications } from '#test/support/notifications.ts';
import { inDays } from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import {
  approve,
  cardSays,
  makesDraft,
  nthVersion,
  requestsCard,
  rewrites,
} from '#test/support/user-actions.ts';

const brandId = 'brand-1';

async function rejects(who: StartedBot['bo'], card: ShownMessage): Promise<void> {
  const modal = await who.opensOn(card, 'Reject', 'Reject post');
  await modal.submit({ Reason: 'Wrong prices' });
  await card.shows(/Rejected by <@U0BO>/);
}

/** Has the brand's posts read until this holds, so that nobody waits for the next sweep. */
function compares(t: TestContext, bot: StartedBot): (holds: () => unknown) => Promise<void> {
  const queue = openQueue(t, bot);
  return (holds) =>
    eventually(async () => {
      await queue.enqueue(readBrandJob, { workspace, brand: brandId });
      await holds();
    });
}

/** Ana's post, which Bo rejected, in a bot that compares it often. */
async function withRejected(t: TestContext, options: BotOptions = {}) {
  const bot = await startBot(t, { ...options, settings: { RESTING_INTERVAL_MS: '10', ...options.settings } });
  const card = await makesDraft(bot.ana, 'Beans from Huila');
  await rejects(bot.bo, card);
  await allNotified(t, bot);
  const before = sentNotifications(bot).length;
  const [post = assert.fail()] = bot.service.posts();
  const compared = compares(t, bot);
  return {
    ...bot,
    card,
    compared,
    /** What the card shows once it was compared with the service. */
    shows: (pattern: RegExp) => compared(() => assert.match(card.text, pattern)),
    post: post.id,
    /** What people were notified of since the rejection, once nothing is left to send. */
    async told(): Promise<string[]> {
      await allNotified(t, bot);
      return sentNotifications(bot)
        .slice(before)
        .map(({ text }) => text);
    },
    /** What the audit trail says was done outside Slack, with the result. */
    async outside(): Promise<string[]> {
      const trail = await auditTrail(t, bot);
      return trail.filter(({ by }) => by === 'outside').map(({ what, result }) => `${what}: ${result}`);
    },
    /** Whether the card is still compared with the service. */
    async isWatched(): Promise<boolean> {
      const { redis, prefix } = redisOf(t, bot.settings);
      return (await redis.exists(createKeys(prefix).watched(workspace, brandId))) === 1;
    },
  };
}

test('a rejected post that’s published outside Slack is shown as published, and the rejecter learns that', async (t) => {
  const { card, post, service, shows, compared, told, outside, isWatched } = await withRejected(t);
  service.edit(post, { state: 'published' });
  await shows(/Published from the publishing service[\s\S]*Rejected by <@U0BO>.*: Wrong prices/);
  await card.offersOnly(['Duplicate']);
  const published =
    'This post was published on Instagram from the publishing service, even though it had been rejected.';
  await eventually(async () => assert.deepEqual(await told(), [`<@U0ANA> and <@U0BO>: ${published}`]));
  assert.deepEqual(await outside(), ['published: published']);
  await compared(async () => assert.equal(await isWatched(), false));
});

test('a rejected post that’s scheduled outside Slack is shown as scheduled, on its card and on Home tabs', async (t) => {
  const { ana, bo, card, post, service, shows, told, outside } = await withRejected(t);
  service.edit(post, { state: 'scheduled', scheduledAt: inDays(2) });
  await shows(/Scheduled for .* in the publishing service[\s\S]*Rejected by <@U0BO>.*: Wrong prices/);
  await card.offers('Unschedule');
  await eventually(async () => {
    const [text, ...more] = await told();
    assert.deepEqual(more, []);
    assert.match(
      text ?? '',
      /^<@U0ANA> and <@U0BO>: This post was scheduled for .* in the publishing service, even though it had been rejected\.$/,
    );
  });
  assert.deepEqual(await outside(), ['changed: scheduled']);
  await ana.opensHome(/Beans from Huila/);
  await bo.clicks(card, 'Unschedule', { shows: cardSays.ready });
  assert.equal(service.post(post)?.state, 'draft');
});

test('under a rule, a rejected post that’s scheduled outside Slack is unscheduled, and needs all its approvals', async (t) => {
  const started = await startBot(t, { settings: { RESTING_INTERVAL_MS: '10' } });
  const { ana, bo, cy, service } = started;
  await (await ruleSetter(t, started))(aRule({ people: ['U0BO', 'U0CY'], needed: 2, scheduled: true }));
  const card = await makesDraft(ana, 'Beans from Huila');
  await approve(cy, card, { shows: /1 of 2/ });
  await rejects(bo, card);
  const [post = assert.fail()] = service.posts();
  service.edit(post.id, { state: 'scheduled', scheduledAt: inDays(2) });
  const unscheduled = cardSays.readyWith(
    /0 of 2[\s\S]*Rejected by <@U0BO>.*: Wrong prices[\s\S]*Unscheduled because it needs review/,
  );
  await compares(t, started)(() => assert.match(card.text, unscheduled));
  assert.equal(service.post(post.id)?.state, 'draft');
});

test('a rejected post that’s edited, fails, or is deleted outside Slack stays rejected', async (t) => {
  const { card, post, service, shows, compared, told, outside, isWatched } = await withRejected(t);
  service.edit(post, { caption: 'Beans from Nariño' });
  await shows(/Rejected by <@U0BO>[\s\S]*Beans from Nariño[\s\S]*Edited in the publishing service/);
  service.edit(post, { state: 'failed', caption: 'Beans from Cauca' });
  await shows(/Rejected by <@U0BO>[\s\S]*Beans from Cauca/);
  await card.offersOnly(['Duplicate', 'Reopen']);
  service.remove(post);
  await shows(/Rejected by <@U0BO>[\s\S]*no longer lists this post/);
  await card.offersOnly(['Duplicate']);
  assert.deepEqual(await told(), []);
  assert.deepEqual(await outside(), ['changed: rejected', 'changed: rejected', 'deleted: rejected']);
  await compared(async () => assert.equal(await isWatched(), false));
});

test('a post that was unscheduled and then rejected stays rejected while the service’s list is behind', async (t) => {
  const listingLagMs = 1_000;
  const started = await startBot(t, {
    service: { listingLagMs },
    settings: { RESTING_INTERVAL_MS: '10', WATCH_INTERVAL_MS: '100' },
  });
  const { ana, bo, service } = started;
  const card = await requestsCard(ana, '/post Beans from Huila', cardSays.scheduled, {
    fill: { 'Schedule for': inDays(2) / 1_000 },
  });
  // by now, the list shows it as scheduled
  await eventually(() => assert.ok(Date.now() - (service.posts()[0]?.createdAt ?? 0) > listingLagMs));
  await bo.clicks(card, 'Unschedule', { shows: cardSays.ready });
  await rejects(bo, card);
  const reads = (): number => service.requestsTo('GET /post').length;
  const [from, rejectedAt] = [reads(), Date.now()];
  await compares(
    t,
    started,
  )(() => assert.ok(reads() > from + 3 && Date.now() > rejectedAt + 2 * listingLagMs));
  assert.match(card.text, /Rejected by <@U0BO>/);
  const trail = await auditTrail(t, started);
  assert.deepEqual(
    trail.filter(({ by }) => by === 'outside'),
    [],
  );
});

test('a rejected post is compared for 30 days, and its card is finished after that', async (t) => {
  let aheadMs = 0;
  const { compared, isWatched } = await withRejected(t, { now: () => Date.now() + aheadMs });
  assert.equal(await isWatched(), true);
  aheadMs = 31 * 86_400_000;
  await compared(async () => assert.equal(await isWatched(), false));
});

test('a list of posts shows a rejected post that was published outside Slack, even if nothing compares it anymore', async (t) => {
  const { ana, card, post, service, isWatched, ...bot } = await withRejected(t, {
    settings: { RESTING_INTERVAL_MS: '600000' },
  });
  // as for a card that an earlier release finished
  const { redis, prefix } = redisOf(t, bot.settings);
  await redis.del(createKeys(prefix).watched(workspace, brandId));
  service.edit(post, { state: 'published' });
  await eventually(async () => {
    await ana.hears('/social posts', /Published from the publishing service\*\nBeans from Huila/);
    assert.match(card.text, /Published from the publishing service/);
  });
  assert.equal(await isWatched(), false);
});

test('a list of posts shows a post that was published outside Slack later than 30 days after its rejection', async (t) => {
  let aheadMs = 0;
  const { ana, card, post, service, compared, isWatched } = await withRejected(t, {
    now: () => Date.now() + aheadMs,
  });
  aheadMs = 31 * 86_400_000;
  await compared(async () => assert.equal(await isWatched(), false));
  service.edit(post, { state: 'published' });
  aheadMs += 3_600_000;
  await eventually(async () => {
    await ana.hears('/social posts', /Published from the publishing service\*\nBeans from Huila/);
    assert.match(card.text, /Published from the publishing service/);
  });
});

/** An AI post, and the rewrite that was kept instead of it. */
async function withDiscarded(t: TestContext) {
  const bot = await startBot(t, { settings: { RESTING_INTERVAL_MS: '10' } });
  const { ana, bo, service } = bot;
  const card = await requestsCard(ana, '/ai-post Our autumn menu', cardSays.ready);
  await card.offers('Rewrite');
  await rewrites(bo, card, { 'What should change': 'Longer' });
  const longer = await nthVersion(card, 1);
  await bo.clicks(longer, 'Keep this version');
  await card.shows(/Discarded by <@U0BO>/);
  const [first = assert.fail()] = service.posts();
  return { bot, card, longer, first };
}

test('a discarded version that’s scheduled outside Slack can be kept instead', async (t) => {
  const { bot, card, longer, first } = await withDiscarded(t);
  const { bo, service } = bot;
  service.edit(first.id, { state: 'scheduled', scheduledAt: inDays(2) });
  await compares(t, bot)(() => assert.match(card.text, /Scheduled for .* in the publishing service/));
  await card.offers('Keep this version');
  await bo.clicks(card, 'Keep this version');
  await longer.shows(/Discarded by <@U0BO>/);
});

test('a new rule doesn’t update the messages of rejected posts', async (t) => {
  const { chat, settings } = await withRejected(t, { settings: { RESTING_INTERVAL_MS: '600000' } });
  const { redis, prefix } = redisOf(t, settings);
  const cards = cardStoreIn(redis, prefix);
  const [before = assert.fail()] = await cards.watched(workspace, brandId, '+inf');
  await (await ruleSetter(t, { chat, settings }))(aRule({ people: ['U0BO'] }));
  const rerenders = createRerenders(redis, prefix);
  assert.equal((await rerenders.due(workspace)).size, 1);
  await eventually(async () => assert.equal((await rerenders.due(workspace)).size, 0));
  assert.deepEqual(await cards.get(workspace, before.id), before);
});

longTest(
  'a discarded version that’s published outside Slack is shown as published, and the kept one as discarded',
  async (t) => {
    const { bot, card, longer, first } = await withDiscarded(t);
    const { service } = bot;
    service.edit(first.id, { state: 'published' });
    await compares(t, bot)(() => assert.match(card.text, /Published from the publishing service/));
    await longer.shows(/\*Discarded\.\* Another version of this post was published\./);
  },
);

test('a rejected post’s card doesn’t say that it’s planned for a time', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  await (await ruleSetter(t, started))(aRule({ people: ['U0BO'], scheduled: true }));
  const card = await requestsCard(ana, '/post Beans from Huila', cardSays.readyWith(/Planned for/), {
    fill: { 'Schedule for': inDays(1) / 1_000 },
  });
  await rejects(bo, card);
  await card.noLongerShows(/Planned for/);
  await bo.clicks(card, 'Reopen', { shows: cardSays.readyWith(/Planned for/) });
});
