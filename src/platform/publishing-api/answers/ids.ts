/** The id in the answer to a creation: under one of several names, at the top or inside a record. */
import { idOf } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import { placesOf, readIfJson } from './body.ts';

/**
 * `undefined` if the answer has no id or can't be read. The request was accepted anyway, and the caller looks
 * for what's new in the listing.
 */
export function readId(
  text: string,
  names: readonly string[],
  places: readonly string[],
): string | undefined {
  const records = placesOf(readIfJson(text), places);
  for (const name of names)
    for (const record of records) {
      const id = idOf(record, [name]);
      if (id !== undefined) return id;
    }
  return undefined;
}

/**
 * The id in the answer to a change if it names only other posts. It can also carry ids of the post's parts.
 */
export function otherPostId(text: string, postId: string, facts: OpenFacts): string | undefined {
  const records = placesOf(readIfJson(text), facts.postIdPlaces);
  const ids = records.flatMap((record) => facts.postIdNames.flatMap((name) => idOf(record, [name]) ?? []));
  return ids.includes(postId) ? undefined : ids[0];
}

/**
 * Whether nothing in the answer can be read, because it was cut off or isn't JSON. Then it doesn't show
 * whether such answers have ids.
 */
export function isUnreadable({ text, isCut }: { text: string; isCut?: true }): boolean {
  return isCut === true || (text !== '' && readIfJson(text) === undefined);
}
