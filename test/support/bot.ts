/** Starts the real bot in this process, with the sandbox chat, the sandbox service, and a real Redis. */
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { commands } from '#commands/index.ts';
import { type Chat, type ChatOptions, startChat } from '#sandbox/chat/start.ts';
import {
  type SandboxOptions,
  type SandboxService,
  sandboxKey,
  startSandboxService,
} from '#sandbox/service/index.ts';
import { readConfig } from '#src/app/config.ts';
import { appManifest } from '#src/app/manifest.ts';
import { readPostPattern } from '#src/links/post-address.ts';
import { type Presscheck, startPresscheck } from '#src/main.ts';
import { metricsToken } from '#test/platform/metrics/scrape.ts';
import { assertNoRemovedNames } from '#test/variants/removed-names.ts';
import { createClosing } from './closing.ts';
import { patienceNow } from './eventually.ts';
import { reportFailure } from './failure-report.ts';
import { withLatency } from './latency.ts';
import type { RunningRedis } from './redis.ts';
import './shared-scripts.ts';
import { assertNoSecrets, secretsIn } from './secrets.ts';
import { sharedRedis } from './shared-redis.ts';

/** The id of the workspace in which a test's bot is installed. */
export const workspace = 'T0PRESS';

export interface BotOptions {
  /** How Slack reaches the bot. Default HTTP. */
  mode?: 'http' | 'socket';
  service?: SandboxOptions;
  chat?: Partial<ChatOptions>;
  /** Settings in addition to those that connect the parts. */
  settings?: Record<string, string>;
  /** A Redis that the test can stop and start. Default: one shared by the process. */
  redis?: RunningRedis;
  /** The bot's clock (epoch ms). Slack, the service, and Redis use the real one. */
  now?: () => number;
  /** Called with the name of each failpoint. */
  failpoint?: (step: string) => Promise<void>;
  /** Set up before the bot starts, such as a service that's down from the beginning. */
  before?(parts: { service: SandboxService; chat: Chat }): void;
}

export interface StartedBot {
  chat: Chat;
  service: SandboxService;
  ana: ReturnType<Chat['user']>;
  bo: ReturnType<Chat['user']>;
  cy: ReturnType<Chat['user']>;
  redisUrl: string;
  /** The log lines of this bot, parsed. */
  logs: Record<string, unknown>[];
  /** The settings, for a second process of the same bot. */
  settings: Record<string, string>;
  bot: Presscheck;
}

const logsKept = 20_000;

const signingSecret = 'a-signing-secret-of-the-sandbox';
const publicUrl = 'https://presscheck.example.com';
/** `pattern`: `POST_URL_PATTERN`. */
const manifestFor = (mode: BotOptions['mode'] = 'http', pattern = '') =>
  appManifest(commands, {
    ...(mode === 'http' && { url: publicUrl }),
    steps: true,
    linkDomain: readPostPattern(pattern)?.host,
  });
const botToken = 'xoxb-sandbox';
const appToken = 'xapp-sandbox';

/** Starts everything, and stops it when the test ends. Each bot has its own Redis prefix. */
export async function startBot(t: TestContext, options: BotOptions = {}): Promise<StartedBot> {
  const redis = options.redis ?? (await sharedRedis());
  const closes = createClosing(t);
  const service = await startSandboxService({
    seed: 'one-brand',
    generation: { minMs: 40, maxMs: 80 },
    requestsPerMinute: 'off',
    ...options.service,
  });
  closes(() => service.stop());
  const chat = await startChat({
    signingSecret,
    botToken,
    appToken,
    manifest: manifestFor(options.mode, options.settings?.POST_URL_PATTERN),
    // so that a busy machine doesn't look like a slow bot
    answerWithinMs: 60_000,
    driverTimeoutMs: patienceNow,
    ...options.chat,
  });
  closes(() => chat.close());
  options.before?.({ service, chat });
  const settings: Record<string, string> = {
    SLACK_BOT_TOKEN: botToken,
    ...(options.mode === 'socket' ? { SLACK_APP_TOKEN: appToken } : { SLACK_SIGNING_SECRET: signingSecret }),
    SLACK_API_URL: chat.apiUrl,
    SOCIAL_API_URL: service.url,
    SOCIAL_API_KEY: sandboxKey,
    REDIS_URL: redis.url,
    REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}`,
    PORT: '0',
    METRICS_TOKEN: metricsToken,
    WATCH_INTERVAL_MS: '40',
    RECONCILE_INTERVAL_MS: '100',
    CHANNEL_INTERVAL_MS: '1',
    UNDO_SECONDS: '0',
    // tests of the quota set their own limit; others must not wait for the next minute
    REQUESTS_PER_MINUTE: '100000',
    ...options.settings,
  };
  const logs: Record<string, unknown>[] = [];
  const write = (line: string): void => {
    // an endless loop of errors must fail its test, not fill the memory
    if (logs.length < logsKept) logs.push(JSON.parse(line));
  };
  const log = pino({ level: 'debug' }, { write });
  // after the bot has stopped, but before its dependencies do
  closes(() => assertNoRemovedNames(service.requests));
  closes(() =>
    assertNoSecrets(secretsIn(settings), {
      settings,
      logs,
      calls: chat.calls,
      requests: service.requests,
    }),
  );
  const config = readConfig(settings);
  const bot = await startPresscheck(config, log, withLatency(options.failpoint), options.now);
  closes(() => bot.stop());
  closes(() => reportFailure(t, { config, service, logs }));
  if (options.mode !== 'socket') chat.deliverTo(`http://127.0.0.1:${bot.port}/slack/events`);
  const [ana, bo, cy] = ['Ana', 'Bo', 'Cy'].map((name) => chat.user(name));
  if (!ana || !bo || !cy) throw new Error('a user is missing from the chat');
  return { chat, service, ana, bo, cy, redisUrl: redis.url, logs, settings, bot };
}
