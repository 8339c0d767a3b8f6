/** Listens for the buttons that turn the pages of a private list, and updates it in place. */
import type { App } from '@slack/bolt';
import { type PageRequest, readPageRequest, turnActions } from '#views/kit/paged.ts';
import { onButton } from './button.ts';
import type { Deps, Invocation, SharedDeps } from './command.ts';
import { unfollowList } from './followed-list.ts';

/**
 * `list`: as passed to `turnBlocks`. If `show` throws, the page stays, and the person reads the error below
 * it.
 */
export function onPage(
  app: App,
  shared: SharedDeps,
  list: string,
  show: (invocation: Invocation, deps: Deps, turn: PageRequest) => Promise<void>,
): void {
  for (const action_id of Object.values(turnActions(list)))
    onButton(app, shared, { action_id, acksFirst: true }, async (interaction, deps) => {
      const turn = readPageRequest(interaction.value);
      if (!turn) throw new Error(`a button in ${list} has no page`);
      // whatever it showed isn't updated anymore
      await unfollowList(deps, interaction.answerTo.message);
      await show(interaction, deps, turn);
    });
}
