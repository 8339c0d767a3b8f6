/**
 * What was learned about the pages of one listing, by this process and for one key, so that a page that does not
 * exist is asked for once and not at every look. It matters where an answer says nothing about more pages.
 */
import { createHash } from 'node:crypto';
import type { OpenFacts } from './open-facts.ts';

export interface PagingMemory {
  /** The size to ask for; `undefined`: ask in the contract's own words only. */
  readonly askFor: number | undefined;
  /** The number of the page that comes without one. */
  readonly firstPage: number;
  /** An answer had so many rows, so a page can hold them. */
  saw(rows: number): void;
  /**
   * Whether an answer of so many rows, with nothing said about more, may be a full page. `read`: the ids of the
   * listing `of` so far. A page with fewer rows than another had is not full, and the same rows that were all before are all.
   */
  mayBeFull(rows: number, of: string, read: Iterable<string>): boolean;
  /** A page of so many rows, as they are asked for from now on, was followed by another. */
  followed(rows: number): void;
  /** The rows of the listing `of` are these and no more: a page behind them was asked for. */
  wereAll(of: string, read: Iterable<string>): void;
  /** The service counts its pages from this number. */
  countsFrom(first: number): void;
  /** It takes a page's number; the page before had so many rows. */
  takesPages(rows: number): void;
  /** The service refuses to be told the size of a page. */
  takesNoSize(): void;
}

/** After so many readings of the same rows one more page is asked for again, as it may have come behind a full one. */
const trustedFor = 20;

export function createPagingMemory(facts: OpenFacts['paging']): PagingMemory {
  const proofs = new Map<string, { rows: string; left: number }>();
  let firstPage = facts.firstPage;
  let full: number | undefined;
  let most = 0;
  let wide = false;
  let takesSize = true;
  return {
    get askFor() {
      return wide && takesSize ? facts.maxPerPage : undefined;
    },
    get firstPage() {
      return firstPage;
    },
    saw(rows) {
      most = Math.max(most, rows);
    },
    mayBeFull(rows, of, read) {
      if (rows === 0) return false;
      if (rows === facts.maxPerPage || (full !== undefined && rows >= full)) return true;
      if (rows < most) return false;
      const proof = proofs.get(of);
      if (proof?.rows !== digestOf(read)) return true;
      proof.left -= 1;
      return proof.left < 0;
    },
    followed(rows) {
      full = rows;
    },
    wereAll(of, read) {
      proofs.set(of, { rows: digestOf(read), left: trustedFor });
    },
    countsFrom(first) {
      firstPage = first;
    },
    takesPages(rows) {
      wide ||= rows < facts.maxPerPage;
    },
    takesNoSize() {
      takesSize = false;
      // these were sizes that were asked for
      full = undefined;
      most = 0;
    },
  };
}

function digestOf(ids: Iterable<string>): string {
  return createHash('sha1')
    .update(JSON.stringify([...ids]))
    .digest('base64');
}
