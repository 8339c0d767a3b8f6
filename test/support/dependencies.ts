/** Starts the bot's dependencies without a bot, for tests that start one or more bots in other processes. */
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type Chat, type ChatOptions, startChat } from '#sandbox/chat/start.ts';
import { freePort } from '#sandbox/redis.ts';
import {
  type SandboxOptions,
  type SandboxService,
  sandboxKey,
  startSandboxService,
} from '#sandbox/service/index.ts';
import { metricsToken } from '#test/platform/metrics/scrape.ts';
import { assertNoRemovedNames } from '#test/variants/removed-names.ts';
import manifest from '../../manifest.json' with { type: 'json' };
import { createClosing } from './closing.ts';
import { patienceNow } from './eventually.ts';
import { startedBy } from './process.ts';
import { type RunningRedis, startRedis } from './redis.ts';
import { assertNoSecrets, secretsIn } from './secrets.ts';

export interface BotDependencies {
  chat: Chat;
  service: SandboxService;
  redis: RunningRedis;
  settings: Record<string, string>;
}

/** When the test ends, the output and data of its bots are searched for secrets. */
export async function startDependencies(
  t: Pick<TestContext, 'after'>,
  options: {
    service?: SandboxOptions;
    chat?: Partial<ChatOptions>;
    settings?: Record<string, string>;
    /** A Redis that the test stops itself. Default: a new one with an append-only file. */
    redis?: RunningRedis;
  } = {},
): Promise<BotDependencies> {
  const closes = createClosing(t);
  const redis = options.redis ?? (await startRedis({ appendOnly: true }));
  if (!options.redis) closes(() => redis.stop());
  const service = await startSandboxService({
    seed: 'one-brand',
    requestsPerMinute: 'off',
    ...options.service,
  });
  closes(() => service.stop());
  const slack = { signingSecret: 'a-signing-secret', botToken: 'xoxb-sandbox', manifest };
  const chat = await startChat({
    ...slack,
    answerWithinMs: 60_000,
    driverTimeoutMs: patienceNow,
    ...options.chat,
  });
  closes(() => chat.close());
  const port = await freePort();
  chat.deliverTo(`http://127.0.0.1:${port}/slack/events`);
  const settings = {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: chat.apiUrl,
    SOCIAL_API_URL: service.url,
    SOCIAL_API_KEY: sandboxKey,
    REDIS_URL: redis.url,
    REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}`,
    PORT: String(port),
    METRICS_TOKEN: metricsToken,
    WATCH_INTERVAL_MS: '100',
    REQUEST_TIMEOUT_MS: '10000',
    CHANNEL_INTERVAL_MS: '1',
    UNDO_SECONDS: '0',
    LOG_LEVEL: 'debug',
    ...options.settings,
  };
  closes(() => assertNoRemovedNames(service.requests));
  closes(() => {
    const bots = startedBy(t);
    const secrets = [settings, ...bots.map((one) => one.settings)].flatMap(secretsIn);
    const logs = bots.map(({ output }) => output());
    const { calls } = chat;
    return assertNoSecrets([...new Set(secrets)], { settings, logs, calls, requests: service.requests });
  });
  closes(() => Promise.all(startedBy(t).map(({ end }) => end())));
  return { chat, service, redis, settings };
}
