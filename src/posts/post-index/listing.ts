/**
 * What is known about a brand's listing, and learned from each page: how pages are requested, how large they
 * are, where new posts appear.
 */
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { PageAt, Paging, PostPage } from '#src/platform/publishing-api/service.ts';
import type { IndexedPage, IndexMeta } from './post-index-store.ts';
import { isReadInAnyOrder, type KnownListing, orderedSince, pageSize } from './read-plan.ts';

export interface Listing {
  meta: IndexMeta & { paging: Paging };
  pages: Map<number, IndexedPage>;
  /** The page after the last one that was read. */
  next: PageAt | undefined;
  /** What the first page showed in this run: a service that ignores page numbers returns it again. */
  firstIds: ReadonlySet<string> | undefined;
}

/** How the service numbers pages, and what it returns, as far as the open facts say. */
export interface Reading {
  firstPage: number;
  maxPerPage: number;
}

export interface ReadPage {
  at: PageAt;
  page: PostPage;
  /** When the read began (epoch ms). */
  readAt: number;
  /** Whether the index had the post before. */
  isKnown(id: string): boolean;
}

export const knownListing = ({ meta, pages, next }: Listing): KnownListing => ({
  paging: meta.paging,
  newPosts: usualEnd(meta),
  pages,
  next,
});

/** So many complete passes in a row, each with new posts at the same end, make up for an odd page. */
const passesToTrust = 3;

/**
 * Where new posts usually appear. If `newPosts` is `anywhere`, they appeared elsewhere at least once, so this
 * isn't enough for what has to be certain, such as which post a request created.
 */
export const usualEnd = ({ newPosts, passes }: IndexMeta): IndexMeta['newPosts'] =>
  passes && passes.count >= passesToTrust ? passes.end : newPosts;

/**
 * The page to request instead, if something has to be learned first: whether the service supports page
 * numbers, or page sizes.
 */
export function pageToRequest({ meta: { paging }, firstIds }: Listing, at: PageAt): PageAt {
  const isUnproven = at.n > 0 && at.cursor === undefined && !paging.proven;
  const isUnsized = at.n > 0 && paging.sized === true && paging.size === undefined;
  if ((isUnproven && firstIds === undefined) || isUnsized) return { n: 0 };
  // only the second page, compared with the first, shows whether page numbers work
  return isUnproven ? { n: 1, isGuess: at.isGuess } : at;
}

/**
 * How to request it: without a page size if the last request was refused, which may have been because of
 * that.
 */
export function pagingForRequest({ meta: { paging, retrying } }: Listing): Paging {
  return retrying === 'page_size'
    ? { ...paging, sized: false, size: paging.plain, most: paging.plain }
    : paging;
}

/**
 * Learns from a page. Returns the row of each post; `undefined` if it isn't the page that was requested, so
 * that it only showed how to request it. Throws a `ServiceError` if the service promises more pages and
 * returns the first one again.
 */
export function learnFromPage(
  listing: Listing,
  read: ReadPage,
  { firstPage, maxPerPage }: Reading,
): Map<string, number> | undefined {
  const { at, page, readAt, isKnown } = read;
  const { meta, pages } = listing;
  const was = meta.paging;
  if (at.n === 0) listing.firstIds = new Set(page.ids);
  else if (!was.proven && at.cursor === undefined && isFirstAgain(listing, page)) {
    learnNumbers(listing, read, firstPage);
    return undefined;
  }
  meta.paging = { ...page.paging, proven: page.paging.proven || (at.n > 0 && page.ids.length > 0) };
  listing.next = page.next;
  meta.newPosts = newPostsAfter(listing, read);
  const isNew = was.most !== undefined && page.ids.length > 0 && !page.ids.some(isKnown);
  const unread = page.unread?.records ?? 0;
  notePage(pages, at.n, {
    at: readAt,
    orderedSince: orderedSince(pages, at.n, readAt),
    rows: page.ids.length,
    isLast: page.next === undefined,
    isNew,
    unread,
  });
  meta.passes = passesAfter(listing, read);
  meta.unread = unreadAfter(listing, page);
  const firstRow = at.n * pageSize(meta.paging);
  learnSize(listing, { was, rows: page.ids.length, maxPerPage });
  // pages of another size are other pages, so reading starts over
  if (pages.size === 0) listing.next = undefined;
  return new Map(page.ids.map((id, i) => [id, firstRow + i]));
}

const isFirstAgain = ({ firstIds }: Listing, { ids }: PostPage): boolean =>
  ids.length > 0 && ids.every((id) => firstIds?.has(id));

const sameAgain = { kind: 'shape', endpoint: 'GET /post', retry: false, taken: 'no' } as const;

