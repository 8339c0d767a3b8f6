/** Rate limits per channel: updates that users wait for come first, and Slack's 429 is respected. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Fault } from '#sandbox/chat/faults.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { startInProcess } from '#test/support/in-process.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';

const arriving = 10;

const rendersOf = (chat: Chat, method: string, channel: string) =>
  chat.calls.filter((call) => call.method === method && call.args.channel === channel);

test(`a published post is rendered at once while ${arriving} cards in its channel wait to show progress`, async (t) => {
  const { ana, bo, service, chat } = await startBot(t, { settings: { CHANNEL_INTERVAL_MS: '1000' } });
  const draft = await makesDraft(ana, 'Beans from Huila');
  const since = Date.now();
  await submits(ana, '/campaign Opening week of the new shop', {
    fill: { Objective: 'Launch', Posts: String(arriving), Days: '20' },
  });
  const campaign = await ana.sees('social', /Campaign for Northwind Coffee/);
  await eventually(() => assert.ok(cardsBelow(campaign).length > 0));

  await bo.clicks(draft, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });

  const rendered = cardsBelow(campaign).length;
  assert.ok(rendered < arriving, `all ${rendered} posts of the campaign were rendered before it`);
  assert.equal(service.publishes(), 1);
  const calls = chat.calls.filter(({ method, at }) => /^chat\.(post|upd)/.test(method) && at >= since);
  // a new message with buttons takes two calls, and the second isn't rate limited
  const most = 4 + (Date.now() - since) / 1_000 + 4;
  assert.ok(calls.length <= most, `${calls.length} calls, but at most ${most} were due`);
});

longTest(
  `a decision is rendered at once while ${arriving} cards in its channel wait to show the pause`,
  async (t) => {
    const { ana, bo, chat, settings } = await startBot(t, { settings: { ROLE: 'bot' } });
    const worker = { ...settings, ROLE: 'worker', PORT: '0' };
    const first = await startInProcess(t, { ...worker, CHANNEL_INTERVAL_MS: '20' });
    await submits(ana, '/campaign Opening week of the new shop', {
      fill: { Objective: 'Launch', Posts: String(arriving), Days: '20' },
    });
    const campaign = await ana.sees('social', /Campaign for Northwind Coffee/);
    const posts = () => cardsBelow(campaign);
    await eventually(() => {
      assert.equal(posts().length, arriving);
      assert.ok(posts().every(({ buttons }) => buttons.includes('Reject')));
    });
    await first.stop();
    await startInProcess(t, { ...worker, CHANNEL_INTERVAL_MS: '2000' });
    await bo.types('/social pause all recall of a batch');
    const { redis, keys } = redisOf(t, settings);
    const line = keys.turnsLine(chat.world.workspace.id, campaign.channel);
    await eventually(async () => assert.ok((await redis.zcard(line)) > arriving * 0.6));

    const [last = ''] = await redis.zrevrange(line, 0, 0);
    const decided = posts().find(({ blocks }) => JSON.stringify(blocks).includes(last));
    assert.ok(decided);
    const reject = await bo.opensOn(decided, 'Reject', /^Reject/);
    await reject.submit({ Reason: 'A recall' });
    await decided.shows(/Rejected by <@U0BO>/);

    const rendered = posts().filter(({ text }) => /> paused \*/.test(text)).length;
    assert.ok(rendered < arriving * 0.4, `${rendered} cards were rendered before it`);
  },
);

test('while Slack limits messages in one channel, its cards wait, and other channels continue', async (t) => {
  const { ana, chat } = await startBot(t);
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 600 });
  await submits(ana, '/post Beans from Huila');
  await eventually(() => assert.equal(rendersOf(chat, 'chat.postMessage', 'C0SOCIAL').length, 1));
  await submits(ana, '/post Beans from Tolima');

  await makesDraft(ana, 'Beans from Cauca', { in: 'launches' });
  assert.equal(rendersOf(chat, 'chat.postMessage', 'C0SOCIAL').length, 1);
  assert.deepEqual(chat.messages('social'), []);
});

/** Publishes a card that still has to be rendered, because every `chat.update` got this fault. */
async function publishUnseen(t: TestContext, fault: Fault) {
  const { ana, bo, chat, redisUrl, settings } = await startBot(t);
  const prefix = settings.REDIS_PREFIX ?? '';
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const renders = new Queue('draw', { connection: redis, prefix: queuePrefix(prefix) });
  t.after(async () => {
    await renders.close();
    redis.disconnect();
  });
  const cards = cardStoreIn(redis, prefix);
  const card = await makesDraft(ana, 'Beans from Huila');
  const updates = () => rendersOf(chat, 'chat.update', card.channel).length;
  const before = updates();
  chat.faults.next('chat.update', fault, 1_000);

  await bo.clicks(card, 'Approve & publish');
  const [workspace = ''] = await cards.workspaces();
  const delayed = await eventually(async () => {
    const [waiting] = await Array.fromAsync(cards.waiting(workspace, Date.now()));
    assert.equal(waiting?.state, 'published');
    return (await renders.getDelayed())[0] ?? null;
  });
  const updated = () => updates() - before;
  // the last transition can have just run the job
  const retry = (): Promise<void> => delayed.promote().catch(() => undefined);
  return { chat, redis, card, retry, updated, paused: createKeys(prefix).updatesPaused(workspace) };
}

test('while Slack limits updates, transitions are kept, and one call shows the last one', async (t) => {
  const limit = { kind: 'rate-limited', retryAfterSeconds: 600 } as const;
  const { chat, redis, card, retry, updated, paused } = await publishUnseen(t, limit);
  assert.equal(updated(), 1, 'only the limited call');

  // ten minutes later
  chat.faults.clear();
  await redis.del(paused);
  await retry();
  await card.shows(cardSays.publishedBy('U0BO'));
  assert.equal(updated(), 2);
});

longTest('an update that Slack refused because of the token is shown once the token is fixed', async (t) => {
  const refusal = { kind: 'refused', error: 'token_revoked' } as const;
  const { chat, card, retry } = await publishUnseen(t, refusal);
  chat.faults.clear();
  await retry();
  await card.shows(cardSays.publishedBy('U0BO'));
});

test('an update that Slack refuses for good is logged once, and the card’s next transition is shown', async (t) => {
  const { ana, bo, chat, logs } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  chat.faults.next('chat.update', { kind: 'refused', error: 'invalid_arguments' });

  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });

  const failures = logs.filter(({ err }) => /invalid_arguments/.test(JSON.stringify(err ?? '')));
  const told = failures.filter(({ msg }) => msg === 'a job was given up');
  assert.equal(told.length, 1);
});
