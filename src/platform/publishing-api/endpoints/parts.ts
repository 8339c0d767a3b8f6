/** What the endpoint functions need. */
import type { ReadListing } from '#src/platform/publishing-api/listing.ts';
import type { Asking } from '#src/platform/publishing-api/pages.ts';
import type { Log } from '#src/platform/publishing-api/service.ts';

export interface Parts extends Asking {
  listing: ReadListing;
  log: Log | undefined;
}
