import type { NumberInput, PlainTextInput } from '@slack/types';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useEntry, useField, useNaming } from './field.ts';
import { useFocusOnLoad } from './focus-on-load.ts';

const dispatchAfterMs = 300;
/** The counter is shown once this share of the maximum length is used. */
const nearTheLimit = 0.8;

/**
 * Text and number inputs. All are `type="text"`, so that invalid values reach our own validation instead of being dropped by the browser.
 */
export function TextInput({ element }: { element: PlainTextInput | NumberInput }) {
  const naming = useNaming(element.placeholder?.text);
  const { optional, dispatches } = useField();
  const { value, type, dispatchValue: showToast } = useEntry(element);
  const timer = useRef(0);
  const single = useRef<HTMLInputElement>(null);
  const multiple = useRef<HTMLTextAreaElement>(null);
  const multiline = element.type === 'plain_text_input' && element.multiline === true;
  useFocusOnLoad(single, element.focus_on_load && !multiline);
  useFocusOnLoad(multiple, element.focus_on_load && multiline);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const text = typeof value === 'string' ? value : '';
  const triggers = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];
  const onText = (next: string) => {
    type(next === '' ? null : next);
    window.clearTimeout(timer.current);
    if (dispatches && triggers.includes('on_character_entered')) {
      timer.current = window.setTimeout(() => showToast(next === '' ? null : next), dispatchAfterMs);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || !dispatches || !triggers.includes('on_enter_pressed'))
      return;
    event.preventDefault();
    showToast(text === '' ? null : text);
  };

  const shared = {
    ...naming,
    className: 'input',
    placeholder: element.placeholder?.text,
    'aria-required': !optional,
    value: text,
    onKeyDown,
  };
  const limit = element.type === 'plain_text_input' ? element.max_length : undefined;
  return (
    <span className="text-input">
      {multiline ? (
        <textarea ref={multiple} {...shared} rows={4} onChange={(event) => onText(event.target.value)} />
      ) : (
        <input
          ref={single}
          {...shared}
          type="text"
          inputMode={element.type === 'number_input' ? 'decimal' : 'text'}
          onChange={(event) => onText(event.target.value)}
        />
      )}
      {limit !== undefined && text.length >= limit * nearTheLimit && (
        <span className="text-input-counter" data-over={text.length > limit}>
          {limit - text.length}
        </span>
      )}
    </span>
  );
}
