import { elementValue } from '../element-values.ts';
import { type PlacedElement, placedElements } from '../elements.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../json.ts';
import type { StoredView } from '../view-stacks.ts';

const largestFile = 10 * 1024 * 1024;

/** The checks that Slack's client runs on a value before it submits a modal. */
const validators: Record<string, (value: unknown, element: PlacedElement['element']) => string | undefined> =
  {
    plain_text_input(value, { min_length, max_length }) {
      const length = String(value).length;
      if (typeof min_length === 'number' && length < min_length)
        return `Must be at least ${min_length} characters.`;
      const most = typeof max_length === 'number' ? max_length : 3000;
      return length > most ? `Must be no more than ${most} characters.` : undefined;
    },
    file_input(value, { filetypes, max_files }) {
      const files = listOf(value).map(fieldsOf);
      const ending = ({ name }: Fields): string => textOf(name).split('.').at(-1)?.toLowerCase() ?? '';
      const taken = listOf(filetypes);
      const wrong = files.find((file) => taken.length > 0 && !taken.includes(ending(file)));
      if (wrong) return `${textOf(wrong.name)} is not a supported file type.`;
      if (files.some(({ size }) => Number(size) > largestFile)) return 'Files can be at most 10 MB.';
      const most = typeof max_files === 'number' ? max_files : 10;
      return files.length > most ? `You can upload at most ${most} files.` : undefined;
    },
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

/** Errors by block ID that the client finds itself. Such a submission isn't sent to the app. */
export function validationErrors(stored: StoredView): Record<string, string> {
  const found: Record<string, string> = {};
  for (const placed of placedElements(stored.view.blocks).filter((one) => one.input)) {
    const value = elementValue(stored.entered[placed.blockId]?.[placed.actionId]);
    const problem =
      value === undefined
        ? placed.block.optional === true
          ? undefined
          : 'Please complete this required field.'
        : validators[placed.type]?.(value, placed.element);
    if (problem) found[placed.blockId] = problem;
  }
  return found;
}
