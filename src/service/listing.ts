/** Reads a listing of the service into records. */
import { randomUUID } from 'node:crypto';
import type { Unread } from '#src/cards/unread.ts';
import { readBody } from './answers/body.ts';
import { type ListName, readPage } from './answers/envelope.ts';
import { type ReadRow, type Reporter, readRows } from './answers/rows.ts';
import type { Exchange } from './exchange.ts';
import { type Endpoint, incomplete, misfit } from './failures.ts';
import type { OpenFacts } from './open-facts.ts';
import { readPages } from './pages.ts';
import { createPagingMemory, type PagingMemory } from './paging-memory.ts';
import { patiently } from './patiently.ts';
import type { Call, Enough } from './service.ts';

interface Listing<T> {
  endpoint: Endpoint;
  path: string;
  query: Record<string, string>;
  /** Its name among the open facts. */
  list: ListName;
  row: ReadRow<T>;
  /** The contract has it in one answer: no page behind it is asked for unless the answer names one. */
  whole?: boolean;
}

/** Each row is read once, as its page comes. Rejects with kind `shape` when there are rows and none fits. */
export type ReadListing = <T>(listing: Listing<T>, call: Call, enough?: Enough<T>) => Promise<T[]>;

export function createListing(exchange: Exchange, facts: OpenFacts, report: Reporter): ReadListing {
  const memories = new Map<Endpoint, PagingMemory>();

  return async <T>(listing: Listing<T>, call: Call, enough?: Enough<T>) => {
    const { endpoint, path, list, row } = listing;
    const memory = memories.get(endpoint) ?? createPagingMemory(facts.paging);
    memories.set(endpoint, memory);
    let isFirst = true;
    // every page is one request of the same listing, which keeps its place in the line between them
    const who = call.who ?? `listing.${randomUUID()}`;
    const records: T[] = [];
    const unread: Unread = { endpoint, records: 0, fields: [] };
    let firstRow: unknown;
    await readPages({
      of: listing.whole ? undefined : JSON.stringify(listing.query),
      memory,
      facts,
      async ask(extra) {
        const asked = { endpoint, path, query: { ...listing.query, ...extra } };
        // a listing that was given up in the middle would start over, and never end while the quota is short
        const answer = await (isFirst
          ? exchange(asked, call)
          : patiently(() => exchange(asked, { ...call, who }), call.signal));
        isFirst = false;
        return readPage(endpoint, readBody(endpoint, answer), list, facts);
      },
      async take(fresh) {
        firstRow ??= fresh[0];
        const { fitting, odd, fields } = readRows(endpoint, fresh, row, report);
        records.push(...fitting);
        unread.records += odd;
        unread.fields.push(...fields.filter((field) => !unread.fields.includes(field)));
        return (await enough?.(fitting)) ?? false;
      },
      incomplete: (why) => incomplete(endpoint, why),
    });
    if (firstRow !== undefined && records.length === 0) throw misfit(endpoint, 'a row that fits', firstRow);
    if (unread.records > 0) call.leftOut?.(unread);
    return records;
  };
}
