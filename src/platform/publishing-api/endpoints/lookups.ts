/** What people choose from, and who the key belongs to. */

import { readBody } from '#src/platform/publishing-api/answers/body.ts';
import { namedReader, profileReader, readMe } from '#src/platform/publishing-api/answers/records.ts';
import { misfit } from '#src/platform/publishing-api/failures.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Call, Me } from '#src/platform/publishing-api/service.ts';
import type { Parts } from './parts.ts';

/**
 * `GET /me`: the user that the key belongs to; proves that the key works. No parameters. 401 or 403: kind `key`.
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
 * `GET /brands`: every brand of the key's owner. No parameters, so one answer has all unless it names another page.
 * Kind `down` for the documented 500, `shape` where not all pages can be read or no row fits.
 * service-api.md, GET /brands.
 */
export function listBrands({ listing, facts }: Parts, call: Call): Promise<Named[]> {
  const row = namedReader(facts);
  const endpoint = 'GET /brands';
  return listing({ endpoint, path: '/brands', query: {}, list: 'brands', row, whole: true }, call);
}

/**
 * `GET /social-profiles?brandId=`: the connected social profiles of a brand, all pages. Kind `refused` for an unknown
 * brand, `shape` where not all pages can be read or no row fits.
 * service-api.md, GET /social-profiles.
 */
export function listProfiles({ listing, facts }: Parts, brandId: string, call: Call): Promise<Profile[]> {
  const row = profileReader(facts);
  const endpoint = 'GET /social-profiles';
  return listing({ endpoint, path: '/social-profiles', query: { brandId }, list: 'profiles', row }, call);
}

/**
 * `GET /hashtag-libraries?brandId=`: the saved hashtags of a brand, all pages. Kind `refused` for an unknown brand,
 * `shape` where not all pages can be read or no row fits.
 * service-api.md, Other endpoints named in the changelog.
 */
export function listHashtagLibraries(parts: Parts, brandId: string, call: Call): Promise<Named[]> {
  const row = namedReader(parts.facts);
  const endpoint = 'GET /hashtag-libraries';
  const path = '/hashtag-libraries';
  return parts.listing({ endpoint, path, query: { brandId }, list: 'hashtagLibraries', row }, call);
}

/**
 * `GET /studio-templates?brandId=`: the studio designs of a brand, all pages. Kind `refused` for an unknown brand,
 * `shape` where not all pages can be read or no row fits.
 * service-api.md, Other endpoints named in the changelog.
 */
export function listStudioDesigns(parts: Parts, brandId: string, call: Call): Promise<Named[]> {
  const row = namedReader(parts.facts);
  const endpoint = 'GET /studio-templates';
  const path = '/studio-templates';
  return parts.listing({ endpoint, path, query: { brandId }, list: 'studioDesigns', row }, call);
}
