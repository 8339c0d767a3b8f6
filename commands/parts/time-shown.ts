/** A time that was entered, as the clocks of the brand and of the reader show it, in the open modal. Nothing is kept. */
import type { ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import type { ReadWithTime } from '#views/time-fields.ts';
import { showMeaning, showPicked } from '#views/time-meaning.ts';
import type { Deps } from '../command.ts';
import { brandSettingsAtHand } from './brand-settings.ts';
import { openViewOf } from './open-view.ts';

/**
 * What to acknowledge the submission with: the modal with the time that was entered, or why its words mean nothing.
 * `undefined`: there is nothing to show, or nothing that was not shown.
 */
export async function timeShown(
  deps: Deps,
  { user, view }: Pick<ViewSubmitAction, 'user' | 'view'>,
  read: ReadWithTime<unknown>,
): Promise<ViewResponseAction | undefined> {
  const entered = 'words' in read ? read : read.picked;
  if (!entered) return undefined;
  const { brand } = entered;
  const [{ zone }, reader] = await Promise.all([
    brandSettingsAtHand(deps, deps.workspace, brand.id),
    deps.people.zoneOf(user.id),
  ]);
  const zones = { reader, brand: zone };
  const open = openViewOf(view);
  if ('at' in entered) {
    const shown = showPicked(open, entered.at, zones);
    return shown && { response_action: 'update', view: shown };
  }
  // few people write words, and what reads them takes its time to load
  const { readWords } = await import('#src/time/words.ts');
  const { words } = entered;
  const now = deps.now();
  const reading = readWords(words, { zone: zone ?? reader, now });
  const shown = showMeaning(open, { words, reading, brand, zones, now });
  return 'view' in shown
    ? { response_action: 'update', view: shown.view }
    : { response_action: 'errors', errors: shown.errors };
}
