/** The time that is wanted: picked, or in words whose meaning is shown before it is kept. */
import type { InputBlock, KnownBlock, ModalView, PlainTextElement } from '@slack/types';
import { z } from 'zod';
import type { Named } from '#src/cards/request.ts';
import type { Reading } from '#src/time/words.ts';
import { wrongTime } from './checks.ts';
import { block, option, timeField } from './fields.ts';
import { momentHere, momentText, momentThere, type Zones } from './moment.ts';
import { fieldsOf, type Submitted } from './read.ts';
import { clipped, escaped, mrkdwn, plain } from './text.ts';
import { cityOf } from './zone-names.ts';

const wordsBlock = 'time-words';
const meantBlock = 'time-meant';
const besideBlock = 'time-meant-beside';
const longestWords = 100;

export function timeFields(
  name: string,
  options: { at?: string | undefined; hint: string },
): [InputBlock, InputBlock] {
  return [
    timeField(name, { ...options, optional: true }),
    {
      type: 'input',
      block_id: wordsBlock,
      label: plain('Or in words'),
      optional: true,
      hint: plain('Read in the time zone of the brand, and shown to you before it is kept.'),
      element: {
        type: 'plain_text_input',
        action_id: wordsBlock,
        max_length: longestWords,
        placeholder: plain('tomorrow 9:30, next Tuesday at noon'),
      },
    },
  ];
}

/** What was shown as the meaning of words, kept in the view. */
const shownSchema = z.looseObject({
  meant: z.object({ words: z.string(), moments: z.array(z.iso.datetime()).min(1).max(2) }).optional(),
});

/** `words` are to be read and shown first; `at` is UTC, absent where no time was entered. */
export type TimeRead = { words: string } | { errors: Record<string, string> } | { at?: string };

/** The field of the time that was entered, words first; `undefined`: none was, for a picker that still shows `before` was not touched. */
export function timeEntered(
  view: Submitted,
  before?: string,
): { field: string; how: 'chose' | 'wrote' } | undefined {
  const fields = fieldsOf(view);
  if (fields.text(wordsBlock) !== '') return { field: wordsBlock, how: 'wrote' };
  const picked = fields.time(block.time);
  const isTouched = picked !== undefined && (before === undefined || secondOf(picked) !== secondOf(before));
  return isTouched ? { field: block.time, how: 'chose' } : undefined;
}

/** `now` in epoch milliseconds; a picker that still shows `before` was not touched. */
export function readTime(view: Submitted, now: number, before?: string): TimeRead {
  const fields = fieldsOf(view);
  const picked = fields.time(block.time);
  const words = fields.text(wordsBlock);
  if (words === '') return picked === undefined ? {} : checked(picked, now, block.time);
  if (picked !== undefined && !(before !== undefined && secondOf(picked) === secondOf(before)))
    return { errors: { [wordsBlock]: 'You chose a time above too. Take one of them away.' } };
  if (words.length > longestWords) return { errors: { [wordsBlock]: unread } };
  const { meant } = shownSchema.parse(JSON.parse(view.private_metadata));
  if (meant?.words !== words) return { words };
  const chosen = fields.choice(meantBlock)?.id;
  const at = meant.moments.length === 1 ? meant.moments[0] : meant.moments.find((one) => one === chosen);
  return at === undefined
    ? { errors: { [meantBlock]: 'Choose one of the two.' } }
    : checked(at, now, wordsBlock);
}

const secondOf = (iso: string): number => Math.floor(Date.parse(iso) / 1_000);

function checked(at: string, now: number, field: string): TimeRead {
  const wrong = wrongTime(at, now);
  return wrong ? { errors: { [field]: wrong } } : { at };
}

const examples = 'Write, for example: tomorrow 9:30, next Tuesday at noon, 24 November 14:00.';
const unread = `I cannot read this as a time. ${examples}`;

