/**
 * Which posts are still being created, and what that means for their messages: people are notified by a new
 * message when a post exists or couldn't be created, so a card has none before. Until then, a status message
 * is in its channel.
 */
import type { Card } from './card.ts';
import { isBeingCreated, isInTrouble } from './state.ts';

/**
 * A single post that someone requested here. A campaign and an import keep one message, with their posts in
 * the thread.
 */
export const isRequestedPost = ({ kind }: Pick<Card, 'kind'>): boolean =>
  kind === 'post' || kind === 'ai-post';

/**
 * Whether the post is one of many in the thread of a card, which speaks for them, so that nobody is mentioned
 * for each. A rewrite speaks for itself.
 */
export const isOneOfMany = ({
  kind,
  campaign,
  rewriteOf,
}: Pick<Card, 'kind' | 'campaign' | 'rewriteOf'>): boolean =>
  kind === 'campaign-post' || (campaign !== undefined && rewriteOf === undefined);

/** Whether it's a requested post that the service hasn't created yet. */
export const isBeingMade = (card: Pick<Card, 'kind' | 'state'>): boolean =>
  isRequestedPost(card) && isBeingCreated(card);

/** Whether the card has no message, and gets none before its post is created. */
export const awaitsMessage = (card: Pick<Card, 'kind' | 'state' | 'message'>): boolean =>
  card.message === undefined && isBeingMade(card);

/**
 * The card's entry in the index of cards that wait for a message. Channel ids have no space in them, so the
 * entries of one channel are next to each other.
 */
export const awaitingEntry = ({ channel, id }: Pick<Card, 'channel' | 'id'>): string => `${channel} ${id}`;

/** Whether the post couldn't be created, or nobody knows whether it was. */
export const isCreationInTrouble = (card: Card): boolean =>
  isInTrouble(card) && (card.problem?.step === 'create' || card.problem?.step === 'generate');

/**
 * Whether creating the post has ended, well or not, while the card has a message that says otherwise: it
 * needs a new one.
 */
export function endsMaking(before: Card, after: Card): boolean {
  if (!isRequestedPost(after) || isOneOfMany(after)) return false;
  if (isBeingMade(after) || before.message === undefined) return false;
  return before.state !== after.state && (isBeingMade(before) || isCreationInTrouble(before));
}

/** A post is usually saved within a moment. A status message is for those that take longer. */
const savedWithinMs = 10_000;

/**
 * From when on a status message says that the post is being created (epoch ms). For an imported post, the
 * import's card says so.
 */
export function statusFrom(card: Card): number {
  const { kind, createdAt, history } = card;
  if (isOneOfMany(card)) return Number.POSITIVE_INFINITY;
  const again = history.findLast(({ what }) => what === 'retried' || what === 'checked_again');
  return kind === 'ai-post' ? 0 : Date.parse(again?.at ?? createdAt) + savedWithinMs;
}
