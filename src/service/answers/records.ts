/** Brands, hashtag libraries, studio designs, social profiles and the user: service-api.md shows none of their fields. */
import type { Profile } from '#src/cards/post.ts';
import type { Named } from '#src/cards/request.ts';
import { asFields, firstOf, idOf, textOf, webAddress } from '../fields.ts';
import type { OpenFacts } from '../open-facts.ts';
import { type Me, providers } from '../service.ts';
import { placesOf } from './body.ts';
import type { ReadRow } from './rows.ts';

/** `{ id, name }`; one without a name is shown by its id. */
export function namedReader(facts: OpenFacts): ReadRow<Named> {
  return (row) => {
    const fields = asFields(row);
    const id = fields && idOf(fields, ['id']);
    return !fields || id === undefined ? undefined : { id, name: textOf(fields, facts.recordNames) ?? id };
  };
}

/** `{ id, provider, name, image }`, with the name under several names. */
export function profileReader(facts: OpenFacts): ReadRow<Profile> {
  return (row) => {
    const fields = asFields(row);
    const id = fields && idOf(fields, ['id']);
    if (!fields || id === undefined) return undefined;
    return {
      id,
      name: textOf(fields, facts.profileNames) ?? id,
      provider: readProvider(textOf(fields, ['provider']) ?? '', facts),
      image: webAddress(fields.image),
    };
  };
}

/** `FACEBOOK`, `facebook_page` and `x` become names of the contract; any other word stays as it is. */
export function readProvider(word: string, facts: OpenFacts): string {
  const [first = ''] = word.toLowerCase().split(/[^a-z]/);
  const known = facts.providerAliases[first] ?? first;
  return providers.find((provider) => provider === known) ?? word;
}

/** The user, wherever the answer has it; any JSON object proves that the key works. */
export function readMe(body: unknown, facts: OpenFacts): Me | undefined {
  const records = placesOf(body, [...facts.recordEnvelopes, 'user']);
  const user = records.find((fields) => firstOf(fields, ['id', 'name', 'email']) !== undefined) ?? records[0];
  if (!user) return undefined;
  return { id: idOf(user, ['id']), name: textOf(user, ['name']), email: textOf(user, ['email']) };
}
