/** Counts the doctor's requests together with those of a bot that uses the same key. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#src/app/config.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { createQuota } from '#src/platform/publishing-api/quota.ts';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import type { KeyQuota, Quota } from '#src/platform/publishing-api/service.ts';
import { connectFailingFast, whenReady } from '#src/platform/redis/redis.ts';
import { doubtful, type Finding } from './finding.ts';

const withinMs = 3_000;
const waitsMs = 61_000;

export interface CountedQuota extends KeyQuota {
  /** A finding about requests that couldn't be counted; empty if all were. */
  findings(): Finding[];
  close(): void;
}

/**
 * The key's quota as the bot uses it. A request waits for it, up to a minute. Without Redis, requests are
 * sent uncounted. Never rejects.
 */
export async function openQuota(
  config: Config,
  wrong: ReadonlySet<string>,
  now: () => number,
): Promise<CountedQuota> {
  const misset = [...wrong].some((name) => name.startsWith('REDIS_') || name === 'REQUESTS_PER_MINUTE');
  const shared = misset ? undefined : await connect(config, now).catch(() => undefined);
  let uncounted = 0;
  return {
    async acquire(_, { signal } = {}) {
      try {
        if (!shared) throw new Error('nothing counts');
        await acquire(shared.quota, signal);
      } catch (cause) {
        if (cause instanceof ServiceError || signal?.aborted) throw cause;
        uncounted += 1;
      }
    },
    learned: (info) => shared?.quota.learned(info),
    findings: () => (uncounted > 0 ? [notCounted] : []),
    close: () => shared?.redis.disconnect(),
  };
}

/** Asks again while the quota postpones it, for up to a minute. */
async function acquire(quota: Quota, signal: AbortSignal | undefined): Promise<void> {
  const who = randomUUID();
  const until = Date.now() + waitsMs;
  for (;;) {
    try {
      return await quota.acquire('check', { who, signal });
    } catch (cause) {
      if (!(cause instanceof ServiceError) || !cause.postponed) throw cause;
      const { retryAfterMs = 1_000 } = cause;
      if (Date.now() + retryAfterMs > until) throw cause;
      await sleep(retryAfterMs, undefined, { signal });
    }
  }
}

const notCounted = doubtful(
  'Service quota',
  "couldn't count this run's requests together with the bot's",
  'Fix Redis and its settings first. Until then, wait a minute between runs while the bot is running.',
);

async function connect(config: Config, now: () => number) {
  const redis = connectFailingFast(config, () => undefined);
  try {
    await whenReady(redis, withinMs);
  } catch (cause) {
    redis.disconnect();
    throw cause;
  }
  const count = createRequestCount(redis, config.REDIS_PREFIX, config.SOCIAL_API_KEY ?? '');
  const log = { warn: () => undefined };
  const workspace = 'doctor';
  const requestsPerMinute = config.REQUESTS_PER_MINUTE;
  return { redis, quota: createQuota({ count, workspace, requestsPerMinute, log, now }) };
}
