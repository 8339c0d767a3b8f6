/** The envelope of a listing: a bare list, `{ data }`, `{ items }` or `{ <resource> }`, and what it says about more pages. */
import { type Endpoint, misfit } from '#src/platform/publishing-api/failures.ts';
import { asFields, type Fields, firstOf, idOf, listOf } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';

export interface Page {
  rows: unknown[];
  more: More;
}

type More =
  | { kind: 'cursor'; cursor: string }
  | { kind: 'page'; page: number }
  /** There is another page, and this is how to ask for it. */
  | { kind: 'next' }
  /** The number of rows in all pages. */
  | { kind: 'total'; total: number }
  | { kind: 'end' }
  | { kind: 'unsaid' };

export type ListName = keyof OpenFacts['listNames'];

export function readPage(endpoint: Endpoint, body: unknown, list: ListName, facts: OpenFacts): Page {
  if (Array.isArray(body)) return { rows: body, more: { kind: 'unsaid' } };
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
  return typeof total === 'number' ? { kind: 'total', total } : { kind: 'unsaid' };
}
