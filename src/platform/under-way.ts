/** The requests under way in this process, so that a stop lets them end. */
import type { Server } from 'node:http';

export interface UnderWay {
  /** Counts something until the function that comes back is called. */
  begin(): () => void;
  /** Resolves when nothing is under way, at the latest after `withinMs`. */
  ended(withinMs: number): Promise<void>;
}

export function createUnderWay(): UnderWay {
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    begin() {
      running += 1;
      return () => {
        running -= 1;
        if (running > 0) return;
        for (const idle of waiting) idle();
        waiting = [];
      };
    },
    ended: (withinMs) =>
      new Promise((resolve) => {
        if (running === 0) return resolve();
        const timer = setTimeout(resolve, withinMs);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

/** Counts each request from its headers to the end of its answer. */
export function countRequests(server: Server, underWay: UnderWay): void {
  server.on('request', (_request, response) => response.once('close', underWay.begin()));
}

/** Stops listening, lets what is under way end for `withinMs` at most, and then closes every connection. */
export async function closeServer(server: Server, underWay: UnderWay, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await underWay.ended(withinMs);
  // also those over which nothing came: without this, one of them keeps the process forever
  server.closeAllConnections();
  await closed;
}
