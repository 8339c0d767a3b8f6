import type { App } from '@slack/bolt';
import type { Listener, SharedDeps } from '#commands/kit/command.ts';
import { contentRefusal, refusalOf } from '#src/posts/card/apply-transition.ts';
import type { RequestedTransition } from '#src/posts/card/transition.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { rejectModal, requestChangesModal } from '#views/posts/card-modals.ts';
import { type Allowed, onCardModal } from './card-modal.ts';
import { onCardButton, openFor, transitionOnClick } from './click.ts';
import { openChoiceAgain } from './open-choice.ts';

/** *Reject* and *Reopen*. */
export const onReject: Listener = (app, deps) => {
  asksForWords(app, deps, {
    action: actions.reject,
    modal: rejectModal,
    transitionFor: (reason, { by, contentHash }) => ({ type: 'reject', by, contentHash, reason }),
  });
  onCardButton(app, deps, {
    action: actions.reopen,
    async handle(click) {
      const reopen = { type: 'reopen', by: click.by, contentHash: click.contentHash } as const;
      if (!refusalOf(click.card, reopen)) await openChoiceAgain(deps, click.card);
      return transitionOnClick(deps, click, reopen);
    },
  });
};

/** *Request changes* and *Resubmit*. */
export const onRequestChanges: Listener = (app, deps) => {
  asksForWords(app, deps, {
    action: actions.requestChanges,
    modal: requestChangesModal,
    transitionFor: (note, { by, contentHash }) => ({ type: 'request_changes', by, contentHash, note }),
  });
  onCardButton(app, deps, {
    action: actions.resubmit,
    handle: (click) => transitionOnClick(deps, click, { type: 'resubmit', by: click.by }),
  });
};

/** A button that asks for a text that everyone can read on the card. */
function asksForWords(
  app: App,
  deps: SharedDeps,
  {
    action,
    modal,
    transitionFor,
  }: {
    action: typeof actions.reject | typeof actions.requestChanges;
    modal: typeof rejectModal;
    transitionFor(words: string, who: Allowed): RequestedTransition;
  },
): void {
  const type = action === actions.reject ? 'reject' : 'request_changes';
  onCardButton(app, deps, {
    action,
    opens: true,
    handle: (click) =>
      openFor(deps, click, { type }, modal.render(click.card), contentRefusal(click.card, click.contentHash)),
  });
  onCardModal(app, deps, modal, 'decide', transitionFor);
}
