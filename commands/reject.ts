import { notSeen } from '#src/cards/moves.ts';
import { actions } from '#views/card-buttons.ts';
import { rejectModal } from '#views/card-modals.ts';
import type { Command } from './command.ts';
import { onCardModal } from './parts/card-modal.ts';
import { onCardButton, openFor } from './parts/click.ts';

export const reject: Command = {
  about: 'Reject a post with a reason',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: actions.reject,
      handle: (click) =>
        openFor(
          deps,
          click,
          { type: 'reject' },
          rejectModal.render(click.card),
          notSeen(click.card, click.seen),
        ),
    });
    onCardModal(app, deps, rejectModal, 'decide', (reason, { by, seen }) => ({
      type: 'reject',
      by,
      seen,
      reason,
    }));
  },
};
