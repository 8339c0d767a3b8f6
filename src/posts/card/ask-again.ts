/** What a person may ask for once more, and what that does. */
import type { Card } from './card.ts';
import type { Step } from './problem.ts';

/** Steps after which the post exists: asking again publishes it, and does not make another. */
const publishes = new Set<Step>(['publish', 'proof', 'due', 'update']);

/** True when asking again publishes the post that exists; false when it makes or generates another. */
export function publishesAgain(card: Card): boolean {
  const step = card.problem?.step;
  return step === undefined ? card.postId !== undefined : publishes.has(step);
}

/** What failed before there was a post may be made anew; a lost outcome may be sent again, behind a warning. */
export function mayAskAgain(card: Card): boolean {
  const makesAnother = !publishesAgain(card);
  if (makesAnother && !card.request) return false;
  return card.state === 'outcome_unknown' || (card.state === 'failed' && makesAnother);
}

/** How often its effects were asked for: a click says which of these it followed, so that it counts once. */
export const timesAsked = ({ tries: attempts }: Pick<Card, 'tries'>): number =>
  attempts.create + attempts.publish;
