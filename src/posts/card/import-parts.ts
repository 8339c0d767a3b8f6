/** The posts of an import hang below several cards, its parts: one for each brand and every so many posts. */
import type { Card } from './card.ts';

/** The id of the card with the `n`th part of an import, from 1. */
export const partId = (importId: string, n: number): string => `${importId}-${n}`;

/** The ids of the cards that all parts of its import may have; its own alone if it's no import, or of a release that didn't note them. */
function partIdsOf({ id, request }: Card): string[] {
  if (request?.kind !== 'import' || request.parts === undefined) return [id];
  const importId = id.slice(0, id.lastIndexOf('-'));
  return Array.from({ length: request.parts }, (_, i) => partId(importId, i + 1));
}

/** The import's parts in the same channel, in order, including this card. People who can read one can read them all. */
export async function partsBeside(
  card: Card,
  get: (workspace: string, id: string) => Promise<Card | undefined>,
): Promise<Card[]> {
  const ids = partIdsOf(card);
  if (ids.length === 1) return [card];
  const parts = await Promise.all(ids.map((id) => get(card.workspace, id)));
  return parts.flatMap((one) => (one && channelOf(one) === channelOf(card) ? [one] : []));
}

const channelOf = ({ message, channel }: Card): string => message?.channel ?? channel;
