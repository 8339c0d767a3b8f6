import { actions } from '#views/card-buttons.ts';
import type { Command } from './command.ts';
import { moveOnClick, onCardButton } from './parts/click.ts';

export const publish: Command = {
  about: 'Approve a post and publish it at once',
  listen(app, deps) {
    for (const action of [actions.approve, actions.publishNow])
      onCardButton(app, deps, action, (click) => moveOnClick(deps, click, { type: 'approve', by: click.by }));
  },
};
