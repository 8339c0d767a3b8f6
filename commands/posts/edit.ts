import type { Command } from '#commands/kit/command.ts';
import { onlyPlans } from '#src/posts/card/approvals.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { editModal } from '#views/posts/edit-modal.ts';
import { onCardModal } from './card-modal.ts';
import { onCardButton, openFor } from './click.ts';

export const edit: Command = {
  about: 'Change caption, media, profiles or time of a post',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: actions.edit,
      opens: true,
      handle: (click) =>
        openFor(
          deps,
          click,
          { type: 'change' },
          editModal.render(click.card, {
            uploads: deps.fileAddress !== undefined,
            emptyCaption: deps.emptyCaption,
            captionLimit: deps.captionLimit,
            attachedOnly: click.approvers?.rule.attachedOnly,
            plans: onlyPlans(click.card, { approvers: click.approvers, approves: false }),
          }),
        ),
    });
    onCardModal(app, deps, editModal, 'touch', (change, { by, contentHash, approvers, plans }) => ({
      type: 'change',
      by,
      contentHash,
      pending: { what: 'edit', change },
      under: approvers,
      plans,
    }));
  },
};
