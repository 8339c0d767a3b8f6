/** What people choose from, and who the key belongs to. */

import { readBody } from '#src/platform/publishing-api/answers/body.ts';
import { namedReader, readMe } from '#src/platform/publishing-api/answers/records.ts';
import type { ReadRow } from '#src/platform/publishing-api/answers/rows.ts';
import { misfit } from '#src/platform/publishing-api/failures.ts';
import type { ListName } from '#src/platform/publishing-api/pages.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Call, Me } from '#src/platform/publishing-api/service.ts';
import type { Parts } from './parts.ts';

/**
 * `GET /me`: the user that the key belongs to; proves that the key works. 401 or 403: kind `key`.
 * service-api.md, GET /me.
 */
export async function readUser({ exchange, facts }: Parts, call: Call): Promise<Me> {
  const endpoint = 'GET /me';
  const body = readBody(endpoint, await exchange({ endpoint, path: '/me' }, call));
  const me = readMe(body, facts);
  if (!me) throw misfit(endpoint, 'a user', body);
  return me;
}

/**
 * `GET /brands`: every brand of the key's owner. No parameters, so one answer has all unless it names another
 * page. Kind `down` for the documented 500, `shape` where not all pages can be read or no row fits.
 * service-api.md, GET /brands.
 */
export function listBrands({ listing, facts }: Parts, call: Call): Promise<Named[]> {
  const row = namedReader(facts);
  return listing({ endpoint: 'GET /brands', query: {}, list: 'brands', row, whole: true }, call);
}

/**
 * A brand's list, all pages: `GET /social-profiles?brandId=` for its connected social profiles, `GET
 * /hashtag-libraries?brandId=` for its saved hashtags, and `GET /studio-templates?brandId=` for its studio
 * designs. Kind `refused` for an unknown brand, `shape` if not all pages can be read or no row fits.
 * service-api.md, GET /social-profiles, and Other endpoints named in the changelog.
 */
export const listOfBrand =
  <T extends { id: string }>(
    { listing }: Parts,
    endpoint: `GET /${'social-profiles' | 'hashtag-libraries' | 'studio-templates'}`,
    list: ListName,
    row: ReadRow<T>,
  ) =>
  async (brandId: string, call: Call = {}): Promise<T[]> =>
    listing({ endpoint, query: { brandId }, list, row }, call);
