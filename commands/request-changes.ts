import { notSeen } from '#src/cards/moves.ts';
import { actions } from '#views/card-buttons.ts';
import { requestChangesModal } from '#views/card-modals.ts';
import type { Command } from './command.ts';
import { onCardModal } from './parts/card-modal.ts';
import { moveOnClick, onCardButton, openFor } from './parts/click.ts';

export const requestChanges: Command = {
  about: 'Send a post back to its author with a note, and submit it again',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: actions.requestChanges,
      handle: (click) =>
        openFor(
          deps,
          click,
          { type: 'request changes' },
          requestChangesModal.render(click.card),
          notSeen(click.card, click.seen),
        ),
    });
    onCardModal(app, deps, requestChangesModal, 'decide', (note, { by, seen }) => ({
      type: 'request changes',
      by,
      seen,
      note,
    }));
    onCardButton(app, deps, {
      action: actions.resubmit,
      handle: (click) => moveOnClick(deps, click, { type: 'resubmit', by: click.by }),
    });
  },
};
