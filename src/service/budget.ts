/** Who may send a request now: people first, watching last and evenly. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './errors.ts';
import type { Budget, Lane, Log, RateLimitInfo } from './service.ts';

/** Where the requests of one key are counted, for all processes together. */
export interface RequestWindow {
  take(now: number, limit: number, keepFree: number, paceMs: number): Promise<number>;
  learned(now: number, seen: RateLimitInfo): Promise<void>;
  /** How many of `limit`, or of the lower one that the service told, are left at `now`. */
  left(now: number, limit: number): Promise<number>;
}

/** The share of the limit that a lane leaves to those before it. */
const leaves: Record<Lane, number> = { person: 0, work: 0.1, watch: 0.3 };

/** A longer wait is for the queue, which survives a restart and keeps no connection. */
export const longestBudgetWaitMs = 2_000;

export function createBudget(options: {
  window: RequestWindow;
  requestsPerMinute: number;
  log: Log;
  now(): number;
  /** Told when a request was put off, for whoever counts. */
  onPostponed?(lane: Lane): void;
}): Budget & { left(): Promise<Record<Lane, number>> } {
  const { window, requestsPerMinute: limit, now } = options;
  // what is left for watching, spread over the minute
  const paceMs = 60_000 / (limit * (1 - leaves.watch));
  return {
    async take(lane, signal) {
      const keepFree = Math.ceil(limit * leaves[lane]);
      const until = now() + longestBudgetWaitMs;
      for (;;) {
        const waitMs = await window.take(now(), limit, keepFree, lane === 'watch' ? paceMs : 0);
        if (waitMs === 0) return;
        if (now() + waitMs > until) {
          options.onPostponed?.(lane);
          throw postponed(waitMs);
        }
        await sleep(waitMs, undefined, { signal });
      }
    },
    async left() {
      const free = await window.left(now(), limit);
      const of = (lane: Lane): number => Math.max(0, free - Math.ceil(limit * leaves[lane]));
      return { person: of('person'), work: of('work'), watch: of('watch') };
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
