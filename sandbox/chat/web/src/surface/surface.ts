import type { ConfirmationDialog, KnownBlock } from '@slack/types';
import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { Container, ElementState, StateValues } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { carryValues } from './element-values.ts';
import { useOpenChannel } from './open-channel.ts';

/** Identifies an element on its surface. */
export interface ElementRef {
  blockId: string;
  actionId: string;
}

interface ElementEvent {
  /** The element's new state; a button has none. */
  value?: ElementState | undefined;
  /** Shown before anything is sent. */
  confirm?: ConfirmationDialog | undefined;
}

/** A message, a modal or the Home tab: blocks with the values people entered in them. */
export interface Surface {
  container: Container;
  values: StateValues;
  /** Messages at fields, by block id; only a modal has some. */
  errors: Record<string, string>;
  enter(element: ElementRef, value: ElementState): void;
  /** Sets the value, if there is one, and sends `block_actions`, after the confirmation if the element has one. */
  dispatch(element: ElementRef, event: ElementEvent): void;
  isBusy(element: ElementRef): boolean;
  pending: Pending | undefined;
  settle(agreed: boolean): void;
}

interface Pending {
  confirm: ConfirmationDialog;
  /** Sends the clicked action even if the message is updated before the user confirms. */
  send(): void;
}

const keyOf = (element: ElementRef) => JSON.stringify([element.blockId, element.actionId]);

function withValue(values: StateValues, { blockId, actionId }: ElementRef, value: ElementState): StateValues {
  return { ...values, [blockId]: { ...values[blockId], [actionId]: value } };
}

interface Kept {
  blocks: KnownBlock[];
  values: StateValues;
}

/** The state of one surface. */
export function useSurface(container: Container, blocks: KnownBlock[]): Surface {
  const { perform } = useChat();
  const channel = useOpenChannel();
  const [kept, setKept] = useState<Kept>(() => ({ blocks, values: carryValues({}, blocks, channel) }));
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [pending, setPending] = useState<Pending>();

  let current = kept;
  if (kept.blocks !== blocks) {
    // The app has updated the surface: carry the values over before rendering.
    current = { blocks, values: carryValues(kept.values, blocks, channel) };
    setKept(current);
  }
  const { values } = current;

  const enter = useCallback((element: ElementRef, value: ElementState) => {
    setKept((last) => ({ ...last, values: withValue(last.values, element, value) }));
  }, []);

  const send = useCallback(
    async (element: ElementRef, value: ElementState | undefined) => {
      const state = value ? withValue(values, element, value) : values;
      if (state !== values && value) enter(element, value);
      const key = keyOf(element);
      setBusy((all) => [...all, key]);
      await perform('action', { container, ...element, state, ...(value ? { value } : {}) });
      setBusy((all) => all.toSpliced(all.indexOf(key), 1));
    },
    [perform, container, enter, values],
  );

  const dispatch = useCallback(
    (element: ElementRef, event: ElementEvent) => {
      const now = () => void send(element, event.value);
      if (event.confirm) setPending({ confirm: event.confirm, send: now });
      else now();
    },
    [send],
  );

  const settle = useCallback(
    (agreed: boolean) => {
      setPending(undefined);
      if (agreed) pending?.send();
    },
    [pending],
  );

  const isBusy = useCallback((element: ElementRef) => busy.includes(keyOf(element)), [busy]);
  return useMemo(
    () => ({ container, values, errors: {}, enter, dispatch, isBusy, pending, settle }),
    [container, values, enter, dispatch, isBusy, pending, settle],
  );
}

export const SurfaceContext = createContext<Surface | undefined>(undefined);

export function useSurfaceContext(): Surface {
  const surface = useContext(SurfaceContext);
  if (!surface) throw new Error('Blocks are drawn inside a SurfaceBlocks.');
  return surface;
}
