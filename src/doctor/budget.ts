/** The doctor's requests count with those of the bot, which may be at work with the same key. */
import type { Config } from '#src/config.ts';
import { createBudget } from '#src/service/budget.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { Budget } from '#src/service/service.ts';
import { connectFailingFast, whenReady } from '#src/store/redis.ts';
import { createRequestWindow } from '#src/store/request-window.ts';
import { doubtful, type Finding } from './finding.ts';

const withinMs = 3_000;

export interface CountedBudget extends Budget {
  /** What to say of requests that could not be counted; none where all were. */
  findings(): Finding[];
  close(): void;
}

/**
 * The budget of the key as the bot has it; a request waits up to a minute for its turn. Without Redis, requests go
 * out uncounted. Never rejects.
 */
export async function openBudget(
  config: Config,
  wrong: ReadonlySet<string>,
  now: () => number,
): Promise<CountedBudget> {
  const misset = [...wrong].some((name) => name.startsWith('REDIS_') || name === 'REQUESTS_PER_MINUTE');
  const shared = misset ? undefined : await connect(config, now).catch(() => undefined);
  let uncounted = 0;
  return {
    async take(_, call) {
      try {
        if (!shared) throw new Error('nothing counts');
        await shared.budget.take('check', { ...call, begun: true });
      } catch (cause) {
        if (cause instanceof ServiceError || call?.signal?.aborted) throw cause;
        uncounted += 1;
      }
    },
    learned: (info) => shared?.budget.learned(info),
    findings: () => (uncounted > 0 ? [notCounted] : []),
    close: () => shared?.redis.disconnect(),
  };
}

const notCounted = doubtful(
  'Service budget',
  'the requests of this run could not be counted with those of the bot',
  'Mend Redis and its settings first; until then wait a minute between two runs beside a bot at work.',
);

async function connect(config: Config, now: () => number) {
  const redis = connectFailingFast(config, () => undefined);
  try {
    await whenReady(redis, withinMs);
  } catch (cause) {
    redis.disconnect();
    throw cause;
  }
  const window = createRequestWindow(redis, config.REDIS_PREFIX, config.SOCIAL_API_KEY ?? '');
  const log = { warn: () => undefined };
  return { redis, budget: createBudget({ window, requestsPerMinute: config.REQUESTS_PER_MINUTE, log, now }) };
}
