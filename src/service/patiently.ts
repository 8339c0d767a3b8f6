/** For what would have to start over if it came back later. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './errors.ts';

const longestMs = 61_000;

/** Asks again while the quota postpones it, for up to a minute; rejects as `ask` does. */
export async function patiently<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const until = Date.now() + longestMs;
  for (;;) {
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof ServiceError) || cause.endpoint !== 'quota') throw cause;
      const { retryAfterMs = 1_000 } = cause;
      if (Date.now() + retryAfterMs > until) throw cause;
      // what was aborted meanwhile is rejected by the next call
      await sleep(retryAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
