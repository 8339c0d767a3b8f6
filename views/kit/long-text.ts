/**
 * A text in a modal that can be longer than the 3,000 characters of one Slack input: a caption, a prompt or a
 * brief. It's spread over several inputs. The whitespace between two parts is kept in the block's id, so
 * nothing is lost.
 */
import type { Block, InputBlock } from '@slack/types';
import { textField } from './fields.ts';
import { number } from './language.ts';
import { slack } from './limits.ts';
import { type Fields, initialTexts } from './parse.ts';

/** The hint of a text that has a single input. */
export const oneField = (): string =>
  `Up to ${number(slack.inputText)} characters, the most a field in Slack can hold.`;

/**
 * As many inputs as the text needs; `hint` and `placeholder` only if it's one. `most`: the most characters of
 * the whole text.
 */
export function longTextFields(
  id: string,
  name: string,
  text: string,
  { most, ...about }: { hint?: string; placeholder?: string; optional?: boolean; most?: number } = {},
): InputBlock[] {
  const parts = split(text);
  const whole =
    most && `The full ${name.toLowerCase()}, across all parts, can have up to ${number(most)} characters.`;
  return parts.map((part, i) =>
    textField(
      i === 0 ? id : `${id}.${i}.${Buffer.from(part.joiner).toString('base64url')}`,
      i === 0 ? name : `${name}, part ${i + 1}`,
      {
        text: part.text,
        lines: true,
        optional: i > 0 || about.optional === true,
        ...(parts.length === 1 ? about : i === 0 && whole && { hint: whole }),
      },
    ),
  );
}

/** Whether the input has a part of the text `id`. */
export const isPartOf = (id: string, block: string | undefined): boolean =>
  block === id || (block?.startsWith(`${id}.`) ?? false);

/** Joins the parts of a text that was entered. */
export function readLongText(fields: Pick<Fields, 'blocks' | 'text'>, id: string): string {
  return fields.blocks
    .filter((block) => isPartOf(id, block))
    .sort((a, b) => partOf(a) - partOf(b))
    .map((block) => {
      const text = fields.text(block);
      const joiner = Buffer.from(block.split('.')[2] ?? '', 'base64url').toString();
      return text === '' ? '' : joiner + text;
    })
    .join('')
    .trim();
}

/** The text in the inputs when the modal was opened. */
export function initialLongText(blocks: readonly Block[] | undefined, id: string): string {
  const initial = initialTexts(blocks);
  return readLongText({ blocks: [...initial.keys()], text: (block) => initial.get(block) ?? '' }, id);
}

/** The number of an input's part. The first one has no number in its id. */
function partOf(id: string): number {
  return Number(id.split('.')[1] ?? 0);
}

/** How many blanks between two parts are kept in a block's id, which is short. More stay in the text. */
const joinerKept = 100;

function split(whole: string): { text: string; joiner: string }[] {
  const parts: { text: string; joiner: string }[] = [];
  let rest = whole.trim();
  let joiner = '';
  while (rest.length > slack.inputText) {
    const at = boundary(rest);
    const text = rest.slice(0, at).trimEnd();
    parts.push({ text, joiner });
    const gap = rest.slice(text.length).match(/^\s*/)?.[0] ?? '';
    const tail = rest.slice(text.length + Math.min(gap.length, joinerKept));
    joiner = rest.slice(text.length, rest.length - tail.length);
    rest = tail;
  }
  return [...parts, { text: rest, joiner }];
}

/** Where to split: at the last line end that fits, or the last space, or between two characters. */
function boundary(text: string): number {
  const fits = text.slice(0, slack.inputText + 1);
  const end = Math.max(fits.lastIndexOf('\n'), -1);
  const at = end > 0 ? end : fits.lastIndexOf(' ');
  if (at > 0) return at;
  return /[\uD800-\uDBFF]/.test(text.charAt(slack.inputText - 1)) ? slack.inputText - 1 : slack.inputText;
}
