import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Queue } from 'bullmq';
import { createPauseStore } from '#src/pause/pause-store.ts';
import type { Named, PostRequest } from '#src/platform/publishing-api/request.ts';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import { newCard } from '#src/posts/card/new-card.ts';
import { createJob } from '#src/posts/operations/create.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { scrape } from '#test/platform/metrics/scrape.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, opensWithBrand } from '#test/support/user-actions.ts';

test('creating and publishing a post takes one run each, two to notify people, and at most four updates of its card', async (t) => {
  const { ana, bo, bot } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  await eventually(async () => {
    const { value } = await scrape(bot.port);
    const runs = (kind: string, queueName: string) =>
      value('presscheck_jobs_total', { kind, lane: queueName, outcome: 'done' }) ?? 0;
    assert.deepEqual([runs('create', 'create'), runs('publish', 'work')], [1, 1]);
    // once its card is posted, and once it's published
    assert.equal(runs('notify', 'draw'), 2);
    // requested, ready for review, approved, published
    assert.ok(runs('draw', 'draw') >= 2 && runs('draw', 'draw') <= 4, `${runs('draw', 'draw')} drawings`);
  });
});

/** Writes cards of requests as a bot that died right after would leave them: no job is queued for them. */
async function startRecording(t: TestContext, { settings }: StartedBot) {
  const { redis, prefix } = redisOf(t, settings);
  const cards = cardStoreIn(redis, prefix);
  const work = new Queue('work', { connection: redis, prefix: queuePrefix(prefix) });
  t.after(() => work.close());
  async function record(id: string, brand: Named, profile: Named) {
    const origin = { workspace, channel: 'C0SOCIAL', author: 'U0ANA' };
    const words = { caption: `Words of ${id}`, mediaUrls: [] };
    const request: PostRequest = { kind: 'post', brand, profiles: [profile], ...words };
    await cards.add(newCard(id, origin, request, new Date().toISOString()));
    return { workspace, card: id };
  }
  return { record, work };
}

const brands = Array.from({ length: 16 }, (_, n) => ({
  id: `brand-${n}`,
  name: `Brand ${n}`,
  profiles: [{ id: `profile-${n}`, provider: 'linkedin' as const, name: `Brand ${n}` }],
}));

/** The first brand's post waits for a click. Jobs that reach this step later are held there. */
async function startHolding(t: TestContext, at: string) {
  const held = Promise.withResolvers<void>();
  // before the bot is stopped, which waits for them
  t.after(() => held.resolve());
  let [locks, holdCalls] = [false, 0];
  const bot = await startBot(t, {
    service: { seed: { user: { id: 'user-1', name: 'Ana', email: 'ana@northwind.example' }, brands } },
    async failpoint(step) {
      if (!locks || step !== at) return;
      holdCalls += 1;
      await held.promise;
    },
  });
  const modal = await opensWithBrand(bot.ana, '/post Ready when you are', 'Brand 0', ['LinkedIn · Brand 0']);
  await modal.submit();
  const card = await bot.ana.sees('social', cardSays.ready);
  locks = true;
  return { ...bot, card, holdCalls: () => holdCalls };
}

test('a click doesn’t wait for creations, however many there are and however long they take', async (t) => {
  const bot = await startHolding(t, 'create answered');
  const { bo, card, holdCalls } = bot;
  const { record } = await startRecording(t, bot);
  const queue = openQueue(t, bot);
  for (const { id, name, profiles } of brands.slice(1))
    for (const { id: profile } of profiles)
      await queue.enqueue(
        createJob,
        await record(`card-of-${id}`, { id, name }, { id: profile, name: `LinkedIn · ${name}` }),
      );
  await eventually(() => assert.ok(holdCalls() >= 10, `${holdCalls()} creations`));
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
});

longTest('a click doesn’t wait for the checks of active pauses', async (t) => {
  const bot = await startHolding(t, 'pause noted');
  const { bo, card, holdCalls, service } = bot;
  const { redis, prefix } = redisOf(t, bot.settings);
  const pauses = createPauseStore(redis, prefix, 60_000);
  const tomorrow = Date.now() + 86_400_000;
  for (const { id, name, profiles } of brands.slice(1)) {
    const socialProfileIds = profiles.map((profile) => profile.id);
    service.putPost({
      brandId: id,
      caption: name,
      socialProfileIds,
      scheduledAt: tomorrow,
      state: 'scheduled',
    });
    await pauses.begin(workspace, {
      brand: { id, name },
      by: 'U0BO',
      at: new Date(0).toISOString(),
      reason: 'recall',
      channel: 'C0SOCIAL',
      checksRequested: 1,
      checksDone: 1,
    });
  }
  await openQueue(t, bot).enqueue(sweepJob, {});
  await eventually(() => assert.ok(holdCalls() >= 10, `${holdCalls()} looks`));
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
});
