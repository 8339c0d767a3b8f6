/** How a process ends: first everything that accepts work, all at once, then what that used, newest first. */
import { within } from '#src/platform/within.ts';

export function createStopping(drainWithinMs: number, closeWithinMs: number) {
  const draining: ((withinMs: number) => Promise<unknown>)[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  return {
    /**
     * `end` stops accepting work at once, and resolves when running work has ended, after `withinMs` at the
     * latest.
     */
    drains: (end: (withinMs: number) => Promise<unknown>): void => void draining.push(end),
    /** Closed after everything is drained. */
    closes: (close: () => Promise<unknown>): void => void closing.push(close),
    /**
     * Resolves after both times at the latest. Rejects with the first error once everything else is closed. A
     * second call doesn't wait.
     */
    async stop(): Promise<void> {
      const failed: unknown[] = [];
      const fail = (cause: unknown): void => void failed.push(cause);
      const ends = draining.splice(0).map((end) => end(drainWithinMs).catch(fail));
      await within(Promise.all(ends), drainWithinMs);
      const until = performance.now() + closeWithinMs;
      for (const close of closing.splice(0).reverse())
        await within(close().catch(fail), until - performance.now());
      if (failed.length > 0) throw failed[0];
    },
  };
}
