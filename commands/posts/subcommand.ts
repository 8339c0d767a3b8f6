/** Runs the command for a word after `/social`, after the checks that all of them share. */
import { type Command, type Invocation, isCalled, type SharedDeps } from '#commands/kit/command.ts';
import { demandKey } from '#commands/kit/workspace.ts';
import { visitorRefusal } from './authorize.ts';

export type Runnable = Command & Required<Pick<Command, 'run'>>;

/** `undefined` if no command has this word, or the command can't be run. */
export function commandOf(commands: readonly Command[], word: string): Runnable | undefined {
  return commands.find((one): one is Runnable => isCalled(one, word) && one.run !== undefined);
}

/** `team`: the person's workspace, if Slack's delivery names it. Throws a `Refusal` without an API key. */
export async function runWord(
  shared: SharedDeps,
  command: Runnable,
  invocation: Invocation,
  team: string | undefined,
): Promise<void> {
  const deps = await shared.inWorkspace(invocation.workspace);
  const refusal = command.changes && (await visitorRefusal(deps, invocation.workspace, invocation.by, team));
  if (refusal) {
    await invocation.answer({ text: refusal });
    return;
  }
  if (!command.keyless) demandKey(deps);
  await command.run(invocation, deps);
}
