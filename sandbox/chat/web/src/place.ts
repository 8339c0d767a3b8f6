/**
 * Where the page is, kept in the address: `?as=` is the person, `#` the open channel (or `home`), so that
 * two tabs can be two people and a reload stays where it was.
 */
import { useCallback, useSyncExternalStore } from 'react';

/** The hash of the app's Home tab; channel ids never look like this. */
export const homePlace = 'home';

export interface Place {
  as: string;
  /** A channel id, `home`, or empty when nothing was chosen yet. */
  open: string;
  goTo(open: string): void;
  actAs(person: string): void;
}

const changed = 'presscheck:place';

function subscribe(listener: () => void) {
  const kinds = ['popstate', 'hashchange', changed];
  for (const kind of kinds) window.addEventListener(kind, listener);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, listener);
  };
}

function write(as: string, open: string) {
  const url = new URL(window.location.href);
  if (as) url.searchParams.set('as', as);
  url.hash = open;
  window.history.pushState(null, '', url);
  window.dispatchEvent(new Event(changed));
}

export function usePlace(): Place {
  const href = useSyncExternalStore(subscribe, () => window.location.href);
  const url = new URL(href);
  const as = url.searchParams.get('as') ?? '';
  const open = decodeURIComponent(url.hash.slice(1));
  const goTo = useCallback((next: string) => write(as, next), [as]);
  const actAs = useCallback((person: string) => write(person, open), [open]);
  return { as, open, goTo, actAs };
}
