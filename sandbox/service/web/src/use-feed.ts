import { useEffect, useState } from 'react';
import type { LiveFeed } from '#sandbox/service/live/protocol.ts';

const pollAfterMs = 1000;

interface Shown {
  feed: LiveFeed | undefined;
  connected: boolean;
}

/** Polls the feed of published posts while the page is open. */
export function useFeed(): Shown {
  const [shown, setShown] = useState<Shown>({ feed: undefined, connected: true });
  useEffect(() => {
    const leaving = new AbortController();
    let timer = 0;
    let last = '';
    const ask = async () => {
      try {
        const response = await fetch('feed', { signal: leaving.signal });
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        const text = await response.text();
        const feed: LiveFeed = JSON.parse(text);
        // decided here because React may run the updater later, when `last` has already changed
        const isNew = text !== last;
        last = text;
        setShown((before) => (isNew || !before.connected ? { feed, connected: true } : before));
      } catch {
        if (leaving.signal.aborted) return;
        setShown(({ feed }) => ({ feed, connected: false }));
      }
      timer = window.setTimeout(ask, pollAfterMs);
    };
    ask();
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, []);
  return shown;
}
