/** What Slack's own client refuses before it sends a modal: pure, by block id. */

import type { InputBlock, KnownBlock, NumberInput, PlainTextInput } from '@slack/types';
import type { StateValues } from '#sandbox/chat/protocol.ts';
import { actionIdOf, blockIdOf, heldValue, isEmpty } from '../surface/element-values.ts';

export function findMistakes(blocks: KnownBlock[], values: StateValues): Record<string, string> {
  const mistakes: Record<string, string> = {};
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'input') continue;
    const blockId = blockIdOf(block, index);
    const state = values[blockId]?.[actionIdOf(block.element)];
    const mistake = isEmpty(state)
      ? !block.optional && 'Please complete this required field.'
      : mistakeIn(block.element, heldValue(state));
    if (mistake) mistakes[blockId] = mistake;
  }
  return mistakes;
}

function mistakeIn(element: InputBlock['element'], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  switch (element.type) {
    case 'plain_text_input':
      return lengthMistake(element, value);
    case 'number_input':
      return numberMistake(element, value.trim());
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
        ? undefined
        : 'Please enter a valid email address.';
    case 'url_text_input':
      return isWebAddress(value.trim()) ? undefined : 'Please enter a valid URL, e.g. https://example.com.';
    default:
      return undefined;
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function lengthMistake(element: PlainTextInput, text: string): string | undefined {
  if (element.min_length !== undefined && text.length < element.min_length) {
    return `Please use at least ${element.min_length} characters.`;
  }
  if (element.max_length !== undefined && text.length > element.max_length) {
    return `Please use no more than ${element.max_length} characters.`;
  }
  return undefined;
}

function numberMistake(element: NumberInput, text: string): string | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return 'Please enter a number.';
  if (!element.is_decimal_allowed && text.includes('.')) return 'Please enter a whole number.';
  const number = Number(text);
  if (element.min_value !== undefined && number < Number(element.min_value)) {
    return `Please enter a number of ${element.min_value} or more.`;
  }
  if (element.max_value !== undefined && number > Number(element.max_value)) {
    return `Please enter a number of ${element.max_value} or less.`;
  }
  return undefined;
}
