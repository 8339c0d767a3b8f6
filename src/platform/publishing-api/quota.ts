/** Decides who can send a request now, within the requests that an API key has each minute. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './errors.ts';
import type { RequestCount, Share } from './quota-store.ts';
import type { CheckRateLimiter, KeyQuota, Log, Priority } from './service.ts';

/**
 * A fifth of the limit is reserved for the first two, so that clicks are sent at once however much there is
 * to check.
 */
export const shares: Record<Priority, Share> = {
  interactive: { rank: 0, leavesPercent: 0, mostPercent: 100 },
  operation: { rank: 1, leavesPercent: 0, mostPercent: 100 },
  check: { rank: 2, leavesPercent: 20, mostPercent: 100 },
  background: { rank: 3, leavesPercent: 20, mostPercent: 50 },
};

/** A longer wait is left to the queue, which survives a restart and holds no connection open. */
export const longestQuotaWaitMs = 2_000;

export interface QuotaState {
  /** Requests per minute: as configured, or the lower limit that the service announced. */
  limit: number;
  /** How many requests each priority could send now. */
  left: Record<Priority, number>;
}

/** The processes that share `count` never exceed `requestsPerMinute`; a lower limit is learned. */
export function createQuota(options: {
  count: RequestCount;
  /** Names in the line are for this workspace alone: others with the same key can have the same brands. */
  workspace: string;
  requestsPerMinute: number;
  log: Log;
  now(): number;
  /** Called when a request was postponed, for metrics. */
  onPostponed?(priority: Priority): void;
}): KeyQuota & CheckRateLimiter & { state(): Promise<QuotaState> } {
  const { count, workspace, requestsPerMinute, now } = options;
  return {
    async acquire(priority, { who, signal } = {}) {
      const waitsUntil = now() + longestQuotaWaitMs;
      const ticket = `${priority}.${workspace}.${who ?? randomUUID()}`;
      const line = { ticket, keepsPlace: who !== undefined, waitsUntil };
      for (;;) {
        const waitMs = await count.acquire(now(), requestsPerMinute, shares[priority], line);
        if (waitMs === 0) return;
        if (now() + waitMs > waitsUntil) {
          options.onPostponed?.(priority);
          throw postponed(waitMs);
        }
        await sleep(waitMs, undefined, { signal });
      }
    },
    consumeCheck: (who) =>
      count.consumeCheck(now(), requestsPerMinute, 100 - shares.check.leavesPercent, `${workspace}.${who}`),
    async state() {
      const { limit, left, background } = await count.state(now(), requestsPerMinute);
      const of = (priority: Priority): number => {
        const { leavesPercent, mostPercent } = shares[priority];
        // Every priority can send at least one request, however low the limit is.
        const most =
          mostPercent < 100 ? Math.max(1, Math.floor((limit * mostPercent) / 100)) - background : left;
        return Math.max(
          0,
          Math.min(most, left - Math.min(limit - 1, Math.ceil((limit * leavesPercent) / 100))),
        );
      };
      return {
        limit,
        left: {
          interactive: of('interactive'),
          operation: of('operation'),
          check: of('check'),
          background: of('background'),
        },
      };
    },
    learned(info) {
      count.learned(now(), info).catch((cause: unknown) => {
        options.log.warn({ err: cause }, "couldn't store the service's rate limit");
      });
    },
  };
}

/**
 * The error for a request that wasn't sent because this minute's quota is used up. It doesn't count as a
 * failed attempt.
 */
function postponed(retryAfterMs: number): ServiceError {
  return new ServiceError('The request quota for this minute is used up', {
    kind: 'busy',
    endpoint: 'quota',
    retry: true,
    taken: 'no',
    retryAfterMs,
  });
}
