/** A benchmark's servers and processes, which are cleaned up however it ends. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGuard } from '#sandbox/guard.ts';
import { type RunningRedis, startRedis } from '#sandbox/redis.ts';
import { type SandboxOptions, sandboxKey, startSandboxService } from '#sandbox/service/index.ts';
import { type Child, startChild } from './child.ts';
import { signingSecret } from './deliveries.ts';
import { type StubServer, startStubServer } from './stub-server.ts';
import { metricsToken } from './usage.ts';

export interface Environment {
  startRedis(): Promise<RunningRedis>;
  /** Starts a process that's stopped with the benchmark. Default `entry`: the bot. */
  start(settings: Record<string, string>, entry?: string, flags?: string[]): Promise<Child>;
  /** For Node's compile cache, which is empty at first. */
  folder: string;
  /** Registers something to stop at the end, in reverse order. */
  keep<T extends { stop(): Promise<unknown> }>(opened: T): T;
}

/** The servers that a bot with the sandbox service needs. */
export interface Dependencies {
  slack: StubServer;
  redis: RunningRedis;
  /** The bot's settings. Processes that it's compared with use some of them. */
  settings: Record<string, string>;
  /** `entry`: a file of `bench/parts/subjects`. Default: the bot, with this role. */
  start(options: {
    role?: 'all' | 'bot' | 'worker';
    entry?: string;
    settings?: Record<string, string>;
    flags?: string[];
  }): Promise<Child>;
}

const main = join(import.meta.dirname, '../../src/main.ts');

/** Runs a benchmark and stops everything that it started, even if it fails. */
export async function withEnvironment<T>(run: (environment: Environment) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-bench-'));
  const guard = startGuard(folder);
  const opened: { stop(): Promise<unknown> }[] = [];
  const environment: Environment = {
    folder,
    startRedis: async () => environment.keep(await startRedis({ within: { folder, guard } })),
    async start(settings, entry = main, flags = []) {
      const child = await startChild({ entry, settings, flags, guard });
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

/** Starts Redis, the sandbox service and a Slack stub. */
export async function startDependencies(
  environment: Environment,
  service: SandboxOptions = {},
): Promise<Dependencies> {
  const redis = await environment.startRedis();
  const slack = environment.keep(await startStubServer());
  const sandbox = environment.keep(
    await startSandboxService({ seed: 'one-brand', requestsPerMinute: 'off', ...service }),
  );
  const settings = {
    ...unlimited,
    REDIS_URL: redis.url,
    SLACK_API_URL: slack.slackUrl,
    SOCIAL_API_URL: sandbox.url,
    // as `npm start` sets them
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: join(environment.folder, 'compile-cache'),
  };
  return {
    slack,
    redis,
    settings,
    start: ({ role = 'all', entry, settings: own, flags }) =>
      environment.start({ ...settings, ROLE: role, ...own }, entry, flags),
  };
}

const unlimited = {
  SLACK_BOT_TOKEN: 'xoxb-bench',
  SLACK_SIGNING_SECRET: signingSecret,
  SOCIAL_API_KEY: sandboxKey,
  METRICS_TOKEN: metricsToken,
  PORT: '0',
  // so that nothing waits for the next minute
  REQUESTS_PER_MINUTE: '10000000',
};

/** The settings of a bot with this Redis, Slack, and service, and without deliberate delays. */
export function botSettings(own: {
  REDIS_URL: string;
  SLACK_API_URL: string;
  SOCIAL_API_URL: string;
  [name: string]: string;
}): Record<string, string> {
  return { ...unlimited, CHANNEL_INTERVAL_MS: '1', UNDO_SECONDS: '0', ...own };
}
