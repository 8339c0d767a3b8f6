/** The brands and posts that benchmarks request. */
import type { Named, PostRequest } from '#src/platform/publishing-api/request.ts';

/** `brand-1` and so on, with names of typical length. */
export const brandNumber = (n: number): Named => ({ id: `brand-${n}`, name: `Northwind Coffee ${n}` });

/** A draft of two sentences. */
export function postFor(brand: Named, n: number): PostRequest {
  return {
    kind: 'post',
    brand,
    caption: `Open until ten tonight, with the new autumn menu on every table. Come as you are, number ${n}.`,
    mediaUrls: [],
    profiles: [{ id: 'profile-1', name: 'Instagram · northwind.coffee' }],
  };
}
