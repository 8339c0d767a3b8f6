import type { RichTextInput as RichTextInputElement } from '@slack/types';
import { useRef } from 'react';
import { useEntry, useField, useNaming } from './field.ts';
import { useFocusOnLoad } from './focus-on-load.ts';
import { richTextFromPlain, richTextToPlain } from './rich-text-value.ts';

/** A plain text area whose value is a `rich_text` block: formatting is not offered here. */
export function RichTextInput({ element }: { element: RichTextInputElement }) {
  const naming = useNaming(element.placeholder?.text);
  const { optional } = useField();
  const { value, type } = useEntry(element);
  const input = useRef<HTMLTextAreaElement>(null);
  useFocusOnLoad(input, element.focus_on_load);
  return (
    <textarea
      ref={input}
      {...naming}
      className="input"
      rows={element.min_lines ?? 4}
      placeholder={element.placeholder?.text}
      aria-required={!optional}
      value={richTextToPlain(value)}
      onChange={(event) => type(event.target.value === '' ? null : richTextFromPlain(event.target.value))}
    />
  );
}
