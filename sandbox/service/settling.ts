export type Settling = {
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
  /** To be called whenever something may have ended. */
  look(): void;
};

export function createSettling(isQuiet: () => boolean): Settling {
  let waiting: (() => void)[] = [];
  return {
    settled: () => (isQuiet() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    look() {
      if (waiting.length === 0 || !isQuiet()) return;
      const done = waiting;
      waiting = [];
      for (const resolve of done) resolve();
    },
  };
}
