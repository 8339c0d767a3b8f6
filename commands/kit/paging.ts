/** Listens for the buttons that turn the pages of a private list, and updates it in place. */
import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import { type PageRequest, readPageRequest, turnActions } from '#views/kit/paged.ts';
import type { Asked, Deps, SharedDeps } from './command.ts';
import { askedInPlace } from './in-place.ts';

/**
 * `list` is the name that was passed to `turnBlocks`, `show` answers with the page. If it
 * throws, the current page stays, and the person is told next to it.
 */
export function onPage(
  app: App,
  shared: SharedDeps,
  list: string,
  show: (asked: Asked, deps: Deps, turn: PageRequest) => Promise<void>,
): void {
  for (const action_id of Object.values(turnActions(list))) {
    app.action<BlockAction<ButtonAction>>({ type: 'block_actions', action_id }, async (args) => {
      // a read: a person who gets no answer presses again
      await args.ack();
      const turn = readPageRequest(args.action.value);
      if (!turn) throw new Error(`a button of ${list} carries no page`);
      const asked = askedInPlace(args);
      await show(asked, await shared.inWorkspace(asked.workspace), turn);
    });
  }
}
