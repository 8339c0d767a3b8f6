import { useEffect, useState } from 'react';
import type { ChatState } from '#sandbox/chat/protocol.ts';
import { setAhead } from '../text/now.ts';
import { withSameParts } from './same-parts.ts';

const reconnectEveryMs = 1000;

interface Stream {
  as: string;
  state: ChatState | undefined;
  connected: boolean;
}

/** The last state that the server sent for this user. Reconnects while the page is open. */
export function useChatState(as: string) {
  const [stream, setStream] = useState<Stream>({ as, state: undefined, connected: true });
  useEffect(() => {
    let source: EventSource | undefined;
    let timer = 0;
    // EventSource stops retrying after an HTTP error, such as one from a proxy while the server restarts.
    const open = () => {
      const opened = new EventSource(`page/events?as=${encodeURIComponent(as)}`);
      source = opened;
      opened.onmessage = (event: MessageEvent<string>) => {
        const state: ChatState = JSON.parse(event.data);
        setAhead(state.clock?.aheadMs ?? 0);
        setStream((last) => withSameParts(last, { as, state, connected: true }));
      };
      opened.onerror = () => {
        opened.close();
        setStream((last) => ({ ...last, connected: false }));
        timer = window.setTimeout(open, reconnectEveryMs);
      };
    };
    open();
    return () => {
      source?.close();
      window.clearTimeout(timer);
    };
  }, [as]);
  // Never render another user's state, not even before the first event.
  return stream.as === as
    ? { state: stream.state, connected: stream.connected }
    : { state: undefined, connected: true };
}
