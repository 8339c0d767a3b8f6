/** What the endpoint functions need. */

import { type Endpoint, refusedHere } from '#src/platform/publishing-api/failures.ts';
import type { ReadListing } from '#src/platform/publishing-api/listing.ts';
import type { ListingDeps } from '#src/platform/publishing-api/pages.ts';
import type { Log } from '#src/platform/publishing-api/service.ts';

export interface Parts extends ListingDeps {
  listing: ReadListing;
  log: Log | undefined;
}

/** Throws a `refused` error for an id that would change the path. */
export function segment(endpoint: Endpoint, id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) throw refusedHere(endpoint, "its ID isn't valid.");
  return encodeURIComponent(id);
}
