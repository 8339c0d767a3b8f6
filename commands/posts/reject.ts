import type { Command } from '#commands/kit/command.ts';
import { contentRefusal } from '#src/posts/card/transitions.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { rejectModal } from '#views/posts/card-modals.ts';
import { onCardModal } from './card-modal.ts';
import { moveOnClick, onCardButton, openFor } from './click.ts';

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
          contentRefusal(click.card, click.contentHash),
        ),
    });
    onCardButton(app, deps, {
      action: actions.reopen,
      handle: (click) =>
        moveOnClick(deps, click, { type: 'reopen', by: click.by, contentHash: click.contentHash }),
    });
    onCardModal(app, deps, rejectModal, 'decide', (reason, { by, contentHash }) => ({
      type: 'reject',
      by,
      contentHash,
      reason,
    }));
  },
};
