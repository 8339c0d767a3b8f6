import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How close to the end counts as being at the newest message. */
const nearTheEndPx = 80;

interface Following {
  /** The newest message when the user scrolled away from the end; `undefined` at the end. */
  left: string | undefined;
  /** Scrolls to the newest message and keeps following. */
  jump(): void;
}

/**
 * Keeps a list scrolled to its newest message, unless the user has scrolled up. It starts there, or at `sought`. `newest` is the
 * `ts` of the last message.
 */
export function useFollowNewest(
  list: RefObject<HTMLElement | null>,
  newest: string,
  targetTs: boolean,
): Following {
  const atEnd = useRef(!targetTs);
  const lastTop = useRef(0);
  const last = useRef(newest);
  const [left, setLeft] = useState(targetTs ? newest : undefined);
  const [{ settle, remember, jump }] = useState(() => {
    const settle = () => {
      const element = list.current;
      if (!element) return;
      if (atEnd.current) element.scrollTop = element.scrollHeight;
      else if (element.scrollHeight <= element.clientHeight) setLeft(last.current);
    };
    const arrive = () => {
      atEnd.current = true;
      setLeft(undefined);
    };
    // Only scrolling up counts: a loading image also moves the end away.
    const remember = () => {
      const element = list.current;
      if (!element) return;
      const near = element.scrollHeight - element.scrollTop - element.clientHeight < nearTheEndPx;
      if (near) arrive();
      else if (element.scrollTop < lastTop.current) {
        if (atEnd.current) setLeft(last.current);
        atEnd.current = false;
      }
      lastTop.current = element.scrollTop;
    };
    const jump = () => {
      arrive();
      settle();
    };
    return { settle, remember, jump };
  });

  useLayoutEffect(() => {
    last.current = newest;
    settle();
  }, [newest, settle]);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    element.addEventListener('scroll', remember, { passive: true });
    // Images that load and cards that are updated also change the list's height.
    const watch = new ResizeObserver(settle);
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => {
      element.removeEventListener('scroll', remember);
      watch.disconnect();
    };
  }, [list, settle, remember]);
  return { left, jump };
}
