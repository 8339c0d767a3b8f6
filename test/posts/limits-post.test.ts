import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { questionOf } from '#test/support/confirm.ts';
import { eventually } from '#test/support/eventually.ts';
import { nothingHappened, refuses } from '#test/support/limits.ts';
import { longTest } from '#test/support/long-tests.ts';
import { atlasOutdoor, cardSays } from '#test/support/user-actions.ts';

const link = (i: number) => `https://example.com/${i}.png`;
const links = (n: number) => Array.from({ length: n }, (_, i) => link(i)).join('\n');

const somewhere = { 'Social profiles': ['Instagram · northwind.coffee'] };

refuses([
  {
    what: 'a missing brand',
    command: '/post Hello',
    seed: 'demo',
    says: { Brand: /required|Choose a brand/ },
  },
  { what: 'an empty caption', command: '/post', says: { Caption: /required|Write a caption/ } },
  {
    what: 'a caption of blanks',
    command: '/post',
    fill: { Caption: ' \n\t ' },
    says: { Caption: /Write a caption/ },
  },
  {
    what: 'a caption of which nothing is seen',
    command: '/post',
    fill: { Caption: '\u200b\u2060 \ufeff\u00ad\u3164\u2800\u200d' },
    says: { Caption: /Write a caption/ },
  },
  {
    what: 'a caption of 10,001 characters',
    command: `/post ${'x'.repeat(10_001)}`,
    says: { Caption: /Use at most 10,000 characters\. This has 10,001, which is 1 too many\./ },
  },
  {
    what: 'media that are no link',
    command: '/post Hello',
    fill: { 'Media links': `${link(1)}\nmy holiday picture` },
    says: { 'Media links': /“my holiday picture” isn’t a link/ },
  },
  {
    what: 'media on an ftp server',
    command: '/post Hello',
    fill: { 'Media links': 'ftp://example.com/a.png' },
    says: {
      'Media links': /^“ftp:\/\/example\.com\/a\.png” doesn’t start with http:\/\/ or https:\/\/\.$/,
    },
  },
  {
    what: 'five media that are no links',
    command: '/post Hello',
    fill: { 'Media links': `one\ntwo\n${link(1)}\nthree\nfour\nfive` },
    says: {
      'Media links': /^“one”, “two”, “three”, and 2 others aren’t links\. Start each link with https:/, //,
    },
  },
  {
    what: 'a script for a link',
    command: '/post Hello',
    fill: { 'Media links': 'javascript:alert(1)' },
    says: { 'Media links': /isn’t a link/ },
  },
  {
    what: 'a link to their own machine',
    command: '/post Hello',
    fill: { 'Media links': `${link(1)}\nhttp://localhost/a.png` },
    says: { 'Media links': /^“http:\/\/localhost\/a\.png” is on a private computer or network/ },
  },
  {
    what: 'two media on one line, of which one is no link',
    command: '/post Hello',
    fill: { 'Media links': `${link(1)} , ${link(2)}, picture.png` },
    says: { 'Media links': /“picture\.png” isn’t a link/ },
  },
  {
    what: 'a time in the past',
    command: '/post Hello',
    fill: { 'Schedule for': new Date(Date.now() - 60_000), ...somewhere },
    says: { 'Schedule for': /That time has passed/ },
  },
  {
    what: 'several wrong fields, each',
    command: '/post Hello',
    fill: { Caption: ' ', 'Media links': 'none', 'Schedule for': 1_000_000_000 },
    says: {
      Caption: /Write/,
      'Media links': /isn’t a link/,
      'Schedule for': /passed/,
    },
  },
]);

test('POST /post is sent any number of media of any type, and a caption of 10,000 characters', async (t) => {
  const { ana, service } = await startBot(t);
  const caption = 'word '.repeat(2_000).trimEnd();
  const modal = await ana.opens(`/post ${caption}`, 'New post');
  const media = [
    ...links(11).split('\n'),
    'https://example.com/menu.pdf?page=1',
    'https://example.com/a.TIFF',
  ];
  await modal.sends({ 'Media links': media.join('\n') });
  const card = await ana.sees('social', cardSays.ready);
  assert.match(card.text, /\*\.pdf and \.tiff files:\* the publishing service may accept only PNG/);
  const [post] = service.posts();
  assert.deepEqual([post?.caption, post?.mediaUrls], [caption, media]);
});

test('an empty caption is sent with the open fact emptyCaption', async (t) => {
  const { ana, service } = await startBot(t, { settings: { OPEN_FACTS: '{"emptyCaption":true}' } });
  const modal = await ana.opens('/post', 'New post');
  await modal.sends({ 'Media links': link(1), ...somewhere });
  const edit = await ana.opensOn(await ana.sees('social', cardSays.ready), 'Edit', 'Edit post');
  await edit.sends({ 'Media links': link(2), Media: 'Add the' });
  await eventually(() => assert.equal(service.posts()[0]?.mediaUrls.length, 2));
  assert.equal(service.posts()[0]?.caption, '');
});

