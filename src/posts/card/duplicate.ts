/** Copies of a post: which posts can be duplicated, and the cards of the copies. Pure. */
import { createHash } from 'node:crypto';
import type { Card } from './card.ts';
import type { Refused } from './refused.ts';
import { isOver, isResting } from './state.ts';

/** Why the post can't be duplicated now; `undefined` if it can. */
export function duplicateRefusal(card: Card): Refused | undefined {
  const { state, pending, content, kind } = card;
  if (pending) return { why: 'busy', pending };
  // nobody is working on the post, and it's known whether it was published
  const isSettled = isResting(card) || isOver(card);
  const hasContent = content.caption !== '' || content.mediaUrls.length > 0;
  return kind !== 'campaign' && isSettled && hasContent ? undefined : { why: 'not_now', state };
}

/**
 * The id of the card for one brand of a submitted form. Submitting the same form twice creates one post for
 * each brand.
 */
export const duplicateId = (form: string, brand: string): string =>
  `${form}-${createHash('sha256').update(brand).digest('hex').slice(0, 12)}`;
