/** More cases around creating a post: the post belongs to another card, the brand was never read, or the record came late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import { cardOfOutsidePost } from '#src/posts/card/new-card.ts';
import { aPost } from '#test/posts/card/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { request, startReplacement, startWithoutWorker, startWorkerDyingAt } from './dying-workers.ts';

const silent = pino({ level: 'silent' });

test('a post adopted from the list while its response is pending is on only one card', async (t) => {
  const bot = await startWithoutWorker(t);
  const { service, settings, chat } = bot;
  const { redis, prefix } = redisOf(t, settings);
  const cards = cardStoreIn(redis, prefix);
  const config = readConfig({ ...settings, ROLE: 'worker', PORT: '0' });
  const worker = await startPresscheck(config, silent, async (failpoint) => {
    if (failpoint !== 'create answered') return;
    const workspace = chat.world.workspace.id;
    const brand = { id: 'brand-1', name: 'Northwind Coffee' };
    const origin = { workspace, author: 'U0BO', channel: 'C0SOCIAL' };
    const post = aPost({ id: service.posts()[0]?.id ?? '' });
    await cards.add(cardOfOutsidePost('found-1', origin, brand, post, new Date().toISOString()));
  });
  t.after(() => worker.stop());
  await request(bot, '/post');
  const card = await bot.ana.sees('social', cardSays.unknown);
  assert.match(card.text, /it already has another card/);
  await card.offersOnly([retryButtons.check, retryButtons.createUnknown]);
  const [post] = service.posts();
  assert.deepEqual(
    [...(await cards.claims(chat.world.workspace.id, [post?.id ?? '']))],
    [[post?.id, 'found-1']],
  );
  assert.equal(service.creations(), 1);
});

longTest(
  'if a worker dies before it looks for a brand’s first post, another worker finds the post',
  async (t) => {
    const bot = await startWithoutWorker(t, { idPlace: 'none' });
    const { service, ana } = bot;
    service.putHistory({ brandId: 'brand-1', count: 120 });
    const dying = await startWorkerDyingAt(t, bot, 'create recorded');
    await request(bot, '/post');
    await dying.ended;
    assert.equal(service.requestsTo('GET /post').length, 0);
    await startReplacement(t, bot);
    await ana.sees('social', cardSays.readyWith(/Words of a person/));
    assert.equal(service.creations(), 1);
  },
);

test('a ledger entry written after others may have given up on it is removed, and nothing is sent', async (t) => {
  const bot = await startWithoutWorker(t);
  const config = readConfig({ ...bot.settings, ROLE: 'worker', PORT: '0' });
  const sent: number[] = [];
  const worker = await startPresscheck(config, silent, async (failpoint) => {
    if (failpoint !== 'create noted') return;
    sent.push(bot.service.requestsTo('POST /post').length);
    const at = performance.now();
    if (sent.length === 1) await eventually(() => performance.now() - at > 2_100);
  });
  t.after(() => worker.stop());
  await request(bot, '/post');
  await bot.ana.sees('social', cardSays.ready);
  assert.deepEqual(sent, [0, 0]);
  assert.equal(bot.service.creations(), 1);
});
