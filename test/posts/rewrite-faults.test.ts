/** Rewriting while Slack fails, and while processes are killed. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import {
  startKillableWorker,
  startReplacement,
  startWithoutWorker,
  startWorkerDyingAt,
} from '#test/faults/dying-workers.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { startRedis } from '#test/support/redis.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { cardSays, nthVersion, requestsCard, rewrites } from '#test/support/user-actions.ts';
import { unsaved } from '#views/kit/command-refusals.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { refusalText, versionApproved } from '#views/posts/refusals.ts';

const { keep, rewrite } = buttonText;
const shorter = { 'What should change': 'Shorter' };

async function aiPost({ ana }: StartedBot): Promise<ShownMessage> {
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  await card.offers(rewrite);
  return card;
}

/** An AI post whose worker was killed. */
async function withoutWorker(t: TestContext) {
  const bot = await startWithoutWorker(t);
  const worker = await startKillableWorker(t, bot);
  const card = await aiPost(bot);
  const kills = async () => {
    worker.kill();
    await worker.ended;
  };
  return { ...bot, bot, card, kills };
}

test('if Slack fails while versions are posted and discarded, both are done later, once', async (t) => {
  const bot = await startBot(t);
  const { bo, chat, service } = bot;
  const card = await aiPost(bot);
  const isReply = ({ thread_ts }: { thread_ts?: unknown }) => thread_ts !== undefined;
  chat.faults.next('chat.postMessage', { kind: 'server-error' }, 1, isReply);
  assert.deepEqual(await rewrites(bo, card, shorter), {});
  const version = await nthVersion(card, 1);
  assert.equal(chat.faults.counts['server-error'], 1);
  assert.equal(cardsBelow(card).length, 1);
  assert.equal(service.generations(), 2);

  chat.faults.next('chat.update', { kind: 'rate-limited', retryAfterSeconds: 1 }, 2);
  await bo.clicks(version, keep);
  await card.shows(/Discarded by <@U0BO>/);
  assert.ok(chat.faults.counts['rate-limited']);
  const decided = (await auditTrail(t, bot)).map(({ what }) => what);
  assert.equal(decided.filter((what) => what === 'rejected').length, 1);
});

longTest(
  'if the process dies after recording a rewrite, submitting the form again creates one version',
  async (t) => {
    let ends = false;
    const bot = await startBot(t, {
      async failpoint(name) {
        if (name !== 'request recorded' || !ends) return;
        ends = false;
        throw new Error('the process ends here');
      },
    });
    const { bo, service } = bot;
    const card = await aiPost(bot);
    const form = await bo.opensOn(card, rewrite, 'Rewrite post');
    await form.fill(shorter);
    ends = true;
    assert.equal((await form.submit()).closed, false);
    assert.deepEqual(await form.submit(), { closed: true, errors: {} });
    await nthVersion(card, 1);
    assert.equal(cardsBelow(card).length, 1);
    assert.equal(service.generations(), 2);
  },
);

for (const [at, failpoint] of [
  ['after the service answered', 'generate answered'],
  ['after the answer was recorded', 'generate recorded'],
] as const)
  longTest(
    `a worker dies ${at} to a rewrite: another posts the version, and nothing is generated twice`,
    async (t) => {
      const { bot, bo, card, kills, service } = await withoutWorker(t);
      await kills();
      const dying = await startWorkerDyingAt(t, bot, failpoint);
      assert.deepEqual(await rewrites(bo, card, shorter), {});
      await dying.ended;
      await startReplacement(t, bot);
      await nthVersion(card, 1);
      assert.equal(cardsBelow(card).length, 1);
      assert.equal(service.generations(), 2);
    },
  );

test('between a version’s publication and the discards, no other version can be published or scheduled', async (t) => {
  const publication = Promise.withResolvers<void>();
  t.after(() => publication.resolve());
  const noted = Promise.withResolvers<void>();
  const bot: StartedBot = await startBot(t, {
    settings: { UNDO_SECONDS: '0' },
    async failpoint(name) {
      if (name !== 'transition recorded' || bot.service.publishes() === 0) return;
      noted.resolve();
      await publication.promise;
    },
  });
  const { bo, service } = bot;
  const card = await aiPost(bot);
  assert.deepEqual(await rewrites(bo, card, shorter), {});
  const version = await nthVersion(card, 1);
  const form = await bo.opensOn(version, 'Schedule', 'Schedule');
  await bo.clicks(card, buttonText.approveAndPublish);
  await noted.promise;
  const late = await bo.hearsOn(version, buttonText.approveAndPublish);
  assert.equal(late.text, versionApproved);
  const { errors } = await form.submit({ 'Schedule for': Math.ceil(Date.now() / 1_000) + 86_400 });
  assert.deepEqual(Object.values(errors), [versionApproved]);
  publication.resolve();
  await version.shows(/Discarded/);
  assert.equal(service.publishes(), 1);
});

