/** Reads a whole listing of the service into records. */
import { readBody } from './answers/body.ts';
import { type ListName, readPage } from './answers/envelope.ts';
import { fittingRows, type ReadRow, type Reporter, readRows } from './answers/rows.ts';
import type { Exchange } from './exchange.ts';
import { type Endpoint, incomplete } from './failures.ts';
import type { OpenFacts } from './open-facts.ts';
import { readPages } from './pages.ts';
import { createPagingMemory, type PagingMemory } from './paging-memory.ts';
import type { Call, Enough } from './service.ts';

interface Listing<T> {
  endpoint: Endpoint;
  path: string;
  query: Record<string, string>;
  /** Its name among the open facts. */
  list: ListName;
  row: ReadRow<T>;
}

export type ReadListing = <T>(listing: Listing<T>, call: Call, enough?: Enough<T>) => Promise<T[]>;

export function createListing(exchange: Exchange, facts: OpenFacts, report: Reporter): ReadListing {
  const memories = new Map<Endpoint, PagingMemory>();

  return async <T>(listing: Listing<T>, call: Call, enough?: Enough<T>) => {
    const { endpoint, path, list, row } = listing;
    const memory = memories.get(endpoint) ?? createPagingMemory(facts.paging);
    memories.set(endpoint, memory);
    let asking = call;
    const rows = await readPages({
      memory,
      facts,
      async ask(extra) {
        const answer = await exchange({ endpoint, path, query: { ...listing.query, ...extra } }, asking);
        // what has begun goes before others' turns: else it would show nothing of its last pages
        if (call.turn !== undefined || call.begins)
          asking = { ...call, begins: false, begun: true, priority: 'work' };
        return readPage(endpoint, readBody(endpoint, answer), list, facts);
      },
      enough: async (fresh) => (await enough?.(fittingRows(endpoint, fresh, row, report))) ?? false,
      incomplete: (why) => incomplete(endpoint, why),
    });
    return readRows(endpoint, rows, row, report);
  };
}
