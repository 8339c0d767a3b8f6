import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How far from the end still counts as reading the newest. */
const nearTheEndPx = 80;

/** Keeps a list at its newest message, unless the reader has scrolled up. */
export function useFollowNewest(list: RefObject<HTMLElement | null>) {
  const atEnd = useRef(true);
  const lastTop = useRef(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const settle = () => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    };
    // Only going up leaves the end: when a picture loads the end moves away without anybody having scrolled.
    const remember = () => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight < nearTheEndPx;
      if (near) atEnd.current = true;
      else if (element.scrollTop < lastTop.current) atEnd.current = false;
      lastTop.current = element.scrollTop;
    };
    settle();
    element.addEventListener('scroll', remember, { passive: true });
    // Not only a new message makes the list longer: a picture that has loaded does, and a redrawn card.
    const watch = new ResizeObserver(settle);
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => {
      element.removeEventListener('scroll', remember);
      watch.disconnect();
    };
  }, [list]);
}
