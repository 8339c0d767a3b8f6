import { onlyPlans } from '#src/cards/under-rule.ts';
import { actions } from '#views/card-buttons.ts';
import { editModal } from '#views/edit-modal.ts';
import type { Command } from './command.ts';
import { onCardModal } from './parts/card-modal.ts';
import { onCardButton, openFor } from './parts/click.ts';

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
            attachedOnly: click.panel?.rule.attachedOnly,
            plans: onlyPlans(click.card, { panel: click.panel, approves: false }),
          }),
        ),
    });
    onCardModal(app, deps, editModal, 'touch', (change, { by, seen, panel, plans }) => ({
      type: 'change',
      by,
      seen,
      pending: { what: 'edit', change },
      under: panel,
      plans,
    }));
  },
};
