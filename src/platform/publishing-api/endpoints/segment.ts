/** An id as one segment of a path. */
import { type Endpoint, refusedHere } from '#src/platform/publishing-api/failures.ts';

/** Throws a `refused` error for an id that would change the path. */
export function segment(endpoint: Endpoint, id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) throw refusedHere(endpoint, "its ID isn't valid.");
  return encodeURIComponent(id);
}
