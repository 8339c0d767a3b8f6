/** Notifications by a process that dies after the write that causes them, but before anything is queued. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { renderCardJob } from '#src/posts/jobs.ts';
import { cardFrom } from '#src/posts/save-card.ts';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { notificationsBelow } from '#test/support/notifications.ts';
import { nextSweep } from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { cardSays, makesDraft, requestsCard } from '#test/support/user-actions.ts';
import { startReplacement, startWithoutWorker, startWorkerDyingAt } from './dying-workers.ts';

const on = 'PATCH /post/*';

/** Starts a bot that dies at the failpoint that `dies` accepts: nothing after it happens. */
async function startDyingBot(t: TestContext, settings: BotOptions['settings'] = {}) {
  let aheadMs = 0;
  let dies: ((failpoint: string) => Promise<boolean>) | undefined;
  let dead = false;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const bot = await startBot(t, {
    settings,
    now: () => Date.now() + aheadMs,
    async failpoint(name) {
      if (!dies || !(await dies(name))) return;
      dies = undefined;
      dead = true;
      await over;
    },
  });
  const redis = new Redis(bot.redisUrl);
  t.after(() => {
    resolve();
    redis.disconnect();
  });
  const keys = createKeys(bot.settings.REDIS_PREFIX ?? '');
  const workspace = bot.chat.world.workspace.id;
  return {
    ...bot,
    redis,
    keys,
    workspace,
    diesAt(when: (failpoint: string) => Promise<boolean>): void {
      dies = when;
    },
    isDead: () => eventually(() => assert.ok(dead)),
    due: () => redis.hlen(keys.notifications(workspace)),
    /** Runs the sweep for cards that changed a while ago. */
    async sweepsLater(): Promise<void> {
      aheadMs += 10_000;
      await nextSweep(t, bot);
    },
  };
}

longTest('a process dies after recording an unknown outcome: people are still notified once', async (t) => {
  const bot = await startDyingBot(t, { WATCH_TIMEOUT_MS: '300' });
  const { ana, service, redis, keys, workspace } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  const id = await redis.get(keys.claim(workspace, service.posts()[0]?.id ?? ''));
  const stored = async () => cardFrom((await redis.get(keys.card(workspace, id ?? ''))) ?? '');
  bot.diesAt(
    async (failpoint) => failpoint === 'transition recorded' && (await stored()).state === 'outcome_unknown',
  );
  // the service responds with 200 but publishes nothing
  service.faults.add({ on, kind: 'status', status: 200, body: {}, times: 1 });
  await ana.clicks(card, 'Approve & publish');
  await bot.isDead();
  // like a delayed render in a busy channel: rendered cards must not be lost to the sweep
  await openQueue(t, bot).enqueue(renderCardJob, { workspace, card: id ?? '' });
  await card.shows(cardSays.unknown);
  const doubts = () =>
    notificationsBelow(card).filter(({ text }) =>
      text.includes('Couldn’t confirm whether this post was published.'),
    );
  assert.equal(doubts().length, 0);

  await bot.sweepsLater();
  await eventually(() => assert.equal(doubts().length, 1));
  // no later sweep finds anything to send
  await eventually(async () => assert.equal(await bot.due(), 0));
  assert.equal(doubts().length, 1);
});

longTest(
  'a process dies after recording that the service works again: the alert still says so',
  async (t) => {
    const bot = await startDyingBot(t);
    const { ana, service } = bot;
    const fault = service.faults.add({ on, kind: 'status', status: 401, times: 100 });
    const cards: ShownMessage[] = [];
    for (const from of ['Huila', 'Nariño']) {
      const card = await requestsCard(
        ana,
        `/post Beans from ${from}`,
        new RegExp(`Ready for review.*${from}`, 's'),
      );
      cards.push(card);
      await ana.clicks(card, 'Approve & publish', { shows: /rejected the API key/ });
    }
    const alert = await ana.sees('social', /:rotating_light:.*2 posts affected/s);
    fault.remove();
    bot.diesAt(async (failpoint) => failpoint === 'incident over');
    const [one = alert] = cards;
    await ana.clicks(one, 'Approve & publish');
    await bot.isDead();
    await bot.sweepsLater();
    await alert.shows(/accepts the API key/);
    await eventually(async () => assert.equal(await bot.due(), 0));
  },
);

longTest('a worker dies before recording that the service works again: another worker says so', async (t) => {
  const bot = await startWithoutWorker(t);
  const { ana, service } = bot;
  const dying = await startWorkerDyingAt(t, bot, 'publish recorded');
  const fault = service.faults.add({ on, kind: 'status', status: 401, times: 100 });
  const cards: ShownMessage[] = [];
  for (const from of ['Huila', 'Nariño']) {
    const card = await requestsCard(
      ana,
      `/post Beans from ${from}`,
      new RegExp(`Ready for review.*${from}`, 's'),
    );
    cards.push(card);
    await ana.clicks(card, 'Approve & publish', { shows: /rejected the API key/ });
  }
  const alert = await ana.sees('social', /:rotating_light:.*2 posts affected/s);
  fault.remove();
  const [one = alert] = cards;
  await ana.clicks(one, 'Approve & publish');
  await dying.ended;
  await startReplacement(t, bot);
  await one.shows(/Published by/);
  await alert.shows(/accepts the API key/);
});
