/** What an element knows about the block it stands in: its name, its messages, whether the app is told. */
import type { ConfirmationDialog } from '@slack/types';
import { createContext, useContext } from 'react';
import { elementValue, stateWith } from '#sandbox/chat/element-values.ts';
import { type AnyElement, actionIdOf } from '../surface/element-values.ts';
import { type ElementRef, useSurfaceContext } from '../surface/surface.ts';

export interface Field {
  blockId: string;
  /** The id that a `<label for>` points to; absent where no label is drawn. */
  controlId?: string | undefined;
  /** The control's accessible name where no label is drawn. */
  name: string;
  /** Ids of the hint and of the error. */
  describedBy?: string | undefined;
  invalid: boolean;
  /** May be emptied again. */
  optional: boolean;
  /** Tells the app at once, instead of waiting for the submission. */
  dispatches: boolean;
}

export const FieldContext = createContext<Field | undefined>(undefined);

export function useField(): Field {
  const field = useContext(FieldContext);
  if (!field) throw new Error('Elements are drawn inside a block that names them.');
  return field;
}

/** The naming of a control, to be spread on it. */
export function useNaming(fallbackName = '') {
  const field = useField();
  return {
    id: field.controlId,
    'aria-label': field.controlId ? undefined : field.name || fallbackName,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  };
}

/** The naming of a group of controls: a `<label>` cannot point to it, so it points to the label. */
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
  /** A finished choice: told to the app where the block says so. */
  choose(value: unknown): void;
  /** Something typed: kept only. */
  type(value: unknown): void;
  /** Tells the app what is there now. */
  dispatchValue(value: unknown): void;
}

/** One element's value on its surface. */
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
