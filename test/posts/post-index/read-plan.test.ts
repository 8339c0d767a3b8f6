/** Which pages are read to answer which requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexedPage } from '#src/posts/post-index/post-index-store.ts';
import {
  isRecentRead,
  isWholeRead,
  type KnownListing,
  type NeededReads,
  nextPage,
  orderedSince,
} from '#src/posts/post-index/read-plan.ts';

const size = 50;
/** Everything in the index was read before the questions were asked. */
const before = 1_000;
const startedAt = 2_000;

interface Listing {
  /** How many pages the service has now. */
  pages?: number;
  /** The page that shows a post now; others are on none. */
  shows?: Record<string, number>;
  /** Pages of which no row was in the index. */
  isNew?: number[];
  /** The number of posts when the index had all of them. */
  knownPages?: number;
  /** Pages that were read after the questions were asked. */
  read?: number[];
  newPosts?: KnownListing['newPosts'];
  paging?: KnownListing['paging'];
}

const page = (n: number, pages: number, at: number, isNew = false): IndexedPage => ({
  at,
  orderedSince: at,
  isNew,
  isLast: n === pages - 1,
  rows: n < pages ? size : 0,
});

/** The pages that the plan has read until it needs no more, in their order. */
function reads(listing: Listing, needed: Partial<NeededReads>): number[] {
  const { pages = 6, knownPages = pages, shows = {}, isNew = [], read = [] } = listing;
  const known = {
    paging: listing.paging ?? { kind: 'numbered', first: 0, size },
    newPosts: 'newPosts' in listing ? listing.newPosts : 'first',
    pages: new Map(Array.from({ length: knownPages }, (_, n) => [n, page(n, knownPages, before)])),
    next: undefined as KnownListing['next'],
  } satisfies KnownListing;
  const note = (n: number, read: IndexedPage) =>
    known.pages.set(n, { ...read, orderedSince: orderedSince(known.pages, n, read.at) });
  for (const n of read) note(n, page(n, knownPages, startedAt));
  let posts = needed.posts ?? [];
  const order: number[] = [];
  for (;;) {
    const at = nextPage(known, { ...nothing, ...needed, posts });
    if (!at) return order;
    order.push(at.n);
    assert.ok(order.length <= 2 * pages + 2, `reads ${order} and goes on`);
    note(at.n, page(at.n, pages, startedAt, isNew.includes(at.n)));
    known.next = at.n < pages - 1 ? { n: at.n + 1, cursor: `after ${at.n}` } : undefined;
    posts = posts.filter(({ id }) => shows[id] !== at.n);
  }
}

const nothing: NeededReads = { posts: [], recent: [], start: [], all: [] };

/** A post that was at this row; an operation waits for it unless it's only a check. */
const post = (id: string, row?: number, nearby = false) => ({ id, row, nearby, asOf: startedAt });

