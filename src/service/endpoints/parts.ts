/** What the endpoints are made with. */
import type { Exchange } from '../exchange.ts';
import type { ReadListing } from '../listing.ts';
import type { OpenFacts } from '../open-facts.ts';
import type { Log } from '../service.ts';

export interface Parts {
  exchange: Exchange;
  listing: ReadListing;
  facts: OpenFacts;
  log: Log | undefined;
}
