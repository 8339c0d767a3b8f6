/** A click on a card's button: find the card, do what the button is for, answer only to the one who clicked. */
import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import type { Card } from '#src/cards/card.ts';
import type { Move } from '#src/cards/move.ts';
import { type Moved, refusalOf } from '#src/cards/moves.ts';
import type { Wanted } from '#src/ports.ts';
import { cardGone, refusalText } from '#views/refusals.ts';
import type { Deps } from '../command.ts';
import { workspaceOf } from './workspace.ts';

export interface Click {
  card: Card;
  workspace: string;
  by: string;
  trigger: string;
  client: App['client'];
}

/**
 * Listens for a button of cards. What `handle` does is done before Slack is told that the click arrived; what it
 * answers is said to the one who clicked, afterwards.
 */
export function onCardButton(
  app: App,
  deps: Deps,
  action: string,
  handle: (click: Click) => Promise<string | undefined>,
): void {
  app.action<BlockAction<ButtonAction>>({ type: 'block_actions', action_id: action }, async (args) => {
    const { ack, body, action: button, client, respond } = args;
    const workspace = workspaceOf(body);
    const id = button.value ?? '';
    const origin = { workspace, author: body.user.id, channel: body.channel?.id ?? body.user.id };
    // a list may show posts that were made elsewhere: the first press makes a card of one
    const card = (await deps.desk.get(workspace, id)) ?? (await deps.desk.adopt(origin, id));
    const text = card
      ? await handle({ card, workspace, by: body.user.id, trigger: body.trigger_id, client })
      : cardGone(deps.slash('social'));
    await ack();
    if (text) await respond({ response_type: 'ephemeral', replace_original: false, text });
  });
}

/** Opens a modal for a move, or says privately why that move is not possible now. */
export async function openFor(
  click: Click,
  move: Pick<Move, 'type'>,
  view: Parameters<OpenView>[0]['view'],
): Promise<string | undefined> {
  const refused = refusalOf(click.card, move);
  if (refused) return refusalText(refused);
  await click.client.views.open({ trigger_id: click.trigger, view });
  return undefined;
}

type OpenView = App['client']['views']['open'];

/** Makes the move that a click asks for, or says privately who was first. */
export async function moveOnClick(deps: Deps, click: Click, move: Wanted): Promise<string | undefined> {
  return tooLate(deps, await deps.desk.move(click.workspace, click.card.id, move, click.card));
}

/** The sentence for a click or a modal that came too late; `undefined` when the move was made. */
export function tooLate(deps: Pick<Deps, 'slash'>, moved: Moved | undefined): string | undefined {
  if (!moved) return cardGone(deps.slash('social'));
  return 'refused' in moved ? refusalText(moved.refused) : undefined;
}