longTest('a time years ahead is accepted, and the card asks to check the year', async (t) => {
  const { ana, service } = await startBot(t);
  const modal = await ana.opens('/post See you then', 'New post');
  const at = (Math.ceil(Date.now() / 1_000) + 3 * 366 * 86_400) * 1_000;
  await modal.sends({ 'Schedule for': new Date(at), ...somewhere });
  const card = await ana.sees('social', cardSays.scheduled);
  assert.match(card.text, /\*More than a year from now:\* check the year/);
  assert.equal(service.posts()[0]?.scheduledAt, at);
});

test('the form refuses captions longer than the open fact captionLimit', async (t) => {
  const { ana } = await startBot(t, { settings: { OPEN_FACTS: '{"captionLimit":20}' } });
  const tooLong = { Caption: 'Use at most 20 characters. This has 25, which is 5 too many.' };
  const modal = await ana.opens('/post Hello', 'New post');
  assert.match(modal.text, /For a longer caption \(up to 20 characters\),/);
  assert.deepEqual((await modal.submit({ Caption: 'x'.repeat(25) })).errors, tooLong);
  await modal.sends({ Caption: 'x'.repeat(20) });
  const edit = await ana.opensOn(await ana.sees('social', cardSays.ready), 'Edit', 'Edit post');
  assert.deepEqual((await edit.submit({ Caption: 'x'.repeat(25) })).errors, tooLong);
});

test('a caption that two of its networks don’t allow is created, with each network’s numbers on its card', async (t) => {
  const { ana, bo, service } = await startBot(t, { service: { seed: 'demo' } });
  const modal = await atlasOutdoor(ana, '/post Hello', [
    'X (Twitter) · atlasoutdoor',
    'Instagram · atlas.outdoor',
    'LinkedIn · Atlas Outdoor Equipment',
  ]);
  const Caption = `https://example.com/${'a'.repeat(300)} ${'山'.repeat(139)} ${'#b '.repeat(31)}`.trim();
  await modal.sends({ Caption });
  const card = await ana.sees('social', cardSays.ready);
  assert.match(
    card.text,
    /\*Too long:\* X \(Twitter\) allows 280 characters\. This has \d+, which is \d+ too many\./,
  );
  assert.match(
    card.text,
    /\*Too many hashtags:\* Instagram allows 30 hashtags\. This has 31, which is 1 too many\./,
  );
  await card.offers('Approve & publish');
  assert.match(
    questionOf(card, 'Approve & publish') ?? '',
    /^\*Too long for X \(Twitter\), too many hashtags for Instagram, and no image or video for Instagram\*/,
  );
  await bo.clicks(card, 'Approve & publish');
  await eventually(() => assert.equal(service.publishes(), 1));
});

longTest(
  'media links are separated by spaces, commas and line breaks, and need no file extension',
  async (t) => {
    const { ana, service } = await startBot(t);
    const modal = await ana.opens('/post Five pictures', 'New post');
    const resized = 'https://example.com/w_300,h_200/photo';
    await modal.sends({
      'Media links': `${link(1)} ${link(2)}, ${link(3)},${resized},\n\n https://example.com/picture.php?of=4\n`,
    });
    await ana.sees('social', cardSays.ready);
    assert.deepEqual(service.posts()[0]?.mediaUrls, [
      link(1),
      link(2),
      link(3),
      resized,
      'https://example.com/picture.php?of=4',
    ]);
  },
);

test('a forged submission past the client’s limits is refused', async (t) => {
  const started = await startBot(t);
  const { ana, chat } = started;
  const modal = await ana.opens('/post', 'New post');
  const { body } = await chat.deliver.interaction({
    type: 'view_submission',
    view: {
      id: modal.id,
      type: 'modal',
      callback_id: 'post',
      private_metadata: modal.privateMetadata,
      blocks: modal.blocks,
      state: { values: { caption: { caption: { type: 'plain_text_input', value: null } } } },
    },
  });
  const { errors } = body as { errors: Record<string, string> };
  assert.match(errors.brand ?? '', /Choose a brand/);
  assert.match(errors.caption ?? '', /Write a caption/);
  await nothingHappened(t, started);
});

longTest('a time a minute ahead is accepted', async (t) => {
  const { ana } = await startBot(t);
  const modal = await ana.opens('/post Soon', 'New post');
  await modal.sends({ 'Schedule for': new Date(Date.now() + 60_000), ...somewhere });
  await ana.sees('social', cardSays.scheduled);
});
