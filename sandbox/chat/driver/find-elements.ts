import { type PlacedElement, placedElements } from '../elements.ts';
import { fieldsOf, textOf } from '../json.ts';
import { optionsOf } from '../limits/texts.ts';
import { textOfBlocks } from './shown-text.ts';
import { describeMatch, type Match, matches } from './wait-until.ts';

const words = (value: unknown): string => textOf(fieldsOf(value).text);
const bare = (text: string): string => text.replaceAll(/[*_~`]/g, '').trim();

/** A field's name for a user: its label, or the text next to it. */
export function labelOf({ block, element, actionId, input }: PlacedElement): string {
  if (input) return words(block.label);
  return bare(words(block.text)) || words(element.placeholder) || actionId;
}

/** All elements on this surface that have a value. */
export function fieldsIn(blocks: readonly unknown[]): PlacedElement[] {
  return placedElements(blocks).filter((one) => one.type !== 'button');
}

export function fieldCalled(blocks: readonly unknown[], name: string): PlacedElement | undefined {
  const fields = fieldsIn(blocks);
  const names = ({ element, actionId, blockId }: PlacedElement) => [
    words(element.placeholder),
    actionId,
    blockId,
  ];
  return (
    fields.find((one) => labelOf(one) === name) ??
    fields.find((one) => bare(labelOf(one)) === bare(name)) ??
    fields.find((one) => names(one).includes(name))
  );
}

export function buttonsIn(blocks: readonly unknown[]): PlacedElement[] {
  return placedElements(blocks).filter((one) => one.type === 'button');
}

export const buttonText = (button: PlacedElement): string => words(button.element.text);

/** Selects one of several elements with the same name. */
export interface Which {
  /** Text in its block, or in the text above it. */
  beside?: Match;
  /** The first is 1. */
  nth?: number;
}

/** The text next to or above an element. */
function textBeside(blocks: readonly unknown[], placed: PlacedElement): string {
  const own = textOfBlocks([placed.block]);
  const at = blocks.findIndex((block) => fieldsOf(block).block_id === placed.blockId);
  return own || textOfBlocks(blocks.slice(Math.max(at - 1, 0), at));
}

function pick(
  blocks: readonly unknown[],
  found: PlacedElement[],
  which: Which,
  name: string,
  there: string[],
): PlacedElement {
  const { beside, nth } = which;
  const left = beside === undefined ? found : found.filter((one) => matches(beside, textBeside(blocks, one)));
  const one = nth === undefined ? left[0] : left[nth - 1];
  if (left.length > 1 && nth === undefined)
    throw new Error(`There are ${left.length} of "${name}"; say which`);
  if (one) return one;
  throw new Error(
    `There is no "${name}"${beside ? ` beside text${describeMatch(beside)}` : ''}. There is: ${there.join(', ') || 'nothing to click'}`,
  );
}

/** The button with this text. Throws if there's none. */
export function buttonCalled(blocks: readonly unknown[], text: string, which: Which = {}): PlacedElement {
  const all = buttonsIn(blocks);
  const found = all.filter((one) => buttonText(one) === text);
  return pick(blocks, found, which, text, all.map(buttonText));
}

/** The menu that has this option, or, by name, an external select. */
export function menuOffering(
  blocks: readonly unknown[],
  text: string,
  menu: string | undefined,
  which: Which,
): PlacedElement {
  const all = placedElements(blocks).filter((one) => one.type !== 'button');
  const named = menu === undefined ? undefined : fieldCalled(blocks, menu);
  const found = named
    ? [named]
    : all.filter((one) => optionsOf(one.element).some((option) => words(fieldsOf(option).text) === text));
  const there = all.flatMap((one) => optionsOf(one.element).map((option) => words(fieldsOf(option).text)));
  return pick(blocks, found, which, text, there);
}
