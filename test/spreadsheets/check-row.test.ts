import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { cardLimits } from '#src/posts/card/bounds.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { RawRow } from '#src/spreadsheets/read-file.ts';
import { type Reading, readTimeInWords } from '#src/time/words.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { longestWords } from '#views/posts/time-fields.ts';
import {
  type Checking,
  checkRow,
  differencesOf,
  rowTooLong,
  zoneUnknown,
} from '#views/spreadsheets/check-row.ts';

const words: string[] = [];
const checking: Checking = {
  brandNames: ['Acme', 'Acme Foods'],
  brandOf: () => ({
    brand: { id: 'b', name: 'Acme' },
    isDenied: false,
    profiles: [],
    usual: [],
    zone: 'Europe/Berlin',
  }),
  readTime(typed) {
    words.push(typed);
    return { unread: 'nothing' };
  },
  captionLimit: 2_000,
  emptyCaption: false,
  reach: {},
  now: Date.parse('2026-11-01T00:00:00Z'),
};
const row: RawRow = {
  row: 2,
  brand: 'Acme',
  caption: 'Beans',
  media: '',
  profiles: '',
  time: '',
  post: '',
  isCut: false,
  isTooLong: false,
};
const check = (raw: Partial<RawRow>) => checkRow({ ...row, ...raw }, checking);
const errorOf = (raw: Partial<RawRow>) => {
  const found = check(raw);
  return 'errors' in found ? found.errors.map(({ column, text }) => `${column}: ${text}`).join() : '';
};

test('a row with more cells than the header is an error as a whole', () => {
  assert.deepEqual(check({ isTooLong: true, brand: '' }), { errors: [{ row: 2, text: rowTooLong }] });
});

test('a time with an offset is read exactly, and a day that doesn’t exist is refused', () => {
  const right = check({ time: '2027-02-28T09:00+01:00' });
  assert.equal('post' in right && right.post.scheduledAt, '2027-02-28T08:00:00Z');
  assert.match(errorOf({ time: '2027-02-30T09:00+01:00' }), /^Time: “.+”: There’s no February 30\./);
  assert.match(errorOf({ time: '2027-02-29T00:30+01:00' }), /^Time: “.+”: There’s no February 29, 2027\./);
  assert.match(errorOf({ time: '2027-13-01T09:00+01:00' }), /^Time: /);
  assert.match(errorOf({ time: '2027-12-01T31:00+01:00' }), /^Time: /);
  assert.deepEqual(words, []);
});

test('a Time cell that is longer than forms accept is an error without being read', () => {
  assert.match(errorOf({ time: 'tomorrow '.repeat(longestWords) }), /^Time: /);
  assert.deepEqual(words, []);
});

test('while a person’s time zone isn’t known, only a time that names one is read', () => {
  const check = (time: string, moments: Reading) => {
    const brandOf = () => ({
      brand: { id: 'b', name: 'Acme' },
      isDenied: false,
      profiles: [],
      usual: [],
      zone: undefined,
    });
    return checkRow({ ...row, time }, { ...checking, brandOf, readTime: () => moments });
  };
  const at = Date.parse('2027-02-28T08:00:00Z');
  assert.deepEqual(check('Feb 28, 9am', { moments: [at] }), {
    errors: [{ row: 2, column: 'Time', text: zoneUnknown }],
  });
  assert.ok('post' in check('Feb 28, 8:00 UTC', { moments: [at], isFixed: true }));
  assert.ok('post' in check('2027-02-28T09:00+01:00', { unread: 'nothing' }));
});

test('profiles with the same name and network are distinguished by their IDs', () => {
  const one = { name: 'acme', provider: 'tiktok', image: undefined };
  const profiles = [
    { ...one, id: 'profile-1' },
    { ...one, id: 'profile-2' },
  ];
  const at = { brand: { id: 'b', name: 'Acme' }, isDenied: false, profiles, usual: [], zone: 'UTC' };
  const found = checkRow({ ...row, profiles: 'TikTok · acme' }, { ...checking, brandOf: () => at });
  assert.match('errors' in found ? (found.errors[0]?.text ?? '') : '', /profile-1.*profile-2/);
});

test('a network is enough in a row if the brand has one profile there', () => {
  const profiles = [
    { id: 'p1', name: 'acme', provider: 'instagram', image: undefined },
    { id: 'p2', name: 'acme.hq', provider: 'twitter', image: undefined },
    { id: 'p3', name: 'acme', provider: 'linkedin', image: undefined },
    { id: 'p4', name: 'acme jobs', provider: 'linkedin', image: undefined },
  ];
  const at = { brand: { id: 'b', name: 'Acme' }, isDenied: false, profiles, usual: [], zone: 'UTC' };
  const found = (typed: string): string => {
    const checked = checkRow({ ...row, profiles: typed }, { ...checking, brandOf: () => at });
    return 'errors' in checked
      ? (checked.errors[0]?.text ?? '')
      : checked.post.profiles.map(({ id }) => id).join(' ');
  };
  assert.equal(found('Instagram; X'), 'p1 p2');
  assert.equal(found('x (twitter)'), 'p2');
  assert.match(
    found('LinkedIn'),
    /matches several profiles. Use “LinkedIn · acme” or “LinkedIn · acme jobs”/,
  );
  for (const typed of ['Insta', 'Facebook'])
    assert.match(found(typed), /no social profile named “.*”\. Use “Instagram · acme”/);
});

