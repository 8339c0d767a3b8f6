/** Reads a time in words in the brand's zone, and shows in the open modal what it means. Nothing is kept. */
import type { ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import type { Named } from '#src/cards/request.ts';
import { showMeaning } from '#views/time-fields.ts';
import type { Deps } from '../command.ts';
import { brandSettingsAtHand } from './brand-settings.ts';
import { openViewOf } from './open-view.ts';

/** What to acknowledge the submission with: the modal with what the words mean, or why they mean nothing. */
export async function wordsShown(
  deps: Deps,
  { user, view }: Pick<ViewSubmitAction, 'user' | 'view'>,
  { words, brand }: { words: string; brand: Named },
): Promise<ViewResponseAction> {
  const [{ zone }, reader, { readWords }] = await Promise.all([
    brandSettingsAtHand(deps, deps.workspace, brand.id),
    deps.people.zoneOf(user.id),
    // few people write words, and what reads them takes its time to load
    import('#src/time/words.ts'),
  ]);
  const now = deps.now();
  const reading = readWords(words, { zone: zone ?? reader, now });
  const zones = { reader, brand: zone };
  const shown = showMeaning(openViewOf(view), { words, reading, brand, zones, now });
  return 'view' in shown
    ? { response_action: 'update', view: shown.view }
    : { response_action: 'errors', errors: shown.errors };
}