/** An AI post with two versions. `clock.aheadMs`: how far the bot's clock is ahead. */
async function withTwoVersions(t: TestContext) {
  const clock = { aheadMs: 0 };
  let next: { name: string; reached(): void; goesOn: Promise<void> } | undefined;
  const bot: StartedBot = await startBot(t, {
    settings: { UNDO_SECONDS: '0' },
    now: () => Date.now() + clock.aheadMs,
    async failpoint(name) {
      if (name !== next?.name) return;
      const { reached, goesOn } = next;
      next = undefined;
      reached();
      await goesOn;
    },
  });
  /** Stops the first one to reach this failpoint until `goesOn`. */
  const holdsAt = (name: string) => {
    const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    t.after(() => goesOn.resolve());
    next = { name, reached: reached.resolve, goesOn: goesOn.promise };
    return { reached: reached.promise, goesOn: () => goesOn.resolve() };
  };
  const card = await aiPost(bot);
  assert.deepEqual(await rewrites(bot.bo, card, shorter), {});
  return {
    ...bot,
    clock,
    holdsAt,
    card,
    version: await nthVersion(card, 1),
    /** A decision that was compared with the other version, and isn't written before `writes`. */
    async compares<Result>(
      decide: () => Promise<Result>,
    ): Promise<{ decided: Promise<Result>; writes(): void }> {
      const { reached, goesOn } = holdsAt('versions compared');
      const decided = decide();
      await reached;
      return { decided, writes: goesOn };
    },
  };
}

const { approveAndPublish } = buttonText;

test('of two versions that are approved at the same moment, the first goes out, and the other person reads why', async (t) => {
  const { bo, cy, card, version, service, compares } = await withTwoVersions(t);
  const first = await compares(() => bo.clicks(card, approveAndPublish));
  const second = await compares(() => cy.hearsOn(version, approveAndPublish));
  first.writes();
  await first.decided;
  second.writes();
  assert.equal((await second.decided).text, versionApproved);
  await card.shows(/Published by <@U0BO>/);
  await version.shows(/Discarded/);
  assert.equal(service.publishes(), 1);
});

test('a version isn’t sent if another one was approved before, even if a clock is behind and a worker stalls', async (t) => {
  const { bo, cy, clock, card, version, service, compares, holdsAt } = await withTwoVersions(t);
  const late = await compares(() => cy.hearsOn(version, approveAndPublish, versionApproved));
  const worker = holdsAt('publish allowed');
  await bo.clicks(card, approveAndPublish);
  await worker.reached;
  clock.aheadMs = -5_000;
  late.writes();
  await Promise.race([late.decided, version.shows(/Published by|Discarded/)]);
  clock.aheadMs = 0;
  worker.goesOn();
  await card.shows(/Published by <@U0BO>/);
  assert.equal(service.publishes(), 1);
  await version.shows(/Discarded/);
});

