/** The requested time, picked or typed: its fields, and how they're parsed. */
import type { InputBlock } from '@slack/types';
import { z } from 'zod';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { wrongTime } from '#views/kit/checks.ts';
import { block, input, option, timeField } from '#views/kit/fields.ts';
import type { Fields, Submitted } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';

export const wordsBlock = 'time-words';
export const meantBlock = 'time-meant';
/** A checkbox: the next free posting slot instead of a time. */
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
        hint: 'You’ll see the date, time, and time zone I understood before it’s saved.',
      },
    ),
  ];
}

/** For brands with posting times: the next free one instead of a time. */
export function slotField(): InputBlock {
  const options = [option('Use the brand’s next open posting slot', slotBlock)];
  return input(slotBlock, 'Or add to queue', { type: 'checkboxes', options }, { optional: true });
}

/** The meaning that was shown for a typed time, kept in the view; a picked time has no words. */
const shownSchema = z.object({
  meant: z.object({ words: z.string(), moments: z.array(z.iso.datetime()).min(1).max(2) }).optional(),
});

/**
 * `words` are to be read and shown first; `at` is UTC, absent where no time was entered. `picked`: it was picked, and
 * not shown in the brand's zone yet. `inSlot`: the next free posting slot is wanted.
 */
export type TimeRead =
  | { words: string }
  | { errors: Record<string, string> }
  | { at?: string; picked?: boolean; inSlot?: true };

/** A time that is to be shown, if the brand's clocks show another one than the reader's. */
export interface PickedTime {
  /** UTC. */
  at: string;
  brand: Named;
}
/** Words for a time that nobody has read yet. */
interface UnreadWords {
  words: string;
  /** Absent: none was chosen. */
  brand: Named | undefined;
}

/** The result of parsing a modal with a time. `unread`: words that haven't been parsed yet and might be wrong, too. */
export type ReadWithTime<T> =
  /** `inSlot`: its time is still to be found. */
  | { value: T; picked?: PickedTime; inSlot?: true }
  | { errors: Record<string, string>; unread?: UnreadWords }
  | { words: string; brand: Named };

/** Added to the errors of a modal with a time. */
export function unreadIn(time: TimeRead, brand: Named | undefined): { unread?: UnreadWords } {
  return 'words' in time ? { unread: { words: time.words, brand } } : {};
}

/** Added to the value of a modal with a picked time. */
export function pickedIn(time: TimeRead, brand: Named): { picked?: PickedTime } {
  return 'at' in time && time.at && time.picked ? { picked: { at: time.at, brand } } : {};
}

/** The field of the time that was entered, words first; `undefined`: none was, for a picker that still shows `before` was not touched. */
export function timeEntered(
  fields: Fields,
  before?: string,
): { field: string; how: 'chose' | 'typed' } | undefined {
  if (fields.text(wordsBlock) !== '') return { field: wordsBlock, how: 'typed' };
  const picked = fields.time(block.time);
  return picked !== undefined && !sameTime(picked, before) ? { field: block.time, how: 'chose' } : undefined;
}

/** `now` in epoch milliseconds; a picker that still shows `before` was not touched. */
export function readTime(view: Submitted, fields: Fields, now: number, before?: string): TimeRead {
  const picked = fields.time(block.time);
  const words = fields.text(wordsBlock);
  const { meant } = shownSchema.parse(JSON.parse(view.private_metadata));
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
  if (words.length > longestWords) return { errors: { [wordsBlock]: unread } };
  if (meant?.words !== words) return { words };
  const chosen = fields.choice(meantBlock)?.id;
  const at = meant.moments.length === 1 ? meant.moments[0] : meant.moments.find((one) => one === chosen);
  return at === undefined
    ? { errors: { [meantBlock]: 'Choose one of these times, or type a different one.' } }
    : checked(at, now, wordsBlock);
}

function checked(at: string, now: number, field: string): TimeRead {
  const wrong = wrongTime(at, now);
  return wrong ? { errors: { [field]: wrong } } : { at };
}

export const examples = 'For example: tomorrow 9:30 AM, next Tuesday at noon, November 24 2:00 PM.';
export const unread = `I don’t understand this time. ${examples}`;
