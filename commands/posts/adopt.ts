import type { Listener } from '#commands/kit/command.ts';
import { bringAction } from '#views/posts/card.ts';
import { onCardButton, transitionOnClick } from './click.ts';

/** Shows a card in its channel, once the bot can post there. */
export const onBring: Listener = (app, deps) => {
  onCardButton(app, deps, {
    action: bringAction,
    permission: 'touch',
    handle: (click) => transitionOnClick(deps, click, { type: 'show_in_channel', by: click.by }),
  });
};
