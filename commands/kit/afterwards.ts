/** What people can do without: if it fails, that's only logged, and nobody reads that all of it failed. */
import type { Deps, SharedDeps } from './command.ts';

/** The result of `read`; `otherwise` if it fails, with `problem` in the log. */
export async function orElse<T>(
  { log }: Pick<SharedDeps, 'log'>,
  otherwise: T,
  { problem, ...about }: { problem: string; brand?: string },
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    log.warn({ err: cause, ...about }, problem);
    return otherwise;
  }
}

/** What follows after something was done or refused. Never throws. `problem`: the log message if it fails. */
export async function afterwards(
  deps: Pick<SharedDeps, 'log'>,
  problem: string,
  follow: () => Promise<unknown>,
): Promise<void> {
  await orElse<unknown>(deps, undefined, { problem }, follow);
}

export const notTold = "couldn't tell someone what came of a request";

/**
 * Tells the person the result privately; as a direct message if they're in no channel (`''`), or if Slack
 * refuses the message there. Never throws.
 */
export async function tellAfterwards(
  deps: Pick<Deps, 'personNotifier' | 'log'>,
  to: { channel: string; user: string },
  text: string,
): Promise<void> {
  const { tell, direct } = deps.personNotifier;
  await afterwards(deps, notTold, () =>
    to.channel === '' ? direct(to.user, { text }) : tell(to, { text }).catch(() => direct(to.user, { text })),
  );
}

/**
 * Tells the person something privately that they didn't request, unless they turned such notes off. Never
 * throws.
 */
export async function inform(
  deps: Deps,
  workspace: string,
  to: { channel: string; user: string },
  text: string,
): Promise<void> {
  await afterwards(deps, "couldn't send a private note", async () => {
    const { notices } = await deps.teamSettings.person(workspace, to.user);
    if (notices) await tellAfterwards(deps, to, text);
  });
}
