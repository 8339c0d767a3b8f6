/**
 * A caption in a modal. The service takes 10,000 characters and one Slack input 3,000, so a long caption is
 * spread over several inputs. What stood between two parts is kept in the block's id, so nothing is lost.
 */
import type { InputBlock } from '@slack/types';
import { textField } from './fields.ts';
import { number } from './language.ts';
import { slack } from './limits.ts';
import type { Fields } from './read.ts';

export const captionBlock = 'caption';

/** One input, or as many as the caption needs. `longer`: what to do about a caption that is longer than the one input takes. */
export function captionFields(caption: string, longer?: string): InputBlock[] {
  const parts = split(caption);
  const hint = [`At most ${number(slack.inputText)} characters: a field of Slack takes no more.`, longer];
  return parts.map(({ text, joiner }, i) =>
    textField(
      i === 0 ? captionBlock : `${captionBlock}.${i}.${Buffer.from(joiner).toString('base64url')}`,
      i === 0 ? 'Caption' : `Caption, part ${i + 1}`,
      {
        text,
        lines: true,
        optional: i > 0,
        ...(parts.length === 1 && { hint: hint.filter(Boolean).join(' ') }),
      },
    ),
  );
}

/** The caption as it was entered, its parts put together again. */
export function readCaption(fields: Fields): string {
  return fields.blocks
    .filter((id) => id === captionBlock || id.startsWith(`${captionBlock}.`))
    .sort((a, b) => partOf(a) - partOf(b))
    .map((id) => {
      const text = fields.text(id);
      const joiner = Buffer.from(id.split('.')[2] ?? '', 'base64url').toString();
      return text === '' ? '' : joiner + text;
    })
    .join('')
    .trim();
}

/** Which part an input holds; the first has no number in its id. */
function partOf(id: string): number {
  return Number(id.split('.')[1] ?? 0);
}

/** More blanks than this between two parts stay in the text: they are kept in an id, which is short. */
const joinerKept = 100;

function split(caption: string): { text: string; joiner: string }[] {
  const parts: { text: string; joiner: string }[] = [];
  let rest = caption.trim();
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

/** The last line end that fits, else the last space, else a cut between two characters. */
function boundary(text: string): number {
  const fits = text.slice(0, slack.inputText + 1);
  const end = Math.max(fits.lastIndexOf('\n'), -1);
  const at = end > 0 ? end : fits.lastIndexOf(' ');
  if (at > 0) return at;
  return /[\uD800-\uDBFF]/.test(text.charAt(slack.inputText - 1)) ? slack.inputText - 1 : slack.inputText;
}
