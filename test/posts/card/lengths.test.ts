/** The published rules of each network as a table: what counts in a caption, and what is too long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkIn, type Provider } from '#src/platform/publishing-api/networks.ts';
import { measuresOf, tooLongForNetworks } from '#src/posts/card/lengths.ts';

const shownAs: Record<Provider, string> = {
  facebook: 'Facebook · Northwind',
  instagram: 'Instagram · northwind',
  twitter: 'X (Twitter) · northwind',
  linkedin: 'LinkedIn · Northwind',
  pinterest: 'Pinterest · northwind',
  tiktok: 'TikTok · northwind',
};

const family = '👨‍👩‍👧‍👦';
const slug = 'menu/'.repeat(40);

const long = `https://example.com/${slug}`;

/**
 * What one of each counts on X, in code points on Pinterest, and in UTF-16 units on the four others, as docs/networks.md
 * says of each.
 */
const kinds: [what: string, sample: string, onX: number, points: number, units: number][] = [
  ['an ASCII letter', 'a', 1, 1, 1],
  ['a blank', ' b', 2, 2, 2],
  ['a line break', '\n', 1, 1, 1],
  ['a line break of Windows', '\r\n', 2, 2, 2],
  ['a link and a blank', 'https://t.co/a ', 24, 15, 15],
  ['a long link and a blank', `${long} `, 24, 221, 221],
  ['a link without its protocol', 'example.com/menu ', 24, 17, 17],
  ['an emoji of one unit', '☕', 2, 1, 1],
  ['an emoji of two units', '😀', 2, 1, 2],
  ['an emoji with its selector', '❤️', 2, 2, 2],
  ['an emoji with a colour of skin', '🙋🏽', 2, 2, 4],
  ['a profession with a colour of skin', '👩🏽‍🍳', 2, 4, 7],
  ['a family of four', family, 2, 7, 11],
  ['a flag', '🇯🇵', 2, 2, 4],
  ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2, 7, 14],
  ['a keycap', '1️⃣', 2, 3, 3],
  ['a Chinese character', '豆', 2, 1, 1],
  ['a Chinese stop', '。', 2, 1, 1],
  ['a Chinese character outside of the first plane', '𠮷', 2, 1, 2],
  ['a kana', 'コ', 2, 1, 1],
  ['a kana of half the width', 'ｶ', 2, 1, 1],
  ['a Hangul syllable', '원', 2, 1, 1],
  ['an accented letter', 'é', 1, 1, 1],
  ['a letter and its accent, which are one by NFC', 'e\u0301', 1, 2, 2],
  ['a letter and a mark that are never one', 'x\u0302', 2, 2, 2],
  ['a Thai letter with two marks', 'ที่', 3, 3, 3],
  ['a letter of Devanagari with its vowel', 'नि', 2, 2, 2],
  ['a letter from right to left', 'ק', 1, 1, 1],
  ['a bold letter of mathematics', '𝗕', 2, 1, 2],
];

/** A caption at the limit, and one with one more letter. */
function filled(sample: string, weight: number, limit: number): string {
  const times = Math.floor(limit / weight);
  return sample.repeat(times) + 'a'.repeat(limit - times * weight);
}

for (const [network, limit] of [
  ['facebook', 63_206],
  ['instagram', 2_200],
  ['linkedin', 3_000],
  ['pinterest', 800],
  ['tiktok', 2_200],
  ['twitter', 280],
] as const)
  test(`${network} counts letters, links, emoji and line breaks by its rule, up to ${limit}`, () => {
    for (const [what, sample, onX, points, units] of kinds) {
      const weight = network === 'twitter' ? onX : network === 'pinterest' ? points : units;
      const counts = (caption: string): number => measuresOf(network, { caption, mediaUrls: [] })[0].counts;
      assert.equal(counts(sample), weight, what);
      const profiles = [{ id: 'p', name: shownAs[network] }];
      const caption = filled(sample, weight, limit);
      assert.deepEqual(tooLongForNetworks({ caption, mediaUrls: [], profiles }), [], `${what}, to the full`);
      const [over, ...more] = tooLongForNetworks({ caption: `${caption}a`, mediaUrls: [], profiles });
      assert.equal(over && over.counts - over.allows, 1, `${what}, and one letter more`);
      assert.deepEqual([over?.what, more], ['characters', []]);
    }
  });

