/** Who may send a request now: people first, watching last and in turns. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './errors.ts';
import type { Budget, Log, Priority, RateLimitInfo } from './service.ts';

/** Where the requests of one key are counted, for all processes together. */
export interface RequestWindow {
  take(now: number, limit: number, keepFreePercent: number, turn?: string): Promise<number>;
  learned(now: number, seen: RateLimitInfo): Promise<void>;
  state(now: number, limit: number): Promise<{ limit: number; left: number }>;
}

/** How much of the limit a priority leaves to those before it. */
const leavesPercent: Record<Priority, number> = { person: 0, work: 10, watch: 30 };

/** A longer wait is for the queue, which survives a restart and keeps no connection. */
export const longestBudgetWaitMs = 2_000;

interface BudgetState {
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
  /** The share of what watching may send in a minute that is left now, from 0 to 1. */
  watchShareLeft(): Promise<number>;
} {
  const { window, requestsPerMinute, now } = options;
  const keptFree = (limit: number, priority: Priority): number =>
    Math.ceil((limit * leavesPercent[priority]) / 100);
  async function state(): Promise<BudgetState> {
    const { limit, left: free } = await window.state(now(), requestsPerMinute);
    const of = (priority: Priority): number => Math.max(0, free - keptFree(limit, priority));
    return { limit, left: { person: of('person'), work: of('work'), watch: of('watch') } };
  }
  return {
    async take(priority, turn, signal) {
      const until = now() + longestBudgetWaitMs;
      for (;;) {
        const waitMs = await window.take(now(), requestsPerMinute, leavesPercent[priority], turn);
        if (waitMs === 0) return;
        if (now() + waitMs > until) {
          options.onPostponed?.(priority);
          throw postponed(waitMs);
        }
        await sleep(waitMs, undefined, { signal });
      }
    },
    state,
    async watchShareLeft() {
      const { limit, left } = await state();
      return left.watch / Math.max(1, limit - keptFree(limit, 'watch'));
    },
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
