/** The requested time, picked or typed: its fields, and how they're parsed. */
import type { InputBlock } from '@slack/types';
import { z } from 'zod';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { wrongTime } from '#views/kit/checks.ts';
import { block, checkboxes, input, option, timeField } from '#views/kit/fields.ts';
import { clip } from '#views/kit/limits.ts';
import type { Fields, Submitted } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';

export const wordsBlock = 'time-words';
export const meantBlock = 'time-meant';
/** A checkbox: the next open posting slot instead of a time. */
export const slotBlock = 'slot';
export const longestWords = 100;

export function timeFields(
  name: string,
  options: { at?: string | undefined; hint: string },
): [InputBlock, InputBlock] {
  return [
    timeField(name, { ...options, optional: true }),
    input(
      wordsBlock,
      'Or type a time',
      {
        type: 'plain_text_input',
        max_length: longestWords,
        placeholder: plain('tomorrow 9:30 AM, next Tuesday at noon'),
      },
      {
        optional: true,
        hint: 'Before anything is saved, I’ll show you the date, time, and time zone so you can check them.',
      },
    ),
  ];
}

/** A brand with its next open posting slot in words; absent: it has none. */
export interface WithSlot {
  brand: Named;
  nextSlot?: string | undefined;
}

/** The checkbox for the next open posting slot, if any of these brands has one. */
export function slotFields(brands: readonly WithSlot[]): InputBlock[] {
  if (!brands.some(({ nextSlot }) => nextSlot)) return [];
  const [only, ...others] = brands;
  const each = brands.map(({ brand, nextSlot = 'none' }) => `${clip(brand.name, 75)}: ${nextSlot}`);
  return [slotField(others.length > 0 ? `${each.join('; ')}.` : `The next one is ${only?.nextSlot}.`)];
}

/** The checkbox stays checked as long as its option is the same, so the slots are in the hint. */
export function slotField(hint?: string): InputBlock {
  const options = [option('Use the next open posting slot', slotBlock)];
  return input(slotBlock, 'Or add to queue', checkboxes(options), { optional: true, hint });
}

/**
 * What a form showed about its time, kept in the view; a picked time has no words. `close`: other posts
 * around it, in minutes from it.
 */
const shownSchema = z.object({
  meant: z
    .object({
      words: z.string(),
      moments: z.array(z.iso.datetime()).min(1).max(2),
      close: z.array(z.int()).optional(),
    })
    .optional(),
});

export type Meant = NonNullable<z.infer<typeof shownSchema>['meant']>;

/** `undefined` if the form showed nothing about its time. */
export const shownOf = (view: { private_metadata?: string | undefined }): Meant | undefined =>
  shownSchema.parse(JSON.parse(view.private_metadata ?? '{}')).meant;

/**
 * `words`: to be parsed and shown first. `at`: UTC; absent if no time was entered. `typed`: the words that
 * mean it. `picked`: it was picked, and not shown in the brand's time zone yet. `inSlot`: the next open
 * posting slot is requested.
 */
export type TimeRead =
  | { words: string }
  | { errors: Record<string, string> }
  | { at?: string; typed?: string; picked?: boolean; inSlot?: true };

/** A post for which a form sets the time, and which might not exist yet. */
export interface Timed {
  brand: Named;
  profiles: readonly Named[];
}

/** A time that can be saved, unless the form has to show something about it first. */
interface KnownTime {
  /** UTC. */
  at: string;
  /** The words that mean the time. Absent: it was picked. */
  typed?: string;
  /** The time was picked, and not yet shown in the brand's time zone. */
  picked?: boolean;
  /** The time zone of the first one's brand counts. */
  posts: readonly Timed[];
}

/** Words for a time that haven't been parsed yet. */
interface UnreadWords {
  words: string;
  /** Absent: no brand was chosen. */
  brand: Named | undefined;
}

/**
 * The result of parsing a modal with a time. `unread`: words that haven't been parsed yet and might be wrong,
 * too.
 */
export type ReadWithTime<T> =
  /** `time`: the one that was entered, if any; `inSlot`: a slot has still to be found. */
  | { value: T; time?: KnownTime; inSlot?: true }
  | { errors: Record<string, string>; unread?: UnreadWords }
  | { words: string; brand: Named; posts: readonly Timed[] };

export function unreadIn(time: TimeRead, brand: Named | undefined): { unread?: UnreadWords } {
  return 'words' in time ? { unread: { words: time.words, brand } } : {};
}

export function knownIn(
  time: { at?: string | undefined; typed?: string; picked?: boolean },
  posts: readonly Timed[],
): { time?: KnownTime } {
  const { at, typed, picked } = time;
  return at ? { time: { at, posts, ...(typed && { typed }), ...(picked && { picked }) } } : {};
}

/**
 * The field with the time that was entered, words first; `undefined` if none was. A picker that still shows
 * `before` wasn't touched.
 */
export function timeEntered(
  fields: Fields,
  before?: string,
): { field: string; how: 'chose' | 'typed' } | undefined {
  if (fields.text(wordsBlock) !== '') return { field: wordsBlock, how: 'typed' };
  const picked = fields.time(block.time);
  return picked !== undefined && !sameTime(picked, before) ? { field: block.time, how: 'chose' } : undefined;
}

/** `now`: epoch ms. A picker that still shows `before` wasn't touched. */
export function readTime(view: Submitted, fields: Fields, now: number, before?: string): TimeRead {
  const picked = fields.time(block.time);
  const words = fields.text(wordsBlock);
  const meant = shownOf(view);
  if (fields.choices(slotBlock).length > 0)
    return words !== '' || (picked !== undefined && !sameTime(picked, before))
      ? { errors: { [slotBlock]: 'You also chose a time above. Choose one or the other.' } }
      : { inSlot: true };
  if (words === '') {
    if (picked === undefined) return {};
    const isShown = meant?.words === '' && sameTime(meant.moments[0], picked);
    const read = checked(picked, now, block.time);
    return 'errors' in read || isShown || sameTime(picked, before) ? read : { ...read, picked: true };
  }
  if (picked !== undefined && !sameTime(picked, before))
    return { errors: { [wordsBlock]: 'You also chose a time above. Choose one or the other.' } };
  if (words.length > longestWords) return { errors: { [wordsBlock]: unread() } };
  if (meant?.words !== words) return { words };
  const chosen = fields.choice(meantBlock)?.id;
  const at = meant.moments.length === 1 ? meant.moments[0] : meant.moments.find((one) => one === chosen);
  if (at === undefined)
    return { errors: { [meantBlock]: 'Choose one of these times, or type a different one.' } };
  const read = checked(at, now, wordsBlock);
  return 'errors' in read ? read : { ...read, typed: words };
}

function checked(at: string, now: number, field: string): TimeRead {
  const wrong = wrongTime(at, now);
  return wrong ? { errors: { [field]: wrong } } : { at };
}

export const examples = 'Try “tomorrow 9:30 AM”, “next Tuesday at noon”, or “Friday 2:00 PM”.';
export const unread = (help: string = examples): string => `I don’t recognize that time. ${help}`;
