/**
 * Where the page is, kept in the address: `?as=` is the person, `#` the open channel (or `home`, `threads`), with a message
 * behind a slash when one is looked for, and its thread behind another when it is a reply, so that two tabs can be two people and a reload stays where it was.
 */
import { useCallback, useSyncExternalStore } from 'react';

/** The hashes of the app's Home tab and of the threads; channel ids never look like this. */
export const homeHash = 'home';
export const threadsHash = 'threads';

export interface PageLocation {
  as: string;
  /** A channel id, `home`, `threads`, or empty when nothing was chosen yet. */
  open: string;
  /** The `ts` of the message that is looked for; empty: the newest. */
  message: string;
  /** The first message of the thread in which it is looked for; empty: in the channel. */
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

/** Where in the page an address leads: to a message of this chat, or to the app's Home tab; `undefined`: somewhere else. */
export function hashForUrl(address: string): string | undefined {
  if (/^slack:\/\/app\?(?:.*&)?tab=home$/.test(address)) return homeHash;
  const [, origin = '', channel, seconds, digits, query] =
    /^(https?:\/\/[^/]+)\/archives\/(\w+)\/p(\d+)(\d{6})(\?.*)?$/.exec(address) ?? [];
  if (origin !== window.location.origin) return undefined;
  const asked = new URLSearchParams(query);
  const thread = asked.get('cid') === channel ? asked.get('thread_ts') : null;
  return hashOf({ channel: channel ?? '', ts: `${seconds}.${digits}`, thread });
}

/** The place in the address when a click on a link leads there. It keeps its address, which people copy. */
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
