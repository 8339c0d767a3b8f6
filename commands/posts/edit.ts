import type { Listener } from '#commands/kit/command.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { editModal } from '#views/posts/edit-modal.ts';
import { onCardModal } from './card-modal.ts';
import { onCardButton, openFor } from './click.ts';
import { editOptions, editTransition } from './editing.ts';

/** *Edit*, for the caption, media, profiles, or time of a post. */
export const onEdit: Listener = (app, deps) => {
  onCardButton(app, deps, {
    action: actions.edit,
    opens: true,
    handle: (click) =>
      openFor(deps, click, { type: 'change' }, editModal.render(click.card, editOptions(deps, click))),
  });
  onCardModal(app, deps, editModal, 'touch', editTransition);
};
