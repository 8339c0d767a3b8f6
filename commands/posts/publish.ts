import type { Listener } from '#commands/kit/command.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { onCardButton, transitionOnClick } from './click.ts';

/** *Approve*, *Publish now*, and *Undo*. */
export const onApprove: Listener = (app, deps) => {
  for (const action of [actions.approve, actions.agree, actions.publishNow])
    onCardButton(app, deps, {
      action,
      handle: (click) =>
        transitionOnClick(deps, click, {
          type: 'approve',
          by: click.by,
          contentHash: click.contentHash,
          moreNeeded: click.moreNeeded,
          approvers: click.approvers,
          paused: click.paused,
          undoForMs: deps.undoForMs,
          // publishing can't be undone, so only its own button ignores the planned time
          atPlannedTime: action !== actions.publishNow,
        }),
    });
  onCardButton(app, deps, {
    action: actions.undo,
    handle: (click) => transitionOnClick(deps, click, { type: 'undo', by: click.by }),
  });
};
