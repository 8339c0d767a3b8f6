/** Private notes that only inform: nobody asked, and there is nothing to do. */

import { afterwards, tellAfterwards } from './afterwards.ts';
import type { Deps } from './command.ts';

/** Tells the person privately, unless they turned such notes off. Never throws. */
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
