/** Closes a test's resources when it ends, even if something fails. */
import type { TestContext } from 'node:test';

/** Returns a function that registers a cleanup. All cleanups run in reverse order, even if one fails. */
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
    // thrown last, because a hook that throws keeps later ones from running
    if (failed.length > 0)
      t.after(() => {
        throw failed[0];
      });
  });
  return (close) => void closing.push(close);
}
