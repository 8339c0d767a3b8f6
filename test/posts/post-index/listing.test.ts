/** What the bot infers about a listing from its pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Listing, learnFromPage, usualEnd } from '#src/posts/post-index/listing.ts';
import { aPost } from '#test/posts/card/samples.ts';

const rowsOfPage = 3;

/** A listing with these posts, read page by page, each a moment after the previous one. */
function startListing(...older: string[]) {
  let shown = older;
  const listing: Listing = {
    meta: {
      failures: 0,
      paging: { kind: 'numbered', first: 1, size: rowsOfPage, most: rowsOfPage, proven: true },
    },
    pages: new Map(),
    next: undefined,
    firstIds: undefined,
  };
  const known = new Set<string>();
  let now = 0;

  /** `unreadable`: a row of which nothing but the id can be read. */
  function reads(n: number, { unreadable = '' } = {}): void {
    now += 1;
    const ids = shown.slice(n * rowsOfPage, (n + 1) * rowsOfPage);
    const posts = ids.filter((id) => id !== unreadable).map((id) => aPost({ id }));
    const isLast = (n + 1) * rowsOfPage >= shown.length;
    const { paging } = listing.meta;
    const page = {
      ids,
      posts,
      paging,
      promised: false,
      unread: ids.includes(unreadable)
        ? { endpoint: 'GET /post', records: 1, fields: ['status'] }
        : undefined,
      next: isLast ? undefined : { n: n + 1 },
    };
    const read = { at: { n }, page, readAt: now, isKnown: (id: string) => known.has(id) };
    learnFromPage(listing, read, { firstPage: 1, maxPerPage: 100 });
    for (const { id } of posts) known.add(id);
  }

  function passes(options?: { unreadable: string }): void {
    for (let n = 0; n * rowsOfPage < shown.length; n += 1) reads(n, options);
  }

  passes();
  return {
    reads,
    passes,
    /** A pass after this post was created right before the other one, or at the end. */
    passesWith(id: string, before?: string): void {
      const row = before === undefined ? shown.length : shown.indexOf(before);
      shown = shown.toSpliced(row, 0, id);
      passes();
    },
    adds(id: string, before: string): void {
      shown = shown.toSpliced(shown.indexOf(before), 0, id);
    },
    newPosts: () => listing.meta.newPosts,
    unread: () => listing.meta.unread?.records,
    usualEnd: () => usualEnd(listing.meta),
  };
}

const first = () => startListing('f', 'e', 'd', 'c', 'b', 'a');

test('after an irregular page, new posts at the same end in three complete passes make it the usual end', () => {
  const { passes, passesWith, newPosts, usualEnd } = first();
  passesWith('g', 'f');
  assert.deepEqual([newPosts(), usualEnd()], ['first', 'first']);
  passesWith('odd', 'f');
  assert.deepEqual([newPosts(), usualEnd()], ['anywhere', 'anywhere']);
  passesWith('h', 'g');
  passesWith('i', 'h');
  passes();
  assert.equal(usualEnd(), 'anywhere', 'a pass without new posts shows nothing');
  passesWith('j', 'i');
  // the release before knows no other field
  assert.deepEqual([newPosts(), usualEnd()], ['anywhere', 'first']);
});

test('new posts at the end of the listing make that the usual end, even on a new page', () => {
  const { passesWith, usualEnd } = startListing('a', 'b', 'c', 'd', 'e', 'f');
  passesWith('odd', 'e');
  for (const id of ['g', 'h', 'i']) {
    assert.equal(usualEnd(), 'anywhere');
    passesWith(id);
  }
  // the first pass began behind the odd page, in the middle of the listing
  assert.equal(usualEnd(), 'anywhere');
  passesWith('j');
  assert.equal(usualEnd(), 'last');
});

for (const [where, before] of [
  ['between known ones', 'b'],
  ['in the first row of a later page', 'd'],
] as const)
  test(`a new post ${where} restarts the count, before and after it is complete`, () => {
    const { passesWith, usualEnd } = first();
    passesWith('odd', 'e');
    passesWith('g', 'f');
    passesWith('h', 'g');
    passesWith('middle', before);
    passesWith('i', 'h');
    passesWith('j', 'i');
    assert.equal(usualEnd(), 'anywhere');
    passesWith('k', 'j');
    assert.equal(usualEnd(), 'first');
    passesWith('next', 'b');
    assert.equal(usualEnd(), 'anywhere');
  });

test('new posts first at one end and then at the other restart the count', () => {
  const { passesWith, usualEnd } = first();
  passesWith('odd', 'e');
  passesWith('g', 'f');
  passesWith('h', 'g');
  passesWith('z');
  passesWith('i', 'h');
  assert.equal(usualEnd(), 'anywhere');
});

test('reading only the first page doesn’t count as a pass, however often it shows new posts', () => {
  const { adds, reads, passes, passesWith, usualEnd } = first();
  passesWith('odd', 'e');
  let newest = 'f';
  for (const id of ['g', 'h', 'i', 'j']) {
    adds(id, newest);
    newest = id;
    reads(0);
  }
  assert.equal(usualEnd(), 'anywhere');
  passes();
  assert.equal(usualEnd(), 'anywhere');
});

test('rows that can’t be read are counted once, whichever pages are read again', () => {
  const { reads, passes, unread } = first();
  passes({ unreadable: 'a' });
  assert.equal(unread(), 1);
  reads(0, { unreadable: 'a' });
  assert.equal(unread(), 1, 'also while checks read the first page again');
  passes({ unreadable: 'a' });
  assert.equal(unread(), 1);
  passes();
  assert.equal(unread(), undefined);
});

test('a row that can’t be read isn’t a new post, however often it is listed', () => {
  const { adds, passes, newPosts, usualEnd } = first();
  const passesWith = (id: string, before: string): void => {
    adds(id, before);
    passes({ unreadable: 'unreadable' });
  };
  passesWith('unreadable', 'e');
  passesWith('g', 'f');
  assert.equal(newPosts(), 'first');
  passesWith('odd', 'f');
  for (const [id, before] of ['hg', 'ih', 'ji', 'kj']) passesWith(id ?? '', before ?? '');
  assert.deepEqual([newPosts(), usualEnd()], ['anywhere', 'first']);
});
