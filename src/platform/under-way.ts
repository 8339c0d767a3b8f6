/** The requests under way in this process, so that they can end before it stops. */
import type { Server } from 'node:http';

export type UnderWay = ReturnType<typeof createUnderWay>;

export function createUnderWay() {
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    /** Counts something as under way until the returned function is called. */
    begin(): () => void {
      running += 1;
      return () => {
        running -= 1;
        if (running > 0) return;
        for (const idle of waiting) idle();
        waiting = [];
      };
    },
    /** Resolves when nothing is under way anymore, after `withinMs` at the latest. */
    ended: (withinMs: number): Promise<void> =>
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

/** Stops listening, gives what's under way `withinMs` to end, and then closes every connection. */
export async function closeServer(server: Server, underWay: UnderWay, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await underWay.ended(withinMs);
  // This also closes idle connections. Otherwise, one of them would keep the process running forever.
  server.closeAllConnections();
  await closed;
}
