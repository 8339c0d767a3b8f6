export type IdleWait = {
  /** Resolves once nothing is in progress. */
  settled(): Promise<void>;
  /** Call this whenever something may have finished. */
  check(): void;
};

export function createIdleWait(isIdle: () => boolean): IdleWait {
  let waiting: (() => void)[] = [];
  return {
    settled: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    check() {
      if (waiting.length === 0 || !isIdle()) return;
      const done = waiting;
      waiting = [];
      for (const resolve of done) resolve();
    },
  };
}
