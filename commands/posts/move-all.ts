/** Gives several posts new times, one after the other, and reports how far it got. */
import type { Deps } from '#commands/kit/command.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { RequestedTransition } from '#src/posts/card/transition.ts';
import { type MovedReport, notWritten } from '#views/posts/moved.ts';
import type { Authorization } from './authorize.ts';
import { tooLate } from './click.ts';

/** A post with its old and its new time (epoch ms). */
export interface Retimed {
  /** The card that was just read. */
  card: Card;
  from: number;
  to: number;
  authorization: Extract<Authorization, { open: true }>;
  paused: Paused | undefined;
  /** Only the planned time changes, which the service isn't told before the post is approved. */
  onlyPlans: boolean;
}

/**
 * If something fails in between, posts that were moved stay moved. `onMoved`: called right after each. Never
 * throws.
 */
export async function moveAll(
  deps: Deps,
  rows: readonly Retimed[],
  by: string,
  onMoved?: (card: Card) => Promise<void>,
): Promise<MovedReport> {
  const moved: Omit<MovedReport['moved'][number], 'clashes'>[] = [];
  const refused: MovedReport['refused'] = [];
  const exceptCards = rows.map(({ card }) => card.id);
  for (const { card, authorization, paused, onlyPlans, from, to } of rows) {
    const { approvers, approves } = authorization;
    const transition: RequestedTransition = {
      type: 'change',
      by,
      contentHash: contentHash(card),
      approvers,
      approves,
      paused,
      onlyPlans,
      slot: { exceptCards },
      pending: { what: 'schedule', change: { scheduledAt: postTime(to) } },
    };
    try {
      const made = await deps.desk.transition(deps.workspace, card.id, transition, card);
      const refusal = tooLate(deps, made, by);
      if (refusal) refused.push({ card, why: refusal });
      else if (made && 'card' in made) {
        moved.push({ card: made.card, from, to });
        await onMoved?.(made.card);
      }
    } catch (cause) {
      deps.log.error({ err: cause, card: card.id }, "couldn't move a post in the queue");
      refused.push({ card, why: notWritten });
    }
  }
  const clashes = await deps.slots.clashes(moved.map(({ card }) => card));
  return { moved: moved.map((one, i) => ({ ...one, clashes: clashes[i] ?? [] })), refused };
}
