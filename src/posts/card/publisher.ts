/** Who published a post, who requested it again, and when. Pure. */
import type { Card, Entry } from './card.ts';

/**
 * The last click that publishes the post. Read from the history: approvals are in the order in which they were
 * given, and the person who pressed *Publish now* may have approved before others did.
 */
const publishingClick = ({ history }: Pick<Card, 'history'>): Entry | undefined =>
  history.findLast(({ what }) => what === 'approved' || what === 'retried');

/** Who made the last click that publishes the post; `undefined` if nobody here did. */
export const publisherOf = (card: Pick<Card, 'history'>): string | undefined => publishingClick(card)?.by;

/** Whether that click was *Publish again*, which asks first because the post can appear twice. */
export const isPublishedAgain = (card: Pick<Card, 'history'>): boolean =>
  publishingClick(card)?.what === 'retried';

/** Who last asked to create the post again, or to check for it; `undefined` if it was requested only once. */
export function triedAgainBy({ history }: Pick<Card, 'history'>): string | undefined {
  return history.findLast(({ what }) => what === 'retried' || what === 'checked_again')?.by;
}

const publishRequests = new Set<string>(['approved', 'retried', 'checked_again']);

/** The last request to publish it, or to check for it. */
export const lastRequest = ({ history }: Pick<Card, 'history'>): Entry | undefined =>
  history.findLast(({ what }) => publishRequests.has(what));

/** When someone last requested to publish the post, or to check for it. */
export const requestedAt = (card: Pick<Card, 'history' | 'updatedAt'>): string =>
  lastRequest(card)?.at ?? card.updatedAt;
