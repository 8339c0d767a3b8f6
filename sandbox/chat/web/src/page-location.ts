/**
 * The page's location, kept in its URL, so that two tabs can be two users and a reload keeps everything: `?as=` is the user, and
 * the hash is the open channel (or `home`, `threads`), optionally followed by `/` and a message's `ts`, and by `/` and its
 * thread's `ts`.
 */
import { useCallback, useSyncExternalStore } from 'react';

/** The hashes of the Home tab and of *Threads*; no channel ID looks like these. */
export const homeHash = 'home';
export const threadsHash = 'threads';

export interface PageLocation {
  as: string;
  /** A channel ID, `home`, `threads`, or empty if nothing is open yet. */
  open: string;
  /** The `ts` of the message to scroll to; empty: the newest. */
  message: string;
  /** The `ts` of the thread that contains it; empty: the channel. */
  thread: string;
  goTo(open: string): void;
  actAs(user: string): void;
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

/** The hash of a message. */
export function hashOf({
  channel,
  ts,
  thread,
}: {
  channel: string;
  ts: string;
  thread?: string | null;
}): string {
  return `${channel}/${ts}${thread ? `/${thread}` : ''}`;
}

/** The page's hash for a URL of a message in this chat or of the app's Home tab; `undefined` for other URLs. */
export function hashForUrl(address: string): string | undefined {
  if (/^slack:\/\/app\?(?:.*&)?tab=home$/.test(address)) return homeHash;
  const [, origin = '', channel, seconds, digits, query] =
    /^(https?:\/\/[^/]+)\/archives\/(\w+)\/p(\d+)(\d{6})(\?.*)?$/.exec(address) ?? [];
  if (origin !== window.location.origin) return undefined;
  const asked = new URLSearchParams(query);
  const thread = asked.get('cid') === channel ? asked.get('thread_ts') : null;
  return hashOf({ channel: channel ?? '', ts: `${seconds}.${digits}`, thread });
}

/** A click handler that opens the link inside the page. The link keeps its `href`, which users can copy. */
export function followLink(page: string): (event: React.MouseEvent) => void {
  return (event) => {
    event.preventDefault();
    write('', page);
  };
}

export function usePageLocation(): PageLocation {
  const href = useSyncExternalStore(subscribe, () => window.location.href);
  const url = new URL(href);
  const as = url.searchParams.get('as') ?? '';
  const [open = '', message = '', thread = ''] = decodeURIComponent(url.hash.slice(1)).split('/');
  const goTo = useCallback((next: string) => write(as, next), [as]);
  const actAs = useCallback((user: string) => write(user, open), [open]);
  return { as, open, message, thread, goTo, actAs };
}
