import { placedElements } from './elements.ts';
import type { Fields } from './json.ts';
import type { ElementState, StateValues } from './protocol.ts';

/** Where an element keeps its value in `view.state.values`, where its first value comes from, and emptiness. */
const kept: Record<string, { as: string; from: string; empty: unknown }> = {
  plain_text_input: { as: 'value', from: 'initial_value', empty: null },
  email_text_input: { as: 'value', from: 'initial_value', empty: null },
  url_text_input: { as: 'value', from: 'initial_value', empty: null },
  number_input: { as: 'value', from: 'initial_value', empty: null },
  rich_text_input: { as: 'rich_text_value', from: 'initial_value', empty: null },
  static_select: { as: 'selected_option', from: 'initial_option', empty: null },
  external_select: { as: 'selected_option', from: 'initial_option', empty: null },
  radio_buttons: { as: 'selected_option', from: 'initial_option', empty: null },
  multi_static_select: { as: 'selected_options', from: 'initial_options', empty: [] },
  multi_external_select: { as: 'selected_options', from: 'initial_options', empty: [] },
  checkboxes: { as: 'selected_options', from: 'initial_options', empty: [] },
  users_select: { as: 'selected_user', from: 'initial_user', empty: null },
  conversations_select: { as: 'selected_conversation', from: 'initial_conversation', empty: null },
  channels_select: { as: 'selected_channel', from: 'initial_channel', empty: null },
  multi_users_select: { as: 'selected_users', from: 'initial_users', empty: [] },
  multi_conversations_select: { as: 'selected_conversations', from: 'initial_conversations', empty: [] },
  multi_channels_select: { as: 'selected_channels', from: 'initial_channels', empty: [] },
  datepicker: { as: 'selected_date', from: 'initial_date', empty: null },
  timepicker: { as: 'selected_time', from: 'initial_time', empty: null },
  datetimepicker: { as: 'selected_date_time', from: 'initial_date_time', empty: null },
  file_input: { as: 'files', from: '', empty: [] },
};

/** The state of an element that holds a value; buttons and overflow menus hold none. */
export function stateWith(type: string, value: unknown): ElementState | undefined {
  const place = kept[type];
  return place ? { type, [place.as]: value ?? place.empty } : undefined;
}

/** What an element holds: text, a chosen option, ids… `undefined` when it holds nothing. */
export function heldValue(state: ElementState | undefined): unknown {
  const value = state?.[kept[state.type]?.as ?? ''];
  const nothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return nothing ? undefined : value;
}

function firstState(element: Fields): ElementState | undefined {
  const type = String(element.type);
  return stateWith(type, element[kept[type]?.from ?? '']);
}

/**
 * The values of a surface after it was drawn (again): what was entered stays where block and action id stay
 * the same, everything else starts from its first value (slack-facts §3, "views.update race").
 */
export function stateOf(blocks: readonly unknown[], entered: StateValues = {}): StateValues {
  const values: StateValues = {};
  for (const { blockId, actionId, type, element } of placedElements(blocks)) {
    const before = entered[blockId]?.[actionId];
    const state = before?.type === type ? before : firstState(element);
    if (state) values[blockId] = { ...values[blockId], [actionId]: state };
  }
  return values;
}

/** The values after a person's client sent its own; what belongs to no element of the surface is dropped. */
export function stateAfter(blocks: readonly unknown[], current: StateValues, sent: StateValues): StateValues {
  const merged: StateValues = {};
  for (const [blockId, actions] of Object.entries({ ...current, ...sent })) {
    merged[blockId] = { ...current[blockId], ...actions };
  }
  return stateOf(blocks, merged);
}
