import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { renderPicture } from '#sandbox/service/content/pictures.ts';
import { createFileAddresses } from '#src/platform/slack/file-addresses.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { attached, startServing } from '#test/support/files.ts';
import { longTest } from '#test/support/long-tests.ts';
import { sizeOfPng } from '#test/support/png.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { seeAllText } from '#views/posts/card-content.ts';

const beans = 'https://example.com/beans.png';
const cup = 'https://example.com/cup.jpg';

test('a card whose pictures Slack can’t fetch is shown with links instead', async (t) => {
  const { ana, bo, service } = await startBot(t, {
    before: ({ chat }) => {
      chat.faults.imagesUnreachable = () => true;
    },
  });
  const card = await makesDraft(ana, 'Beans', { fill: { 'Media links': `${beans}\n${cup}` } });
  assert.deepEqual(card.pictures, []);
  assert.match(card.text, /<https:\/\/example\.com\/beans\.png\|Image 1 of 2: beans\.png>/);
  assert.match(card.text, /<https:\/\/example\.com\/cup\.jpg\|Image 2 of 2: cup\.jpg>/);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

test('an image that Slack can fetch later is shown at the next transition', async (t) => {
  const { ana, bo, chat } = await startBot(t);
  chat.faults.imagesUnreachable = [beans];
  const card = await makesDraft(ana, 'Beans', { fill: { 'Media links': beans } });
  assert.deepEqual(card.pictures, []);
  chat.faults.imagesUnreachable = [];
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  assert.deepEqual(
    card.pictures.map(({ url }) => url),
    [beans],
  );
});

test('`Show full post` also opens if Slack can’t fetch the pictures', async (t) => {
  const { ana, bo, chat } = await startBot(t);
  const links = Array.from({ length: 5 }, (_, i) => `https://example.com/${i}.png`);
  const card = await makesDraft(ana, 'Five cups', { fill: { 'Media links': links.join('\n') } });
  chat.faults.imagesUnreachable = () => true;
  const modal = await bo.opensOn(card, seeAllText, 'Full post');
  for (const link of links) assert.ok(modal.text.includes(link), `${link} is not in: ${modal.text}`);
});

test('generated pictures are on the card, each with alt text', async (t) => {
  const { ana } = await startBot(t);
  await submits(ana, '/ai-post Three cups in the morning light', { fill: { Images: '3 images (carousel)' } });
  const card = await ana.sees('social', cardSays.ready);
  assert.deepEqual(
    card.pictures.map(({ alt }) => alt),
    [
      'Image 1 of 3 for Northwind Coffee',
      'Image 2 of 3 for Northwind Coffee',
      'Image 3 of 3 for Northwind Coffee',
    ],
  );
});

test('of ten pictures three are shown, and `Show full post` shows every one', async (t) => {
  const { ana, bo } = await startBot(t);
  const links = Array.from({ length: 10 }, (_, i) => `https://example.com/${i}.png`);
  const card = await makesDraft(ana, 'Ten cups', { fill: { 'Media links': links.join('\n') } });
  assert.equal(card.pictures.length, 3);
  assert.match(card.text, /3 of 10 images/);
  const modal = await bo.opensOn(card, seeAllText, 'Full post');
  assert.deepEqual(
    modal.blocks.flatMap((block) => (block as { image_url?: string }).image_url ?? []),
    links,
  );
});

test('videos, and files that may not be pictures, are links', async (t) => {
  const { ana } = await startBot(t);
  const film = `https://example.com/${'x'.repeat(41)}.mp4`;
  const media = ['https://example.com/pour%20%3C1.mp4', film, 'https://example.com/cup.php', beans];
  const card = await makesDraft(ana, 'A film', { fill: { 'Media links': media.join('\n') } });
  assert.deepEqual(
    card.pictures.map(({ url }) => url),
    [beans],
  );
  assert.match(card.text, /\.mp4\|Video 1 of 2: pour &lt;1\.mp4>/);
  assert.match(card.text, /\.mp4\|Video 2 of 2>/, 'a signature is no name');
  assert.match(card.text, /\|File: cup\.php>/);
  assert.deepEqual(
    card.pictures.map(({ alt }) => alt),
    ['Image for Northwind Coffee'],
  );
  assert.ok(!card.buttons.includes(seeAllText), 'the whole post is shown');
});

test('ten links of the field’s maximum length still make a card, with and without pictures', async (t) => {
  const { ana, chat } = await startBot(t);
  const link = (i: number) => `https://example.com/${'x'.repeat(262)}/${i}.png?a=1&b=2`;
  const links = Array.from({ length: 10 }, (_, i) => link(i)).join('\n');
  assert.ok(links.length > 2_900 && links.length <= 3_000, `${links.length}`);
  await makesDraft(ana, 'Long links', { fill: { 'Media links': links } });
  chat.faults.imagesUnreachable = () => true;
  await makesDraft(ana, 'Long links again', { fill: { 'Media links': links }, in: 'launches' });
});

test('`Preview` shares one image in the card’s thread, however often it is clicked', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  const card = await makesDraft(ana, 'Fresh beans 新豆 ☕', {
    fill: { 'Media links': new URL('/media/photo-1x1-beans.png', service.url).href },
  });
  const previews = () => card.threadMessages.filter(({ files }) => files.length > 0);
  await bo.hearsOn(card, 'Preview', /post the preview in this card’s thread/);
  const shared = await eventually(() => previews()[0] ?? null);
  assert.match(shared.text, /How this post will look/);
  const bytes = await (await fetch(shared.files[0]?.url ?? '')).arrayBuffer();
  assert.ok(sizeOfPng(new Uint8Array(bytes)).width > 800);
  const uploads = () => chat.calls.filter(({ method }) => method === 'files.getUploadURLExternal');
  assert.match(
    String(uploads()[0]?.args.alt_txt),
    /^A preview of the post for Northwind Coffee\. Instagram: 16 of 2,200/,
  );

  await ana.hearsOn(card, 'Preview', /already has an up-to-date preview/);
  assert.equal(uploads().length, 1);

  const edit = await bo.opensOn(card, 'Edit', 'Edit post');
  await edit.submit({ Caption: 'Fresher beans' });
  await card.shows(() => card.text.includes('Fresher') && card.buttons.includes('Preview'));
  chat.faults.next('files.completeUploadExternal', { kind: 'answer-lost' });
  await bo.hearsOn(card, 'Preview', /couldn’t confirm whether Slack shared the preview/);
  assert.equal(previews().length, 2, 'it is not shared again by itself');
  await bo.clicks(card, 'Preview');
  await eventually(() => assert.equal(previews().length, 3));
});

longTest(
  'a preview shows the service’s image as it will be cropped, and opens no internal URL',
  async (t) => {
    const { ana, bo, service, chat } = await startBot(t);
    let opened = 0;
    const server = createServer((_, answer) => {
      opened += 1;
      answer.end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    t.after(() => server.close());
    const inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
    const ofService = new URL('/media/photo-9x16-beans.png', service.url).href;
    const card = await makesDraft(ana, 'Beans', { fill: { 'Media links': `${ofService}\n${inside}` } });
    await bo.clicks(card, 'Preview');
    await eventually(() =>
      assert.equal(card.threadMessages.filter(({ files }) => files.length > 0).length, 1),
    );
    assert.equal(opened, 0);
    const told = String(
      chat.calls.find(({ method }) => method === 'files.getUploadURLExternal')?.args.alt_txt,
    );
    assert.match(told, /image 1 is cropped: 15% off the top and bottom/);
    assert.match(told, /Not shown: a\.png \(I can open only public https links\)/);
  },
);

test('a preview reads files from Slack, and only those of its own workspace', async (t) => {
  const clock = { aheadMs: 0 };
  const { ana, chat, service, publicUrl } = await startServing(t, {
    settings: { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') },
    now: () => Date.now() + clock.aheadMs,
  });
  const photo = { name: 'beans.png', content: Buffer.from(renderPicture('beans', 9 / 16)) };
  const address = await attached(ana, () => service.posts(), photo);
  const { id } = chat.world.files.values().next().value ?? { id: '' };
  const key = Buffer.alloc(32, 7);
  const [forOneDay, forWeeks] = [1, 30].map((days) => createFileAddresses(publicUrl, [key], days, Date.now));
  const media = { id, name: '', ending: 'png' } as const;
  const links = [
    address,
    forWeeks?.sign('T0OTHER', media),
    address.replace('.png', '.gif'),
    forOneDay?.sign('T0PRESS', media),
    `${publicUrl}/a.png`,
  ];
  const card = await makesDraft(ana, 'Look', { in: 'launches', fill: { 'Media links': links.join('\n') } });
  clock.aheadMs = 3 * 86_400_000;
  await ana.clicks(card, 'Preview');
  await eventually(() => assert.ok(card.threadMessages.some(({ files }) => files.length > 0)));
  const told = String(chat.calls.find(({ method }) => method === 'files.getUploadURLExternal')?.args.alt_txt);
  assert.match(told, /image 1 is cropped: 15% off the top and bottom/);
  const never = 'I can open only public https links';
  assert.match(
    told,
    new RegExp(
      `Not shown: File 2 \\(${never}\\), File 3 \\(${never}\\), File 4 \\(it’s no longer in Slack.*\\), a\\.png \\(${never}\\)`,
    ),
  );
  // by the token of the bot, once: not through its own address
  assert.equal(chat.calls.filter(({ method }) => method === 'files-pri').length, 1);
});

longTest('an image that couldn’t be loaded is loaded again at the next click', async (t) => {
  const { ana, bo, service, chat } = await startBot(t);
  const missing = new URL('/media/none.png', service.url).href;
  const card = await makesDraft(ana, 'Beans', { fill: { 'Media links': missing } });
  const shared = () => card.threadMessages.filter(({ files }) => files.length > 0).length;
  await bo.clicks(card, 'Preview');
  await eventually(() => assert.equal(shared(), 1));
  // removes the record of the shared image
  await eventually(async () => {
    await bo.clicks(card, 'Preview');
    await eventually(() => assert.ok(shared() > 1), { withinMs: 500 });
  });
  assert.match(
    String(chat.calls.findLast(({ method }) => method === 'files.getUploadURLExternal')?.args.alt_txt),
    /none\.png \(its link didn’t return an image/,
  );
});

test('Preview is only offered if there is a network and the post can still be changed', async (t) => {
  const { ana, bo } = await startBot(t);
  const nowhere = await makesDraft(ana, 'Nowhere', { fill: { 'Social profiles': [] } });
  assert.ok(!nowhere.buttons.includes('Preview'));
  const card = await makesDraft(ana, 'Beans', { in: 'general' });
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  assert.ok(!card.buttons.includes('Preview'));
});
