import type { TestContext } from 'node:test';
import type { ChatState } from '#sandbox/chat/protocol.ts';
import { timeoutMs } from '#test/support/eventually.ts';

/** The page's connection: its state, and a way to act. */
export async function openPage(t: TestContext, url: string, as: string) {
  const abort = new AbortController();
  t.after(() => abort.abort());
  const response = await fetch(`${url}/page/events?as=${as}`, { signal: abort.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** Reads on until a state fits. */
    async shows(fits: (state: ChatState) => boolean): Promise<ChatState> {
      let isLate = false;
      const late = setTimeout(() => {
        isLate = true;
        void reader?.cancel();
      }, timeoutMs);
      try {
        for (;;) {
          const end = text.indexOf('\n\n');
          if (end >= 0) {
            const state = JSON.parse(text.slice('data: '.length, end)) as ChatState;
            text = text.slice(end + 2);
            if (fits(state)) return state;
            continue;
          }
          const chunk = await reader?.read();
          if (isLate) throw new Error(`no state fit within ${timeoutMs} ms`);
          if (!chunk || chunk.done) throw new Error('the stream ended');
          text += chunk.value;
        }
      } finally {
        clearTimeout(late);
      }
    },
    async act(name: string, body: object): Promise<Record<string, unknown>> {
      const sent = await fetch(`${url}/page/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ as, ...body }),
      });
      return (await sent.json()) as Record<string, unknown>;
    },
  };
}
