/** A modal about one card: read what was entered, make the move, or say at the field why not. */
import type { App } from '@slack/bolt';
import type { Card } from '#src/cards/card.ts';
import type { Wanted } from '#src/ports.ts';
import { cardContextOf } from '#views/card-modals.ts';
import type { Read, Submitted } from '#views/read.ts';
import { cardGone } from '#views/refusals.ts';
import type { Deps } from '../command.ts';
import { tooLate } from './click.ts';
import { workspaceOf } from './workspace.ts';

interface CardModal<T> {
  id: string;
  read(view: Submitted, now: number, card: Card): Read<T>;
}

export function onCardModal<T>(
  app: App,
  deps: Deps,
  modal: CardModal<T>,
  moveFor: (value: T, by: string) => Wanted,
): void {
  app.view(modal.id, async ({ ack, body, view }) => {
    const workspace = workspaceOf(body);
    const field = Object.keys(view.state.values)[0] ?? '';
    const card = await deps.desk.get(workspace, cardContextOf(view).card);
    if (!card) {
      await ack({ response_action: 'errors', errors: { [field]: cardGone(deps.slash('social')) } });
      return;
    }
    const read = modal.read(view, deps.now(), card);
    if ('errors' in read) {
      await ack({ response_action: 'errors', errors: read.errors });
      return;
    }
    const refusal = tooLate(
      deps,
      await deps.desk.move(workspace, card.id, moveFor(read.value, body.user.id), card),
    );
    if (refusal) await ack({ response_action: 'errors', errors: { [field]: refusal } });
    else await ack();
  });
}
