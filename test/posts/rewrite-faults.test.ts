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
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { startRedis } from '#test/support/redis.ts';
import { cardSays, nthVersion, requestsCard, rewrites } from '#test/support/user-actions.ts';
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

/** An AI post with two versions, and a service that holds changes. `holds`: the next decisions aren't written. */
async function withTwoVersions(t: TestContext) {
  const written = Promise.withResolvers<void>();
  t.after(() => written.resolve());
  let toHold = 0;
  let held = 0;
  const bot: StartedBot = await startBot(t, {
    settings: { UNDO_SECONDS: '0' },
    async failpoint(name) {
      if (name !== 'versions compared' || held === toHold) return;
      held += 1;
      await written.promise;
    },
  });
  const card = await aiPost(bot);
  assert.deepEqual(await rewrites(bot.bo, card, shorter), {});
  const version = await nthVersion(card, 1);
  const changes = holdCalls(t);
  bot.service.faults.add({ on: 'PATCH /post/*', ...changes.fault });
  return {
    ...bot,
    card,
    version,
    changes,
    async holds<Result>(...decisions: (() => Promise<Result>)[]): Promise<Promise<Result>[]> {
      toHold = decisions.length;
      const decided = decisions.map((decide) => decide());
      await eventually(() => assert.equal(held, toHold));
      return decided;
    },
    writesThem: () => written.resolve(),
  };
}

const notPublished = /Another version of this post is going out or was kept, so it wasn’t published/;

test('of two versions that are approved at the same moment, one goes out, and the other’s card says why', async (t) => {
  const { bo, cy, card, version, changes, service, holds, writesThem } = await withTwoVersions(t);
  const { approveAndPublish } = buttonText;
  const clicks = await holds(
    () => bo.clicks(card, approveAndPublish),
    () => cy.clicks(version, approveAndPublish),
  );
  writesThem();
  await Promise.all(clicks);
  const isLate = ({ text }: ShownMessage): boolean => notPublished.test(text);
  await eventually(() => assert.equal([card, version].filter(isLate).length, 1));
  const [late, first] = isLate(card) ? [card, version] : [version, card];
  changes.release();
  await first.shows(/Published by/);
  await late.shows(/Discarded/);
  assert.equal(service.publishes(), 1);
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
