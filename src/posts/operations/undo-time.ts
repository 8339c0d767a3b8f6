/** The time in which an approved post can be taken back: it counts from when the button for that could be seen. */

import { lastApproval } from '#src/approval/transitions.ts';
import type { JobDeps } from '#src/job-deps.ts';
import { needsRendering } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';

/**
 * After this long, a post stops waiting for an Undo that isn't shown, because of a busy channel, of Slack, or of a worker
 * that died. It's less than the 20 seconds within which work goes on whatever dies.
 */
const waitsAtMostMs = 15_000;

/** A report is on its way to Slack for less than this, as a rule. */
const arrivesWithinMs = 5_000;

const checkAgainMs = 500;

/** A wait for the channel that nobody notices. */
const unnoticedMs = 500;

/** Whether a report can still promise that what was approved after this time waits for it: it has to arrive as well. */
export function mayOfferUndo({ now }: Pick<JobDeps, 'now'>, decidedAt: string): boolean {
  return now() - Date.parse(decidedAt) < waitsAtMostMs - arrivesWithinMs;
}

/** Whether what was approved at this time may still wait until its button is seen. */
function mayWaitForUndo({ now }: Pick<JobDeps, 'now'>, approvedAt: string): boolean {
  return now() - Date.parse(approvedAt) < waitsAtMostMs;
}

/** In how many milliseconds to look again whether an approved post may go out; 0: it may now. */
export async function waitsForUndoMs(deps: JobDeps, card: Card): Promise<number> {
  if (card.state !== 'approved' || !card.goesOutAt) return 0;
  const leftMs = Date.parse(card.goesOutAt) - deps.now();
  if (leftMs > 0) return leftMs;
  const batch = card.batch ? await deps.batches.get(card.workspace, card.batch) : undefined;
  if (batch?.undoUntil) return Math.max(0, Date.parse(batch.undoUntil) - deps.now());
  // a report that came too late to offer it is not waited for again
  const offered = batch ? Boolean(batch.message?.shows) : !needsRendering(card);
  return offered || !mayWaitForUndo(deps, approvedAt(card)) ? 0 : checkAgainMs;
}

/** The card as it is to be drawn now: where it waited for its turn, the time to take it back begins only here. */
export async function withUndoTime(deps: JobDeps, card: Card): Promise<Card> {
  if (card.state !== 'approved' || !card.goesOutAt || card.batch) return card;
  const from = deps.now() + deps.undoForMs;
  if (from - Date.parse(card.goesOutAt) < unnoticedMs || !mayWaitForUndo(deps, approvedAt(card))) return card;
  const at = new Date(deps.now()).toISOString();
  const goesOutAt = new Date(from).toISOString();
  const { workspace, id, moves } = card;
  const moved = await deps.cards.move(workspace, id, { type: 'offer undo', at, goesOutAt, of: moves }, card);
  return moved && 'card' in moved ? moved.card : card;
}

const approvedAt = (card: Card): string => lastApproval(card)?.at ?? card.updatedAt;
