/** What a test has to close at its end, whatever comes of it. */
import type { TestContext } from 'node:test';

/** Answers a function that takes what is to be closed. The last is closed first, and all of them, also when one fails. */
export function createClosing(t: Pick<TestContext, 'after'>): (close: () => unknown) => void {
  const closing: (() => unknown)[] = [];
  t.after(async () => {
    const failed: unknown[] = [];
    for (const close of closing.reverse())
      try {
        await close();
      } catch (cause) {
        failed.push(cause);
      }
    // behind the hooks of the test itself: one that throws keeps those behind it from running
    if (failed.length > 0)
      t.after(() => {
        throw failed[0];
      });
  });
  return (close) => void closing.push(close);
}
