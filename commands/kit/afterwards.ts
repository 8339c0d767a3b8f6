/** Runs what follows something that was done or refused. A failure is only logged, so nobody reads that the whole thing failed. */
import type { Deps, SharedDeps } from './command.ts';

/** Never throws; `otherwise`: what the log says if it fails. */
export async function afterwards(
  { log }: Pick<SharedDeps, 'log'>,
  otherwise: string,
  follow: () => Promise<unknown>,
): Promise<void> {
  try {
    await follow();
  } catch (cause) {
    log.warn({ err: cause }, otherwise);
  }
}

export const notTold = "couldn't tell someone what came of a request";

/** Tells the person privately what came of it; as a direct message if they're in no channel (`''`) or Slack refuses it there. Never throws. */
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

/** Tells the person privately what they didn't ask for, unless they turned such notes off. Never throws. */
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
