/**
 * Brands, hashtag libraries, studio designs, social profiles and the user: service-api.md shows none of their
 * fields.
 */

import {
  asFields,
  type Fields,
  firstOf,
  idOf,
  textOf,
  webAddress,
} from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { type Me, providers } from '#src/platform/publishing-api/service.ts';
import { placesOf } from './body.ts';
import type { ReadRow } from './rows.ts';

/** `{ id, name }`; a record without a name is shown by its id. */
export function namedReader(facts: OpenFacts): ReadRow<Named> {
  return (row) => {
    const fields = asFields(row);
    const id = fields && idOf(fields, facts.recordIds);
    return !fields || id === undefined ? undefined : { id, name: textOf(fields, facts.recordNames) ?? id };
  };
}

/** `{ id, provider, name, image }`, with the name under several names. */
export function profileReader(facts: OpenFacts): ReadRow<Profile> {
  return (row) => {
    const fields = asFields(row);
    const id = fields && idOf(fields, facts.recordIds);
    if (!fields || id === undefined) return undefined;
    return {
      id,
      name: textOf(fields, facts.profileNames) ?? id,
      provider: readProvider(textOf(fields, facts.profileFields.provider) ?? '', facts),
      image: webAddress(firstOf(fields, facts.profileFields.image)),
    };
  };
}

/** `FACEBOOK`, `facebook_page` and `x` become the contract's names; any other word is kept. */
export function readProvider(word: string, facts: OpenFacts): string {
  const [first = ''] = word.toLowerCase().split(/[^a-z]/);
  const known = facts.providerAliases[first] ?? first;
  return providers.find((provider) => provider === known) ?? word;
}

/** The user, wherever in the answer it is. Any JSON object proves that the key works. */
export function readMe(body: unknown, facts: OpenFacts): Me | undefined {
  const { places, id, name, email } = facts.user;
  const records = placesOf(body, [...facts.recordEnvelopes, ...places]);
  const isUser = (fields: Fields): boolean => firstOf(fields, [...id, ...name, ...email]) !== undefined;
  const user = records.find(isUser) ?? records[0];
  return user && { id: idOf(user, id), name: textOf(user, name), email: textOf(user, email) };
}
