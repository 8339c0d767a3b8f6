/** Which page of a brand's listing to read next, so that few reads serve all requests. Pure. */
import type { PageAt, Paging } from '#src/platform/publishing-api/service.ts';
import type { IndexedPage } from './post-index-store.ts';

/** What is known of a brand's listing. */
export interface KnownListing {
  paging: Paging;
  /** Where new posts appear; `undefined`: not seen yet. */
  newPosts: 'first' | 'last' | 'anywhere' | undefined;
  pages: ReadonlyMap<number, IndexedPage>;
  /** The page after the last one that was read, if pages can only be read one after the other. */
  next?: PageAt | undefined;
}

export interface PostRead {
  id: string;
  /** Only a read that began then or later counts (epoch ms). */
  asOf: number;
  /** The row at which it was before; `undefined`: it's not known. */
  row: number | undefined;
  /** Only near its old row, and where new posts appear; otherwise on all pages. */
  nearby: boolean;
}

export interface NeededReads {
  posts: readonly PostRead[];
  /** Where new posts appear is read as of each of these times (epoch ms). */
  recent: readonly number[];
  /** The first pages are read as of each of these times (epoch ms). */
  start: readonly number[];
  /** All pages are read as of each of these times (epoch ms). */
  all: readonly number[];
}

const fewestRows = 1;

/** How many pages show all posts of a small brand, and are few enough to be read while a person waits. */
const atStart = { pages: 4 };

const inAnyOrder = { inAnyOrder: true };

/**
 * The page to read next; `undefined` if everything that can show the requested posts was read. What was
 * requested first is read first: if each new request began a pass through all pages again, none would end
 * while they come faster than it does.
 */
export function nextPage(known: KnownListing, needed: NeededReads): PageAt | undefined {
  const { paging } = known;
  if (paging.kind === 'cursor') return nextInLine(known, needed);
  const n =
    likeliest(known, needed.posts) ??
    firstDefined(
      [
        ...needed.recent.map((asOf) => ({ asOf, how: {} })),
        ...needed.posts.flatMap(({ row, asOf }) => (row === undefined ? { asOf, how: inAnyOrder } : [])),
      ].sort((a, b) => a.asOf - b.asOf),
      ({ asOf, how }) => unreadRecent(known, asOf, how),
    ) ??
    firstDefined(
      needed.posts.toSorted((a, b) => a.asOf - b.asOf),
      (post) => nearestPage(known, post),
    ) ??
    firstDefined(inTurn(needed.start), (asOf) => firstUnread(known, asOf, atStart)) ??
    firstDefined(inTurn(needed.all), (asOf) => firstUnread(known, asOf));
  if (n === undefined) return undefined;
  const before = known.pages.get(n - 1);
  return {
    n,
    ...(n > 0 && !(before && before.rows > 0 && !before.isLast && paging.kind) && { isGuess: true }),
  };
}

/**
 * Whether every page was read at `asOf` (epoch ms) or later, one after the other: no post is missing because
 * new ones moved it to a page that was read before.
 */
export const isWholeRead = (known: KnownListing, asOf: number): boolean =>
  firstUnread(known, asOf) === undefined;

/**
 * Whether every page was read at `asOf` (epoch ms) or later: a post that none of them showed isn't listed,
 * unless a new post moved it from one to another meanwhile.
 */
export const isReadInAnyOrder = (known: KnownListing, asOf: number): boolean =>
  firstUnread(known, asOf, inAnyOrder) === undefined;

/**
 * As of when page `n` and all pages before it were read one after the other (epoch ms); 0: never. `at`: when
 * page `n` is read.
 */
export function orderedSince(pages: KnownListing['pages'], n: number, at: number): number {
  if (n === 0) return at;
  return Math.max(pages.get(n)?.orderedSince ?? 0, pages.get(n - 1)?.orderedSince ?? 0);
}

/** Whether all pages on which a new post can be were read at `asOf` (epoch ms) or later. */
export const isRecentRead = (known: KnownListing, asOf: number): boolean =>
  unreadRecent(known, asOf) === undefined;

/** Whether the first pages, or all if the listing has fewer, were read at `asOf` (epoch ms) or later. */
export const isStartRead = (known: KnownListing, asOf: number): boolean =>
  firstUnread(known, asOf, atStart) === undefined;

/** Rows of a full page, as far as it's known. */
export const pageSize = ({ size, most }: Paging): number => Math.max(fewestRows, size ?? most ?? fewestRows);

const isRead = ({ pages }: KnownListing, n: number, asOf: number): boolean =>
  (pages.get(n)?.at ?? Number.NEGATIVE_INFINITY) >= asOf;

