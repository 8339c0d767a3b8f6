/**
 * The posts of an import are in the threads of several cards, its parts: each holds up to `postsOfCard` posts
 * of one brand.
 */
import type { Card } from './card.ts';

/** The id of the card with the `n`th part of an import, from 1. */
export const partId = (importId: string, n: number): string => `${importId}-${n}`;

/**
 * The ids that the parts of the card's import can have. Only the card's own id if it's no import, or if an
 * earlier release recorded it without its parts.
 */
function partIdsOf({ id, request }: Card): string[] {
  if (request?.kind !== 'import' || request.parts === undefined) return [id];
  const importId = id.slice(0, id.lastIndexOf('-'));
  return Array.from({ length: request.parts }, (_, i) => partId(importId, i + 1));
}

/**
 * The import's parts in the same channel, in order, including this card. People who can read one can read
 * them all.
 */
export async function partsInChannel(
  card: Card,
  get: (workspace: string, id: string) => Promise<Card | undefined>,
): Promise<Card[]> {
  const ids = partIdsOf(card);
  if (ids.length === 1) return [card];
  const parts = await Promise.all(ids.map((id) => get(card.workspace, id)));
  return parts.flatMap((one) => (one && channelOf(one) === channelOf(card) ? [one] : []));
}

const channelOf = ({ message, channel }: Card): string => message?.channel ?? channel;
