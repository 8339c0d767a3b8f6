/**
 * Which posts are still being made, and what that means for their message: people are notified by a new message when a post is
 * there, or couldn't be made, so a card has none before. Until then a status message stands in its channel.
 */
import type { Card, State } from './card.ts';

const making: ReadonlySet<State> = new Set(['queued', 'creating', 'generating']);

/** A single post that somebody requested here: a campaign keeps one message, and its posts are in its thread. */
export const isRequestedPost = ({ kind }: Pick<Card, 'kind'>): boolean =>
  kind === 'post' || kind === 'ai-post';

/** The service hasn't made its post yet, and may do so any moment. */
export const isBeingMade = (card: Pick<Card, 'kind' | 'state'>): boolean =>
  isRequestedPost(card) && making.has(card.state);

/** It has no message, and none is due before its post is made. */
export const awaitsMessage = (card: Pick<Card, 'kind' | 'state' | 'message'>): boolean =>
  card.message === undefined && isBeingMade(card);

/** What became of making it is open, or it wasn't made. */
function isUnmade({ state, problem }: Card): boolean {
  if (state !== 'failed' && state !== 'outcome_unknown') return false;
  return problem?.step === 'create' || problem?.step === 'generate';
}

/** Making the post ended, well or not, and the message that the card has said otherwise: a new one is due. */
export function endsMaking(before: Card, after: Card): boolean {
  if (!isRequestedPost(after) || isBeingMade(after) || before.message === undefined) return false;
  return before.state !== after.state && (isBeingMade(before) || isUnmade(before));
}

/** A post is saved within a moment as a rule; a status message is for those that take longer. */
const savedWithinMs = 10_000;

/** From when on a status message says that it's being made (epoch ms). */
export function statusFrom({ kind, createdAt, history }: Card): number {
  const again = history.findLast(({ what }) => what === 'asked_again' || what === 'looked_again');
  return kind === 'ai-post' ? 0 : Date.parse(again?.at ?? createdAt) + savedWithinMs;
}