/** The page that is likely to show the most of these posts. */
function likeliest(known: KnownListing, posts: readonly PostRead[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { row, asOf } of posts) {
    if (row === undefined) continue;
    const n = Math.floor(row / pageSize(known.paging));
    if (!isRead(known, n, asOf)) counts.set(n, (counts.get(n) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([n, count], [m, other]) => other - count || n - m);
  return most?.[0];
}

/**
 * The next unread page among those on which a new post can be: from an end of the listing up to the first
 * page that shows a post from before.
 */
function unreadRecent(
  known: KnownListing,
  asOf: number,
  how: { inAnyOrder?: boolean } = {},
): number | undefined {
  const { newPosts, paging } = known;
  // with cursors, the last page is only reached through all of them
  const isAnywhere = newPosts === 'anywhere' || (paging.kind === 'cursor' && newPosts !== 'first');
  if (isAnywhere) return firstUnread(known, asOf, how);
  const front = newPosts === 'last' ? undefined : unreadFrom(known, 0, asOf);
  if (front !== undefined) return front;
  if (newPosts === 'first') return undefined;
  // the last page that is known may be full by now
  return unreadFrom(known, lastPage(known) ?? Math.max(0, ...known.pages.keys()), asOf, true);
}

/**
 * The first unread page from `from` on, up to the end of the listing or, unless `toEnd`, to a page that shows
 * a post from before.
 */
function unreadFrom(known: KnownListing, from: number, asOf: number, toEnd = false): number | undefined {
  for (let n = from; ; n += 1) {
    const page = known.pages.get(n);
    if (!isRead(known, n, asOf)) return n;
    if (!page || page.isLast || page.rows === 0 || (!toEnd && !page.isNew)) return undefined;
  }
}

/** The nearest unread page to where the post was, on either side. */
function nearestPage(known: KnownListing, { row, asOf, nearby }: PostRead): number | undefined {
  const end = lastPage(known) ?? Math.max(0, ...known.pages.keys()) + 1;
  const at =
    row === undefined ? (known.newPosts === 'last' ? end : 0) : Math.floor(row / pageSize(known.paging));
  const farthest = nearby ? 1 : Math.max(at, end - at) + 1;
  if (nearby && row === undefined) return undefined;
  for (let by = 1; by <= farthest; by += 1)
    for (const n of [at + by, at - by]) {
      if (n < 0 || isBehindEnd(known, n, asOf) || isRead(known, n, asOf)) continue;
      return n;
    }
  return nearby ? undefined : firstUnread(known, asOf, inAnyOrder);
}

/**
 * The number of the first page that has to be read so that the first `pages` pages, or all up to the listing's
 * end, were read at `asOf` or later, one after the other unless `inAnyOrder`; `undefined`: they were.
 */
function firstUnread(
  known: KnownListing,
  asOf: number,
  { pages = Number.POSITIVE_INFINITY, inAnyOrder = false } = {},
): number | undefined {
  for (let n = 0; n < pages; n += 1) {
    const page = known.pages.get(n);
    if (!page || (inAnyOrder ? page.at : page.orderedSince) < asOf) return n;
    if (page.isLast || page.rows === 0) return undefined;
  }
  return undefined;
}

/** Whether a read at `asOf` or later showed that the listing ends before this page. */
function isBehindEnd({ pages }: KnownListing, n: number, asOf: number): boolean {
  for (const [m, { isLast, rows, at }] of pages)
    if (at >= asOf && (isLast ? m < n : rows === 0 && m <= n)) return true;
  return false;
}

/** The last page, by the latest read; `undefined` if it was never seen. */
function lastPage({ pages }: KnownListing): number | undefined {
  const [latest] = [...pages]
    .filter(([, { isLast, rows }]) => isLast || rows === 0)
    .sort(([, a], [, b]) => b.at - a.at);
  if (!latest) return undefined;
  const [n, { rows }] = latest;
  return rows === 0 ? Math.max(0, n - 1) : n;
}

/** The next page of a listing in which each page has the cursor of the one after it. */
function nextInLine(known: KnownListing, { posts, recent, start, all }: NeededReads): PageAt | undefined {
  const isEnough =
    posts.every(({ asOf }) => isReadInAnyOrder(known, asOf)) &&
    recent.every((asOf) => isRecentRead(known, asOf)) &&
    start.every((asOf) => isStartRead(known, asOf)) &&
    all.every((asOf) => isWholeRead(known, asOf));
  return isEnough ? undefined : (known.next ?? { n: 0 });
}

const inTurn = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);

function firstDefined<T>(items: readonly T[], of: (item: T) => number | undefined): number | undefined {
  for (const item of items) {
    const found = of(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
