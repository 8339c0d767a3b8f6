/** A time that was entered, as the clocks of the brand and of the reader show it, in the open modal. Nothing is kept. */
import type { ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import { isSameHere, zoneIn } from '#views/moment.ts';
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
  const { zone } = await brandSettingsAtHand(deps, deps.workspace, brand.id);
  // it was chosen as the reader's clocks show it: without a zone of the brand there is no other
  if ('at' in entered && !zone) return undefined;
  const zones = { reader: await deps.people.zoneOf(user.id), brand: zone };
  const open = openViewOf(view);
  if ('at' in entered) {
    if (isSameHere(Date.parse(entered.at), zones)) return undefined;
    return { response_action: 'update', view: showPicked(open, entered.at, zones) };
  }
  // few people write words, and what reads them takes its time to load
  const { readWords } = await import('#src/time/words.ts');
  const { words } = entered;
  const now = deps.now();
  const reading = readWords(words, { zone: zoneIn(zones), now });
  const shown = showMeaning(open, { words, reading, brand, zones, now });
  return 'view' in shown
    ? { response_action: 'update', view: shown.view }
    : { response_action: 'errors', errors: shown.errors };
}
