import { actions } from '#views/card-buttons.ts';
import type { Command } from './command.ts';
import { moveOnClick, onCardButton } from './parts/click.ts';

export const publish: Command = {
  about: 'Approve a post: without a rule, and with the last approval, it is published or scheduled',
  listen(app, deps) {
    for (const action of [actions.approve, actions.agree, actions.publishNow])
      onCardButton(app, deps, {
        action,
        handle: (click) =>
          moveOnClick(deps, click, {
            type: 'approve',
            by: click.by,
            seen: click.seen,
            under: click.panel,
            frozen: click.frozen,
            undoForMs: deps.undoForMs,
            // under a rule a button of an older drawing means no more than approval
            planned: action === actions.agree || (click.panel !== undefined && action === actions.approve),
          }),
      });
    onCardButton(app, deps, {
      action: actions.undo,
      handle: (click) => moveOnClick(deps, click, { type: 'undo', by: click.by }),
    });
  },
};
