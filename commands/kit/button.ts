/** Listens for a button, and passes on who pressed it, its value, and the dependencies of their workspace. */
import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import type { Deps, SharedDeps } from './command.ts';
import { type Interaction, interactionOf } from './in-place.ts';

interface Pressed extends Interaction {
  /** The button's value; empty if it has none. */
  value: string;
  block: string;
  /** The person's workspace, if Slack says it. */
  team: string | undefined;
  view: BlockAction['view'];
  ack(): Promise<void>;
}

/**
 * `handle` acknowledges the click after recording it. `acksFirst`: the click records nothing, so it's
 * acknowledged before.
 */
export function onButton(
  app: App,
  shared: SharedDeps,
  { action_id, acksFirst = false }: { action_id: string; acksFirst?: boolean },
  handle: (pressed: Pressed, deps: Deps) => Promise<void>,
): void {
  app.action<BlockAction<ButtonAction>>({ type: 'block_actions', action_id }, async (args) => {
    const { ack, action, body } = args;
    if (acksFirst) await ack();
    const interaction = interactionOf(args);
    const carried = { value: action.value ?? '', block: action.block_id };
    const pressed = { ...interaction, ...carried, team: body.user.team_id, view: body.view, ack };
    await handle(pressed, await shared.inWorkspace(interaction.workspace));
  });
}
