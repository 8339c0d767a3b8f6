import { publishesAgain } from '#src/cards/again.ts';
import { actions } from '#views/card-buttons.ts';
import type { Command } from './command.ts';
import { moveOnClick, onCardButton } from './parts/click.ts';

export const again: Command = {
  about: 'Look for a lost outcome, or ask once more after a failure',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: actions.lookAgain,
      act: 'touch',
      handle: (click) => moveOnClick(deps, click, { type: 'look again', by: click.by }),
    });
    onCardButton(app, deps, {
      action: actions.askAgain,
      // what is made anew comes to review; what is published again is approved with it
      act: (card) => (publishesAgain(card) ? 'approve' : 'touch'),
      handle: (click) =>
        moveOnClick(deps, click, {
          type: 'ask again',
          by: click.by,
          seen: publishesAgain(click.card) ? click.seen : undefined,
          under: click.panel,
        }),
    });
  },
};
