import type { Command } from '#commands/kit/command.ts';
import { publishesAgain } from '#src/posts/card/ask-again.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { moveOnClick, onCardButton } from './click.ts';

export const again: Command = {
  about: 'Check an unknown outcome, or try again after a failure',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: actions.lookAgain,
      handle: (click) => moveOnClick(deps, click, { type: 'check_again', by: click.by }),
    });
    onCardButton(app, deps, {
      action: actions.askAgain,
      handle: (click) =>
        moveOnClick(deps, click, {
          type: 'retry',
          by: click.by,
          asked: click.asked,
          contentHash: publishesAgain(click.card) ? click.contentHash : undefined,
          under: click.approvers,
          paused: click.paused,
        }),
    });
  },
};
