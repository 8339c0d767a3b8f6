/**
 * `/social recurring`: a brand's posts that repeat every week, with buttons to set up, change and stop them.
 */

import type { Button, KnownBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import { type Series, seriesAtMost } from '#src/recurring/series.ts';
import { button, buttonRow, contextLine, dangerDialog, heading, section } from '#views/kit/blocks.ts';
import { listed, plural } from '#views/kit/language.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { dayText, everyText } from '#views/kit/moment.ts';
import { type RenderedMessage, rowBlock } from '#views/kit/paged.ts';
import {
  capital,
  clipped,
  count,
  escaped,
  noCaption,
  oneLine,
  person,
  place,
  time,
  timeAt,
} from '#views/kit/text.ts';
import { timeIn } from '#views/kit/zone-names.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { linked, type Reader } from '#views/posts/card-link.ts';
import { stateInBrief } from '#views/posts/card-state.ts';
import { noProfiles } from '#views/posts/warnings.ts';

export const recurringActions = {
  create: 'recurring.create',
  change: 'recurring.change',
  stop: 'recurring.stop',
} as const;

export const addRecurring = 'Add recurring post';

/** A series, with the times of its next posts that aren't created yet (epoch ms). */
export interface SeriesRow {
  series: Series;
  zone: string;
  next: readonly number[];
}

/** `mayChange`: the person can request posts for this brand. */
export function renderRecurring(
  brand: Named,
  rows: readonly SeriesRow[],
  mayChange: boolean,
): RenderedMessage {
  const shown = rows.slice(0, seriesAtMost);
  const create = button(recurringActions.create, addRecurring, {
    value: brand.id,
    ...(shown.length === 0 && { style: 'primary' }),
  });
  return {
    text: `Recurring posts for ${clipped(brand.name, 200)}`,
    blocks: [
      heading(`Recurring posts for ${brand.name}`),
      section(shown.length > 0 ? about : none),
      ...shown.flatMap((row, i) => rowOf(row, brand, { i, mayChange })),
      ...(rows.length < seriesAtMost ? buttonRow(mayChange ? [create] : []) : [contextLine(full)]),
    ],
  };
}

const about =
  'Each time a recurring post repeats, a new post is created and scheduled. If the approval rule covers scheduled posts, the new post waits for approval first.';
const none = `No recurring posts yet. A recurring post goes out every week, for example, on Mondays at 9:00 AM. ${about}`;
/** For a brand that has as many recurring posts as it can. */
export const full = `A brand can have up to ${seriesAtMost} recurring posts. To set up another one, stop one of these first.`;

const captionShown = 200;

function rowOf(
  { series, zone, next }: SeriesRow,
  brand: Named,
  { i, mayChange }: { i: number; mayChange: boolean },
): KnownBlock[] {
  const { caption, days, at, daysAhead, lastDate, by, profiles, mediaUrls, files = [] } = series;
  const media = mediaUrls.length + files.length;
  const words = clipped(oneLine(caption), captionShown) || noCaption;
  const facts = compact([
    next.length > 0 && `Next: ${listed(next.map(timeAt))}`,
    escaped(timeIn(zone)),
    `created ${count(daysAhead, 'day')} ahead`,
    lastDate && `until ${dayText(Date.parse(lastDate), 'UTC')}`,
    media > 0 && count(media, 'file'),
    profileNames(profiles),
    `requested by ${person(by)}`,
  ]);
  const place = rowBlock({ list: 'recurring', page: 0, of: brand.id }, i);
  const change = button(recurringActions.change, buttonText.edit, { value: series.id });
  return [
    section(`*${capital(everyText(days, at))}*\n${words}\n${facts.join('  ·  ')}`),
    ...buttonRow(mayChange ? [change, stopButton(series)] : [], place),
  ];
}

const profilesShown = 3;

const profileNames = (profiles: readonly Named[]): string =>
  listed(andMore(profiles, profilesShown, ({ name }) => clipped(name, 100))) ||
  ':warning: no social profiles';

const stopButton = ({ id, days, at }: Series): Button =>
  button(recurringActions.stop, 'Stop', {
    value: id,
    confirm: dangerDialog(
      'Stop this recurring post?',
      `It will no longer repeat ${everyText(days, at)}. Posts that already have a card can still go out, and I’ll list them.`,
      'Stop',
    ),
  });

/**
 * After a series was set up or changed. `next`: epoch ms; `made`: when its card is created (epoch ms), absent
 * if that's right away.
 */
export function seriesSaved(
  { next, made, channel }: { next: number; made?: number | undefined; channel: string },
  { isNew, profiles }: { isNew: boolean; profiles: readonly Named[] },
): string {
  const card = made === undefined ? 'in a moment' : `(${time(new Date(made).toISOString())})`;
  const stays = isNew ? '' : ' Posts that already have a card stay as they are.';
  return `Saved. The next post is planned for ${time(new Date(next).toISOString())}, and I’ll post its card in ${place(channel)} ${card}.${stays}${profiles.length > 0 ? '' : `\n${savedNowhere}`}`;
}

export const savedNowhere = `:warning: ${noProfiles} Press *Edit* in the list to choose some.`;

/** `coming`: its cards whose posts can still be published. */
export function seriesStopped(coming: readonly Card[], reader: Reader): string {
  if (coming.length === 0) return 'Stopped. It has no posts waiting to go out.';
  const lineOf = (card: Card): string => {
    const when = timeAt(plannedFor(card) ?? 0);
    return `• ${compact([when, stateInBrief(card), linked(card, 'Open card', reader)]).join('  ·  ')}`;
  };
  const still = plural(coming.length, {
    one: 'This post already has a card and can still go out',
    other: 'These posts already have cards and can still go out',
  });
  return [
    `Stopped. ${still}:`,
    ...andMore(coming, comingShown, lineOf, (more) => `and ${more} more`),
    `If you don’t want that, unschedule or reject ${plural(coming.length, { one: 'it on its card', other: 'them on their cards' })}.`,
  ].join('\n');
}

const comingShown = 14;

/** For a button or a form of a recurring post that doesn't exist anymore. */
export const seriesGone = 'This recurring post was already stopped, so nothing changed.';
