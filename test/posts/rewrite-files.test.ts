/** The files of a rewrite, over signed HTTP: those of the version that it rewrites, or new images. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { limits } from '#src/platform/publishing-api/request.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, cardSays, nthVersion, requestsCard, rewrites } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { completionTexts } from '#views/posts/completion-notification.ts';
import { notChanged } from '#views/posts/problems.ts';
import { rewriteTexts } from '#views/posts/rewrite-modal.ts';

const { filesLabel, keepFiles, newImages, noFiles, otherFiles } = rewriteTexts;
const shorter = { 'What should change': 'Shorter' };
const menuPicture = 'https://cdn.test/menu.png';

async function withAiPost(t: TestContext, fill: Record<string, Entry> = {}, options: BotOptions = {}) {
  const bot = await startBot(t, options);
  const card = await requestsCard(bot.ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready, {
    fill,
  });
  await card.offers(buttonText.rewrite);
  return { ...bot, card };
}

const addresses = ({ pictures }: ShownMessage): string[] => pictures.map(({ url }) => url);

const generations = ({ service }: StartedBot): Record<string, unknown>[] =>
  service.requestsTo('POST /post/ai').map(({ body }) => body as Record<string, unknown>);

async function addsPicture({ ana }: StartedBot, card: ShownMessage, links: string): Promise<void> {
  const form = await ana.opensOn(card, buttonText.edit, 'Edit post');
  await form.sends({ 'Media links': links });
  await card.shows(/Edited by/);
  await card.offers(buttonText.rewrite);
}

test('a rewrite keeps the version’s images, or gets new ones if they are requested', async (t) => {
  const bot = await withAiPost(t, { Images: '2 images (carousel)' });
  const { ana, bo, card, service } = bot;
  const images = addresses(card);
  assert.equal(images.length, 2);
  assert.deepEqual(await rewrites(bo, card, shorter), {});
  const version = await nthVersion(card, 1);
  await version.shows(cardSays.ready);
  assert.deepEqual(addresses(version), images);
  const words = completionTexts.ready('rewrite of an AI post for Northwind Coffee');
  const [told] = bot.chat.calls.filter(({ method, args }) => method === 'chat.postMessage' && args.thread_ts);
  assert.ok(String(told?.args.text).startsWith(words), String(told?.args.text));
  // no one edited it
  assert.doesNotMatch(version.text, /Edited by/);
  assert.deepEqual(
    service.requestsTo('PATCH /post/*').map(({ body }) => body),
    [{ mediaUrls: images }],
  );

  const form = await ana.opensOn(version, buttonText.rewrite, 'Rewrite post');
  assert.equal(form.values[filesLabel], keepFiles);
  await form.sends({ ...shorter, [filesLabel]: newImages });
  const next = await nthVersion(card, 2);
  assert.equal(next.pictures.length, 2);
  assert.ok(addresses(next).every((address) => !images.includes(address)));
  assert.deepEqual(
    generations(bot).map(({ generateImage, imageCount }) => [generateImage, imageCount]),
    [
      [true, 2],
      [undefined, undefined],
      [true, 2],
    ],
  );
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
});

longTest('an image that someone added can be kept or left out', async (t) => {
  const bot = await withAiPost(t);
  const { ana, bo, card } = bot;
  const plain = await ana.opensOn(card, buttonText.rewrite, 'Rewrite post');
  assert.ok(!plain.labels.includes(filesLabel), 'there is nothing to keep');
  await plain.close();
  await addsPicture(bot, card, menuPicture);
  await rewrites(bo, card, shorter);
  const kept = await nthVersion(card, 1);
  await eventually(() => assert.deepEqual(addresses(kept), [menuPicture]));
  await kept.offers(buttonText.rewrite);
  await rewrites(bo, kept, { ...shorter, [filesLabel]: noFiles });
  assert.deepEqual(addresses(await nthVersion(card, 2)), []);
});

longTest(
  'under a rule for attached files only, a version with another version’s generated image goes out',
  async (t) => {
    const bot = await withAiPost(t, { Images: '1 image' });
    const { ana, bo, card } = bot;
    await (await ruleSetter(t, bot))(aRule({ attachedOnly: true }));
    await rewrites(ana, card, shorter);
    const version = await nthVersion(card, 1);
    await eventually(() => assert.deepEqual(addresses(version), addresses(card)));
    await approve(bo, version, { shows: cardSays.publishedBy('U0BO') });
  },
);

longTest('if the service refuses the files, the version says so, and someone can add them', async (t) => {
  const bot = await withAiPost(t, { Images: '1 image' });
  const { bo, card, service } = bot;
  service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 400, times: 1 });
  await rewrites(bo, card, shorter);
  const version = await eventually(
    () => cardsBelow(card).find(({ text }) => text.includes(notChanged)) ?? null,
  );
  assert.deepEqual(addresses(version), []);
  await addsPicture(bot, version, menuPicture);
  await eventually(() => assert.deepEqual(addresses(version), [menuPicture]));
});

longTest('files that are too many to set at once aren’t kept, and the form says so', async (t) => {
  const bot = await withAiPost(t);
  const { ana, card, service } = bot;
  const [post] = service.posts();
  assert.ok(post);
  const mediaUrls = Array.from({ length: limits.mediaUrls + 1 }, (_, n) => `https://cdn.test/${n}.png`);
  service.edit(post.id, { mediaUrls });
  await ana.types('/social posts');
  await card.shows(/Edited in the publishing service/);
  const form = await ana.opensOn(card, buttonText.rewrite, 'Rewrite post');
  assert.ok(form.text.includes(otherFiles));
  assert.ok(!form.labels.includes(filesLabel));
});
