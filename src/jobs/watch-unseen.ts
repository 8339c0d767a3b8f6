/** What becomes of cards that the listing does not tell of. */
import { dueAt, isFollowed, waitedMs } from '#src/cards/attention.ts';
import type { Card } from '#src/cards/card.ts';
import { keepsLooking, type Seen, waitedFor } from '#views/reasons.ts';
import type { JobDeps } from './deps.ts';
import type { Retriable } from './job.ts';
import { problemAt, reasonOf } from './reasons.ts';

export const waitsForPeople = ({ state }: Card): boolean =>
  state === 'review' || state === 'changes requested';

/**
 * Its brand's list cannot be read. A card that the service is waited for tells why, where that will not pass by itself, and
 * ends by time; all others wait.
 */
export async function cannotSee(deps: JobDeps, card: Card, cause: Error & Retriable): Promise<void> {
  const now = deps.now();
  const { postponed } = cause;
  const dueLater = card.state === 'scheduled' && dueAt(card) > now;
  if (waitsForPeople(card) || card.pending || dueLater || isFollowed(card))
    return postponed ? undefined : deps.cards.lookLater(card, now);
  // where nothing was asked nothing failed: its turn comes, but not for ever
  if (waitedMs(card, now) > deps.watchForMs * (postponed ? 2 : 1))
    return loseTrack(deps, card, 'unread', cause);
  // what was published is looked at again at the usual pace until the listing shows it
  if (postponed || card.unproven) return;
  const step = card.state === 'generating' ? 'generate' : 'due';
  const reason = keepsLooking(reasonOf(cause));
  if (cause.retry || card.problem?.reason === reason) return;
  await deps.desk.move(card.workspace, card.id, {
    type: 'warn',
    problem: problemAt(step, reason, now),
    of: card.moves,
  });
}

/** The wait for the service is over: nobody knows what came of it. `seen`: how the listing shows it. */
export async function loseTrack(deps: JobDeps, card: Card, seen: Seen, cause?: Error): Promise<void> {
  const minutes = Math.max(1, Math.round(waitedMs(card, deps.now()) / 60_000));
  const problem = card.unproven
    ? problemAt('proof', waitedFor.proof(seen), deps.now(), cause)
    : card.state === 'generating'
      ? problemAt('generate', waitedFor.generate(minutes, seen), deps.now(), cause)
      : problemAt('due', waitedFor.due(seen), deps.now(), cause);
  await deps.desk.move(card.workspace, card.id, { type: 'lose track', problem, of: card.moves });
}
