/**
 * True once the work has ended; false if that takes longer than `ms`. Rejects if the work does within that
 * time.
 */
export async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, Math.max(0, ms), false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
