/** Reads a listing page after page, whatever way the service has of saying that there is more. */
import type { Page } from './answers/envelope.ts';
import { ServiceError } from './errors.ts';
import { asFields, idOf } from './fields.ts';
import type { OpenFacts } from './open-facts.ts';
import type { PagingMemory } from './paging-memory.ts';

type Query = Record<string, string>;

export interface Pages {
  /** Which listing it is, among those that share the memory; `undefined`: it has one page unless it says otherwise. */
  of: string | undefined;
  /** Gives one page; the query is what is added to the listing's own. */
  ask(query: Query): Promise<Page>;
  memory: PagingMemory;
  facts: OpenFacts;
  /** Takes the new rows of each page as it comes; true: the pages behind it need not be read. */
  take(fresh: unknown[]): boolean | Promise<boolean>;
  /** Makes the error for a listing that cannot be read to its end. */
  incomplete(why: string): ServiceError;
}

interface Next {
  query: Query;
  /** Of the next page, where pages are numbered. */
  number: number | undefined;
  /** Nobody said that there is one. */
  guess: boolean;
  /** The page before it was the first once more. */
  again?: boolean;
}

/**
 * Takes the rows of all pages, or of those up to what is enough, each once. Rejects rather than leave rows out: when there are more pages than
 * `maxPages`, and when the service says that there is more and gives the same again.
 */
export async function readPages(pages: Pages): Promise<void> {
  const { ask, memory, facts, take, incomplete, of } = pages;
  const seen = new Set<string>();
  const { page: first, query: sized } = await askFirst(pages);
  if (await take(newRows(seen, first, facts))) return;
  let page = first;
  let next = nextAfter(page, seen, memory.firstPage, pages);
  let guessed = false;
  for (let count = 1; next; count += 1) {
    if (count >= facts.paging.maxPages) throw incomplete(`has more than ${facts.paging.maxPages} pages`);
    const asked: Next = next;
    guessed = asked.guess;
    const answer = await ask({ ...sized, ...asked.query }).catch((cause: unknown) => {
      if (!guessed || !isRefused(cause)) throw cause;
    });
    const added = answer ? newRows(seen, answer, facts) : [];
    const isSame = answer !== undefined && added.length === 0 && answer.rows.length > 0;
    if (asked.again && !isSame) memory.countsFrom(memory.firstPage + 1);
    if (!answer) break;
    memory.saw(answer.rows.length);
    if (isSame && count === 1 && mayCountFromNext(first, answer)) {
      next = { ...numbered((asked.number ?? 0) + 1, asked.guess, pages), again: true };
      continue;
    }
    if (added.length === 0 && promisesMore(answer))
      throw incomplete('says that there is more and gives the same again');
    if (asked.number !== undefined) {
      const isSized = sized[facts.paging.perPage] !== undefined;
      if ((added.length > 0 || guessed) && !isSized) memory.takesPages(first.rows.length);
      // from here on a size is asked for, so the service's own says nothing
      if (added.length > 0 && (isSized || memory.askFor === undefined)) memory.followed(page.rows.length);
    }
    page = answer;
    if (isSame) break;
    if (await take(added)) return;
    next = nextAfter(page, seen, asked.number ?? memory.firstPage, pages);
  }
  if (guessed && of !== undefined) memory.wereAll(of, seen);
}

async function askFirst(pages: Pages): Promise<{ page: Page; query: Query }> {
  const { ask, memory, facts } = pages;
  const size = memory.askFor;
  if (size !== undefined) {
    const query = { [facts.paging.perPage]: String(size) };
    try {
      const page = await ask(query);
      memory.saw(page.rows.length);
      return { page, query };
    } catch (cause) {
      if (!isRefused(cause)) throw cause;
    }
  }
  const page = await ask({});
  // the same without a size was not refused
  if (size !== undefined) memory.takesNoSize();
  memory.saw(page.rows.length);
  return { page, query: {} };
}

/** The page after the first is the first once more: perhaps that is its number. */
function mayCountFromNext(first: Page, answer: Page): boolean {
  const { kind } = answer.more;
  return kind !== 'cursor' && kind !== 'page' && answer.rows.length === first.rows.length;
}

/** `undefined`: this page was the last. */
function nextAfter(page: Page, seen: Set<string>, number: number, pages: Pages): Next | undefined {
  const { memory, facts, of } = pages;
  const { more } = page;
  switch (more.kind) {
    case 'cursor':
      return { query: { [facts.paging.cursor]: more.cursor }, number: undefined, guess: false };
    case 'page':
      return numbered(more.page, false, pages);
    case 'next':
      return numbered(number + 1, false, pages);
    case 'total':
      return seen.size < more.total && page.rows.length > 0 ? numbered(number + 1, false, pages) : undefined;
    case 'unsaid':
      if (of === undefined || !memory.mayBeFull(page.rows.length, of, seen)) return undefined;
      return numbered(number + 1, true, pages);
    case 'end':
      return undefined;
  }
}

function numbered(number: number, guess: boolean, { facts }: Pages): Next {
  return { query: { [facts.paging.page]: String(number) }, number, guess };
}

/** A page that was promised and brought nothing new is no end that can be trusted. */
function promisesMore({ rows, more }: Page): boolean {
  if (more.kind === 'next') return true;
  return rows.length > 0 && (more.kind === 'cursor' || more.kind === 'page' || more.kind === 'total');
}

/** Rows move to the next page while pages are read, and some services ignore page numbers. */
function newRows(seen: Set<string>, page: Page, facts: OpenFacts): unknown[] {
  return page.rows.filter((row) => {
    const fields = asFields(row);
    const id = (fields && idOf(fields, facts.postFields.id)) ?? JSON.stringify(row);
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

function isRefused(cause: unknown): boolean {
  return cause instanceof ServiceError && cause.kind === 'refused';
}
