/** A time that was entered, as the clocks of the brand and of the reader show it, in the open modal. Nothing is kept. */
import type { ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Deps } from '#commands/kit/command.ts';
import { openViewOf } from '#commands/kit/open-view.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Reading } from '#src/time/words.ts';
import { isSameHere, type Zones, zoneIn } from '#views/kit/moment.ts';
import { type ReadWithTime, wordsBlock } from '#views/posts/time-fields.ts';
import { showMeaning, showPicked, takeMeaningOff, wrongWords } from '#views/posts/time-meaning.ts';

/**
 * What to acknowledge the submission with: the modal with the time that was entered, or all that is wrong, also with
 * words for a time. `undefined`: there is nothing to show, or nothing that was not shown.
 */
export async function timeShown(
  deps: Deps,
  { user, view }: Pick<ViewSubmitAction, 'user' | 'view'>,
  read: ReadWithTime<unknown>,
): Promise<ViewResponseAction | undefined> {
  const open = openViewOf(view);
  if ('errors' in read)
    return wrongIn(open, { ...read.errors, ...(await wrongTimeIn(deps, user.id, read)) }, !!read.unread);
  const entered = 'words' in read ? read : read.picked;
  if (!entered) return undefined;
  const { brand } = entered;
  const zone = await zoneOf(deps, brand);
  // it was chosen as the reader's clocks show it: without a zone of the brand there is no other
  if ('at' in entered && !zone) return undefined;
  const zones = { reader: await deps.people.zoneOf(user.id), brand: zone };
  if ('at' in entered) {
    if (isSameHere(Date.parse(entered.at), zones)) return undefined;
    return { response_action: 'update', view: showPicked(open, entered.at, zones) };
  }
  const { words } = entered;
  const now = deps.now();
  const reading = await readingOf(words, zones, now);
  const shown = showMeaning(open, { words, reading, brand, zones, now });
  return 'view' in shown
    ? { response_action: 'update', view: shown.view }
    : wrongIn(open, shown.errors, true);
}

/** Errors at fields don't change anything else in a modal, so one that shows an outdated meaning has to be updated instead. */
function wrongIn(open: ModalView, errors: Record<string, string>, unread: boolean): ViewResponseAction {
  const view = takeMeaningOff(open, errors, unread);
  return view ? { response_action: 'update', view } : { response_action: 'errors', errors };
}

async function wrongTimeIn(
  deps: Deps,
  user: string,
  { unread }: Extract<ReadWithTime<unknown>, { errors: unknown }>,
): Promise<Record<string, string>> {
  if (!unread) return {};
  const { words, brand } = unread;
  const now = deps.now();
  const zones = { reader: await deps.people.zoneOf(user), brand: brand && (await zoneOf(deps, brand)) };
  const wrong = wrongWords(await readingOf(words, zones, now), zones, now);
  return wrong ? { [wordsBlock]: wrong } : {};
}

/** Doing without it is better than no answer. */
async function zoneOf({ slots, workspace, log }: Deps, { id }: Named): Promise<string | undefined> {
  try {
    return (await slots.of(workspace, id)).zone;
  } catch (cause) {
    log.warn({ err: cause, brand: id }, "couldn't read a brand's time zone");
    return undefined;
  }
}

async function readingOf(words: string, zones: Zones, now: number): Promise<Reading> {
  // few people write words, and what reads them takes its time to load
  const { readWords } = await import('#src/time/words.ts');
  return readWords(words, { zone: zoneIn(zones), now });
}
