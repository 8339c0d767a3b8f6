import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileName, providers } from '#src/platform/publishing-api/networks.ts';
import type { Content } from '#src/posts/card/card.ts';
import { fontsFor } from '#src/preview/fonts.ts';
import { breakLines, type Run } from '#src/preview/lines.ts';
import type { Picture } from '#src/preview/media.ts';
import { panelsFor } from '#src/preview/panels.ts';
import { createPreviewRenderer } from '#src/preview/picture.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { longTest } from '#test/support/long-tests.ts';
import { sizeOfPng } from '#test/support/png.ts';
import { barsAround } from '#views/preview/words.ts';

const renderPreview = createPreviewRenderer(async () => 'not_opened', 60_000);

const on = (...networks: string[]): Content['profiles'] =>
  networks.map((provider) => ({ id: provider, name: profileName({ provider, name: 'northwind' }) }));
const post = (over: Partial<Content>): Content => ({
  caption: 'Fresh beans are in',
  mediaUrls: ['https://example.com/a/beans%20and%20cups.png?w=2'],
  profiles: on('instagram'),
  ...over,
});
const links = (n: number, ending = 'png') =>
  Array.from({ length: n }, (_, i) => `https://example.com/${i}.${ending}`);

test('each network has one panel, with the names of its profiles', () => {
  const profiles = [
    ...on('twitter', 'linkedin'),
    { id: '2', name: 'X (Twitter) · second' },
    { id: '3', name: 'Mastodon · x' },
  ];
  assert.deepEqual(
    panelsFor(post({ profiles })).map(({ title, profiles: names }) => [title, names]),
    [
      ['X (Twitter)', 'northwind, second'],
      ['LinkedIn', 'northwind'],
    ],
  );
});

test('a caption is folded at the end of a word, never inside an emoji', () => {
  const [shortened] = panelsFor(post({ caption: 'word '.repeat(40) }));
  assert.ok(shortened?.folded);
  assert.match(shortened.shown, /^(word )+word$/);
  assert.ok(shortened.shown.length > 110 && shortened.shown.length <= 125);
  assert.equal(panelsFor(post({ caption: 'a\nb\nc\nd' }))[0]?.shown, 'a\nb\nc');
  const family = '👨‍👩‍👧‍👦';
  assert.equal(panelsFor(post({ caption: family.repeat(30) }))[0]?.shown, family.repeat(11));
  assert.equal(panelsFor(post({ caption: 'Whole' }))[0]?.folded, false);
});

const notes: [what: string, content: Partial<Content>, says: RegExp[]][] = [
  [
    'a caption that is too long',
    { caption: 'a'.repeat(282), profiles: on('twitter') },
    [/^2 characters too many/],
  ],
  ['one hashtag too many', { caption: '#a '.repeat(31) }, [/^1 hashtag too many/]],
  ['no media where one is needed', { mediaUrls: [], profiles: on('tiktok') }, [/Requires an image or video/]],
  [
    'a sixth picture',
    { mediaUrls: links(6), profiles: on('twitter', 'pinterest') },
    [/Only 4 of 6 images and videos fit/, /Only 5 of 6 images and videos fit/],
  ],
  [
    'pictures beside a video',
    { mediaUrls: [...links(1), ...links(1, 'mp4')], profiles: on('tiktok') },
    [/one video or images/],
  ],
];
for (const [what, content, says] of notes)
  test(`the panel warns of ${what}`, () => {
    const stops = panelsFor(post(content)).map((approvers) =>
      approvers.notes.filter(({ weight }) => weight === 'stop'),
    );
    assert.equal(stops.length, says.length);
    for (const [at, said] of says.entries())
      assert.match(stops[at]?.map(({ text }) => text).join() ?? '', said);
  });

test('Instagram’s panel mentions more hashtags than its apps accept, even though its API accepts them', () => {
  const said = (caption: string) =>
    panelsFor(post({ caption }))[0]
      ?.notes.map(({ text }) => text)
      .join() ?? '';
  assert.match(said('#a '.repeat(6)), /6 hashtags: Instagram recommends at most 5/);
  assert.doesNotMatch(said('#a '.repeat(5)), /hashtags/);
});

const sized = (...sizes: string[]): Picture[] =>
  sizes.map((size) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    return size ? { size: { width, height } } : {};
  });

