export type IdleWait = {
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
  /** To be called whenever something may have ended. */
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
