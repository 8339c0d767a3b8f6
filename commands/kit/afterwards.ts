/** What follows from something that is done, or was refused: where it fails, nobody is told that the rest failed. */
import type { Deps, SharedDeps } from './command.ts';

/** Never throws; `otherwise`: what the log says where it failed. */
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

export const notTold = 'a person could not be told what came of something';

/** Says to the person alone what is done, or why it is not; in a direct message where Slack does not take it there. Never throws. */
export async function tellAfterwards(
  deps: Pick<Deps, 'personNotifier' | 'log'>,
  to: { channel: string; user: string },
  text: string,
): Promise<void> {
  await afterwards(deps, notTold, () =>
    deps.personNotifier.tell(to, { text }).catch(() => deps.personNotifier.direct(to.user, { text })),
  );
}
