/**
 * Shows a time that was entered in the brand's and the reader's zone, and the posts around it, in the open
 * modal. Nothing is saved.
 */

import type { ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { orElse } from '#commands/kit/afterwards.ts';
import type { Deps } from '#commands/kit/command.ts';
import { openViewOf } from '#commands/kit/open-view.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Reading } from '#src/time/words.ts';
import { isSameHere, type Zones, zoneIn } from '#views/kit/moment.ts';
import { type ReadWithTime, wordsBlock } from '#views/posts/time-fields.ts';
import {
  closeShown,
  distancesFrom,
  momentMeant,
  showMeaning,
  showTime,
  takeMeaningOff,
  wrongWords,
} from '#views/posts/time-meaning.ts';
import { closeTo } from './clashes.ts';

/**
 * The acknowledgment of the submission: the modal with the time that was entered and the posts around it, or
 * with all errors, including those in words for a time. `undefined` if there's nothing to show, or nothing
 * new. `card`: the post's, if it has one.
 */
export async function timeShown(
  deps: Deps,
  { user, view }: Pick<ViewSubmitAction, 'user' | 'view'>,
  read: ReadWithTime<unknown>,
  card?: Card,
): Promise<ViewResponseAction | undefined> {
  const open = openViewOf(view);
  if ('errors' in read)
    return wrongIn(open, { ...read.errors, ...(await wrongTimeIn(deps, user.id, read)) }, !!read.unread);
  if ('words' in read) return meaningShown(deps, open, { user: user.id, read, card });
  if (!read.time) return undefined;
  const { at, picked, posts } = read.time;
  const [zones, close] = await Promise.all([
    zonesOf(deps, user.id, posts[0]?.brand),
    closeTo(deps, Date.parse(at), posts, card),
  ]);
  const shown = closeShown(open, at);
  const around = distancesFrom(
    at,
    close.flatMap((one) => one.posts),
  );
  if (!(picked && !isSameHere(Date.parse(at), zones)) && around.every((one) => shown.has(one)))
    return undefined;
  return { response_action: 'update', view: showTime(open, read.time, { zones, close }) };
}

async function meaningShown(
  deps: Deps,
  open: ModalView,
  {
    user,
    read: { words, brand, posts },
    card,
  }: { user: string; read: Extract<ReadWithTime<unknown>, { words: string }>; card: Card | undefined },
): Promise<ViewResponseAction> {
  const zones = await zonesOf(deps, user, brand);
  const now = deps.now();
  const reading = await readingOf(words, zones, now);
  const at = momentMeant(reading, now);
  const close = at === undefined ? [] : await closeTo(deps, at, posts, card);
  const shown = showMeaning(open, { words, reading, brand, zones, now, close });
  return 'view' in shown
    ? { response_action: 'update', view: shown.view }
    : wrongIn(open, shown.errors, true);
}

/**
 * An error at a field changes nothing else in a modal, so a modal that shows an outdated meaning has to be
 * updated instead.
 */
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
  const zones = await zonesOf(deps, user, brand);
  const wrong = wrongWords(await readingOf(words, zones, now), zones, now);
  return wrong ? { [wordsBlock]: wrong } : {};
}

/** The person's time zone, and the brand's: that of its settings or of its posting times. Never throws. */
export async function zonesOf(deps: Deps, user: string, brand: Named | undefined): Promise<Zones> {
  const [ofReader, ofBrand] = await Promise.all([deps.users.zoneOf(user), brand && zoneOf(deps, brand)]);
  return { reader: ofReader, brand: ofBrand };
}

const zoneOf = ({ slots, workspace, log }: Deps, { id: brand }: Named): Promise<string | undefined> =>
  orElse({ log }, undefined, { problem: "couldn't read a brand's time zone", brand }, async () => {
    const { zone } = await slots.of(workspace, brand);
    return zone;
  });

async function readingOf(words: string, zones: Zones, now: number): Promise<Reading> {
  // few people type words, and the code that parses them takes a while to load
  const { readTimeInWords } = await import('#src/time/words.ts');
  return readTimeInWords(words, { zone: zoneIn(zones), now });
}
