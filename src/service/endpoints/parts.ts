/** What the endpoints are made with. */
import type { Reporter } from '../answers/rows.ts';
import type { Exchange } from '../exchange.ts';
import type { ReadListing } from '../listing.ts';
import type { OpenFacts } from '../open-facts.ts';
import type { Log } from '../service.ts';

export interface Parts {
  exchange: Exchange;
  listing: ReadListing;
  /** Told what of an answer couldn't be read. */
  report: Reporter;
  facts: OpenFacts;
  log: Log | undefined;
}
