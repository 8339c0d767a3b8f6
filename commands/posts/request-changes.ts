import type { Command } from '#commands/kit/command.ts';
import { contentRefusal } from '#src/posts/card/transitions.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { requestChangesModal } from '#views/posts/card-modals.ts';
import { onCardModal } from './card-modal.ts';
import { moveOnClick, onCardButton, openFor } from './click.ts';

export const requestChanges: Command = {
  about: 'Request changes to a post and say what to change, or resubmit it',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: actions.requestChanges,
      opens: true,
      handle: (click) =>
        openFor(
          deps,
          click,
          { type: 'request_changes' },
          requestChangesModal.render(click.card),
          contentRefusal(click.card, click.contentHash),
        ),
    });
    onCardModal(app, deps, requestChangesModal, 'decide', (note, { by, contentHash }) => ({
      type: 'request_changes',
      by,
      contentHash,
      note,
    }));
    onCardButton(app, deps, {
      action: actions.resubmit,
      handle: (click) => moveOnClick(deps, click, { type: 'resubmit', by: click.by }),
    });
  },
};
