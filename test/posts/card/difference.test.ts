import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Change } from '#src/posts/card/card.ts';
import { isShown } from '#src/posts/card/change.ts';
import { around, differences, onlyIn } from '#src/posts/card/difference.ts';
import { aCard, aPost } from './samples.ts';

const later = '2026-11-21T09:05:00Z';

describe('the difference', () => {
  test('it names the changes with their old and new values', () => {
    const before = { caption: 'Old', mediaUrls: ['a'], profiles: [{ id: '1', name: 'One' }] };
    const now = { caption: 'New', mediaUrls: [], profiles: [{ id: '2', name: 'Two' }], scheduledAt: later };
    assert.deepEqual(differences(before, now), [
      { what: 'caption', from: 'Old', to: 'New' },
      { what: 'media', from: 'a', to: '' },
      { what: 'profiles', from: 'One', to: 'Two' },
      { what: 'time', from: '', to: later },
    ]);
    assert.deepEqual(differences(now, { ...now, scheduledAt: '2026-11-21T09:05:00.000Z' }), []);
  });

  test('of a long caption shows the place of the change, and splits no character', () => {
    const long = '😀'.repeat(400);
    const { from, to } = around(`${long}a${long}`, `${long}b${long}`, 41);
    for (const text of [from, to]) assert.ok(text.isWellFormed() && text.length <= 43, text);
    assert.match(from, /^…😀+a😀+…$/u);
    assert.match(to, /^…😀+b😀+…$/u);
  });

  test('of a long caption shows the changed words with a few unchanged words around them', () => {
    const before = 'Our new roastery opens on Monday.\n';
    const after = '\nWe look forward to seeing you all there.';
    const changed = around(`${before}Come early.${after}`, `${before}Come at nine.${after}`, 60);
    assert.deepEqual(changed, {
      from: '…Monday.\nCome early.\nWe look…',
      to: '…Monday.\nCome at nine.\nWe look…',
    });
    assert.deepEqual(around(`${before}Come.`, before, 60), {
      from: '…on Monday.\nCome.',
      to: '…on Monday.\n',
    });
  });

  test('of files and profiles lists those that only one version has, as often as they occur', () => {
    assert.deepEqual(onlyIn('a\nb\nb', 'b\nc'), { removed: ['a', 'b'], added: ['c'] });
    assert.deepEqual(onlyIn('a\nb', 'b\na'), { removed: [], added: [] });
    assert.deepEqual(onlyIn('', 'a'), { removed: [], added: ['a'] });
  });
});

const url = 'https://files.example.com/1.png';
const two = [
  { id: 'profile-2', name: 'Page' },
  { id: 'profile-1', name: 'Instagram' },
];
const listed = two.map((profile) => ({ ...profile, provider: 'instagram' as const, image: undefined }));
const timed = { scheduledAt: '2026-11-21T10:05:00+01:00' };

for (const [what, change, post, shown] of [
  ['its words, folded', { caption: 'New  words ' }, { caption: 'New words' }, true],
  ['other words', { caption: 'New words' }, { caption: 'Fresh beans' }, false],
  ['its file', { media: { how: 'add', urls: [url] } }, { mediaUrls: [url] }, true],
  ['a copy of its file', { media: { how: 'add', urls: [url] } }, { mediaUrls: [`${url}?2`] }, true],
  ['one file too many', { media: { how: 'add', urls: [url] } }, { mediaUrls: [url, `${url}?2`] }, false],
  ['its profiles', { profiles: { how: 'add', profiles: two } }, { profiles: listed }, true],
  ['the old profiles', { profiles: { how: 'add', profiles: two } }, {}, false],
  ['profiles that nobody tells', { profiles: { how: 'add', profiles: two } }, { profiles: undefined }, true],
  ['its time', { scheduledAt: later }, { status: 'scheduled', ...timed }, true],
  ['its time, and went out', { scheduledAt: later }, { status: 'published', ...timed }, true],
  ['its time as a draft', { scheduledAt: later }, timed, false],
  [
    'another time',
    { scheduledAt: later },
    { status: 'scheduled', scheduledAt: '2026-11-21T09:06:00Z' },
    false,
  ],
  ['no time', { scheduledAt: null }, {}, true],
  ['a time still', { scheduledAt: null }, { status: 'scheduled', ...timed }, false],
  ['no time, and went out', { scheduledAt: null }, { status: 'published' }, false],
  ['its words and not its time', { caption: 'New', scheduledAt: later }, { caption: 'New' }, false],
] as [string, Change, Partial<Post>, boolean][])
  test(`a post with ${what} ${shown ? 'has' : 'does not have'} what a change was to set`, () =>
    assert.equal(isShown(aCard(), change, aPost(post)), shown));