const plans: [what: string, listing: Listing, needed: Partial<NeededReads>, order: number[]][] = [
  [
    'posts on one page share its read',
    { shows: { a: 2, b: 2, c: 2 } },
    { posts: [post('a', 100), post('b', 120), post('c', 149, true)] },
    [2],
  ],
  [
    'the page that shows the most of them comes first',
    { shows: { a: 1, b: 4, c: 4 } },
    { posts: [post('a', 60), post('b', 200), post('c', 201)] },
    [4, 1],
  ],
  ['pages read since then are not read again', { read: [2] }, { posts: [], recent: [] }, []],
  [
    'a post that newer ones pushed down is on the next page',
    { shows: { a: 3 } },
    { posts: [post('a', 149)] },
    [2, 3],
  ],
  ['one that moved up is on the page before', { shows: { a: 1 } }, { posts: [post('a', 100)] }, [2, 3, 1]],
  [
    'a check reads both neighbors of a post’s last page, and no more',
    { shows: { a: 5 } },
    { posts: [post('a', 100, true)] },
    [2, 3, 1],
  ],
  [
    'an operation searches outward from its post’s last page',
    { shows: { a: 5 } },
    { posts: [post('a', 100)] },
    [2, 3, 1, 4, 0, 5],
  ],
  ['a post that is not listed costs one pass', {}, { posts: [post('a', 100)] }, [2, 3, 1, 4, 0, 5]],
  ['two missing posts share the pass', {}, { posts: [post('a', 100), post('b', 110)] }, [2, 3, 1, 4, 0, 5]],
  [
    'a post never seen is searched for where new ones appear',
    { shows: { a: 0 } },
    { posts: [post('a')] },
    [0],
  ],
  [
    'new ones appear on the last page if the oldest come first',
    { newPosts: 'last', shows: { a: 5 } },
    { posts: [post('a')] },
    [5],
  ],
  [
    'new ones may appear at either end if the order is unknown',
    { newPosts: undefined, shows: { a: 5 } },
    { posts: [post('a')] },
    [0, 5],
  ],
  [
    'a check of a post on no known page reads only where new ones appear',
    {},
    { posts: [post('a', undefined, true)] },
    [0],
  ],
  ['new posts: the first page, if it shows an earlier one', {}, { recent: [startedAt] }, [0]],
  ['new posts: every page that only has new ones', { isNew: [0, 1] }, { recent: [startedAt] }, [0, 1, 2]],
  [
    'new posts: from the last known page to the end',
    { newPosts: 'last', knownPages: 4 },
    { recent: [startedAt] },
    [3, 4, 5],
  ],
  [
    'new posts: all pages, if they can appear anywhere',
    { newPosts: 'anywhere', pages: 3 },
    { recent: [startedAt] },
    [0, 1, 2],
  ],
  [
    'one read for a known post and for new ones',
    { shows: { a: 0 } },
    { posts: [post('a', 3)], recent: [startedAt] },
    [0],
  ],
  ['the start of a listing: its first four pages', {}, { start: [startedAt] }, [0, 1, 2, 3]],
  ['the start of a short listing: all its pages', { pages: 2 }, { start: [startedAt] }, [0, 1]],
  [
    'the start of a listing with cursors',
    { paging: { kind: 'cursor', first: 0, size } },
    { start: [startedAt] },
    [0, 1, 2, 3],
  ],
  ['a pass reads all pages in their order', {}, { all: [startedAt] }, [0, 1, 2, 3, 4, 5]],
  ['an interrupted pass continues where it stopped', { read: [0, 1, 2] }, { all: [startedAt] }, [3, 4, 5]],
  [
    'a pass reads a page again that was read ahead of it: posts can have moved there',
    { read: [3, 0] },
    { all: [startedAt] },
    [1, 2, 3, 4, 5],
  ],
  [
    'a search does not read a page again, whatever the order',
    { read: [3, 0] },
    { posts: [post('a', 100)] },
    [2, 1, 4, 5],
  ],
  ['a pass goes as far as a listing grew', { knownPages: 2, pages: 4 }, { all: [startedAt] }, [0, 1, 2, 3]],
  ['a pass ends where a listing ends now', { knownPages: 6, pages: 2 }, { all: [startedAt] }, [0, 1]],
  [
    'nothing is searched beyond the end',
    { pages: 3, knownPages: 6, shows: { a: 1 } },
    { posts: [post('a', 110)] },
    [2, 1],
  ],
  [
    'new posts with cursors: every page, while it is not known where they appear',
    { paging: { kind: 'cursor', first: 0, size }, newPosts: undefined, pages: 4, read: [0, 3] },
    { recent: [startedAt] },
    [0, 1, 2, 3],
  ],
  [
    'a post never seen that can be anywhere: no page twice',
    { newPosts: 'anywhere', read: [2], pages: 4 },
    { posts: [post('a')] },
    [0, 1, 3],
  ],
  [
    'pages with cursors are read one after the other',
    { paging: { kind: 'cursor', first: 0, size }, shows: { a: 2 } },
    { posts: [post('a', 110)] },
    [0, 1, 2],
  ],
];

