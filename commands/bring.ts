import { bringAction } from '#views/card.ts';
import type { Command } from './command.ts';
import { moveOnClick, onCardButton } from './parts/click.ts';

export const bring: Command = {
  about: 'Show a card in its channel, once the bot may post there',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: bringAction,
      act: 'touch',
      handle: (click) => moveOnClick(deps, click, { type: 'bring', by: click.by }),
    });
  },
};
