import { publishesAgain } from '#src/cards/again.ts';
import { actions } from '#views/card-buttons.ts';
import type { Command } from './command.ts';
import { moveOnClick, onCardButton } from './parts/click.ts';

export const again: Command = {
  about: 'Look for a lost outcome, or ask once more after a failure',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: actions.lookAgain,
      handle: (click) => moveOnClick(deps, click, { type: 'look again', by: click.by }),
    });
    onCardButton(app, deps, {
      action: actions.askAgain,
      handle: (click) =>
        moveOnClick(deps, click, {
          type: 'ask again',
          by: click.by,
          asked: click.asked,
          seen: publishesAgain(click.card) ? click.seen : undefined,
          under: click.panel,
          frozen: click.frozen,
        }),
    });
  },
};