/** More of what X counts. */
const onX: [what: string, caption: string, counts: number][] = [
  ['nothing', '', 0],
  ['Latin letters, a line end and a blank', 'Fresh\nbeans today', 17],
  ['accents, Greek, Cyrillic, Hebrew, Arabic', 'é Ω Я ש م', 9],
  ['a letter and its accent as one', 'e\u0301', 1],
  ['dashes, quotes and an ellipsis, of which only the last weighs two', '“a” – b…', 9],
  ['Chinese, with its stops', '新豆到店，今天开门。', 20],
  ['kana, half and full width', 'コーヒー ｶﾌｪ', 15],
  ['Hangul', '새 원두', 7],
  ['an emoji', '☕', 2],
  ['an emoji with a colour of skin', '🙋🏽', 2],
  ['a family of four', family, 2],
  ['a flag, and a flag of tags', '🇯🇵🏴󠁧󠁢󠁥󠁮󠁧󠁿', 4],
  ['a keycap with and without its selector', '1️⃣2⃣', 4],
  ['a sign that is text or emoji', '© ©️', 4],
  ['a character outside of the first plane', '𝒜', 2],
  ['a short link', 'https://t.co/a', 23],
  ['a long link', `See https://example.com/${slug} now`, 31],
  ['a link with a query and an anchor', 'https://example.com/a?b=c&d=e#f', 23],
  ['a link without its protocol', 'example.com/menu', 23],
  ['a link in capitals', 'HTTPS://EXAMPLE.COM/A', 23],
  ['a stop after a link', 'Go to example.com.', 30],
  ['a link in brackets', '(https://example.com/a_(b))', 25],
  ['two links', 'a.com b.com', 47],
  ['a link between Chinese', '请看example.com吧', 29],
  ['a link that runs into Japanese', 'カフェhttps://example.comです', 33],
  ['a domain in Japanese letters', 'https://日本語.jp', 23],
  ['a top-level domain in Arabic letters', 'http://foobar.پاکستان/', 23],
  ['a port', 'https://example.com:8080/a', 23],
  ['a version, which is no link', 'v1.2.3', 6],
  ['a domain that does not exist, which is no link', 'http://example.foobar', 21],
  ['this machine, which is no link', 'http://localhost', 16],
  ['an address of mail, which is no link', 'me@example.com', 14],
  ['a name after a blank line', 'a\n\n@example.com', 15],
  ['a label that is too long for a domain', `${'a'.repeat(64)}.com`, 68],
  ['a hashtag and a mention', '#beans @northwind', 17],
];
for (const [what, caption, counts] of onX)
  test(`X counts ${counts} for ${what}`, () =>
    assert.equal(measuresOf('twitter', { caption, mediaUrls: [] })[0].counts, counts));

const tags = (n: number) => Array.from({ length: n }, (_, i) => `#t${i}`).join(' ');
const names = (n: number) => Array.from({ length: n }, (_, i) => `@n.${i}`).join(' ');
const a = (n: number) => 'a'.repeat(n);
const photo = 'https://example.com/a.JPG?w=1';
const video = 'https://example.com/a.mp4';

/** Limits that need more than one count or depend on the media: the maximum, and one more. */
const limits: [Provider, string, fits: string, tooMuch: string, media?: string[]][] = [
  ['instagram', '30 hashtags', tags(30), tags(31)],
  ['instagram', '20 names', names(20), names(21)],
  ['tiktok', '2,200 letters beside a video', a(2_200), a(2_201), [video]],
  ['tiktok', '2,200 letters beside both', a(2_200), a(2_201), [photo, video]],
  ['tiktok', '4,000 letters beside photos', a(4_000), a(4_001), [photo, photo]],
];
for (const [network, what, fits, tooMuch, mediaUrls = []] of limits)
  test(`${network} accepts ${what} and no more`, () => {
    const profiles = [{ id: 'p', name: shownAs[network] }];
    assert.deepEqual(tooLongForNetworks({ caption: fits, mediaUrls, profiles }), []);
    const over = tooLongForNetworks({ caption: tooMuch, mediaUrls, profiles });
    assert.deepEqual(
      over.map(({ counts, allows }) => counts - allows),
      [1],
    );
  });

test('each network is measured once, and an unknown one refuses nothing', () => {
  const profiles = [
    { id: '1', name: 'X (Twitter) · one' },
    { id: '2', name: 'X (Twitter) · two' },
    { id: '3', name: 'Mastodon · three' },
    { id: '4', name: 'X (Twitter)' },
  ];
  const over = tooLongForNetworks({ caption: a(300), mediaUrls: [], profiles });
  assert.deepEqual(over, [{ network: 'twitter', what: 'characters', counts: 300, allows: 280 }]);
  assert.deepEqual(networkIn('X (Twitter) · a · b'), { network: 'twitter', name: 'a · b' });
});

test('a number, an address and a word that contains a hash sign aren’t hashtags', () => {
  const caption = 'No #1, no a#b, no &#39; — but #Kaffee, #カフェ and (#café_2)';
  const [, hashtags] = measuresOf('instagram', { caption, mediaUrls: [] });
  assert.equal(hashtags?.counts, 3);
});

test('an email address and an @ sign alone aren’t mentions', () => {
  const caption = 'me@example.com, a @ b, @, https://x.com/@one — but (@one), @two.three and @two';
  const [, , mentions] = measuresOf('instagram', { caption, mediaUrls: [] });
  assert.equal(mentions?.counts, 3);
});

test('ten thousand characters of any kind are counted quickly', () => {
  for (const one of ['a.', 'http://', '(', 'a.b/(', '-', '👩‍', '豆.', 'https://a.com/(('])
    assert.ok(
      measuresOf('twitter', { caption: one.repeat(10_000 / one.length), mediaUrls: [] })[0].counts > 0,
    );
});
