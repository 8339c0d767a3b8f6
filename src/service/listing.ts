/** Reads a whole listing of the service into records. */
import { readBody } from './answers/body.ts';
import { type ListName, readPage } from './answers/envelope.ts';
import { type ReadRow, type Reporter, readRows } from './answers/rows.ts';
import type { Exchange } from './exchange.ts';
import { type Endpoint, incomplete } from './failures.ts';
import type { OpenFacts } from './open-facts.ts';
import { readPages } from './pages.ts';
import { createPagingMemory, type PagingMemory } from './paging-memory.ts';
import type { Call } from './service.ts';

interface Listing<T> {
  endpoint: Endpoint;
  path: string;
  query: Record<string, string>;
  /** Its name among the open facts. */
  list: ListName;
  row: ReadRow<T>;
}

export type ReadListing = <T>(listing: Listing<T>, call: Call) => Promise<T[]>;

export function createListing(exchange: Exchange, facts: OpenFacts, report: Reporter): ReadListing {
  const memories = new Map<Endpoint, PagingMemory>();

  return async (listing, call) => {
    const { endpoint, path, list } = listing;
    const memory = memories.get(endpoint) ?? createPagingMemory(facts.paging);
    memories.set(endpoint, memory);
    let asking = call;
    const rows = await readPages({
      memory,
      facts,
      async ask(extra) {
        const answer = await exchange({ endpoint, path, query: { ...listing.query, ...extra } }, asking);
        // what has begun does not wait for another turn: its first pages would have been read for nothing
        if (call.turn !== undefined) asking = { ...call, turn: undefined, priority: 'work' };
        return readPage(endpoint, readBody(endpoint, answer), list, facts);
      },
      incomplete: (why) => incomplete(endpoint, why),
    });
    return readRows(endpoint, rows, listing.row, report);
  };
}
