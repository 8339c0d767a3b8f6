/** The values of a surface, in the shape of Slack's `view.state.values`. */
import type { KnownBlock } from '@slack/types';
import { initialState } from '#sandbox/chat/element-values.ts';
import type { StateValues } from '#sandbox/chat/protocol.ts';

/** Any element of Block Kit, as far as its type and its id go. */
export interface AnyElement {
  type: string;
  action_id?: string;
}

/** The current conversation, for menus with `default_to_current_conversation`. Slack leaves out a direct message if the menu excludes them. */
function currentFor(element: Record<string, unknown>, channel = ''): string | undefined {
  const { include } = (element.filter ?? {}) as { include?: string[] };
  const isOffered = !(channel.startsWith('D') && include && !include.includes('im'));
  return element.default_to_current_conversation === true && isOffered ? channel : undefined;
}

/** The elements of a block that can be acted on. */
function elementsOf(block: KnownBlock): AnyElement[] {
  if (block.type === 'input') return [block.element];
  if (block.type === 'actions') return block.elements;
  if (block.type === 'section') return block.accessory ? [block.accessory] : [];
  return [];
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
  for (const [index, block] of blocks.entries()) {
    const blockId = blockIdOf(block, index);
    for (const element of elementsOf(block)) {
      const actionId = actionIdOf(element);
      const kept = before[blockId]?.[actionId];
      const state =
        kept?.type === element.type
          ? kept
          : initialState({ ...element }, currentFor({ ...element }, channel));
      if (state) after[blockId] = { ...after[blockId], [actionId]: state };
    }
  }
  return after;
}

// Only for blocks and elements without an ID: the chat server, like Slack, gives every one an ID.
export function blockIdOf(block: { block_id?: string }, index: number): string {
  return block.block_id ?? `block-${index}`;
}

export function actionIdOf(element: AnyElement): string {
  return element.action_id ?? element.type;
}