test('a row can have as many links as a card keeps', () => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, i) => `https://example.com/${i}.png`).join(' ');
  assert.equal(errorOf({ media: links(cardLimits.mediaUrls) }), '');
  assert.match(errorOf({ media: links(cardLimits.mediaUrls + 1) }), /^Media: You can add up to 300 links/);
});

test('an ambiguous date is an error that shows both meanings, and how to write each', () => {
  const at = (time: string, now: string) => {
    const read = {
      ...checking,
      now: Date.parse(now),
      readTime: (words: string, zone: string) => readTimeInWords(words, { zone, now: Date.parse(now) }),
    };
    const found = checkRow({ ...row, time }, read);
    return 'errors' in found ? (found.errors[0]?.text ?? '') : found.post.scheduledAt;
  };
  const early = '2026-11-01T00:00:00Z';
  assert.equal(
    at('03/04/2027 9:00', early),
    '“03/04/2027 9:00” could be Thursday, March 4, 2027 or Saturday, April 3, 2027. Write the year first: 2027-03-04 09:00 or 2027-04-03 09:00.',
  );
  assert.match(
    at('03/04/2027 9:00', '2027-03-20T00:00:00Z') ?? '',
    /March 4, 2027 \(which has passed\) or .* first: 2027-04-03 09:00\.$/,
  );
  assert.match(
    at('2027-10-31 02:30', early) ?? '',
    /go back that day, so “2027-10-31 02:30” happens twice\. .*: 2027-10-31T02:30\+02:00 or 2027-10-31T02:30\+01:00\.$/,
  );
  assert.match(at('2027-03-28 02:30', early) ?? '', /go forward that day, so “.*” doesn’t exist\./);
  assert.equal(at('2027-10-31T02:30+01:00', early), '2027-10-31T01:30:00Z');
  assert.equal(at('2027-04-03 09:00', early), '2027-04-03T07:00:00Z');
  assert.match(
    at('03/04/2027', early) ?? '',
    /^“03\/04\/2027”: Add the time of day\. Use a format like 2026-11-02 09:00\.$/,
  );
});

test('a row differs from its post only in what is known about it, whatever the spelling', () => {
  const post: Post = {
    id: 'post-1',
    status: 'scheduled',
    statusWord: 'scheduled',
    campaignId: undefined,
    caption: 'Beans\r\nand cups ',
    mediaUrls: ['https://x/1.png', 'https://x/2.png'],
    profiles: [{ id: 'gone', name: 'acme', provider: 'instagram', image: undefined }],
    scheduledAt: '2026-12-01T08:00:00Z',
  };
  const same = {
    caption: 'Beans\nand cups',
    media: 'https://x/1.png\nhttps://x/2.png',
    post: 'post-1',
    profiles: 'Instagram · acme',
    time: '2026-12-01T09:00+01:00',
  };
  const differs = (raw: Partial<RawRow>, shown: Partial<Post> = {}, card?: Card) =>
    differencesOf({ ...row, ...same, ...raw }, { post: { ...post, ...shown }, card }, checking);
  assert.deepEqual(differs({}), []);
  assert.deepEqual(differs({ caption: 'Beans' }), ['Caption']);
  assert.deepEqual(differs({ media: 'https://x/1.png', time: '' }), ['Media', 'Time']);
  assert.deepEqual(differs({ profiles: '' }), ['Social profiles']);
  assert.deepEqual(differs({ time: '' }), ['Time']);
  assert.deepEqual(differs({ time: '2026-12-01T09:00Z' }), ['Time']);
  assert.deepEqual(differs({ profiles: 'X' }, { profiles: undefined }), [], 'the listing doesn’t say');
  // only the beginning of a finished post is kept without its card
  const finished: Partial<Post> = {
    status: 'published',
    partial: true,
    caption: 'Beans…',
    mediaUrls: [],
    profiles: undefined,
  };
  assert.deepEqual(differs({ time: '2026-12-01T09:07+01:00' }, finished), []);
  assert.deepEqual(differs({ caption: 'Cups' }, finished), ['Caption']);
  const at = '2026-12-01T08:07:30.000Z';
  const history: Card['history'] = [{ what: 'published_on_schedule', at }];
  const { caption, mediaUrls } = post;
  const content = { caption, mediaUrls, profiles: [{ id: 'gone', name: 'Instagram · acme' }] };
  const card = aCard({ state: 'published', content, history });
  assert.deepEqual(differs({ time: '2026-12-01T09:07+01:00' }, finished, card), [], 'when it went out');
  assert.deepEqual(differs({}, finished, card), [], 'when it was planned');
  assert.deepEqual(differs({ media: '' }, finished, card), ['Media']);
  const signed = (n: number) => mediaUrls.map((url) => `${url}?Signature=${n}`);
  const resigned = { media: signed(1).join(' ') };
  assert.deepEqual(differs(resigned, { mediaUrls: signed(2) }), [], 'only the signatures differ');
  const media = signed(2).map((as) => ({ from: 'generated' as const, as }));
  assert.deepEqual(differs(resigned, finished, { ...card, media }), []);
});
