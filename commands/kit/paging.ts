/** Listens for the buttons that turn the pages of a private list, and draws it again in place. */
import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import { type PageRequest, readPageRequest, turnActions } from '#views/kit/paged.ts';
import type { Asked, Deps, SharedDeps } from './command.ts';
import { askedInPlace } from './in-place.ts';

/**
 * `list` is the name that `turnBlocks` was given, `show` answers the page. When it
 * throws, the page that stands there stays, and the person is told beside it.
 */
export function onPage(
  app: App,
  shared: SharedDeps,
  list: string,
  show: (asked: Asked, deps: Deps, turn: PageRequest) => Promise<void>,
): void {
  for (const action_id of Object.values(turnActions(list))) {
    app.action<BlockAction<ButtonAction>>({ type: 'block_actions', action_id }, async (args) => {
      // a read: whoever gets no answer presses again
      await args.ack();
      const turn = readPageRequest(args.action.value);
      if (!turn) throw new Error(`a button of ${list} carries no page`);
      const asked = askedInPlace(args);
      await show(asked, await shared.inWorkspace(asked.workspace), turn);
    });
  }
}
