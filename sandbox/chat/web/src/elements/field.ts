/** What an element needs from its block: its label, its hint and error, and whether it dispatches actions. */
import type { ConfirmationDialog } from '@slack/types';
import { createContext, useContext } from 'react';
import { elementValue, stateWith } from '#sandbox/chat/element-values.ts';
import { type AnyElement, actionIdOf } from '../surface/element-values.ts';
import { type ElementRef, useSurfaceContext } from '../surface/surface.ts';

export interface Field {
  blockId: string;
  /** The ID for `<label for>`; absent without a label. */
  controlId?: string | undefined;
  /** The control's accessible name if there's no label. */
  name: string;
  /** Ids of the hint and of the error. */
  describedBy?: string | undefined;
  invalid: boolean;
  /** Whether it can be cleared. */
  optional: boolean;
  /** Whether changes are sent to the app at once (`dispatch_action`). */
  dispatches: boolean;
}

export const FieldContext = createContext<Field | undefined>(undefined);

export function useField(): Field {
  const field = useContext(FieldContext);
  if (!field) throw new Error('Elements are drawn inside a block that names them.');
  return field;
}

/** The label props of a control. */
export function useNaming(fallbackName = '') {
  const field = useField();
  return {
    id: field.controlId,
    'aria-label': field.controlId ? undefined : field.name || fallbackName,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  };
}

/** The label props of a group of controls, which `<label for>` can't point to. */
export function useGroupNaming() {
  const { id, ...naming } = useNaming();
  return { ...naming, 'aria-labelledby': id ? `${id}-label` : undefined };
}

interface ValueElement extends AnyElement {
  confirm?: ConfirmationDialog;
}

export interface Entry {
  spot: ElementRef;
  value: unknown;
  busy: boolean;
  /** Sets a value, and dispatches it if the block says so. */
  choose(value: unknown): void;
  /** Sets a typed value without dispatching it. */
  type(value: unknown): void;
  /** Dispatches the current value to the app. */
  dispatchValue(value: unknown): void;
}

/** The value of one element on its surface. */
export function useEntry(element: ValueElement): Entry {
  const surface = useSurfaceContext();
  const field = useField();
  const spot = { blockId: field.blockId, actionId: actionIdOf(element) };
  const stateOf = (value: unknown) => stateWith(element.type, value) ?? { type: element.type };
  const type = (value: unknown) => surface.enter(spot, stateOf(value));
  const showToast = (value: unknown) =>
    surface.dispatch(spot, { value: stateOf(value), confirm: element.confirm });
  return {
    spot,
    value: elementValue(surface.values[spot.blockId]?.[spot.actionId]),
    busy: surface.isBusy(spot),
    choose: field.dispatches ? showToast : type,
    type,
    dispatchValue: showToast,
  };
}
