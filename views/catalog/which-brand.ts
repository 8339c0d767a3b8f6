/** Asks which brand is meant: with a button for each if they're few, and otherwise with a menu. */

import type { KnownBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { section } from '#views/kit/blocks.ts';
import { optionOf } from '#views/kit/fields.ts';
import { slack } from '#views/kit/limits.ts';
import { andMore } from '#views/kit/lists.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, count, escapedWithMarks, plain, plural } from '#views/kit/text.ts';

const buttonsShown = 5;
const namesShown = 20;

/** The action ids of a command's question: the menu's, or a button's, which has a number. */
export const brandAsked = (command: string): RegExp =>
  new RegExp(`^${command.replace(/[^\w-]/g, '\\$&')}\\.brand(\\.\\d+)?$`);

export const fitsSeveral = (typed: string): string => `“${typed}” matches several brands.`;
export const fitsNone = (typed: string): string => `There’s no brand named “${typed}”.`;

const daysBlock = 'rest.';

/** The days that were typed after a brand, from the block with the question. */
export const daysOf = (block: string): string =>
  block.startsWith(daysBlock) ? block.slice(daysBlock.length) : '';

/**
 * `why` comes first: what was wrong with the name that was typed. `again`: what to type to name a brand.
 * `days`: what was typed after it.
 */
export function whichBrand(
  command: string,
  brands: readonly Named[],
  { why = '', again, days = '' }: { why?: string; again: string; days?: string },
): RenderedMessage {
  const few = brands.length <= buttonsShown;
  const shown = brands.slice(0, slack.options);
  const rest = brands.length - shown.length;
  const question = clipped(`${why ? `${why} ` : ''}Which brand?`, 1_000);
  const more =
    rest > 0
      ? ` ${count(rest, 'more brand doesn’t', 'more brands don’t')} fit in the menu. To use ${plural(rest, { one: 'it', other: 'one' })}, type \`${again} <name>\`.`
      : '';
  return {
    text: `${question} ${named(brands)}`,
    blocks: [
      section(`${question}${escapedWithMarks(more)}`),
      {
        type: 'actions',
        ...(days && { block_id: `${daysBlock}${days}` }),
        elements: few ? buttons(command, shown) : [menu(command, shown)],
      },
    ],
  };
}

/** The names of brands in one line of mrkdwn: the first few, and how many more. */
function named(brands: readonly Named[]): string {
  const nameOf = ({ id, name }: Named): string => clipped(name.trim() || id, 80);
  return andMore(brands, namesShown, nameOf, (more) => `and ${more} more`).join(', ');
}

type Elements = Extract<KnownBlock, { type: 'actions' }>['elements'];

function buttons(command: string, brands: readonly Named[]): Elements {
  return brands.map((brand, i) => ({
    type: 'button',
    action_id: `${command}.brand.${i}`,
    text: optionOf(brand).text,
    value: brand.id,
  }));
}

function menu(command: string, brands: readonly Named[]): Elements[number] {
  return {
    type: 'static_select',
    action_id: `${command}.brand`,
    placeholder: plain('Choose a brand'),
    options: brands.map(optionOf),
  };
}