/** The first page came again: perhaps it has this number, too. Otherwise it's the only one. */
function learnNumbers({ meta, pages, firstIds }: Listing, { at, page }: ReadPage, firstPage: number): void {
  const { first } = meta.paging;
  if (first === firstPage && page.ids.length === firstIds?.size) {
    meta.paging = { ...page.paging, first: first + 1 };
    return;
  }
  if (page.promised)
    throw new ServiceError('says that there are more pages, but returns the same one again', sameAgain);
  meta.paging = { ...page.paging, first: firstPage, kind: 'single' };
  const only = pages.get(at.n - 1);
  if (only) pages.set(at.n - 1, { ...only, isLast: true });
}

/** Where new posts are among the known ones. */
function newPostsAfter({ meta, pages }: Listing, { at, page, isKnown }: ReadPage): IndexMeta['newPosts'] {
  const { newPosts } = meta;
  const seen = page.posts.map(({ id }) => isKnown(id));
  if (!pages.has(at.n) || seen.length < 2) return newPosts;
  const [isFirstKnown, isLastKnown] = [seen[0], seen.at(-1)];
  const shows =
    isFirstKnown && isLastKnown && seen.includes(false)
      ? 'anywhere'
      : at.n === 0 && !isFirstKnown && isLastKnown
        ? 'first'
        : page.next === undefined && isFirstKnown && !isLastKnown
          ? 'last'
          : newPosts;
  return newPosts === undefined || newPosts === shows ? shows : 'anywhere';
}

/**
 * One odd page, for example of a listing that lags, means anywhere. Whether they're usually at one end is
 * learned from complete passes.
 */
function passesAfter(listing: Listing, read: ReadPage): IndexMeta['passes'] {
  const { newPosts, passes } = listing.meta;
  if (newPosts !== 'anywhere') return undefined;
  const next = { since: read.readAt + 1, hasNew: false };
  const end = endOfNew(read);
  if (!passes || end === 'neither' || (end && passes.end && end !== passes.end)) return { ...next, count: 0 };
  const current = end ? { ...passes, end, hasNew: true } : passes;
  if (!isReadInAnyOrder(knownListing(listing), current.since)) return current;
  return { ...current, ...next, count: current.count + Number(current.hasNew) };
}

/** The end of the listing at which all new posts of this page are; `undefined`: it has none. */
function endOfNew({ at, page, isKnown }: ReadPage): 'first' | 'last' | 'neither' | undefined {
  const seen = page.posts.map(({ id }) => isKnown(id));
  if (!seen.includes(false)) return undefined;
  const isAfterKnown = seen.indexOf(false) > seen.lastIndexOf(true);
  const isBeforeKnown = seen.lastIndexOf(false) < seen.indexOf(true);
  if (at.n === 0 && isBeforeKnown) return 'first';
  return page.next === undefined && isAfterKnown ? 'last' : 'neither';
}

function notePage(pages: Map<number, IndexedPage>, n: number, page: IndexedPage): void {
  pages.set(n, page);
  const before = pages.get(n - 1);
  if (page.rows === 0 && before) pages.set(n - 1, { ...before, isLast: true });
  if (page.rows === 0 || page.isLast) for (const m of pages.keys()) if (m > n) pages.delete(m);
  // if nothing was listed, everything that the first page shows later is new
  if (page.rows === 0 && n === 0) pages.set(1, page);
}

/** What couldn't be parsed in the last read of each page. */
function unreadAfter({ meta, pages }: Listing, { unread }: PostPage): IndexMeta['unread'] {
  const records = [...pages.values()].reduce((sum, { unread: n = 0 }) => sum + n, 0);
  const { endpoint } = unread ?? meta.unread ?? {};
  if (records === 0 || endpoint === undefined) return undefined;
  return {
    endpoint,
    records,
    fields: [...new Set([...(meta.unread?.fields ?? []), ...(unread?.fields ?? [])])],
  };
}

/**
 * Larger pages need fewer reads, so a size is requested once the service has shown that it supports page
 * numbers. Pages of another size are other pages: none of them has been read.
 */
function learnSize(
  { meta, pages }: Listing,
  { was, rows, maxPerPage }: { was: Paging; rows: number; maxPerPage: number },
): void {
  const { paging } = meta;
  const most = paging.most ?? 0;
  if (paging.sized === undefined && paging.proven && !was.proven && most < maxPerPage) {
    meta.paging = {
      ...paging,
      sized: true,
      size: undefined,
      most: maxPerPage,
      plain: paging.size ?? paging.most,
    };
    pages.clear();
  } else if (paging.sized === false && was.sized) {
    pages.clear();
  } else if (paging.sized && was.size === undefined) {
    const isIgnored = rows <= (paging.plain ?? 0);
    meta.paging = isIgnored
      ? { ...paging, sized: false, size: paging.plain, most: paging.plain }
      : { ...paging, size: rows };
    if (isIgnored) pages.clear();
  }
}
