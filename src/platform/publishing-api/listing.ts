/**
 * Reads all pages of a short listing, such as the profiles of a brand. The posts of a brand are read by its
 * reader (src/posts/post-index/reader.ts).
 */
import { randomUUID } from 'node:crypto';
import { type Endpoint, incomplete, misfit } from './failures.ts';
import { type Listing, type ListingDeps, type ListPage, readListPage } from './pages.ts';
import type { Call, PageAt, Paging, Unread } from './service.ts';

/**
 * Each record once. `whole`: the contract has everything in one answer, so only pages that an answer names
 * are read. Rejects with kind `shape` instead of leaving records out: if no row fits, there are more than
 * `paging.maxPages` pages, or the service says that there is more and repeats itself.
 */
export type ReadListing = <T extends { id: string }>(
  listing: Listing<T> & { whole?: boolean },
  call: Call,
) => Promise<T[]>;

/**
 * How often an answer of the usual length counts as complete. Then the next page is requested once, because
 * the answer may have been a full page.
 */
const trustedFor = 20;

export function createListing(deps: ListingDeps): ReadListing {
  const { firstPage, maxPages } = deps.facts.paging;
  /** What this process has learned from answers. */
  const learned = new Map<Endpoint, Paging>();
  const whole = new Map<string, { ids: string; left: number }>();

  return async <T extends { id: string }>(listing: Listing<T> & { whole?: boolean }, call: Call) => {
    const { endpoint, query } = listing;
    const name = JSON.stringify([endpoint, query]);
    // Each page is one request of the same listing, which keeps its place in the quota's line between pages.
    const who = call.who ?? `listing.${randomUUID()}`;
    let paging = learned.get(endpoint) ?? { first: firstPage };
    let first: ListPage<T> | undefined;
    let isGuess = false;
    const seen = new Set<string>();
    const records = new Map<string, T>();
    const unread: Unread = { endpoint, records: 0, fields: [] };
    let at: PageAt | undefined = { n: 0 };
    for (let reads = 0; at; reads += 1) {
      if (reads >= maxPages) throw incomplete(endpoint, `has more than ${maxPages} pages`);
      const page: ListPage<T> = await readListPage(deps, listing, { at, paging }, { ...call, who });
      ({ paging } = page);
      isGuess = at.isGuess ?? false;
      const isSame = page.ids.length > 0 && page.ids.every((id) => seen.has(id));
      if (isSame) {
        // Maybe the requested number is the first page's. Otherwise, the service doesn't support page
        // numbers.
        if (at.n === 1 && at.cursor === undefined && paging.first === firstPage && isAsLong(page, first)) {
          paging = { ...paging, first: firstPage + 1 };
          continue;
        }
        if (page.promised)
          throw incomplete(endpoint, 'says that there are more pages, but returns the same one again');
        if (at.n === 1) paging = { ...paging, first: firstPage, kind: 'single' };
        break;
      }
      first ??= page;
      for (const id of page.ids) seen.add(id);
      for (const record of page.records) if (!records.has(record.id)) records.set(record.id, record);
      unread.records += page.unread?.records ?? 0;
      unread.fields = [...new Set([...unread.fields, ...(page.unread?.fields ?? [])])];
      at = page.next;
      if (at?.isGuess && (listing.whole || isTrusted(whole.get(name), seen))) at = undefined;
    }
    learned.set(endpoint, paging);
    if (isGuess) whole.set(name, { ids: [...seen].join(), left: trustedFor });
    const [row] = first?.rows ?? [];
    if (row !== undefined && records.size === 0) throw misfit(endpoint, 'a row with an ID', row);
    if (unread.records > 0) call.leftOut?.(unread);
    return [...records.values()];
  };
}

const isAsLong = (page: ListPage<unknown>, first: ListPage<unknown> | undefined): boolean =>
  page.ids.length === first?.ids.length;

function isTrusted(known: { ids: string; left: number } | undefined, seen: ReadonlySet<string>): boolean {
  if (known?.ids !== [...seen].join()) return false;
  known.left -= 1;
  return known.left >= 0;
}
