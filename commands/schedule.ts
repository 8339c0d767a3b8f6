import { notSeen } from '#src/cards/moves.ts';
import { actions } from '#views/card-buttons.ts';
import { scheduleModal } from '#views/card-modals.ts';
import { notScheduledYet } from '#views/thaw.ts';
import type { Command } from './command.ts';
import { onCardModal } from './parts/card-modal.ts';
import { moveOnClick, onCardButton, openFor } from './parts/click.ts';

export const schedule: Command = {
  about: 'Schedule a post, move its time, or take it off the schedule',
  listen(app, deps) {
    for (const action of [actions.schedule, actions.reschedule])
      onCardButton(app, deps, {
        action,
        opens: true,
        handle: (click) =>
          openFor(
            deps,
            click,
            { type: 'change' },
            scheduleModal.render(click.card),
            click.frozen ? { why: 'frozen', freeze: click.frozen } : notSeen(click.card, click.seen),
          ),
      });
    onCardModal(
      app,
      deps,
      scheduleModal,
      'touch',
      (scheduledAt, { by, seen, panel, approves }) => ({
        type: 'change',
        by,
        seen,
        pending: { what: 'schedule', change: { scheduledAt } },
        under: panel,
        approves,
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
