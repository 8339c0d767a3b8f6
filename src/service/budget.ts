/** Who may send a request now: people first, watching last and in turns. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './errors.ts';
import type { Budget, Log, Priority, RateLimitInfo } from './service.ts';

/** Where the requests of one key are counted, for all processes together. */
export interface RequestWindow {
  take(now: number, limit: number, keepFreePercent: number, turn?: string, begun?: boolean): Promise<number>;
  learned(now: number, seen: RateLimitInfo): Promise<void>;
  state(now: number, limit: number): Promise<{ limit: number; left: number }>;
}

/**
 * How much of the limit a priority leaves to those before it: what they need at once. What they need beyond comes back
 * evenly, since looks are spread evenly over the minute, and they are served before the next look.
 */
const leavesPercent: Record<Priority, number> = { interactive: 0, operation: 0, check: 20, background: 20 };

/** What only begins leaves this much to what has begun: else many that begin together would never end. */
const beginningLeavesPercent = 30;

/** A longer wait is for the queue, which survives a restart and keeps no connection. */
export const longestBudgetWaitMs = 2_000;

/** What has begun waits until the minute is over. */
const longestBegunWaitMs = 61_000;

export interface BudgetState {
  /** Requests a minute: what was configured, or the lower limit that the service told. */
  limit: number;
  /** How many each could send now. */
  left: Record<Priority, number>;
}

/** `requestsPerMinute` is never exceeded by the processes that share `window`; a lower limit is learned. */
export function createBudget(options: {
  window: RequestWindow;
  requestsPerMinute: number;
  log: Log;
  now(): number;
  /** Told when a request was put off, for whoever counts. */
  onPostponed?(priority: Priority): void;
}): Budget & {
  state(): Promise<BudgetState>;
} {
  const { window, requestsPerMinute, now } = options;
  const keptFree = (limit: number, priority: Priority): number =>
    Math.ceil((limit * leavesPercent[priority]) / 100);
  async function state(): Promise<BudgetState> {
    const { limit, left: free } = await window.state(now(), requestsPerMinute);
    // the window lets one request through however little the limit is
    const of = (priority: Priority): number =>
      Math.max(0, free - Math.min(limit - 1, keptFree(limit, priority)));
    return {
      limit,
      left: {
        ...{ interactive: of('interactive'), operation: of('operation') },
        ...{ check: of('check'), background: of('background') },
      },
    };
  }
  return {
    async take(priority, { turn, begins, begun, signal } = {}) {
      const until = now() + (begun ? longestBegunWaitMs : longestBudgetWaitMs);
      const leaves = begins ? beginningLeavesPercent : leavesPercent[priority];
      for (;;) {
        const waitMs = await window.take(now(), requestsPerMinute, leaves, turn, begun);
        if (waitMs === 0) return;
        if (now() + waitMs > until) {
          options.onPostponed?.(priority);
          throw postponed(waitMs);
        }
        await sleep(waitMs, undefined, { signal });
      }
    },
    state,
    learned(seen) {
      window.learned(now(), seen).catch((cause: unknown) => {
        options.log.warn({ err: cause }, 'what the service said about its limit could not be kept');
      });
    },
  };
}

/** Nothing was sent: the requests of this minute are used up. It is no failed attempt. */
function postponed(retryAfterMs: number): ServiceError {
  return new ServiceError('The requests of this minute are used up', {
    kind: 'busy',
    endpoint: 'budget',
    retry: true,
    taken: 'no',
    retryAfterMs,
  });
}
