/** Values of elements, in the shape of Slack's `view.state.values`, for the server and the page. */
import type { ElementState } from './protocol.ts';

/** For each element type: the property of its value, the property of its initial value, and its empty value. */
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

/** The state of an element with this value; `undefined` for elements without one, such as buttons. */
export function stateWith(type: string, value: unknown): ElementState | undefined {
  const place = valueFields[type];
  return place ? { type, [place.as]: value ?? place.empty } : undefined;
}

/** An element's state before any input. `fallback` is used if the app set no initial value. */
export function initialState(
  { type, ...element }: { type: string; [field: string]: unknown },
  fallback?: unknown,
): ElementState | undefined {
  return stateWith(type, element[valueFields[type]?.from ?? ''] ?? fallback);
}

/** The value of an element: text, an option, IDs, and so on; `undefined` if it's empty. */
export function elementValue(state: ElementState | undefined): unknown {
  const value = state?.[valueFields[state.type]?.as ?? ''];
  const nothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return nothing ? undefined : value;
}
