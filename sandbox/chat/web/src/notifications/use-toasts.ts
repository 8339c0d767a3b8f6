import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Notification } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';

const shownForMs = 10_000;
const heldForMs = 1_000;

interface Toasts {
  /** Oldest first. */
  toasts: Notification[];
  dismiss(notifications: readonly Notification[]): void;
}

/**
 * The notifications to show as toasts: those since the page was opened that haven't been read anywhere, dismissed, or shown long
 * enough. None expires while the pointer is over `area`.
 */
export function useToasts(
  area: RefObject<HTMLElement | null>,
  isInView: (notification: Notification) => boolean,
): Toasts {
  const { state } = useChat();
  const [since] = useState(() => state.notifications.at(-1)?.ts ?? '');
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, number>());
  const toasts = state.notifications.filter((one) => one.ts > since && !gone.has(one.ts) && !isInView(one));

  const dismiss = useCallback((left: readonly Pick<Notification, 'ts'>[]) => {
    setGone((before) => new Set([...before, ...left.map(({ ts }) => ts)]));
  }, []);

  useEffect(() => {
    const end = (ts: string) => {
      if (area.current?.matches(':hover, :focus-within'))
        timers.current.set(ts, window.setTimeout(end, heldForMs, ts));
      else dismiss([{ ts }]);
    };
    for (const { ts } of toasts) {
      if (!timers.current.has(ts)) timers.current.set(ts, window.setTimeout(end, shownForMs, ts));
    }
  });
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) window.clearTimeout(timer);
      running.clear();
    };
  }, []);

  return { toasts, dismiss };
}
