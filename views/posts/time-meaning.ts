/** What a time that was entered means, shown in the open modal before anything is saved. */

import type { KnownBlock, ModalView, PlainTextElement } from '@slack/types';
import { postTime, sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { Reading } from '#src/time/words.ts';
import { section } from '#views/kit/blocks.ts';
import { momentPassed, wrongTime } from '#views/kit/checks.ts';
import { block, input, option } from '#views/kit/fields.ts';
import { slack } from '#views/kit/limits.ts';
import {
  dayText,
  isSameHere,
  momentHere,
  momentText,
  momentThere,
  weekdayName,
  type Zones,
  zoneIn,
} from '#views/kit/moment.ts';
import { capital, clipped, escaped, lower, mrkdwn, plain, time } from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';
import { examples, type Meant, meantBlock, shownOf, unread, wordsBlock } from './time-fields.ts';
import { type CloseOfBrand, clashesInForm, closeNote } from './warnings.ts';

const noteBlock = 'time-meant-beside';

interface TimeQuestion {
  words: string;
  reading: Reading;
  brand: Named;
  zones: Zones;
  /** Epoch milliseconds. */
  now: number;
  /** The other posts around the time, once it's known which it is. */
  close?: readonly CloseOfBrand[];
}

/**
 * The open modal with what the words mean, or with an error at their field. Everything else stays as it was
 * entered.
 */
export function showMeaning(
  open: ModalView,
  question: TimeQuestion,
): { view: ModalView } | { errors: Record<string, string> } {
  const { reading, words, brand, zones, now, close } = question;
  const wrong = wrongWords(reading, zones, now);
  if ('unread' in reading || wrong) return { errors: { [wordsBlock]: wrong ?? unread() } };
  const coming = comingOf(reading, now);
  const [first] = reading.moments;
  const meant = { words, moments: coming.map(postTime) };
  if ('why' in reading && coming.length > 1)
    return {
      view: shownIn(open, {
        meant,
        top: noteOf(
          'top',
          ':calendar: That time is ambiguous. Choose which one you mean under *Or type a time*.',
        ),
        behind: [[wordsBlock, choice(reading, question)]],
      }),
    };
  const name = clipped(brand.name, 200);
  const isRepeated = 'why' in reading && reading.why === 'repeated';
  const at = coming[0] ?? first;
  const text = momentText(at, zones, isRepeated);
  // if the bot doesn't know the reader's zone, Slack formats the time itself
  const read = [
    ...(reading.isFixed ? [] : [readIn(zones, name)]),
    ...(zones.reader ? [] : [`In your time zone, that’s ${time(postTime(at))}.`]),
  ].join(' ');
  return { view: answered(open, meant, { text, read, close }) };
}

/** The time that words mean, if it's only one. */
export function momentMeant(reading: Reading, now: number): number | undefined {
  const [at, ...others] = 'unread' in reading ? [] : comingOf(reading, now);
  return others.length === 0 ? at : undefined;
}

/**
 * The open modal with what a time (UTC) means for the brand and the reader, and the posts around it. `typed`:
 * absent if it was picked.
 */
export function showTime(
  open: ModalView,
  { at, typed = '' }: { at: string; typed?: string | undefined },
  { zones, close }: { zones: Zones; close: readonly CloseOfBrand[] },
): ModalView {
  const moment = Date.parse(at);
  // the picker shows the same time
  const isPlain = typed === '' && isSameHere(moment, zones);
  const text = isPlain ? '' : momentText(moment, zones);
  const read = isPlain || typed ? '' : 'You chose this in your time zone.';
  return answered(open, { words: typed, moments: [at] }, { text, read, close });
}

/** How many minutes from the time (UTC) the posts are that the open form shows around it. */
export function closeShown(view: { private_metadata?: string | undefined }, at: string): ReadonlySet<number> {
  const { moments = [], close = [] } = shownOf(view) ?? {};
  return new Set(moments.length === 1 && sameTime(moments[0], at) ? close : []);
}

/** How many minutes from the time (UTC) these posts are. */
export const distancesFrom = (at: string, posts: readonly Pick<PlannedPost, 'at'>[]): number[] =>
  [...new Set(posts.map((one) => Math.round((one.at - Date.parse(at)) / 60_000)))].slice(0, mostDistances);

/** How many distances the view keeps. More don't make the form appear again. */
const mostDistances = 100;

/**
 * Why the words can't be used; `undefined` if they mean a usable time. `now`: epoch ms; `help`: what can be
 * written instead.
 */
export function wrongWords(
  reading: Reading,
  zones: Zones,
  now: number,
  help: string = examples,
): string | undefined {
  if ('unread' in reading) return whyUnread(reading, now, help);
  const [first, second] = reading.moments;
  const [at, ...others] = comingOf(reading, now);
  if (at === undefined) return first === undefined ? unread(help) : momentPassed(first, zones);
  if (!('why' in reading && reading.why === 'order') || others.length > 0) return undefined;
  // someone who writes day and month the other way around wouldn't notice that their day has passed
  const other = at === first && second !== undefined ? second : first;
  return `That date is ambiguous. ${momentThere(other, zones)} has already passed. If you mean ${dayText(at, zoneIn(zones))}, write the month as a word.`;
}

const comingOf = ({ moments }: { moments: readonly number[] }, now: number): number[] =>
  moments.filter((at) => wrongTime(postTime(at), now) === undefined);

/**
 * The open modal with the errors (plain text, by block id), without a meaning that no longer fits what was
 * entered. `undefined` if it shows no such meaning, so the errors can go to their fields. `unread`: there are
 * words whose meaning nobody has seen yet.
 */
export function takeMeaningOff(
  open: ModalView,
  errors: Record<string, string>,
  unread: boolean,
): ModalView | undefined {
  const isShown = open.blocks.some(({ block_id }) => block_id === meantBlock);
  const meant = shownOf(open);
  const isOfTime = unread || wordsBlock in errors || block.time in errors;
  if (!isShown || (meant && !isOfTime)) return undefined;
  const wrong = Object.entries(errors);
  // all of them in one section, each with its label
  const share = Math.floor(slack.sectionText / wrong.length) - 80;
  const notes = wrong.map(([field, text]) => [field, `:warning: ${clipped(text, share)}`] as const);
  const lines = notes.map(([field, text]) => text.replace(' ', ` *${escaped(labelOf(open, field))}*: `));
  return shownIn(open, {
    top: section(lines.join('\n'), { block_id: meantBlock }),
    behind: notes.map(([field, text], i) => [field, noteOf(i, text)]),
  });
}

function labelOf({ blocks }: ModalView, field: string): string {
  const found = blocks.find(({ block_id }) => block_id === field);
  return found && 'label' in found ? (found.label?.text ?? field) : field;
}

/** `text`: the time, unless the picker shows it as it is. */
function answered(
  open: ModalView,
  meant: Meant,
  { text, read, close = [] }: { text: string; read: string; close?: readonly CloseOfBrand[] | undefined },
): ModalView {
  const submit = open.submit && sure(open.submit);
  const press = escaped(submit?.text ?? 'the button');
  const moment = text && `:calendar: *${escaped(text)}*`;
  const clashes = clashesInForm(close);
  const distances = distancesFrom(
    meant.moments[0] ?? '',
    close.flatMap(({ posts }) => posts),
  );
  const use = clashes ? 'use this time anyway' : 'use this time';
  const instead = meant.words ? 'edit what you typed' : 'choose a different time';
  const all = [moment, read, clashes, `Press *${press}* to ${use}, or ${instead}.`].filter(Boolean);
  return shownIn(open, {
    meant: { ...meant, ...(clashes && { close: distances }) },
    submit,
    top: noteOf('top', [moment, clashes && closeNote].filter(Boolean).join('\n')),
    behind: [[meant.words ? wordsBlock : block.time, section(all.join('\n'), { block_id: meantBlock })]],
  });
}

/** The open modal without what it showed about a time, such as for another brand. */
export function withoutMeaning({ private_metadata = '{}', blocks, submit, ...open }: ModalView): ModalView {
  return {
    ...open,
    ...(submit && { submit: plainly(submit) }),
    private_metadata: JSON.stringify({ ...JSON.parse(private_metadata), meant: undefined }),
    blocks: blocks.filter(({ block_id = '' }) => block_id !== meantBlock && !block_id.startsWith(noteBlock)),
  };
}

/**
 * The open modal with this text instead of what it showed before. What people have to read follows the field,
 * because that's where they are: a long block at the top would push the field out of sight. The short text at
 * the top is for people who have scrolled up.
 */
function shownIn(
  shown: ModalView,
  {
    meant,
    submit,
    top,
    behind,
  }: {
    meant?: Meant;
    submit?: PlainTextElement | undefined;
    top: KnownBlock;
    behind: readonly (readonly [field: string, shown: KnownBlock])[];
  },
): ModalView {
  const { private_metadata = '{}', blocks, ...open } = withoutMeaning(shown);
  const shownBehind = new Map(behind);
  return {
    ...open,
    ...(submit && { submit }),
    private_metadata: JSON.stringify({ ...JSON.parse(private_metadata), meant }),
    blocks: [top, ...blocks.flatMap((one) => [one, shownBehind.get(one.block_id ?? '') ?? []].flat())],
  };
}

const noteOf = (i: number | 'top', text: string): KnownBlock => ({
  type: 'context',
  block_id: `${noteBlock}.${i}`,
  elements: [mrkdwn(text)],
});

function readIn({ reader, brand }: Zones, name: string): string {
  if (brand) return `I used ${name}’s time zone.`;
  return reader
    ? `I used your time zone because ${name} doesn’t have one.`
    : `I used UTC because ${name} doesn’t have a time zone and I couldn’t get yours from Slack.`;
}

function whyUnread(reading: Extract<Reading, { unread: string }>, now: number, help: string): string {
  switch (reading.unread) {
    case 'nothing':
      return unread(help);
    case 'span':
      return `That’s a range. Enter one time. ${help}`;
    case 'no_time_of_day': {
      // no time of that day can be used
      const [first, last] = [reading.from, reading.to].map((at) => wrongTime(postTime(at), now));
      return (first && last) ?? `Add the time of day. ${help}`;
    }
    case 'no_such_day':
      return `There’s no ${reading.day}. ${help}`;
    case 'other_weekday':
      return `${reading.day}, is a ${weekdayName(reading.weekday)}, so the weekday or the date is wrong. ${help}`;
    case 'rest':
      return `The only part I understood is “${reading.known}”. ${help}`;
  }
}

const confirm = 'Confirm & ';

/** Changes the button's label, so that people notice the change. */
function sure({ text }: PlainTextElement): PlainTextElement {
  return plain(text.startsWith(confirm) ? text : confirm + lower(text));
}

/** The submit button's earlier label, since *Confirm* doesn't say which of two times is meant. */
function plainly({ text }: PlainTextElement): PlainTextElement {
  const words = text.startsWith(confirm) ? text.slice(confirm.length) : text;
  return plain(capital(words));
}

function choice({ moments, why }: Extract<Reading, { why: string }>, { zones }: TimeQuestion): KnownBlock {
  const city = cityOf(zoneIn(zones));
  const because = {
    skipped: `Clocks in ${city} go forward that day and skip this time.`,
    repeated: `Clocks in ${city} go back that day, so this time happens twice.`,
    order: 'That date is ambiguous.',
  }[why];
  const options = moments.map((at) => {
    const here = momentHere(at, zones);
    return {
      ...option(momentThere(at, zones, why === 'repeated'), postTime(at)),
      ...(here && { description: plain(here) }),
    };
  });
  return input(
    meantBlock,
    `${because} Which ${why === 'order' ? 'date' : 'time'} do you mean?`,
    { type: 'radio_buttons', options },
    // if the field were required, Slack wouldn't send the form when people type other words instead
    { optional: true, hint: 'Or type a different time above.' },
  );
}
