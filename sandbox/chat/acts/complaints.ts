import { heldValue } from '../element-state.ts';
import { type Placed, placedElements } from '../elements.ts';
import type { Held } from '../view-stacks.ts';

/** The looks that Slack's own client takes at a value before it sends a modal. */
const looks: Record<string, (value: unknown, element: Placed['element']) => string | undefined> = {
  plain_text_input(value, { min_length, max_length }) {
    const length = String(value).length;
    if (typeof min_length === 'number' && length < min_length)
      return `Must be at least ${min_length} characters.`;
    const most = typeof max_length === 'number' ? max_length : 3000;
    return length > most ? `Must be no more than ${most} characters.` : undefined;
  },
  email_text_input: (value) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(value)) ? undefined : 'Please enter a valid email address.',
  url_text_input: (value) =>
    URL.canParse(String(value)) && /^https?:/.test(String(value)) ? undefined : 'Please enter a valid URL.',
  number_input(value, { is_decimal_allowed, min_value, max_value }) {
    const number = Number(value);
    if (Number.isNaN(number)) return 'Please enter a number.';
    if (!is_decimal_allowed && !Number.isInteger(number)) return 'Please enter a whole number.';
    if (min_value !== undefined && number < Number(min_value))
      return `Must be at least ${String(min_value)}.`;
    if (max_value !== undefined && number > Number(max_value))
      return `Must be no more than ${String(max_value)}.`;
    return undefined;
  },
};

/** What the client itself refuses, by block id; the app hears nothing of such a submission. */
export function complaints(held: Held): Record<string, string> {
  const found: Record<string, string> = {};
  for (const placed of placedElements(held.view.blocks).filter((one) => one.input)) {
    const value = heldValue(held.entered[placed.blockId]?.[placed.actionId]);
    const problem =
      value === undefined
        ? placed.block.optional === true
          ? undefined
          : 'Please complete this required field.'
        : looks[placed.type]?.(value, placed.element);
    if (problem) found[placed.blockId] = problem;
  }
  return found;
}