for (const [what, listing, needed, order] of plans)
  test(`reads: ${what}`, () => assert.deepEqual(reads(listing, needed), order));

for (const [what, needed] of [
  ['where new posts appear', (asOfs: number[]) => ({ recent: asOfs })],
  ['all pages', (asOfs: number[]) => ({ all: asOfs })],
  [
    'posts that can be on any page',
    (asOfs: number[]) => ({
      posts: asOfs.map((asOf) => ({ id: `post-${asOf}`, row: undefined, nearby: false, asOf })),
    }),
  ],
] as const)
  test(`a pass through all pages ends even if every third read triggers a request for a later read: ${what}`, () => {
    const pages = 6;
    const known = {
      paging: { kind: 'numbered', first: 0, size },
      newPosts: 'anywhere',
      pages: new Map(Array.from({ length: pages }, (_, n) => [n, page(n, pages, before)])),
    } satisfies KnownListing;
    const first = startedAt;
    const order: number[] = [];
    for (let now = first; !isWholeRead(known, first); now += 1) {
      assert.ok(order.length < pages, `reads ${order} and goes on`);
      const asOfs = [now - ((now - first) % 3), first].filter((at) => !isWholeRead(known, at));
      const at = nextPage(known, { ...nothing, ...needed(asOfs) });
      assert.ok(at);
      order.push(at.n);
      known.pages.set(at.n, page(at.n, pages, now));
    }
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5]);
  });

test('a finished pass doesn’t hold up a later one', () => {
  const known = {
    paging: { kind: 'numbered', first: 0, size },
    newPosts: undefined,
    pages: new Map([[0, page(0, 1, startedAt)]]),
  } satisfies KnownListing;
  assert.deepEqual(nextPage(known, { ...nothing, all: [before, startedAt + 1] }), { n: 0 });
  assert.deepEqual(nextPage(known, { ...nothing, start: [before, startedAt + 1] }), { n: 0 });
  assert.deepEqual(nextPage(known, { ...nothing, recent: [before, startedAt + 1] }), { n: 0 });
});

test('reading a page is a guess if the page before it didn’t say that it exists', () => {
  const known = (pages: [number, IndexedPage][], kind?: 'numbered'): KnownListing => ({
    paging: { kind, first: 0, size },
    newPosts: 'first',
    pages: new Map(pages),
  });
  const next = (listing: KnownListing) => nextPage(listing, { ...nothing, all: [startedAt] });
  const first: [number, IndexedPage] = [0, page(0, 2, startedAt)];
  assert.deepEqual(next(known([], 'numbered')), { n: 0 });
  assert.deepEqual(next(known([first], 'numbered')), { n: 1 });
  assert.deepEqual(next(known([first])), { n: 1, isGuess: true });
});

test('a whole listing counts as read at the time of its oldest page', () => {
  const known = (ats: number[]): KnownListing => ({
    paging: { kind: 'numbered', first: 0, size },
    newPosts: 'first',
    pages: new Map(ats.map((at, n) => [n, page(n, ats.length, at)])),
  });
  assert.ok(isWholeRead(known([startedAt, startedAt]), startedAt));
  assert.ok(!isWholeRead(known([startedAt, before]), startedAt));
  assert.ok(isWholeRead(known([startedAt, before]), before));
  assert.ok(!isWholeRead(known([]), before));
  assert.ok(isRecentRead(known([startedAt, before]), startedAt));
  assert.ok(!isRecentRead(known([before, startedAt]), startedAt));
  // an empty listing has been read, too
  const empty = { ...known([]), pages: new Map([[0, page(0, 0, startedAt)]]) };
  assert.ok(isWholeRead(empty, startedAt) && isRecentRead(empty, startedAt));
});
