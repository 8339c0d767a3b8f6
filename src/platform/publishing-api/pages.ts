/** One page of a listing, and what its answer says about how the service pages it. */

import { readBody } from './answers/body.ts';
import { type ReadRow, type Reporter, readRows } from './answers/rows.ts';
import { ServiceError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { type Endpoint, misfit } from './failures.ts';
import { asFields, type Fields, firstOf, idOf, listOf } from './fields.ts';
import type { OpenFacts } from './open-facts.ts';
import type { Call, PageAt, Paging, PostPage } from './service.ts';

interface Page {
  rows: unknown[];
  more: More;
}

type More =
  | { kind: 'cursor'; cursor: string }
  | { kind: 'page'; page: number }
  /** There is another page, and this is how to request it. */
  | { kind: 'next' }
  /** The number of rows in all pages. */
  | { kind: 'total'; total: number }
  | { kind: 'end' }
  | { kind: 'unknown' };

export type ListName = keyof OpenFacts['listNames'];

/** Reads a page from a bare list, `{ data }`, `{ items }` or `{ <resource> }`. */
function readPage(endpoint: Endpoint, body: unknown, list: ListName, facts: OpenFacts): Page {
  if (Array.isArray(body)) return { rows: body, more: { kind: 'unknown' } };
  const fields = asFields(body);
  const rows = fields && listOf(fields, [...facts.listEnvelopes, ...facts.listNames[list]]);
  if (!fields || !rows) throw misfit(endpoint, 'a list', body);
  return { rows, more: readMore(endpoint, fields, facts.paging) };
}

function readMore(endpoint: Endpoint, fields: Fields, names: OpenFacts['paging']): More {
  const hasMore = firstOf(fields, names.hasMore);
  if (hasMore === false) return { kind: 'end' };
  const cursor = idOf(fields, names.nextCursor);
  if (cursor !== undefined) return { kind: 'cursor', cursor };
  const page = idOf(fields, names.nextPage);
  if (page !== undefined) {
    if (!/^\d+$/.test(page)) throw misfit(endpoint, 'a numeric nextPage', fields);
    return { kind: 'page', page: Number(page) };
  }
  if (hasMore === true) return { kind: 'next' };
  if ([...names.nextCursor, ...names.nextPage].some((name) => name in fields)) return { kind: 'end' };
  const total = firstOf(fields, names.total);
  return typeof total === 'number' ? { kind: 'total', total } : { kind: 'unknown' };
}

/** What reading a page needs. */
export interface ListingDeps {
  exchange: Exchange;
  facts: OpenFacts;
  /** Called for what couldn't be read in an answer. */
  report: Reporter;
}

export interface Listing<T> {
  endpoint: Endpoint;
  query: Record<string, string>;
  /** The listing's name among the open facts. */
  list: ListName;
  row: ReadRow<T>;
}

export interface ListPage<T> extends Omit<PostPage, 'posts'> {
  /** The rows that could be read. */
  records: T[];
  /** All rows, unparsed. */
  rows: unknown[];
}

/**
 * The contract doesn't say how further pages are requested: `paging` is what earlier answers taught, and the
 * result has it with what this answer added. Pages are counted from 0 here; the first one is requested
 * exactly as in the contract.
 */
export async function readListPage<T>(
  { exchange, facts, report }: ListingDeps,
  { endpoint, query, list, row }: Listing<T>,
  { at, paging }: { at: PageAt; paging: Paging },
  call: Call,
): Promise<ListPage<T>> {
  const request = { endpoint, query: { ...query, ...queryOf(at, paging, facts.paging) } };
  let answer: Page;
  try {
    answer = readPage(endpoint, readBody(endpoint, await exchange(request, call)), list, facts);
  } catch (cause) {
    // No answer said that there is such a page.
    if (!(cause instanceof ServiceError && cause.kind === 'refused' && at.n > 0 && at.isGuess)) throw cause;
    return {
      records: [],
      rows: [],
      ids: [],
      unread: undefined,
      next: undefined,
      promised: false,
      paging,
    };
  }
  const { rows, more } = answer;
  const { fitting, odd, fields } = readRows(endpoint, rows, row, report);
  const ids = rows.map((one) => {
    const read = asFields(one);
    return (read && idOf(read, facts.postFields.id)) ?? JSON.stringify(one);
  });
  const learned = learn(paging, at, answer, facts);
  return {
    records: fitting,
    rows,
    ids,
    unread: odd > 0 ? { endpoint, records: odd, fields } : undefined,
    ...after(at, rows.length, more, learned, facts),
    paging: learned,
  };
}

function queryOf(at: PageAt, { first, sized }: Paging, names: OpenFacts['paging']): Record<string, string> {
  return {
    ...(sized && { [names.perPage]: String(names.maxPerPage) }),
    ...(at.cursor !== undefined
      ? { [names.cursor]: at.cursor }
      : at.n > 0 && { [names.page]: String(first + at.n) }),
  };
}

function learn(known: Paging, at: PageAt, { rows, more }: Page, facts: OpenFacts): Paging {
  const most = Math.max(known.most ?? 0, rows.length);
  // A page holds at least as many rows as the largest one so far.
  const paging = {
    ...known,
    most,
    ...(known.size !== undefined && { size: Math.max(known.size, rows.length) }),
  };
  switch (more.kind) {
    case 'cursor':
      return { ...paging, kind: 'cursor', size: paging.size ?? rows.length };
    case 'page':
      return { ...paging, kind: 'numbered', first: more.page - at.n - 1, size: paging.size ?? rows.length };
    case 'next':
      return { ...paging, kind: 'numbered', size: paging.size ?? rows.length };
    case 'total': {
      const isPart = at.n === 0 && rows.length > 0 && rows.length < more.total;
      return {
        ...paging,
        total: more.total,
        ...(isPart && { kind: 'numbered' as const, size: paging.size ?? rows.length }),
      };
    }
    default:
      return rows.length >= facts.paging.maxPerPage
        ? { ...paging, size: paging.size ?? rows.length }
        : paging;
  }
}

/** The page after this one, if there is or may be one. */
function after(
  at: PageAt,
  rows: number,
  more: Page['more'],
  { kind, size, most = 0 }: Paging,
  facts: OpenFacts,
): Pick<ListPage<unknown>, 'next' | 'promised'> {
  const next = { n: at.n + 1 };
  switch (more.kind) {
    case 'cursor':
      return { next: { ...next, cursor: more.cursor }, promised: rows > 0 };
    case 'page':
      return { next, promised: rows > 0 };
    case 'next':
      return { next, promised: true };
    case 'total': {
      const before = at.n * (size ?? most);
      return rows > 0 && before + rows < more.total
        ? { next, promised: true }
        : { next: undefined, promised: false };
    }
    case 'end':
      return { next: undefined, promised: false };
    case 'unknown': {
      if (kind === 'single') return { next: undefined, promised: false };
      const isFull = rows > 0 && rows >= Math.min(size ?? most, facts.paging.maxPerPage);
      return { next: isFull ? { ...next, isGuess: true } : undefined, promised: false };
    }
  }
}
