import type { Command } from '#commands/kit/command.ts';
import { onlyPlans } from '#src/posts/card/approvals.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { notSeen } from '#src/posts/card/transitions.ts';
import { notScheduledYet } from '#views/pause/resume.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { scheduleModal } from '#views/posts/card-modals.ts';
import { onCardModal } from './card-modal.ts';
import { moveOnClick, onCardButton, openFor } from './click.ts';
import { suggestedTime } from './suggested-time.ts';

export const schedule: Command = {
  about: 'Schedule a post, move its time, or unschedule it',
  listen(app, deps) {
    for (const action of [actions.schedule, actions.reschedule])
      onCardButton(app, deps, {
        action,
        opens: true,
        async handle(click) {
          const { card, paused, seen } = click;
          const view = scheduleModal.render(card, {
            plans: onlyPlans(card, click),
            suggests: await suggestedTime(deps, click, timeOf(card)),
          });
          const why = paused ? { why: 'frozen' as const, freeze: paused } : notSeen(card, seen);
          return openFor(deps, click, { type: 'change' }, view, why);
        },
      });
    onCardModal(
      app,
      deps,
      scheduleModal,
      'touch',
      (scheduledAt, { by, seen, approvers, approves, plans }) => ({
        type: 'change',
        by,
        seen,
        pending: { what: 'schedule', change: { scheduledAt } },
        under: approvers,
        approves,
        plans,
      }),
      notScheduledYet,
    );
    onCardButton(app, deps, {
      action: actions.unschedule,
      handle: (click) =>
        moveOnClick(deps, click, {
          type: 'change',
          by: click.by,
          pending: { what: 'unschedule', change: { scheduledAt: null } },
        }),
    });
  },
};
