import type { Command } from '#commands/kit/command.ts';
import { contentRefusal, refusalOf } from '#src/posts/card/transitions.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { rejectModal } from '#views/posts/card-modals.ts';
import { onCardModal } from './card-modal.ts';
import { moveOnClick, onCardButton, openFor } from './click.ts';
import { openChoiceAgain } from './open-choice.ts';

export const reject: Command = {
  about: 'Reject a post and give a reason, or reopen a rejected post',
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
      async handle(click) {
        const reopen = { type: 'reopen', by: click.by, contentHash: click.contentHash } as const;
        if (!refusalOf(click.card, reopen)) await openChoiceAgain(deps, click.card);
        return moveOnClick(deps, click, reopen);
      },
    });
    onCardModal(app, deps, rejectModal, 'decide', (reason, { by, contentHash }) => ({
      type: 'reject',
      by,
      contentHash,
      reason,
    }));
  },
};
