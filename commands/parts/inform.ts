/** Private notes that only inform: nothing was asked, and nothing is to be done. */
import type { Deps } from '../command.ts';

/** Says it to the person alone, unless they turned such notes off. */
export async function inform(
  deps: Deps,
  workspace: string,
  to: { channel: string; user: string },
  text: string,
): Promise<void> {
  const { notices } = await deps.teamSettings.person(workspace, to.user);
  if (notices) await deps.teller.tell(to, { text });
}
