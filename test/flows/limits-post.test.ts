import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atlasOutdoor } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { nothingHappened, refuses } from '#test/support/limits.ts';

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
    says: { Caption: /At most 10,000 characters; this has 10,001\./ },
  },
  {
    what: 'a caption with one character more than Instagram takes',
    command: '/post Hello',
    fill: { Caption: 'x'.repeat(2_201), ...somewhere },
    says: { Caption: /^Instagram allows 2,200; this counts 2,201: 1 too many\.$/ },
  },
  {
    what: 'media that are no link',
    command: '/post Hello',
    fill: { 'Media links': `${link(1)}\nmy holiday picture` },
    says: { 'Media links': /“my holiday picture” is not a link/ },
  },
  {
    what: 'media on an ftp server',
    command: '/post Hello',
    fill: { 'Media links': 'ftp://example.com/a.png' },
    says: {
      'Media links': /^“ftp:\/\/example\.com\/a\.png” begins with neither http:\/\/ nor https:\/\/\. Write/,
    },
  },
  {
    what: 'five media that are no links',
    command: '/post Hello',
    fill: { 'Media links': `one\ntwo\n${link(1)}\nthree\nfour\nfive` },
    says: {
      'Media links': /^“one”, “two”, “three” and 2 more are not links\. Write one http or https address/,
    },
  },
  {
    what: 'two media of types that the service does not take',
    command: '/post Hello',
    fill: { 'Media links': 'https://example.com/a.tiff\nhttps://example.com/b.bmp' },
    says: { 'Media links': /a\.tiff” and “https:\/\/example\.com\/b\.bmp” end in \.tiff and \.bmp\./ },
  },
  {
    what: 'a script for a link',
    command: '/post Hello',
    fill: { 'Media links': 'javascript:alert(1)' },
    says: { 'Media links': /is not a link/ },
  },
  {
    what: 'a link to their own machine',
    command: '/post Hello',
    fill: { 'Media links': `${link(1)}\nhttp://localhost/a.png` },
    says: { 'Media links': /^“http:\/\/localhost\/a\.png” is on a machine or a network of your own/ },
  },
  {
    what: 'eleven media links',
    command: '/post Hello',
    fill: { 'Media links': links(11) },
    says: { 'Media links': /At most 10 links; these are 11/ },
  },
  {
    what: 'two media on one line, of which one is no link',
    command: '/post Hello',
    fill: { 'Media links': `${link(1)} , ${link(2)}, picture.png` },
    says: { 'Media links': /“picture\.png” is not a link/ },
  },
  {
    what: 'media of a type that the service does not take',
    command: '/post Hello',
    fill: { 'Media links': `${link(1)} https://example.com/menu.pdf?page=1` },
    says: { 'Media links': /menu\.pdf.* ends in \.pdf\. .*takes png, jpg, jpeg, gif and mp4/ },
  },
  {
    what: 'a time more than a year ahead',
    command: '/post Hello',
    fill: { 'Schedule for': new Date(Date.now() + 367 * 86_400_000), ...somewhere },
    says: { 'Schedule for': /more than a year ahead\. Check the year/ },
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
      'Media links': /not a link/,
      'Social profiles': /needs a social profile/,
      'Schedule for': /passed/,
    },
  },
]);

test('the largest post that the contract allows is taken: 10,000 characters and ten links', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types(`/post ${'word '.repeat(2_000).trimEnd()}`, { in: 'social' });
  const modal = await ana.seesModal('New post');
  await modal.fill({ 'Media links': links(10) });
  assert.deepEqual((await modal.submit()).errors, {});
  await ana.sees('social', /Ready for review/);
  const [post] = service.posts();
  assert.equal(post?.caption, 'word '.repeat(2_000).trimEnd());
  assert.equal(post?.mediaUrls.length, 10);
});

test('a service that takes shorter captions is obeyed where one is written, with the open fact captionLimit', async (t) => {
  const { ana } = await startBot(t, { settings: { OPEN_FACTS: '{"captionLimit":20}' } });
  const tooLong = { Caption: 'At most 20 characters; this has 25.' };
  await ana.types('/post Hello', { in: 'social' });
  const modal = await ana.seesModal('New post');
  assert.match(modal.text, /A longer one, up to 20,/);
  await modal.fill({ Caption: 'x'.repeat(25) });
  assert.deepEqual((await modal.submit()).errors, tooLong);
  await modal.fill({ Caption: 'x'.repeat(20) });
  assert.deepEqual((await modal.submit()).errors, {});
  await ana.clicks(await ana.sees('social', /Ready for review/), 'Edit');
  const edit = await ana.seesModal('Edit the post');
  await edit.fill({ Caption: 'x'.repeat(25) });
  assert.deepEqual((await edit.submit()).errors, tooLong);
});

test('a caption that is too long for two of its networks is stopped with the numbers of each', async (t) => {
  const started = await startBot(t, { service: { seed: 'demo' } });
  const modal = await atlasOutdoor(started.ana, '/post Hello', [
    'X (Twitter) · atlasoutdoor',
    'Instagram · atlas.outdoor',
    'LinkedIn · Atlas Outdoor Equipment',
  ]);
  await modal.fill({
    Caption: `https://example.com/${'a'.repeat(300)} ${'山'.repeat(139)} ${'#b '.repeat(31)}`,
  });
  assert.deepEqual((await modal.submit()).errors, {
    Caption:
      'X (Twitter) allows 280; this counts 395: 115 too many. Instagram allows 30 hashtags; this counts 31: 1 too many.',
  });
  await nothingHappened(t, started);
});

test('a caption that just fits is taken, and without a profile no network has a say', async (t) => {
  const { ana, service } = await startBot(t);
  const [fits, tooMuch] = ['x'.repeat(2_200), 'y'.repeat(2_300)];
  for (const [Caption, fill] of [
    [fits, somewhere],
    [tooMuch, {}],
  ] as const) {
    await ana.types('/post Hello', { in: 'social' });
    const modal = await ana.seesModal('New post');
    await modal.fill({ Caption, ...fill });
    assert.deepEqual((await modal.submit()).errors, {});
  }
  await eventually(() =>
    assert.deepEqual(
      service
        .posts()
        .map(({ caption }) => caption)
        .sort(),
      [fits, tooMuch],
    ),
  );
});

test('media links are told apart by blanks, commas and line ends, and may be without an ending', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types('/post Five pictures', { in: 'social' });
  const modal = await ana.seesModal('New post');
  const resized = 'https://example.com/w_300,h_200/photo';
  await modal.fill({
    'Media links': `${link(1)} ${link(2)}, ${link(3)},${resized},\n\n https://example.com/picture.php?of=4\n`,
  });
  assert.deepEqual((await modal.submit()).errors, {});
  await ana.sees('social', /Ready for review/);
  assert.deepEqual(service.posts()[0]?.mediaUrls, [
    link(1),
    link(2),
    link(3),
    resized,
    'https://example.com/picture.php?of=4',
  ]);
});

test('what the client let through is refused all the same: a submission made by hand', async (t) => {
  const started = await startBot(t);
  const { ana, chat } = started;
  await ana.types('/post', { in: 'social' });
  const modal = await ana.seesModal('New post');
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

test('a time a minute ahead is taken', async (t) => {
  const { ana } = await startBot(t);
  await ana.types('/post Soon', { in: 'social' });
  const modal = await ana.seesModal('New post');
  await modal.fill({ 'Schedule for': new Date(Date.now() + 60_000), ...somewhere });
  assert.deepEqual((await modal.submit()).errors, {});
  await ana.sees('social', /Scheduled for/);
});
