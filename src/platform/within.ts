import { setTimeout as sleep } from 'node:timers/promises';

/**
 * True once the work has ended; false if that takes longer than `ms`. Rejects if the work does within that
 * time.
 */
export async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = new AbortController();
  const late = sleep(Math.max(0, ms), false, { signal: ended.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    ended.abort();
  }
}
