/** What is learned about a listing from its pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownListing, type Listing, takeInPage } from '#src/posts/post-index/listing.ts';
import { isRecentRead } from '#src/posts/post-index/read-plan.ts';
import { aPost } from '#test/posts/card/samples.ts';

const rowsOfPage = 3;

/** A listing whose pages are read one after the other, in passes a second apart. */
function startListing() {
  const listing: Listing = {
    meta: {
      failures: 0,
      paging: { kind: 'numbered', first: 1, size: rowsOfPage, most: rowsOfPage, proven: true },
    },
    ...{ pages: new Map(), next: undefined, firstIds: undefined },
  };
  const known = new Set<string>();
  let now = 0;
  const reads = (shown: readonly string[], n: number): void => {
    now += 1;
    const ids = shown.slice(n * rowsOfPage, (n + 1) * rowsOfPage);
    const isLast = (n + 1) * rowsOfPage >= shown.length;
    const page = {
      ...{
        ids,
        posts: ids.map((id) => aPost({ id })),
        promised: false,
        unread: undefined,
        paging: listing.meta.paging,
      },
      next: isLast ? undefined : { n: n + 1 },
    };
    takeInPage(
      listing,
      { at: { n }, page, readAt: now, isKnown: (id) => known.has(id) },
      { firstPage: 1, maxPerPage: 100 },
    );
    for (const id of ids) known.add(id);
  };
  return {
    listing,
    reads,
    passes: (shown: readonly string[]): void => {
      for (let n = 0; n * rowsOfPage < shown.length; n += 1) reads(shown, n);
    },
    newPosts: () => listing.meta.newPosts,
    /** Whether the first page is enough to see new posts. */
    isRecentAfterFirst: (shown: readonly string[]): boolean => {
      reads(shown, 0);
      return isRecentRead(knownListing(listing), now);
    },
  };
}

const older = ['f', 'e', 'd', 'c', 'b', 'a'];

test('after one odd page new posts can be anywhere, until a complete pass shows them in one place again', () => {
  const { passes, newPosts, isRecentAfterFirst } = startListing();
  passes(older);
  assert.equal(newPosts(), undefined);
  passes(['g', ...older]);
  assert.equal(newPosts(), 'first');
  // the listing lags: h is shown before i, which is older
  passes(['h', 'g', ...older]);
  passes(['h', 'i', 'g', ...older]);
  assert.equal(newPosts(), 'anywhere');
  passes(['h', 'i', 'g', ...older]);
  assert.equal(newPosts(), 'anywhere', 'a pass without new posts shows nothing');
  assert.equal(isRecentAfterFirst(['j', 'h', 'i', 'g', ...older]), false);
  passes(['k', 'j', 'h', 'i', 'g', ...older]);
  assert.equal(newPosts(), 'first');
  assert.equal(isRecentAfterFirst(['l', 'k', 'j', 'h', 'i', 'g', ...older]), true);
});

test('a first page alone does not make up for an odd page, nor does a pass with new posts in two places', () => {
  const { passes, reads, newPosts } = startListing();
  passes(older);
  passes(['f', 'g', 'e', 'd', 'c', 'b', 'a']);
  assert.equal(newPosts(), 'anywhere');
  reads(['h', 'f', 'g', 'e', 'd', 'c', 'b', 'a'], 0);
  assert.equal(newPosts(), 'anywhere');
  passes(['i', 'h', 'f', 'g', 'j', 'e', 'd', 'c', 'b', 'a']);
  assert.equal(newPosts(), 'anywhere');
});
