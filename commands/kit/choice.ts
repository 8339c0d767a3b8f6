/** Listens for what a person selects or presses in an open modal. */
import type { App, BlockAction, BlockElementAction } from '@slack/bolt';
import type { Deps, SharedDeps } from './command.ts';
import { workspaceOf } from './workspace.ts';

interface Choice<Action> {
  action: Action;
  view: NonNullable<BlockAction['view']>;
  workspace: string;
  by: string;
  trigger: string;
  client: App['client'];
}

/** Acknowledges first, because nothing is recorded yet. */
export function onChoice<Action extends BlockElementAction>(
  app: App,
  shared: SharedDeps,
  action_id: string,
  handle: (choice: Choice<Action>, deps: Deps) => Promise<void>,
): void {
  const constraints = { type: 'block_actions', action_id } as const;
  app.action<BlockAction>(constraints, async ({ ack, action, body, client, context }) => {
    await ack();
    const { view, user, trigger_id: trigger } = body;
    if (!view) return;
    const workspace = workspaceOf(context);
    // the element's type follows from its action id
    const choice = { action: action as Action, view, workspace, by: user.id, trigger, client };
    await handle(choice, await shared.inWorkspace(workspace));
  });
}