interface Asking {
  words: string;
  reading: Reading;
  brand: Named;
  zones: Zones;
  /** Epoch milliseconds. */
  now: number;
}

/** The open modal with what the words mean, or the error at their field; what else was entered stays. */
export function showMeaning(
  open: ModalView,
  asking: Asking,
): { view: ModalView } | { errors: Record<string, string> } {
  const { reading, words, now } = asking;
  if ('unread' in reading) return { errors: { [wordsBlock]: whyUnread(reading) } };
  const coming = reading.moments.filter((at) => wrongTime(isoOf(at), now) === undefined);
  const [first] = reading.moments;
  if (coming.length === 0) return { errors: { [wordsBlock]: wrongTime(isoOf(first), now) ?? unread } };
  const { private_metadata = '{}', blocks } = open;
  const isAsked = 'why' in reading && coming.length > 1;
  const submit = open.submit && (isAsked ? open.submit : sure(open.submit));
  const shown = isAsked ? choice(reading, asking) : answer(coming[0] ?? first, submit, asking);
  const beside = isAsked ? [] : [besideWords(coming[0] ?? first, asking)];
  const meant = { words, moments: coming.map(isoOf) };
  return {
    view: {
      ...open,
      ...(submit && { submit }),
      private_metadata: JSON.stringify({ ...JSON.parse(private_metadata), meant }),
      // on top and beside the words: one of the two is in sight, however far the form was scrolled
      blocks: [
        shown,
        ...blocks
          .filter(({ block_id }) => block_id !== meantBlock && block_id !== besideBlock)
          .flatMap((one) => (one.block_id === wordsBlock ? [one, ...beside] : [one])),
      ],
    },
  };
}

const isoOf = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

function whyUnread(reading: Extract<Reading, { unread: string }>): string {
  switch (reading.unread) {
    case 'nothing':
      return unread;
    case 'span':
      return 'This is a span. Write one time.';
    case 'no time of the day':
      return `Write the time of the day too. ${examples}`;
    case 'rest':
      return `I understand only “${reading.known}”. ${examples}`;
  }
}

/** The button says that the modal has changed. */
function sure({ text }: PlainTextElement): PlainTextElement {
  const yes = 'Yes, ';
  return plain(text.startsWith(yes) ? text : yes + text.charAt(0).toLowerCase() + text.slice(1));
}

function answer(at: number, submit: PlainTextElement | undefined, { brand, zones }: Asking): KnownBlock {
  const press = escaped(submit?.text ?? 'the button');
  const name = clipped(brand.name, 200);
  const read = zones.brand
    ? `The words are read in the time zone of ${name}.`
    : `The words are read in your time zone, because none is set for ${name}.`;
  return {
    type: 'section',
    block_id: meantBlock,
    text: mrkdwn(
      `:calendar: *${escaped(momentText(at, zones))}*\n${read}\nPress *${press}* to keep this time, or change the words.`,
    ),
  };
}

const besideWords = (at: number, { zones }: Asking): KnownBlock => ({
  type: 'context',
  block_id: besideBlock,
  elements: [mrkdwn(`:calendar: *${escaped(momentText(at, zones))}*`)],
});

function choice({ moments, why }: Extract<Reading, { why: string }>, { zones }: Asking): KnownBlock {
  const city = cityOf(zones.brand ?? zones.reader);
  const because = {
    skipped: `That day the clocks in ${city} go forward, and skip this time.`,
    repeated: `That day the clocks in ${city} go back, and show this time twice.`,
    order: 'These figures can be two days.',
  }[why];
  return {
    type: 'input',
    block_id: meantBlock,
    label: plain(`${because} Which one do you mean?`),
    element: {
      type: 'radio_buttons',
      action_id: meantBlock,
      options: moments.map((at) => {
        const here = momentHere(at, zones);
        return {
          ...option(momentThere(at, zones, why === 'repeated'), isoOf(at)),
          ...(here && { description: plain(here) }),
        };
      }),
    },
  };
}
