/** What happens to cards whose posts the listing doesn't show. */

import type { Retriable } from '#src/platform/queue/job.ts';
import { dueAt, isFollowed, waitedMs } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isSameFailure, type Seen } from '#src/posts/card/problem.ts';
import { isBeingGenerated, isScheduled, restsAsDraft } from '#src/posts/card/state.ts';
import type { CheckDeps } from './operations/deps.ts';
import { failureOf, problemAt } from './problem-of.ts';

/**
 * The brand's listing can't be read. If a card waits for the service, it says why (unless that passes by
 * itself) and fails when its time is up. All others wait.
 */
export async function cannotSee(deps: CheckDeps, card: Card, cause: Error & Retriable): Promise<void> {
  const now = deps.now();
  const { postponed } = cause;
  const dueLater = isScheduled(card) && dueAt(card) > now;
  if (restsAsDraft(card) || card.pending || dueLater || isFollowed(card))
    return postponed ? undefined : deps.cards.checkLater(card, now);
  // a postponed read hasn't failed, so it gets twice as long, but not forever
  if (waitedMs(card, now) > deps.watchForMs * (postponed ? 2 : 1))
    return loseTrack(deps, card, { as: 'unread' }, cause);
  // a published post is checked at the usual interval until the listing shows it
  if (postponed || card.unverified) return;
  const step = isBeingGenerated(card) ? 'generate' : 'due';
  const failure = failureOf(cause);
  const { problem } = card;
  const isTold = problem?.code === 'listing_unread' && isSameFailure(problem.failure, failure);
  if (cause.retry || isTold) return;
  await deps.desk.transition(card.workspace, card.id, {
    type: 'warn',
    problem: problemAt(step, { code: 'listing_unread', failure }, now),
    expectedRevision: card.revision,
  });
}

/** The wait for the service is over, and the outcome is unknown. `seen`: how the listing shows it. */
export async function loseTrack(deps: CheckDeps, card: Card, seen: Seen, cause?: Error): Promise<void> {
  const minutes = Math.max(1, Math.round(waitedMs(card, deps.now()) / 60_000));
  const problem = card.unverified
    ? problemAt('proof', { code: 'published_not_shown', seen }, deps.now(), cause)
    : isBeingGenerated(card)
      ? problemAt('generate', { code: 'generation_overdue', minutes, seen }, deps.now(), cause)
      : problemAt('due', { code: 'due_not_shown', seen }, deps.now(), cause);
  await deps.desk.transition(card.workspace, card.id, {
    type: 'lose_track',
    problem,
    expectedRevision: card.revision,
  });
}
