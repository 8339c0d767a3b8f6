/** The one place in the tests that waits for time to pass. */
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** Only what never comes takes so long: a busy machine is no failure. `PATIENCE_MS` makes a red test fast. */
export const timeoutMs = Number(process.env.PATIENCE_MS ?? 120_000);

export interface EventuallyOptions {
  /** How long it may take. Default `patienceMs`; less only where being late is the fault. */
  withinMs?: number;
  /** What is waited for, for the sentence when it does not come. */
  what?: string;
}

let timeoutFactor = 1;

/**
 * Has this test wait so many times as long until it has ended, also for what people expect of messages and modals: for a service
 * that is that slow on a clock that jumps.
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
 * Asks again and again until `check` neither throws nor answers `false` or `null`, and gives back what it
 * answered. Answering nothing counts as done, since that is what an assertion does: a `find` needs a `?? null`.
 * When it does not come in time, the error says what the last look saw.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = timeoutMs, what = 'What the test waits for' }: EventuallyOptions = {},
): Promise<Exclude<T, false | null>> {
  const until = performance.now() + withinMs * timeoutFactor;
  for (let betweenMs = 5; ; betweenMs = Math.min(betweenMs * 1.5, 100 * timeoutFactor)) {
    const seen = await attempt(check);
    if (seen.ok) return seen.value;
    if (performance.now() + betweenMs > until) {
      throw new Error(`${what} did not come within ${withinMs * timeoutFactor} ms. Last: ${seen.why}`, {
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
