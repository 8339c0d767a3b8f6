/**
 * What looks wrong with a post but is sent anyway, because the service's contract allows it: the people who
 * decide are warned, and the service has the last word. Pure.
 */

import type { Provider } from '#src/platform/publishing-api/networks.ts';
import type { DoubtfulLink } from '#src/platform/publishing-api/request.ts';
import type { Card } from './card.ts';
import { hasNoProfiles, timeOf } from './content.ts';
import { unreadFiles } from './file-checks.ts';
import { type Measure, tooLongForNetworks } from './lengths.ts';
import { endingOf } from './media-address.ts';
import { withoutMedia } from './needs-media.ts';

export type Warning =
  | { code: 'no_profiles' }
  | { code: 'too_long'; measure: Measure }
  | { code: 'no_media'; networks: Provider[] }
  /** What opening the links showed when the post's row was imported. */
  | { code: 'doubtful_links'; found: DoubtfulLink['found']; links: string[] }
  /** Endings such as `pdf`, each once. */
  | { code: 'unusual_media'; endings: string[] }
  | { code: 'far_ahead' }
  /** The numbers (from 1) of the files that can't be checked for replacement after the approval. */
  | { code: 'unchecked_files'; files: number[] };

/**
 * From public documentation of the service (docs/open-facts.md), and endings of programs, which answer with
 * any type.
 */
const usualEndings = /^(png|jpe?g|gif|mp4|php|aspx?|ashx|jsp|cgi)$/;

/** A wrong year is more likely than a plan for more than a year ahead. */
const farAheadMs = 366 * 86_400_000;

/** The most important first. */
export function warningsOf(card: Card): Warning[] {
  const networks = withoutMedia(card.content);
  const unchecked = unreadFiles(card);
  const endings = unusualEndings(card.content.mediaUrls);
  return [
    ...(hasNoProfiles(card) ? [{ code: 'no_profiles' as const }] : []),
    ...tooLongForNetworks(card.content).map((measure) => ({ code: 'too_long' as const, measure })),
    ...(networks.length > 0 ? [{ code: 'no_media' as const, networks }] : []),
    ...doubtfulLinks(card),
    ...(endings.length > 0 ? [{ code: 'unusual_media' as const, endings }] : []),
    ...(isFarAhead(card) ? [{ code: 'far_ahead' as const }] : []),
    ...(unchecked.length > 0 ? [{ code: 'unchecked_files' as const, files: unchecked }] : []),
  ];
}

function unusualEndings(addresses: readonly string[]): string[] {
  const endings = addresses.flatMap((address) => endingOf(address) ?? []);
  return [...new Set(endings)].filter((ending) => !usualEndings.test(ending));
}

/** The doubtful links that the post still has. */
function doubtfulLinks({ request, content }: Card): Warning[] {
  const links = (request?.kind === 'post' && request.doubtfulLinks) || [];
  const left = links.filter(({ address }) => content.mediaUrls.includes(address));
  return [...Map.groupBy(left, ({ found }) => found)].map(([found, some]) => ({
    code: 'doubtful_links',
    found,
    links: some.map(({ address }) => address),
  }));
}

/** As of the last transition, so that the same card is always rendered the same. */
function isFarAhead(card: Card): boolean {
  const at = timeOf(card);
  return at !== undefined && Date.parse(at) - Date.parse(card.updatedAt) > farAheadMs;
}
