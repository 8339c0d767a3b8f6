/** Who published a post, and who requested it again. Pure. */
import type { Card } from './card.ts';

/**
 * Who made the last click that publishes the post; `undefined` if nobody here did. Read from the history:
 * approvals are in the order in which they were given, and the person who pressed *Publish now* may have
 * approved before others did.
 */
export function publisherOf({ history }: Pick<Card, 'history'>): string | undefined {
  return history.findLast(({ what }) => what === 'approved' || what === 'retried')?.by;
}

/** Who last asked to create the post again, or to check for it; `undefined` if it was requested only once. */
export function triedAgainBy({ history }: Pick<Card, 'history'>): string | undefined {
  return history.findLast(({ what }) => what === 'retried' || what === 'checked_again')?.by;
}
