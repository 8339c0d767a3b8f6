/** Reports what a bot was doing when its test failed, to explain rare failures. */
import type { TestContext } from 'node:test';
import type { SandboxService } from '#sandbox/service/index.ts';
import type { Config } from '#src/app/config.ts';
import { connectFailingFast, type Redis, whenReady } from '#src/platform/redis/redis.ts';

interface FailedBot {
  config: Config;
  service: Pick<SandboxService, 'requests'>;
  logs: readonly Record<string, unknown>[];
}

/** The log lines about jobs, cards, requests, and listing reads. */
const telling =
  /:(active|wait|delayed|failed|prioritized|\d+|lock|d[en]:.+|card:.+|ledger:.+|hold:.+|reads:.+|watched:.+)$/;

const longestValue = 600;
const linesOfLogs = 15;
const lastRequests = 20;
const warning = 40;

/** Adds the report to the diagnostics of a failed test. Does nothing if the test passed. */
export async function reportFailure(t: TestContext, { config, service, logs }: FailedBot): Promise<void> {
  // missing in Node's types
  if ((t as { error?: unknown }).error == null) return;
  const requests = service.requests
    .slice(-lastRequests)
    .map(({ at, method, path, query }) => `${time(at)} ${method} ${path} ${JSON.stringify(query)}`);
  const complaints = logs
    .filter(({ level }) => Number(level) >= warning)
    .slice(-linesOfLogs)
    .map((line) => cut(JSON.stringify(line)));
  const state = await stateOf(config).catch((cause: unknown) => [`Redis: ${String(cause)}`]);
  t.diagnostic(
    [
      `${t.name}, ${time(Date.now())}`,
      ...state,
      'The last requests',
      ...requests,
      'The log',
      ...complaints,
    ].join('\n'),
  );
}

async function stateOf(config: Config): Promise<string[]> {
  const redis = connectFailingFast(config, () => undefined);
  try {
    await whenReady(redis, 3_000);
    const keys = (await redis.keys(`*${config.REDIS_PREFIX}*`)).filter((key) => telling.test(key));
    return await Promise.all(keys.sort().map(async (key) => `${key} ${cut(await valueAt(redis, key))}`));
  } finally {
    redis.disconnect();
  }
}

async function valueAt(redis: Redis, key: string): Promise<string> {
  switch (await redis.type(key)) {
    case 'string':
      return (await redis.get(key)) ?? '';
    case 'hash':
      return JSON.stringify(await redis.hgetall(key));
    case 'list':
      return (await redis.lrange(key, 0, -1)).join(' ');
    case 'set':
      return (await redis.smembers(key)).join(' ');
    case 'zset':
      return (await redis.zrange(key, '0', '-1', 'WITHSCORES')).join(' ');
    default:
      return '';
  }
}

const time = (at: number): string => new Date(at).toISOString().slice(11, -1);

const cut = (text: string): string => (text.length > longestValue ? `${text.slice(0, longestValue)}…` : text);
