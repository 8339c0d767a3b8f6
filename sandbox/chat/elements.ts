import type { KnownBlock } from '@slack/types';
import { newId } from './ids.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf } from './json.ts';

/** An interactive element and its position on the surface. */
export interface PlacedElement {
  blockId: string;
  actionId: string;
  type: string;
  element: Fields;
  block: Fields;
  /** Whether it's in an `input` block. */
  input: boolean;
  /** Whether using it sends `block_actions`. */
  dispatches: boolean;
}

const shownOnly = new Set(['image', 'plain_text', 'mrkdwn']);

function elementsIn(block: Fields): Fields[] {
  switch (block.type) {
    case 'section':
      return isFields(block.accessory) ? [block.accessory] : [];
    case 'input':
      return isFields(block.element) ? [block.element] : [];
    case 'actions':
      return listOf(block.elements).filter(isFields);
    case 'card':
      return listOf(block.actions).filter(isFields);
    default:
      return [];
  }
}

const nestedIn = (block: Fields): Fields[] =>
  block.type === 'carousel' ? listOf(block.elements).filter(isFields) : [];

/** Every interactive element of a message, modal or home, in reading order. */
export function placedElements(blocks: readonly unknown[]): PlacedElement[] {
  return blocks.filter(isFields).flatMap((block) => [
    ...elementsIn(block)
      .filter((element) => !shownOnly.has(textOf(element.type)))
      .map((element) => ({
        blockId: textOf(block.block_id),
        actionId: textOf(element.action_id),
        type: textOf(element.type),
        element,
        block,
        input: block.type === 'input',
        dispatches: block.type !== 'input' || block.dispatch_action === true,
      })),
    ...placedElements(nestedIn(block)),
  ]);
}

/** A copy in which every block and element has an ID: like Slack, this generates the missing ones. */
export function withIds(blocks: readonly KnownBlock[]): KnownBlock[] {
  const copies = structuredClone(blocks) as KnownBlock[];
  const name = (block: Fields): void => {
    block.block_id ??= newId('', 5);
    for (const element of elementsIn(block)) {
      if (!shownOnly.has(textOf(element.type))) element.action_id ??= newId('', 5);
    }
    nestedIn(block).forEach(name);
  };
  for (const block of copies) name(fieldsOf(block));
  return copies;
}
