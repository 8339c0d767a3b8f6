import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How far from the end still counts as reading the newest. */
const nearTheEndPx = 80;

interface Following {
  /** The newest message when the reader left the end, or that they saw without scrolling; `undefined` at the end. */
  left: string | undefined;
  /** Goes to the newest message, and stays with what comes. */
  jump(): void;
}

/**
 * Keeps a list at its newest message, unless the reader has scrolled up. It begins there too, or where something is `sought`.
 * `newest` is the time of the last message.
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
    // Only going up leaves the end: when a picture loads the end moves away without anybody having scrolled.
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
    // Not only a new message makes the list longer: a picture that has loaded does, and a redrawn card.
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
