/** What was learned about the pages of one listing, so that no request is spent on a page that does not exist. */
import type { OpenFacts } from './open-facts.ts';

export interface PagingMemory {
  /** The size to ask for; `undefined`: ask in the contract's own words only. */
  readonly askFor: number | undefined;
  /** Whether so many rows, with nothing said about more, may be a full page. */
  mayBeFull(rows: number): boolean;
  /** A first page of so many rows, of the service's own size, was followed by another. */
  followed(rows: number): void;
  /** So many rows were all, although they might have been a full page. */
  wereAll(rows: number): void;
  /** The service refuses a page number, so it has no pages. */
  takesNoPage(): void;
  /** The service refuses to be told the size of a page. */
  takesNoSize(): void;
}

export function createPagingMemory(facts: OpenFacts['paging']): PagingMemory {
  let size: number | undefined;
  let largestWhole = 0;
  let hasPages = true;
  let takesSize = true;
  return {
    get askFor() {
      return takesSize && size !== undefined && size < facts.maxPerPage ? facts.maxPerPage : undefined;
    },
    mayBeFull(rows) {
      if (!hasPages) return false;
      // the service may have ignored the size that it was asked for, and used its own
      if (size !== undefined) return rows === size || rows >= facts.maxPerPage;
      return rows >= Math.max(facts.smallestPage, largestWhole) && rows % facts.roundTo === 0;
    },
    followed(rows) {
      size = rows;
    },
    wereAll(rows) {
      largestWhole = Math.max(largestWhole, rows);
    },
    takesNoPage() {
      hasPages = false;
    },
    takesNoSize() {
      takesSize = false;
    },
  };
}
