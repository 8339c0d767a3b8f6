import { notSeen } from '#src/cards/moves.ts';
import { actions } from '#views/card-buttons.ts';
import { rejectModal } from '#views/card-modals.ts';
import type { Command } from './command.ts';
import { onCardModal } from './parts/card-modal.ts';
import { moveOnClick, onCardButton, openFor } from './parts/click.ts';

export const reject: Command = {
  about: 'Reject a post with a reason, and reopen one that was rejected',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: actions.reject,
      opens: true,
      handle: (click) =>
        openFor(
          deps,
          click,
          { type: 'reject' },
          rejectModal.render(click.card),
          notSeen(click.card, click.seen),
        ),
    });
    onCardButton(app, deps, {
      action: actions.reopen,
      handle: (click) => moveOnClick(deps, click, { type: 'reopen', by: click.by, seen: click.seen }),
    });
    onCardModal(app, deps, rejectModal, 'decide', (reason, { by, seen }) => ({
      type: 'reject',
      by,
      seen,
      reason,
    }));
  },
};
