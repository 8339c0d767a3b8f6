/** Private notes that only inform: nothing was asked, and nothing is to be done. */

import { afterwards, tellAfterwards } from './afterwards.ts';
import type { Deps } from './command.ts';

/** Says it to the person alone, unless they turned such notes off. Never throws. */
export async function inform(
  deps: Deps,
  workspace: string,
  to: { channel: string; user: string },
  text: string,
): Promise<void> {
  await afterwards(deps, 'a private note was left out', async () => {
    const { notices } = await deps.teamSettings.person(workspace, to.user);
    if (notices) await tellAfterwards(deps, to, text);
  });
}
