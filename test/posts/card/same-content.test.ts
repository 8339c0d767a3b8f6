import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isShown } from '#src/posts/card/change.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { cardOfOutsidePost, differs } from '#src/posts/card/new-card.ts';
import { addressesNow, contentShown, generatedFiles, keptMedia } from '#src/posts/card/same-content.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { aCard, aPost, at, later, postRequest } from './samples.ts';

const beans = 'https://pictures.example/beans.png';
const cup = 'https://pictures.example/cup.png';
const copyOf = (name: string): string => `https://cdn.service.example/${name}.png`;

/** The service has the two pictures since `at`. */
const created = (): Card =>
  after(aCard({ state: 'creating' }, { ...postRequest, mediaUrls: [beans, cup] }), {
    type: 'create',
    postId: 'post-1',
    at,
  });

const after = (card: Card, transition: Transition): Card => {
  const result = applyTransition(card, transition);
  assert.ok('card' in result, JSON.stringify(result));
  return result.card;
};
const seen = (card: Card, mediaUrls: string[], when = later, post: Partial<Post> = {}): Card =>
  after(card, { type: 'observe', post: aPost({ mediaUrls, ...post }), at: when });
const isSame = (card: Card, post: Partial<Post>): boolean =>
  contentHash({ ...card, content: contentShown(card, aPost(post)) }) === contentHash(card);

const inSeconds = (n: number): string => new Date(Date.parse(at) + n * 1_000).toISOString();
const copies = [copyOf('a1'), copyOf('b2')];

describe('files entered here', () => {
  test('are the same under the addresses of the copies that the service shows', () => {
    const card = created();
    assert.ok(isSame(card, { mediaUrls: [beans, cup] }));
    assert.ok(isSame(card, { mediaUrls: copies }));
    const next = seen(card, copies, inSeconds(5));
    assert.equal(contentHash(next), contentHash(card));
    assert.deepEqual(keptMedia(next), copies, 'what goes out is what people see');
    assert.ok(isSame(next, { mediaUrls: copies }));
    assert.ok(isSame(next, { mediaUrls: [beans, cup] }), 'these were approved');
  });

  test('are the same when a listing that lags shows them again before their copies', () => {
    const copied = seen(created(), copies, inSeconds(5));
    const back = seen(copied, [beans, cup], inSeconds(8));
    assert.deepEqual(
      keptMedia(back),
      [beans, cup],
      'the files to read before publishing are those in the listing',
    );
    const again = seen(back, copies, inSeconds(90));
    assert.equal(contentHash(again), contentHash(copied));
    assert.deepEqual(keptMedia(again), copies);
    assert.deepEqual(again.history, copied.history);
    assert.ok(!isSame(back, { mediaUrls: [copyOf('other'), copyOf('b2')] }));
  });

  test('can be copied one after the other', () => {
    const first = seen(created(), [copyOf('a1'), cup], inSeconds(5));
    assert.ok(isSame(first, { mediaUrls: copies }));
    assert.ok(!isSame(first, { mediaUrls: [copyOf('other'), cup] }));
  });

  for (const [what, mediaUrls] of [
    ['another address in the place of a copy', [copyOf('a1'), copyOf('other')]],
    ['another order', copies.toReversed()],
    ['one file fewer', copies.slice(0, 1)],
    ['one file more', [...copies, copyOf('c3')]],
    ['the same path at another host', [copyOf('a1'), 'https://cdn.other.example/b2.png']],
  ] as const)
    test(`are different files if their copies are known and the service shows ${what}`, () => {
      const card = seen(created(), copies, inSeconds(5));
      assert.ok(!isSame(card, { mediaUrls: [...mediaUrls] }));
      assert.notEqual(contentHash(seen(card, [...mediaUrls], inSeconds(6))), contentHash(card));
    });

  test('get no more copies once a minute has passed since the service took them', () => {
    const card = seen(created(), [beans, cup], inSeconds(61));
    assert.equal(card.copying, undefined);
    assert.ok(!isSame(card, { mediaUrls: copies }));
    const early = seen({ ...created(), missingSince: at }, [beans, cup], inSeconds(5));
    assert.ok(isSame(early, { mediaUrls: copies }));
  });

  test('can get copies again after the service accepts an edit', () => {
    const change = { media: { how: 'replace' as const, urls: [cup] } };
    const pending = { what: 'edit' as const, by: 'U0BO', at: later, change };
    const asked = { ...seen(created(), copies, inSeconds(61)), pending };
    const edited = after(asked, { type: 'update', pending, at: later });
    assert.ok(isSame(edited, { mediaUrls: [copyOf('c3')] }));
    assert.ok(!isSame(edited, { mediaUrls: copies }));
  });
});

