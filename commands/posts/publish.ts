import type { Listener } from '#commands/kit/command.ts';
import { isOverdue, timeOf } from '#src/posts/card/content.ts';
import { isInReview } from '#src/posts/card/state.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { plannedRerendered, plannedTimePassed } from '#views/posts/refusals.ts';
import { type Click, onCardButton, transitionOnClick } from './click.ts';

type Approving = typeof actions.approve | typeof actions.agree | typeof actions.publishNow;

/** *Approve*, *Publish now*, and *Undo*. */
export const onApprove: Listener = (app, deps) => {
  for (const action of [actions.approve, actions.agree, actions.publishNow])
    onCardButton(app, deps, {
      action,
      async handle(click) {
        const outdated = outdatedBy(click, action, deps.now());
        if (!outdated)
          return transitionOnClick(deps, click, {
            type: 'approve',
            by: click.by,
            contentHash: click.contentHash,
            moreNeeded: click.moreNeeded,
            approvers: click.approvers,
            paused: click.paused,
            undoForMs: deps.undoForMs,
            // under a rule, a button that was rendered earlier means only an approval
            atPlannedTime:
              action === actions.agree || (click.approvers !== undefined && action === actions.approve),
          });
        await deps.desk.transition(click.workspace, click.card.id, { type: 'rerender' });
        return outdated;
      },
    });
  onCardButton(app, deps, {
    action: actions.undo,
    handle: (click) => transitionOnClick(deps, click, { type: 'undo', by: click.by }),
  });
};

/**
 * Why the pressed button doesn't fit the post's planned time anymore. Earlier releases rendered *Approve &
 * publish* on planned posts and didn't ask about the time, so people can expect either. Publishing can't be
 * undone, so we don't guess. Under a rule, that button never meant more than an approval.
 */
function outdatedBy({ card, approvers, paused }: Click, action: Approving, now: number): string | undefined {
  // A post that nobody can decide about now gets that refusal instead.
  const isWaiting = (isInReview(card) || card.state === 'failed') && !card.pending;
  if (approvers || paused || !isWaiting) return undefined;
  if (action === actions.publishNow || timeOf(card) === undefined) return undefined;
  if (isOverdue(card, now)) return plannedTimePassed;
  return action === actions.approve ? plannedRerendered : undefined;
}
