/** A benchmark's Redis servers and processes, which are cleaned up however it ends. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGuard } from '#sandbox/guard.ts';
import { type RunningRedis, startRedis } from '#sandbox/redis.ts';
import { type Child, type ChildOptions, startChild } from './child.ts';
import { signingSecret } from './deliveries.ts';
import { metricsToken } from './usage.ts';

export interface Environment {
  startRedis(): Promise<RunningRedis>;
  /** Starts a process that's stopped with the benchmark. Default `entry`: the bot. */
  start(settings: Record<string, string>, entry?: string): Promise<Child>;
  /** Registers something to stop at the end, in reverse order. */
  keep<T extends { stop(): Promise<unknown> }>(opened: T): T;
}

const main = join(import.meta.dirname, '../../src/main.ts');

/** Runs a benchmark and stops everything that it started, even if it fails. */
export async function withEnvironment<T>(run: (environment: Environment) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-bench-'));
  const guard = startGuard(folder);
  const opened: { stop(): Promise<unknown> }[] = [];
  const environment: Environment = {
    startRedis: async () => environment.keep(await startRedis({ within: { folder, guard } })),
    async start(settings, entry = main) {
      const child = await startChild({ entry, settings, guard } satisfies ChildOptions);
      opened.push({ stop: () => child.end() });
      return child;
    },
    keep(one) {
      opened.push(one);
      return one;
    },
  };
  try {
    return await run(environment);
  } finally {
    for (const one of opened.reverse()) await one.stop();
    await guard.release();
  }
}

/** The settings of a bot with this Redis, Slack, and service, and without a rate limit unless it's given. */
export function botSettings(own: {
  REDIS_URL: string;
  SLACK_API_URL: string;
  SOCIAL_API_URL: string;
  [name: string]: string;
}): Record<string, string> {
  return {
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: signingSecret,
    SOCIAL_API_KEY: 'bench-key',
    METRICS_TOKEN: metricsToken,
    PORT: '0',
    REQUESTS_PER_MINUTE: '10000000',
    CHANNEL_INTERVAL_MS: '1',
    // deliberate delays aren't part of the measurement
    UNDO_SECONDS: '0',
    ...own,
  };
}