describe('URLs from the service', () => {
  const signed = (path: string, signature: string): string =>
    `https://cdn.service.example/${path}?v=1&X-Amz-Signature=${signature}&Expires=${signature}`;

  test('are the same with another signature, so no change is shown', () => {
    const found = seen(
      cardOfOutsidePost('card-9', created(), postRequest.brand, aPost({ mediaUrls: [signed('a', '1')] }), at),
      [signed('a', '1')],
    );
    assert.ok(isSame(found, { mediaUrls: [signed('a', '2')] }));
    const rendered = { ...found, renderedVersion: found.version };
    const next = seen(rendered, [signed('a', '2')]);
    assert.equal(contentHash(next), contentHash(found));
    assert.deepEqual(keptMedia(next), [signed('a', '2')], 'the old URL may no longer work');
    assert.equal(next.renderedVersion, next.version);
    assert.ok(differs(found, aPost({ mediaUrls: [signed('a', '2')] }), later));
  });

  test('are different with another path or another parameter', () => {
    const copied = seen(created(), [signed('a', '1'), signed('b', '1')], inSeconds(5));
    assert.ok(isSame(copied, { mediaUrls: [signed('a', '2'), signed('b', '3')] }));
    assert.ok(!isSame(copied, { mediaUrls: [signed('a', '2'), signed('c', '2')] }));
    const other = signed('b', '2').replace('v=1', 'v=2');
    assert.ok(!isSame(copied, { mediaUrls: [signed('a', '2'), other] }));
  });

  test('aren’t confused with entered addresses, in which every parameter counts', () => {
    const url = `${beans}?token=1`;
    const card = after(aCard({ state: 'creating' }, { ...postRequest, mediaUrls: [url] }), {
      type: 'create',
      postId: 'post-1',
      at,
    });
    const settled = seen(card, [url], inSeconds(61));
    assert.ok(!isSame(settled, { mediaUrls: [`${beans}?token=2`] }));
  });
});

describe('generated images that an edit keeps', () => {
  const before = ['a', 'b', 'c'].map((name) => `${copyOf(name)}?Signature=1`);
  const now = ['a', 'b', 'c'].map((name) => `${copyOf(name)}?Signature=2`);
  /** The service has shown other signatures since it generated them. */
  const generated = (): Card => {
    const card = aCard({ kind: 'ai-post', state: 'review', postId: 'post-1' });
    const content = { ...card.content, mediaUrls: before };
    return seen({ ...card, content, media: before.map(() => ({ from: 'generated' })) }, now);
  };
  const replace = (urls: string[]) => ({ media: { how: 'replace' as const, urls } });
  const edited = (card: Card, urls: string[]): Card => {
    const pending = { what: 'edit' as const, by: 'U0ANA', at: later, change: replace(urls) };
    return after({ ...card, pending }, { type: 'update', pending, at: later });
  };
  const sent = (card: Card, urls: string[]) => urls.map(addressesNow([card], {}));

  test('are sent at the service’s addresses, also by the next edit', () => {
    const card = generated();
    assert.deepEqual(sent(card, before.slice(1)), now.slice(1));
    const once = edited(card, before.slice(1));
    assert.deepEqual(sent(once, before.slice(2)), now.slice(2));
    const twice = edited(once, before.slice(2));
    assert.deepEqual(sent(twice, before.slice(2)), now.slice(2));
  });

  test('and so are files that the web app added', () => {
    const card = seen({ ...generated(), media: before.map(() => ({ from: 'shown' })) }, now);
    const once = edited(card, before.slice(1));
    assert.deepEqual(sent(once, before.slice(2)), now.slice(2));
    const checked = seen(once, now.slice(1), inSeconds(600));
    assert.deepEqual(sent(checked, before.slice(2)), now.slice(2));
  });

  test('show that the service took the edit, although its answer was lost', () => {
    const card = generated();
    assert.ok(isShown(card, replace(before.slice(1)), aPost({ mediaUrls: now.slice(1) })));
    assert.ok(!isShown(card, replace(before.slice(1)), aPost({ mediaUrls: now })));
  });

  test('are the same with another signature, long after the edit', () => {
    const copied = seen(edited(generated(), before.slice(1)), now.slice(1), inSeconds(600));
    const again = ['b', 'c'].map((name) => `${copyOf(name)}?Signature=3`);
    assert.ok(isSame(copied, { mediaUrls: again }));
    const uncopied = seen(edited(generated(), before.slice(1)), before.slice(1), inSeconds(600));
    assert.ok(isSame(uncopied, { mediaUrls: again }));
  });
});

