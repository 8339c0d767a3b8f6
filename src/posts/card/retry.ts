/** What a person may request again, and what that does. */
import type { Card } from './card.ts';
import type { Step } from './problem.ts';

/** Steps after which the post exists: a new request publishes it and doesn't create another. */
const publishes = new Set<Step>(['publish', 'proof', 'due', 'update']);

/** True if a new request publishes the existing post; false if it creates or generates another. */
export function publishesAgain(card: Card): boolean {
  const step = card.problem?.step;
  return step === undefined ? card.postId !== undefined : publishes.has(step);
}

/**
 * A post that couldn't be created may be created again. If the outcome is unknown, it may be sent again,
 * after a warning.
 */
export function canRetry(card: Card): boolean {
  const makesAnother = !publishesAgain(card);
  if (makesAnother && !card.request) return false;
  return card.state === 'outcome_unknown' || (card.state === 'failed' && makesAnother);
}

/**
 * How often people requested the card's operations. A button has this number, so that pressing it twice
 * counts once.
 */
export const attemptsOf = ({ attempts }: Pick<Card, 'attempts'>): number =>
  attempts.create + attempts.publish;
