/** The button that approves a post under a rule, whatever it says that the approval does. */
import type { Driver } from '#sandbox/chat/people/driver.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { eventually } from './eventually.ts';

type Buttons = { readonly blocks: readonly unknown[] };

/** What it says, such as `Approve`, `Approve & publish`, or `Approve & schedule for Nov 29, 9:30 AM CET`; `undefined` if there's none. */
export const approveButtonNow = ({ blocks }: Buttons): string | undefined =>
  blocks
    .flatMap(
      (block) => (block as { elements?: { action_id?: string; text?: { text: string } }[] }).elements ?? [],
    )
    .find(({ action_id }) => action_id === actions.agree)?.text?.text;

/** The same, waited for. */
export const approveButton = (on: Buttons): Promise<string> => eventually(() => approveButtonNow(on) ?? null);

const approvesNow = (on: Buttons, says: string | undefined): string | undefined => {
  const said = approveButtonNow(on);
  return says === undefined || said === says ? said : undefined;
};

/** Presses it, once it says `says`, and says yes if it asks first. */
export const approve = async (
  who: Driver,
  on: Parameters<Driver['clicks']>[0],
  says?: string,
): Promise<string> => who.clicks(on, await eventually(() => approvesNow(on, says) ?? null));
