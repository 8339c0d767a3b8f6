/** What an element holds before anyone touched it, in the shape of Slack's `view.state.values`. */

import type { KnownBlock } from '@slack/types';
import type { ElementState, StateValues } from '#sandbox/chat/protocol.ts';

/** Any element of Block Kit, as far as its type and its id go. */
export interface AnyElement {
  type: string;
  action_id?: string;
}

/** Elements with a value, with the key it is kept under and the key of its initial value. */
const valueKeys: Record<string, { key: string; initial?: string; empty: unknown }> = {
  plain_text_input: { key: 'value', initial: 'initial_value', empty: null },
  email_text_input: { key: 'value', initial: 'initial_value', empty: null },
  url_text_input: { key: 'value', initial: 'initial_value', empty: null },
  number_input: { key: 'value', initial: 'initial_value', empty: null },
  rich_text_input: { key: 'rich_text_value', initial: 'initial_value', empty: null },
  file_input: { key: 'files', empty: [] },
  static_select: { key: 'selected_option', initial: 'initial_option', empty: null },
  external_select: { key: 'selected_option', initial: 'initial_option', empty: null },
  users_select: { key: 'selected_user', initial: 'initial_user', empty: null },
  conversations_select: { key: 'selected_conversation', initial: 'initial_conversation', empty: null },
  channels_select: { key: 'selected_channel', initial: 'initial_channel', empty: null },
  multi_static_select: { key: 'selected_options', initial: 'initial_options', empty: [] },
  multi_external_select: { key: 'selected_options', initial: 'initial_options', empty: [] },
  multi_users_select: { key: 'selected_users', initial: 'initial_users', empty: [] },
  multi_conversations_select: { key: 'selected_conversations', initial: 'initial_conversations', empty: [] },
  multi_channels_select: { key: 'selected_channels', initial: 'initial_channels', empty: [] },
  radio_buttons: { key: 'selected_option', initial: 'initial_option', empty: null },
  checkboxes: { key: 'selected_options', initial: 'initial_options', empty: [] },
  datepicker: { key: 'selected_date', initial: 'initial_date', empty: null },
  timepicker: { key: 'selected_time', initial: 'initial_time', empty: null },
  datetimepicker: { key: 'selected_date_time', initial: 'initial_date_time', empty: null },
};

/** The element's state with this value; for elements without one (a button) only the type. */
export function stateWith(type: string, value: unknown): ElementState {
  const known = valueKeys[type];
  return known ? { type, [known.key]: value } : { type };
}

export function heldValue(state: ElementState | undefined): unknown {
  return state?.[valueKeys[state.type]?.key ?? ''];
}

export function isEmpty(state: ElementState | undefined): boolean {
  const value = heldValue(state);
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** @param channel where the person is, for `default_to_current_conversation` */
function initialState(element: AnyElement & Record<string, unknown>, channel: string | undefined) {
  const known = valueKeys[element.type];
  if (!known) return undefined;
  const given = known.initial === undefined ? undefined : element[known.initial];
  const current = offersCurrent(element, channel) ? channel : undefined;
  const fallback = current && Array.isArray(known.empty) ? [current] : current;
  return stateWith(element.type, given ?? fallback ?? known.empty);
}

/** Slack leaves out a direct message where the menu has none. */
function offersCurrent(element: Record<string, unknown>, channel = ''): boolean {
  const { include } = (element.filter ?? {}) as { include?: string[] };
  return (
    element.default_to_current_conversation === true &&
    !(channel.startsWith('D') && include && !include.includes('im'))
  );
}

/** The elements of a block that can be acted on. */
function elementsOf(block: KnownBlock): AnyElement[] {
  if (block.type === 'input') return [block.element];
  if (block.type === 'actions') return block.elements;
  if (block.type === 'section') return block.accessory ? [block.accessory] : [];
  return [];
}

/** The blocks with those that stand inside others, each with its id. */
function withNested(blocks: KnownBlock[], prefix = ''): { block: KnownBlock; blockId: string }[] {
  return blocks.flatMap((block, index) => {
    const blockId = block.block_id ?? prefix + blockIdOf(block, index);
    const nested = block.type === 'container' ? withNested(block.child_blocks, `${blockId}-`) : [];
    return [{ block, blockId }, ...nested];
  });
}

/**
 * The values of a surface after its blocks changed: what a person entered stays where block id, action id
 * and type are still the same, everything else starts from its initial value. That is Slack's own rule.
 */
export function carryValues(
  before: StateValues,
  blocks: KnownBlock[],
  channel: string | undefined,
): StateValues {
  const after: StateValues = {};
  for (const { block, blockId } of withNested(blocks)) {
    for (const element of elementsOf(block)) {
      const actionId = actionIdOf(element);
      const kept = before[blockId]?.[actionId];
      const state = kept?.type === element.type ? kept : initialState({ ...element }, channel);
      if (state) after[blockId] = { ...after[blockId], [actionId]: state };
    }
  }
  return after;
}

// The chat server gives every block and element an id, as Slack does; these are only for what came without.
export function blockIdOf(block: { block_id?: string }, index: number): string {
  return block.block_id ?? `block-${index}`;
}

export function actionIdOf(element: AnyElement): string {
  return element.action_id ?? element.type;
}
