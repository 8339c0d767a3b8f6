/**
 * Addresses that expire: those of the service's files, until it signs them again, and those of files attached in
 * Slack, after some days.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import { keptMedia } from '#src/posts/card/same-content.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { type BotOptions, type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { picture, startServing } from '#test/support/files.ts';
import { openQueue } from '#test/support/queue.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { cardSays, opensWithBrand, requestsCard, submits } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { attachAgainBelow, uploadLabel } from '#views/posts/media-fields.ts';
import { expiredFiles } from '#views/posts/problems.ts';
import { lostLeftOut } from '#views/posts/refusals.ts';
import { rewriteTexts } from '#views/posts/rewrite-modal.ts';

const soon = { RESTING_INTERVAL_MS: '100', WATCH_INTERVAL_MS: '50' };
const hourMs = 3_600_000;
const expired = expiredFiles([1]);

/** An AI post with an image at a signed address that its card knows. */
async function withSignedImage(t: TestContext, { settings, ...options }: BotOptions = {}) {
  const clock = { aheadMs: 0 };
  const bot = await startBot(t, {
    ...options,
    settings: { ...soon, ...settings },
    now: () => Date.now() + clock.aheadMs,
  });
  const card = await requestsCard(bot.ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  const [{ id = '' } = {}] = bot.service.posts();
  const sign = (n: number): string[] => {
    const mediaUrls = [`https://cdn.service.example/menu.png?X-Amz-Signature=${n}`];
    bot.service.edit(id, { mediaUrls });
    return mediaUrls;
  };
  const signed = sign(1);
  const { redis, prefix } = redisOf(t, bot.settings);
  const cards = cardStoreIn(redis, prefix);
  const queue = openQueue(t, bot);
  await eventually(async () => {
    await queue.enqueue(readBrandJob, { workspace, brand: 'brand-1' });
    const known = await cards.at(workspace, card);
    assert.deepEqual(known && keptMedia(known), signed);
  });
  await card.shows(/Edited in the publishing service/);
  await card.offers(buttonText.duplicate);
  return { ...bot, card, id, sign, clock };
}

/** A post that couldn't be created, two days after the address of its attached file has expired. */
async function withExpiredFile(t: TestContext) {
  const clock = { aheadMs: 0 };
  const bot = await startServing(t, {
    settings: { FILE_LINK_DAYS: '1', ...soon },
    now: () => Date.now() + clock.aheadMs,
  });
  bot.service.faults.add({ on: 'POST /post', kind: 'status', status: 400, times: 1 });
  await submits(bot.ana, '/post Fresh beans', { fill: { [uploadLabel]: [picture] } });
  const card = await bot.ana.sees('social', /Couldn’t create the post/);
  await card.offers(retryButtons.create);
  clock.aheadMs = 3 * 24 * hourMs;
  return { ...bot, card };
}

const sentTo = ({ service }: Pick<StartedBot, 'service'>, call: 'POST /post' | 'PATCH /post/*') =>
  service.requestsTo(call).flatMap(({ body }) => {
    const { mediaUrls } = body as { mediaUrls?: string[] };
    return mediaUrls ? [mediaUrls] : [];
  });

const duplicates = async (who: StartedBot['ana'], card: ShownMessage) => {
  const form = await who.opensOn(card, buttonText.duplicate, 'Duplicate post');
  return form.submit();
};

test('copies of a published post have its images at the addresses that the service signed last', async (t) => {
  const bot = await withSignedImage(t);
  const { ana, bo, card, sign, clock } = bot;
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  // nobody compares a published post with the service anymore
  clock.aheadMs = hourMs;
  const now = sign(2);
  assert.deepEqual((await duplicates(ana, card)).errors, {});
  await eventually(() => assert.deepEqual(sentTo(bot, 'POST /post'), [now]));
  const post = await ana.opensShortcut('Turn into a post', /^New post\n(?!.*Loading)/, card);
  assert.deepEqual((await post.submit()).errors, {});
  await eventually(() => assert.deepEqual(sentTo(bot, 'POST /post'), [now, now]));
});

test('a copy that is tried again has the images at the addresses that the service signed last', async (t) => {
  const bot = await withSignedImage(t);
  const { ana, card, sign, clock, service } = bot;
  service.faults.add({ on: 'POST /post', kind: 'status', status: 400, times: 1 });
  await duplicates(ana, card);
  const copy = await ana.sees('social', /Couldn’t create the post/);
  clock.aheadMs = hourMs;
  const now = sign(2);
  await ana.clicks(copy, retryButtons.create);
  await eventually(() => assert.deepEqual(sentTo(bot, 'POST /post')[1], now));
});

test('a rewrite that is generated again keeps the images at the addresses that the service signed last', async (t) => {
  const bot = await withSignedImage(t);
  const { bo, card, sign, clock, service } = bot;
  service.failGeneration(1);
  const form = await bo.opensOn(card, buttonText.rewrite, 'Rewrite post');
  assert.deepEqual((await form.submit({ 'What should change': 'Shorter' })).errors, {});
  const failed = await eventually(
    () => bot.chat.messages('social').find(({ buttons }) => buttons.includes(retryButtons.generate)) ?? null,
  );
  clock.aheadMs = hourMs;
  const now = sign(2);
  await bo.clicks(failed, retryButtons.generate);
  await eventually(() => assert.deepEqual(sentTo(bot, 'PATCH /post/*'), [now]));
});

test('a post whose attached file’s address has expired isn’t sent without it, and the card says what to do', async (t) => {
  const { ana, card, service } = await withExpiredFile(t);
  await ana.clicks(card, retryButtons.create);
  const refused = await ana.sees('social', new RegExp(`${expired}, so nothing was created\\..*Duplicate`));
  assert.equal(service.requestsTo('POST /post').length, 1);
  const form = await ana.opensOn(refused, buttonText.duplicate, 'Duplicate post');
  const { errors } = await form.submit();
  assert.deepEqual(errors, { 'Current files': `${expired}. ${attachAgainBelow([1])}` });
  assert.deepEqual((await form.submit({ 'Current files': [], [uploadLabel]: [picture] })).errors, {});
  await ana.sees('social', cardSays.ready);
  assert.equal(service.posts()[0]?.mediaUrls.length, 1);
});

test('forms that would take a file whose address has expired say so, and what to do', async (t) => {
  const clock = { aheadMs: 0 };
  const { ana, service } = await startServing(t, {
    settings: { FILE_LINK_DAYS: '1' },
    now: () => Date.now() + clock.aheadMs,
  });
  const link = 'https://cdn.test/menu.png';
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  await card.offers(buttonText.edit);
  const adding = await ana.opensOn(card, buttonText.edit, 'Edit post');
  await adding.sends({ [uploadLabel]: [picture], 'Media links': link });
  await card.shows(/2 files added/);
  clock.aheadMs = 3 * 24 * hourMs;
  const sent = service.requestsTo('PATCH /post/*').length;

  const lost = expiredFiles([2]);
  const rewriting = await ana.opensOn(card, buttonText.rewrite, 'Rewrite post');
  const kept = await rewriting.submit({ 'What should change': 'Shorter' });
  assert.deepEqual(kept.errors, { [rewriteTexts.filesLabel]: `${lost}. ${rewriteTexts.attachFirst([2])}` });
  await rewriting.close();

  const post = await ana.opensShortcut('Turn into a post', /^New post\n(?!.*Loading)/, card);
  assert.equal(post.values['Media links'], link);
  assert.ok(post.text.includes(lostLeftOut([2])), post.text);
  await post.close();

  const edit = await ana.opensOn(card, buttonText.edit, 'Edit post');
  const files = edit.values['Current files'] as string[];
  const { errors } = await edit.submit({ 'Current files': files.slice(1) });
  assert.deepEqual(errors, { 'Current files': `${lost}. ${attachAgainBelow([2])}` });
  await edit.sends({ 'Current files': files.slice(0, 1) });
  await card.shows(/1 file removed/);
  assert.equal(service.requestsTo('PATCH /post/*').length, sent + 1);
});

test('a copy has a link of its own although the original’s brand can’t be read anymore', async (t) => {
  const bot = await startBot(t, { service: { seed: 'demo' } });
  const { ana, service } = bot;
  const link = 'https://cdn.example/menu.png?token=of-the-team';
  const modal = await opensWithBrand(ana, '/post Beans from Huila', 'Northwind Coffee', [
    'Instagram · northwind.coffee',
  ]);
  await modal.sends({ 'Media links': link });
  const card = await ana.sees('social', /Beans from Huila/);
  await card.offers(buttonText.duplicate);
  service.faults.add({ on: 'GET /post', kind: 'status', status: 404, times: Number.POSITIVE_INFINITY });
  const form = await ana.opensOn(card, buttonText.duplicate, 'Duplicate post');
  await form.fill({ Brands: ['Harbor Yoga'] });
  await eventually(() => assert.ok(form.labels.includes('Social profiles for Harbor Yoga')));
  assert.deepEqual((await form.submit()).errors, {});
  await eventually(() => assert.deepEqual(sentTo(bot, 'POST /post'), [[link], [link]]));
});

test('a copy by a worker without PUBLIC_URL has the file where the service keeps it', async (t) => {
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const bot = await startServing(t, { settings: { ROLE: 'bot', FILE_LINK_DAYS: '1', ...soon }, now });
  const { PUBLIC_URL: _, ...settings } = bot.settings;
  const config = readConfig({ ...settings, ROLE: 'worker', PORT: '0' });
  const worker = await startPresscheck(config, pino({ level: 'silent' }), async () => undefined, now);
  t.after(() => worker.stop());
  const { ana, service } = bot;
  await submits(ana, '/post Fresh beans', { fill: { [uploadLabel]: [picture] } });
  const card = await ana.sees('social', cardSays.ready);
  const [{ id = '' } = {}] = service.posts();
  const copied = ['https://cdn.service.example/beans.png'];
  service.edit(id, { mediaUrls: copied });
  const { redis, prefix } = redisOf(t, bot.settings);
  const cards = cardStoreIn(redis, prefix);
  const queue = openQueue(t, bot);
  await eventually(async () => {
    await queue.enqueue(readBrandJob, { workspace, brand: 'brand-1' });
    const known = await cards.at(workspace, card);
    assert.deepEqual(known && keptMedia(known), copied);
  });
  clock.aheadMs = 3 * 24 * hourMs;
  assert.deepEqual((await duplicates(ana, card)).errors, {});
  await eventually(() => assert.deepEqual(sentTo(bot, 'POST /post')[1], copied));
});
