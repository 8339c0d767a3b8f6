/** Longest delay of the timer, so that a far date does not overflow it. */
const longestMs = 60_000;

export type Scheduler = {
  /** Runs what is due, and sets the timer for the next item. */
  tick(): void;
  stop(): void;
};

type Parts = {
  now(): number;
  nextDue(): number | undefined;
  runDue(): void;
  onError(cause: unknown): void;
};

/** Runs `runDue` whenever something is due. Its timer doesn't keep the process running. */
export function createScheduler({ now, nextDue, runDue, onError }: Parts): Scheduler {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function tick(): void {
    if (stopped) return;
    clearTimeout(timer);
    runDue();
    const due = nextDue();
    if (due === undefined) return;
    timer = setTimeout(wake, Math.min(Math.max(due - now(), 1), longestMs));
    timer.unref();
  }

  function wake(): void {
    try {
      tick();
    } catch (cause) {
      onError(cause);
    }
  }

  return {
    tick,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
