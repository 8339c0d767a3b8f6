/** What the endpoints are made with. */
import type { ReadListing } from '../listing.ts';
import type { Asking } from '../pages.ts';
import type { Log } from '../service.ts';

export interface Parts extends Asking {
  listing: ReadListing;
  log: Log | undefined;
}
