/** The dependencies of measured processes: Redis, the sandbox service, and a Slack stub. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGuard } from '#sandbox/guard.ts';
import { type RunningRedis, startRedis } from '#sandbox/redis.ts';
import { type SandboxOptions, sandboxKey, startSandboxService } from '#sandbox/service/index.ts';
import { type Child, type ChildOptions, startChild } from './child.ts';
import { signingSecret } from './deliveries.ts';
import { type SlackStub, startSlackStub } from './slack-stub.ts';
import { metricsToken } from './usage.ts';

export interface Dependencies {
  slack: SlackStub;
  redis: RunningRedis;
  /** The bot's settings. Processes that it's compared with use some of them. */
  settings: Record<string, string>;
  /** `entry`: a file of `bench/parts/subjects`. Default: the bot, with this role. */
  start(options: Partial<ChildOptions> & { role?: 'all' | 'bot' | 'worker' }): Promise<Child>;
  stop(): Promise<void>;
}

const main = join(import.meta.dirname, '../../src/main.ts');

export async function startDependencies(service: SandboxOptions = {}): Promise<Dependencies> {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-bench-'));
  const guard = startGuard(folder);
  const redis = await startRedis({ within: { folder, guard } });
  const slack = await startSlackStub();
  const sandbox = await startSandboxService({ seed: 'one-brand', requestsPerMinute: 'off', ...service });
  const settings = {
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_URL: slack.url,
    SOCIAL_API_URL: sandbox.url,
    SOCIAL_API_KEY: sandboxKey,
    METRICS_TOKEN: metricsToken,
    REDIS_URL: redis.url,
    PORT: '0',
    // no limit, so that nothing waits for the next minute
    REQUESTS_PER_MINUTE: '1000000',
    // as `npm start` sets them, with an empty compile cache at first
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
  };
  return {
    slack,
    redis,
    settings,
    start: ({ role = 'all', entry = main, settings: own, flags = [] }) =>
      startChild({ entry, flags, guard, settings: { ...settings, ROLE: role, ...own } }),
    async stop() {
      await redis.stop();
      await slack.stop();
      await sandbox.stop();
      // kills any processes that are still running
      await guard.release();
    },
  };
}
