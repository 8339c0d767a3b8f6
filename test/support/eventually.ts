/** The one place in the tests that waits for time to pass. */
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The default timeout. It's long, so that a busy machine doesn't fail a test; a passing test never takes this long. Set
 * `PATIENCE_MS` to make a failing test fail faster.
 */
export const timeoutMs = Number(process.env.PATIENCE_MS ?? 120_000);

export interface EventuallyOptions {
  /** The timeout. Default: `timeoutMs`. Use a shorter one only if being late is the failure under test. */
  withinMs?: number;
  /** What the test waits for, for the error message. */
  what?: string;
}

let timeoutFactor = 1;

/**
 * Multiplies this test's timeouts until it ends, including the drivers' waits, for tests in virtual time with a slow service.
 */
export function extendTimeouts(t: Pick<TestContext, 'after'>, times: number): void {
  timeoutFactor = times;
  t.after(() => {
    timeoutFactor = 1;
  });
}

/** How long something may take in the test that runs now. */
export const patienceNow = (): number => timeoutMs * timeoutFactor;

/**
 * Repeats `check` until it neither throws nor returns `false` or `null`, and resolves to its result. `undefined` counts as done,
 * because assertions return it; a `find` needs `?? null`. On a timeout, the error contains the last result.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = timeoutMs, what = 'The expected result' }: EventuallyOptions = {},
): Promise<Exclude<T, false | null>> {
  const until = performance.now() + withinMs * timeoutFactor;
  for (let betweenMs = 5; ; betweenMs = Math.min(betweenMs * 1.5, 100 * timeoutFactor)) {
    const seen = await attempt(check);
    if (seen.ok) return seen.value;
    if (performance.now() + betweenMs > until) {
      throw new Error(`${what} didn't happen within ${withinMs * timeoutFactor} ms. Last: ${seen.why}`, {
        cause: seen.cause,
      });
    }
    await sleep(betweenMs);
  }
}

type Seen<T> = { ok: true; value: Exclude<T, false | null> } | { ok: false; why: string; cause?: unknown };

async function attempt<T>(check: () => T | Promise<T>): Promise<Seen<T>> {
  try {
    const value = await check();
    if (value === false || value === null) return { ok: false, why: `it was ${value}` };
    return { ok: true, value: value as Exclude<T, false | null> };
  } catch (cause) {
    return { ok: false, why: cause instanceof Error ? cause.message : String(cause), cause };
  }
}
