import type { ConfirmationDialog, KnownBlock } from '@slack/types';
import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { Container, ElementState, StateValues } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { carryValues } from './element-values.ts';
import { useOpenChannel } from './open-channel.ts';

/** Where something was clicked or entered. */
export interface Spot {
  blockId: string;
  actionId: string;
}

interface Happening {
  /** The element's new state; a button has none. */
  value?: ElementState | undefined;
  /** Asked before anything is sent. */
  confirm?: ConfirmationDialog | undefined;
}

/** A message, a modal or the Home tab: blocks with the values people entered in them. */
export interface Surface {
  container: Container;
  values: StateValues;
  /** Messages at fields, by block id; only a modal has some. */
  errors: Record<string, string>;
  enter(spot: Spot, value: ElementState): void;
  /** Enters the value, if there is one, and tells the app; after the confirmation where one is asked for. */
  dispatch(spot: Spot, happening: Happening): void;
  isBusy(spot: Spot): boolean;
  pending: Pending | undefined;
  settle(agreed: boolean): void;
}

interface Pending {
  confirm: ConfirmationDialog;
  /** Sends what was pressed as it was shown then: the message may be redrawn before the person says yes. */
  send(): void;
}

const keyOf = (spot: Spot) => JSON.stringify([spot.blockId, spot.actionId]);

function withValue(values: StateValues, { blockId, actionId }: Spot, value: ElementState): StateValues {
  return { ...values, [blockId]: { ...values[blockId], [actionId]: value } };
}

interface Kept {
  blocks: KnownBlock[];
  values: StateValues;
}

/** The state of one surface. */
export function useSurface(container: Container, blocks: KnownBlock[]): Surface {
  const { act } = useChat();
  const channel = useOpenChannel();
  const [kept, setKept] = useState<Kept>(() => ({ blocks, values: carryValues({}, blocks, channel) }));
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [pending, setPending] = useState<Pending>();

  let current = kept;
  if (kept.blocks !== blocks) {
    // The app has redrawn the surface under the person's hands: carried over before anything is drawn.
    current = { blocks, values: carryValues(kept.values, blocks, channel) };
    setKept(current);
  }
  const { values } = current;

  const enter = useCallback((spot: Spot, value: ElementState) => {
    setKept((last) => ({ ...last, values: withValue(last.values, spot, value) }));
  }, []);

  const send = useCallback(
    async (spot: Spot, value: ElementState | undefined) => {
      const state = value ? withValue(values, spot, value) : values;
      if (state !== values && value) enter(spot, value);
      const key = keyOf(spot);
      setBusy((all) => [...all, key]);
      await act('action', { container, ...spot, state, ...(value ? { value } : {}) });
      setBusy((all) => all.toSpliced(all.indexOf(key), 1));
    },
    [act, container, enter, values],
  );

  const dispatch = useCallback(
    (spot: Spot, happening: Happening) => {
      const now = () => void send(spot, happening.value);
      if (happening.confirm) setPending({ confirm: happening.confirm, send: now });
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

  const isBusy = useCallback((spot: Spot) => busy.includes(keyOf(spot)), [busy]);
  return useMemo(
    () => ({ container, values, errors: {}, enter, dispatch, isBusy, pending, settle }),
    [container, values, enter, dispatch, isBusy, pending, settle],
  );
}

export const SurfaceContext = createContext<Surface | undefined>(undefined);

export function useThisSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (!surface) throw new Error('Blocks are drawn inside a SurfaceBlocks.');
  return surface;
}
