/** The versions of an AI post: the first one, and its rewrites in the same thread, of which people keep one. Pure. */
import type { Card } from './card.ts';

/** The card in whose thread this one is posted: its campaign, or the first version of the post; `undefined`: it begins a thread. */
export const parentOf = ({ campaign, rewriteOf }: Pick<Card, 'campaign' | 'rewriteOf'>): string | undefined =>
  campaign ?? rewriteOf;

/** The first version of the post. */
export const firstVersionOf = ({ id, rewriteOf }: Card): string => rewriteOf ?? id;

/** Whether there may be another version, and nobody has kept this one. */
export const hasVersions = ({ id, rewriteOf, versions = [], keptVersion }: Card): boolean =>
  keptVersion !== id && (rewriteOf !== undefined || versions.length > 0);

/** The ids of the other versions. `first`: the card of the first version, if it's still stored. */
export function otherVersions(card: Card, first: Card | undefined): string[] {
  const all = [firstVersionOf(card), ...(first?.versions ?? []), ...(card.versions ?? [])];
  return [...new Set(all)].filter((id) => id !== card.id);
}
