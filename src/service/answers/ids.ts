/** The id in the answer of what creates: under one of several names, at the top or inside a record. */
import { idOf } from '../fields.ts';
import type { OpenFacts } from '../open-facts.ts';
import { placesOf, readIfJson } from './body.ts';

/**
 * `undefined` where the answer has none or cannot be read. That is no failure: a 2xx says that the request was
 * accepted, and the caller then looks for what is new in the listing.
 */
export function readPostId(text: string, facts: OpenFacts): string | undefined {
  return readId(text, facts.postIdNames, facts.postIdPlaces);
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