test('a file whose address here has expired is fetched from where the service keeps it', () => {
  const ours = (n: number): string => `https://us.example/${n}.png`;
  const mediaUrls = [ours(1), ours(2), ours(3)];
  const card = aCard({
    content: { caption: 'Beans', mediaUrls, profiles: [] },
    media: [
      { from: 'entered', as: copyOf('a1') },
      { from: 'entered', as: copyOf('b2') },
      { from: 'entered' },
    ],
  });
  const isExpired = (url: string): boolean => [ours(1), ours(3), ours(4)].includes(url);
  const addresses = [...mediaUrls, ours(4), copyOf('b2'), beans].map(addressesNow([card], { isExpired }));
  assert.deepEqual(addresses, [copyOf('a1'), ours(2), undefined, undefined, copyOf('b2'), beans]);
});

test('a generated image that a copy of a copy takes is fetched from where the service keeps it', () => {
  const image = `${copyOf('a')}?Signature=1`;
  const request = { ...postRequest, mediaUrls: [image], generated: [image] };
  const copy = after(aCard({ state: 'queued' }, request), {
    type: 'start_creating',
    request,
    mediaUrls: [`${copyOf('a')}?Signature=2`],
    at,
  });
  const shown = seen(
    after(copy, { type: 'create', postId: 'post-1', at }),
    [`${copyOf('b')}?Signature=1`],
    inSeconds(5),
  );
  assert.deepEqual([...generatedFiles(shown)], shown.content.mediaUrls);
  assert.deepEqual(shown.content.mediaUrls.map(addressesNow([shown], {})), [`${copyOf('b')}?Signature=1`]);
});

test('collapsed white space is no change, other words are, and times are compared as moments', () => {
  const card = aCard({ state: 'review', postId: 'post-1' });
  const content = { ...card.content, caption: 'Two  blanks\n', scheduledAt: '2026-11-25T09:00:00.000Z' };
  const timed = { ...card, content };
  assert.ok(isSame(timed, { caption: 'Two blanks', scheduledAt: '2026-11-25T09:00:00Z' }));
  assert.ok(!isSame(timed, { caption: 'Two blank', scheduledAt: '2026-11-25T09:00:00Z' }));
  assert.ok(!isSame(timed, { caption: 'Two blanks', scheduledAt: '2026-11-25T09:00:01Z' }));
});

test('a card of an earlier release keeps its content, so that its approvals and buttons keep their hash', () => {
  const { media: _, copying: __, ...earlier } = created();
  const card = { ...earlier, content: { ...earlier.content, caption: 'Fresh  beans' } };
  const next = seen(card, [beans, cup], later, { caption: 'Fresh beans' });
  assert.equal(contentHash(next), contentHash(card));
  assert.ok(!isSame(card, { mediaUrls: copies }), 'these might not be copies');
});
