import { initialState } from './element-values.ts';
import { placedElements } from './elements.ts';
import type { StateValues } from './protocol.ts';

/**
 * The values of a surface after it was updated: a value is kept if its block and action IDs stay the same; all others are initial
 * values (docs.slack.dev/reference/methods/views.update).
 */
export function stateOf(blocks: readonly unknown[], entered: StateValues = {}): StateValues {
  const values: StateValues = {};
  for (const { blockId, actionId, type, element } of placedElements(blocks)) {
    const before = entered[blockId]?.[actionId];
    const state = before?.type === type ? before : initialState({ ...element, type });
    if (state) values[blockId] = { ...values[blockId], [actionId]: state };
  }
  return values;
}

/** The values after the client sent its state. Values without an element on this surface are dropped. */
export function stateAfter(blocks: readonly unknown[], current: StateValues, sent: StateValues): StateValues {
  const merged: StateValues = {};
  for (const [blockId, actions] of Object.entries({ ...current, ...sent })) {
    merged[blockId] = { ...current[blockId], ...actions };
  }
  return stateOf(blocks, merged);
}
