/** Who published a post, and who had it made once more. Pure. */
import type { Card } from './card.ts';

/**
 * Who made the last press that sends the post; `undefined`: nobody here did. It is read from the history: approvals are in
 * the order in which they were given, and who pressed *Publish now* may have approved before others did.
 */
export function publisherOf({ history }: Pick<Card, 'history'>): string | undefined {
  return history.findLast(({ what }) => what === 'approved' || what === 'retried')?.by;
}

/** Who asked last to make the post again, or to look for it; `undefined`: it was requested only once. */
export function triedAgainBy({ history }: Pick<Card, 'history'>): string | undefined {
  return history.findLast(({ what }) => what === 'retried' || what === 'checked_again')?.by;
}
