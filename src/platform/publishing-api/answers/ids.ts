/** The id in the answer of what creates: under one of several names, at the top or inside a record. */
import { idOf } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import { placesOf, readIfJson } from './body.ts';

/**
 * `undefined` where the answer has none or cannot be read. That is no failure: a 2xx says that the request was
 * accepted, and the caller then looks for what is new in the listing.
 */
export function readPostId(text: string, facts: OpenFacts): string | undefined {
  return readId(text, facts.postIdNames, facts.postIdPlaces);
}

/**
 * The id that the answer to a change names, where it names only others than the post's; `undefined`: it names the post, or
 * nothing that can be read. The answer may carry ids of the post's parts beside its own.
 */
export function otherPostId(text: string, postId: string, facts: OpenFacts): string | undefined {
  const records = placesOf(readIfJson(text), facts.postIdPlaces);
  const ids = records.flatMap((record) => facts.postIdNames.flatMap((name) => idOf(record, [name]) ?? []));
  return ids.includes(postId) ? undefined : ids[0];
}

/** As `readPostId`, for campaigns. */
export function readCampaignId(text: string, facts: OpenFacts): string | undefined {
  return readId(text, facts.campaignIdNames, facts.campaignIdPlaces);
}

function readId(text: string, names: readonly string[], places: readonly string[]): string | undefined {
  const records = placesOf(readIfJson(text), places);
  for (const name of names)
    for (const record of records) {
      const id = idOf(record, [name]);
      if (id !== undefined) return id;
    }
  return undefined;
}
