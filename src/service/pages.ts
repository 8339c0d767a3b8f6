/** Reads a listing page after page, whatever way the service has of saying that there is more. */
import type { Page } from './answers/envelope.ts';
import { ServiceError } from './errors.ts';
import { asFields, idOf } from './fields.ts';
import type { OpenFacts } from './open-facts.ts';
import type { PagingMemory } from './paging-memory.ts';

type Query = Record<string, string>;

export interface Pages {
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
}

/**
 * Takes the rows of all pages, or of those up to what is enough, each once. Rejects rather than leave rows out: when there are more pages than
 * `maxPages`, and when the service says that there is more and gives the same again.
 */
export async function readPages(pages: Pages): Promise<void> {
  const { ask, memory, facts, take, incomplete } = pages;
  const seen = new Set<string>();
  const { page: first, query: sized } = await askFirst(pages);
  if (await take(newRows(seen, first, facts))) return;
  let page = first;
  let next = nextAfter(page, seen.size, facts.paging.firstPage, pages);
  for (let count = 1; next; count += 1) {
    if (count >= facts.paging.maxPages) throw incomplete(`has more than ${facts.paging.maxPages} pages`);
    const asked: Next = next;
    const answer = await ask({ ...sized, ...asked.query }).catch((cause: unknown) => {
      if (!asked.guess || !isRefused(cause)) throw cause;
      memory.takesNoPage();
    });
    if (!answer) break;
    page = answer;
    const added = newRows(seen, page, facts);
    const fresh = added.length;
    if (fresh === 0 && promisesMore(page))
      throw incomplete('says that there is more and gives the same again');
    if (count === 1 && fresh === 0 && asked.guess) memory.wereAll(first.rows.length);
    if (count === 1 && fresh > 0 && asked.number !== undefined && !sized[facts.paging.perPage])
      memory.followed(first.rows.length);
    if (fresh === 0 && page.rows.length > 0) break;
    if (await take(added)) break;
    next = nextAfter(page, seen.size, asked.number ?? facts.paging.firstPage, pages);
  }
}

async function askFirst({ ask, memory, facts }: Pages): Promise<{ page: Page; query: Query }> {
  const size = memory.askFor;
  if (size !== undefined) {
    const query = { [facts.paging.perPage]: String(size) };
    try {
      return { page: await ask(query), query };
    } catch (cause) {
      if (!isRefused(cause)) throw cause;
      memory.takesNoSize();
    }
  }
  return { page: await ask({}), query: {} };
}

/** `undefined`: this page was the last. */
function nextAfter(page: Page, have: number, number: number, { memory, facts }: Pages): Next | undefined {
  const { more } = page;
  const numbered = (to: number, guess = false): Next => ({
    query: { [facts.paging.page]: String(to) },
    number: to,
    guess,
  });
  switch (more.kind) {
    case 'cursor':
      return { query: { [facts.paging.cursor]: more.cursor }, number: undefined, guess: false };
    case 'page':
      return numbered(more.page);
    case 'next':
      return numbered(number + 1);
    case 'total':
      return have < more.total && page.rows.length > 0 ? numbered(number + 1) : undefined;
    case 'unsaid':
      return memory.mayBeFull(page.rows.length) ? numbered(number + 1, true) : undefined;
    case 'end':
      return undefined;
  }
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
