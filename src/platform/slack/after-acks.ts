/**
 * What follows acknowledgements, such as the call that opens a modal, begins when no more deliveries come in, and little by
 * little: what Slack waits for goes first.
 */

/** What many people do in one moment comes in closer together than this. */
const quietMs = 1;

/** Then it begins, however many more come in. What came alone begins at once. */
const atMostMs = 20;

/** So much of what waits begins in each turn of the event loop, so that what comes in meanwhile is not behind all of it. */
const share = 1 / 32;

export interface AfterAcks {
  /** A delivery came in. */
  arrived(): void;
  /** Resolves when it is the caller's turn; in the order of the calls. */
  turn(): Promise<void>;
}

/** `now`: a clock in milliseconds. */
export function createAfterAcks(now: () => number): AfterAcks {
  let waiting: { since: number; begin: () => void }[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let many = false;

  function next(): void {
    const { since = 0 } = waiting[0] ?? {};
    if (many && now() - last < quietMs && now() - since < atMostMs) return void setTimeout(next, 1);
    const begun = waiting.slice(0, Math.ceil(waiting.length * share));
    waiting = waiting.slice(begun.length);
    if (waiting.length > 0) setImmediate(next);
    for (const { begin } of begun) begin();
  }

  return {
    arrived() {
      many = now() - last < quietMs;
      last = now();
    },
    turn: () =>
      new Promise((begin) => {
        waiting.push({ since: now(), begin });
        if (waiting.length === 1) setImmediate(next);
      }),
  };
}
