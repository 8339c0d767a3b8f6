import type { App } from '@slack/bolt';
import type { Command, SharedDeps } from '#commands/kit/command.ts';
import type { Wanted } from '#src/posts/card/transition.ts';
import { contentRefusal, refusalOf } from '#src/posts/card/transitions.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { rejectModal, requestChangesModal } from '#views/posts/card-modals.ts';
import { type Allowed, onCardModal } from './card-modal.ts';
import { moveOnClick, onCardButton, openFor } from './click.ts';
import { openChoiceAgain } from './open-choice.ts';

export const reject: Command = {
  about: 'Reject a post and give a reason, or reopen a rejected post',
  listen(app, deps) {
    asksForWords(app, deps, {
      ...{ action: actions.reject, modal: rejectModal },
      moveFor: (reason, { by, contentHash }) => ({ type: 'reject', by, contentHash, reason }),
    });
    onCardButton(app, deps, {
      action: actions.reopen,
      async handle(click) {
        const reopen = { type: 'reopen', by: click.by, contentHash: click.contentHash } as const;
        if (!refusalOf(click.card, reopen)) await openChoiceAgain(deps, click.card);
        return moveOnClick(deps, click, reopen);
      },
    });
  },
};

export const requestChanges: Command = {
  about: 'Request changes to a post and say what to change, or resubmit it',
  listen(app, deps) {
    asksForWords(app, deps, {
      ...{ action: actions.requestChanges, modal: requestChangesModal },
      moveFor: (note, { by, contentHash }) => ({ type: 'request_changes', by, contentHash, note }),
    });
    onCardButton(app, deps, {
      action: actions.resubmit,
      handle: (click) => moveOnClick(deps, click, { type: 'resubmit', by: click.by }),
    });
  },
};

/** A button that asks for words that everyone reads on the card. */
function asksForWords(
  app: App,
  deps: SharedDeps,
  {
    action,
    modal,
    moveFor,
  }: {
    action: typeof actions.reject | typeof actions.requestChanges;
    modal: typeof rejectModal;
    moveFor(words: string, who: Allowed): Wanted;
  },
): void {
  const type = action === actions.reject ? 'reject' : 'request_changes';
  onCardButton(app, deps, {
    ...{ action, opens: true },
    handle: (click) =>
      openFor(deps, click, { type }, modal.render(click.card), contentRefusal(click.card, click.contentHash)),
  });
  onCardModal(app, deps, modal, 'decide', moveFor);
}