const cuts: [network: string, sizes: string[], says: string[]][] = [
  ['instagram', ['800x1000'], []],
  ['instagram', ['1910x1000'], []],
  ['instagram', ['1080x1920'], ['Cropped: 15% off the top and bottom']],
  ['instagram', ['3000x1000'], ['Cropped: 18% off the left and right']],
  ['instagram', ['1000x1000', '1000x1000'], []],
  // the first one decides for all
  [
    'instagram',
    ['1000x1000', '1000x1250', '1600x900'],
    ['Image 2 is cropped: 10% off the top and bottom', 'Image 3 is cropped: 22% off the left and right'],
  ],
  ['instagram', ['', '1080x1920'], ['Image 2 is cropped: 15% off the top and bottom']],
  ['facebook', ['3000x1000'], []],
  ['facebook', ['900x1200'], ['Cropped: 3% off the top and bottom']],
  ['facebook', ['1000x1000', '1000x1000'], []],
  ['facebook', ['1600x900', '1600x900'], ['Each image is cropped: 6% off the top and bottom']],
  [
    'facebook',
    ['900x1600', '900x1600', '1000x1000', '1000x1000'],
    ['Image 1 is cropped: 8% off the top and bottom', 'Image 2 is cropped: 22% off the top and bottom'],
  ],
  ['twitter', ['1600x900'], []],
  ['twitter', ['1000x2000'], ['Cropped: 17% off the top and bottom']],
  [
    'twitter',
    ['1000x1000', '1000x1000', '1600x900', '1600x900'],
    ['Images 1 and 2 are cropped: 22% off the top and bottom'],
  ],
  ['linkedin', ['3000x1000'], []],
  ['linkedin', ['1000x1000', '1000x1000', '1000x1000'], []],
  ['linkedin', ['800x1250'], ['Cropped: 10% off the top and bottom']],
  ['pinterest', ['1000x1500'], []],
  ['pinterest', ['1000x2000'], ['Cropped: 25% off the bottom']],
  ['tiktok', ['100x900'], []],
];
for (const [network, sizes, says] of cuts)
  test(`${network} with ${sizes.map((size) => size || 'unknown size').join(', ')} ${says.length > 0 ? 'says what is cut' : 'cuts nothing'}`, () => {
    const content = post({ caption: 'x', mediaUrls: links(sizes.length), profiles: on(network) });
    const [approvers] = panelsFor(content, sized(...sizes));
    const told = approvers?.notes
      .filter(({ weight, text }) => weight === 'cut' && /cropped: /i.test(text))
      .map(({ text }) => text);
    assert.deepEqual(told, says);
  });

test('a network’s crop rule is only mentioned for pictures of unknown size', () => {
  const told = (...sizes: string[]) =>
    panelsFor(
      post({ mediaUrls: links(sizes.length), profiles: on('instagram', 'tiktok') }),
      sized(...sizes),
    ).map(({ notes: all }) => all.filter(({ weight }) => weight === 'tell').map(({ text }) => text));
  assert.deepEqual(told('1000x1000'), [[], [barsAround]]);
  assert.deepEqual(told('1080x1920'), [[], []]);
  const rules = ['Crops anything taller than 4:5 or wider than 1.91:1'];
  assert.deepEqual(told('1000x1000', ''), [rules, [barsAround]]);
});

const shown = ({ runs }: { runs: Run[] }): string[] =>
  runs.map((run) => (run.is === 'letters' ? run.text : run.is));

test('each script is rendered with its letters, and right-to-left text from right to left', async () => {
  const text = 'Kaffee 森の☕ 커피 新豆 قهوة (a) 🇯🇵! שלום\nไ';
  const fontOf = await fontsFor(text);
  const type = { size: 15, weight: 400 as const, fontOf };
  const lines = breakLines(text, type, 1_000);
  assert.equal(lines.length, 2);
  const [first, second] = lines;
  assert.ok(first && second);
  assert.ok(!shown(first).includes('missing'), shown(first).join('|'));
  assert.equal(shown(first).filter((is) => is === 'emoji').length, 2);
  assert.deepEqual(shown(second), ['missing']);

  const arabic = breakLines(
    'قهوة Northwind 👪',
    { ...type, fontOf: await fontsFor('قهوة Northwind') },
    1_000,
  )[0];
  assert.ok(arabic?.rtl);
  assert.equal(shown(arabic)[0], 'emoji', 'the end is at the left');
  assert.match(shown(arabic).at(-1) ?? '', /قهوة/);
});

test('no line is wider than its space, even if it is one word', async () => {
  const text = `${'wide'.repeat(60)} ${'新豆'.repeat(60)} and ${'☕'.repeat(80)} the end`;
  const type = { size: 15, weight: 600 as const, fontOf: await fontsFor(text) };
  const lines = breakLines(text, type, 300);
  assert.ok(lines.length > 8);
  for (const { width } of lines) assert.ok(width <= 300, String(width));
  const [only, ...more] = breakLines(text, type, 300, 1);
  assert.deepEqual(more, []);
  assert.match(shown(only ?? { runs: [] }).at(-1) ?? '', /…$/);
});

longTest('the image has room for all six networks, and without a network there’s no image', async () => {
  const brand = { id: 'b', name: '<b>&"Northwind"' };
  const content = post({ profiles: on(...providers), mediaUrls: links(10), caption: '<script>&"\' Fresh' });
  const rendered = await renderPreview(aCard({ brand, content }));
  assert.ok(rendered && rendered !== 'busy');
  const { width, height } = sizeOfPng(rendered.png);
  assert.ok(width > 2_000 && height > 1_500 && height < 4_000, `${width} × ${height}`);
  assert.match(rendered.alt, /X \(Twitter\): 17 of 280 characters, only 4 of 10 images and videos fit/);
  assert.equal(await renderPreview(aCard({ content: post({ profiles: [] }) })), undefined);
});

longTest('the largest possible card is rendered', async () => {
  const odd = ['\u0000', '\uD800', '\u202E', 'e\u0301\u0301\u0301', '👩‍👩‍', '\t', '\u{10FFFF}', ']]>'];
  const caption = odd.map((one) => one.repeat(30)).join(' ');
  const profiles = [{ id: 'p', name: `X (Twitter) · ${caption}` }];
  const content = post({ caption, mediaUrls: [caption, ''], profiles });
  assert.ok(await renderPreview(aCard({ brand: { id: 'b', name: caption }, content })));
});