test('of two versions that are scheduled at the same moment, one is, and the other can be on purpose', async (t) => {
  const { bo, cy, card, version, service, compares } = await withTwoVersions(t);
  const inDays = (days: number) => ({ 'Schedule for': Math.ceil(Date.now() / 1_000) + days * 86_400 });
  const form = await bo.opensOn(card, 'Schedule', 'Schedule');
  const lateForm = await cy.opensOn(version, 'Schedule', 'Schedule');
  const first = await compares(() => form.submit(inDays(1)));
  const second = await compares(() => lateForm.submit(inDays(2)));
  first.writes();
  assert.deepEqual((await first.decided).errors, {});
  second.writes();
  assert.deepEqual(Object.values((await second.decided).errors), [refusalText({ why: 'other_scheduled' })]);
  await card.shows(/\*Scheduled for/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  assert.deepEqual((await lateForm.submit(inDays(2))).errors, {});
  await version.shows(/\*Scheduled for/);
});

test('a version isn’t kept if another one was approved at the same moment', async (t) => {
  const { bo, cy, card, version, service, compares } = await withTwoVersions(t);
  const late = await compares(() => cy.hearsOn(version, keep));
  await bo.clicks(card, approveAndPublish);
  late.writes();
  assert.equal((await late.decided).text, versionApproved);
  await card.shows(/Published by <@U0BO>/);
  assert.equal(service.publishes(), 1);
});

test('a version isn’t approved if another one was kept at the same moment', async (t) => {
  const { bo, cy, card, version, service, compares } = await withTwoVersions(t);
  const late = await compares(() => cy.hearsOn(card, approveAndPublish));
  await bo.clicks(version, keep);
  late.writes();
  assert.equal((await late.decided).text, refusalText({ why: 'other_kept' }));
  await card.shows(/Discarded by <@U0BO>/);
  assert.equal(service.publishes(), 0);
});

test('if the first version’s card can’t be read, no other version goes out, and Rewrite says that nothing was saved', async (t) => {
  const { settings, bo, cy, card, version, service } = await withTwoVersions(t);
  assert.deepEqual(await rewrites(bo, version, shorter), {});
  const another = await nthVersion(card, 2);
  const form = await bo.opensOn(version, rewrite, 'Rewrite post');
  const { redis, prefix, keys } = redisOf(t, settings);
  const first = await cardStoreIn(redis, prefix).at(workspace, card);
  const ofNewerRelease = { ...first, state: 'of a newer release' };
  await redis.set(keys.card(workspace, first?.id ?? ''), JSON.stringify(ofNewerRelease));

  for (const one of [version, another])
    assert.match((await cy.hearsOn(one, approveAndPublish)).text, /Something went wrong on our side/);
  assert.equal(service.publishes(), 0);

  await redis.hset(keys.rules(workspace), 'brand.brand-1', '{"approvers":7}');
  assert.deepEqual(Object.values((await form.submit(shorter)).errors), [unsaved]);
});

longTest('if workers die before a rewrite and before discarding, another does both, once', async (t) => {
  const { bot, bo, card, kills, service } = await withoutWorker(t);
  await kills();
  assert.deepEqual(await rewrites(bo, card, shorter), {});
  const second = await startKillableWorker(t, bot);
  const version = await nthVersion(card, 1);
  second.kill();
  await second.ended;
  await bo.clicks(version, keep);
  assert.match(card.text, cardSays.ready);
  const late = await bo.hearsOn(card, buttonText.approveAndPublish);
  assert.equal(late.text, refusalText({ why: 'other_kept' }));
  await startReplacement(t, bot);
  await card.shows(/Discarded by <@U0BO>/);
  await version.noLongerOffers(keep);
  assert.equal(service.generations(), 2);
  const decided = (await auditTrail(t, bot)).map(({ what }) => what);
  assert.equal(decided.filter((what) => what === 'rejected').length, 1);
});

longTest('without Redis a rewrite’s form stays open, and no version is kept', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  // closed after the bot, which would otherwise wait for its Redis
  const bot = await startBot(t, { redis }).finally(() => t.after(() => redis.stop()));
  const { ana, bo, logs, service } = bot;
  const card = await aiPost(bot);
  const form = await bo.opensOn(card, rewrite, 'Rewrite post');
  await form.fill(shorter);
  const away = async () => {
    const lost = () => logs.filter(({ msg }) => msg === 'lost the connection to Redis').length;
    const before = lost();
    await redis.kill();
    await eventually(() => assert.ok(lost() > before));
  };
  await away();
  const { closed, errors, connectionError: trouble } = await form.submit();
  assert.deepEqual([closed, trouble], [false, undefined]);
  assert.match(Object.values(errors).join(), /went wrong on our side|^Couldn’t save this/);
  assert.equal(form.values['What should change'], 'Shorter');
  await redis.restart();
  await eventually(async () => assert.deepEqual((await form.submit()).errors, {}));
  const version = await nthVersion(card, 1);
  assert.equal(service.generations(), 2);

  await away();
  await ana.clicks(version, keep);
  assert.match(await ana.seesPrivately(), /Something went wrong on our side, so nothing changed/);
  await redis.restart();
  await eventually(async () => {
    await ana.clicks(version, keep);
    await eventually(() => assert.match(card.text, /Discarded by <@U0ANA>/), { withinMs: 1_000 });
  });
  assert.equal(cardsBelow(card).length, 1);
});
