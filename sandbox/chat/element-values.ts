/** What elements hold, in the shape of Slack's `view.state.values`: for the server and the page. */
import type { ElementState } from './protocol.ts';

/** The field that holds an element's value, the field with its initial value, and its value when it's empty. */
const valueFields: Record<string, { as: string; from: string; empty: null | [] }> = {
  plain_text_input: { as: 'value', from: 'initial_value', empty: null },
  number_input: { as: 'value', from: 'initial_value', empty: null },
  static_select: { as: 'selected_option', from: 'initial_option', empty: null },
  external_select: { as: 'selected_option', from: 'initial_option', empty: null },
  radio_buttons: { as: 'selected_option', from: 'initial_option', empty: null },
  multi_static_select: { as: 'selected_options', from: 'initial_options', empty: [] },
  multi_external_select: { as: 'selected_options', from: 'initial_options', empty: [] },
  checkboxes: { as: 'selected_options', from: 'initial_options', empty: [] },
  conversations_select: { as: 'selected_conversation', from: 'initial_conversation', empty: null },
  multi_users_select: { as: 'selected_users', from: 'initial_users', empty: [] },
  datepicker: { as: 'selected_date', from: 'initial_date', empty: null },
  timepicker: { as: 'selected_time', from: 'initial_time', empty: null },
  datetimepicker: { as: 'selected_date_time', from: 'initial_date_time', empty: null },
  file_input: { as: 'files', from: '', empty: [] },
};

/** The state of an element that holds a value; buttons hold none. */
export function stateWith(type: string, value: unknown): ElementState | undefined {
  const place = valueFields[type];
  return place ? { type, [place.as]: value ?? place.empty } : undefined;
}

/** What an element holds before anyone touched it; `otherwise`: where the app gave no first value. */
export function initialState(
  { type, ...element }: { type: string; [field: string]: unknown },
  fallback?: unknown,
): ElementState | undefined {
  return stateWith(type, element[valueFields[type]?.from ?? ''] ?? fallback);
}

/** What an element holds: text, a chosen option, ids… `undefined` when it holds nothing. */
export function elementValue(state: ElementState | undefined): unknown {
  const value = state?.[valueFields[state.type]?.as ?? ''];
  const nothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return nothing ? undefined : value;
}
