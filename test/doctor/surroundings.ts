/** The doctor's surroundings: everything that a bot needs, without a bot. */
import { randomUUID } from 'node:crypto';
import { after, type TestContext } from 'node:test';
import { type Chat, type ChatOptions, startChat } from '#sandbox/chat/start.ts';
import {
  type SandboxOptions,
  type SandboxService,
  sandboxKey,
  startSandboxService,
} from '#sandbox/service/index.ts';
import { type Diagnosis, type DoctorOptions, examine } from '#src/doctor/doctor.ts';
import { createClosing } from '#test/support/closing.ts';
import { type RunningRedis, startRedis } from '#test/support/redis.ts';
import { assertNoRemovedNames } from '#test/variants/removed-names.ts';
import manifest from '../../manifest.json' with { type: 'json' };

export interface Context {
  chat: Chat;
  service: SandboxService;
  redis: RunningRedis;
  settings: Record<string, string>;
  /** The doctor's output. These settings override the correct ones. */
  doctor(
    options?: Omit<DoctorOptions, 'environment'> & { settings?: Record<string, string> },
  ): Promise<Diagnosis>;
}

export const secrets = {
  SLACK_BOT_TOKEN: 'xoxb-open-sesame-bot',
  SLACK_APP_TOKEN: 'xapp-open-sesame-app',
  SLACK_SIGNING_SECRET: 'open-sesame-signature',
  SOCIAL_API_KEY: sandboxKey,
};

let shared: Promise<RunningRedis> | undefined;
after(async () => (await shared)?.stop());

/** A Redis that is set up right, for the whole file. */
const rightRedis = (): Promise<RunningRedis> => {
  shared ??= startRedis({ appendOnly: true });
  return shared;
};

export async function surroundings(
  t: TestContext,
  options: { service?: SandboxOptions; chat?: Partial<ChatOptions>; redis?: RunningRedis } = {},
): Promise<Context> {
  const redis = options.redis ?? (await rightRedis());
  const service = await startSandboxService({ seed: 'demo', requestsPerMinute: 'off', ...options.service });
  const closes = createClosing(t);
  closes(() => service.stop());
  const chat = await startChat({
    signingSecret: secrets.SLACK_SIGNING_SECRET,
    botToken: secrets.SLACK_BOT_TOKEN,
    appToken: secrets.SLACK_APP_TOKEN,
    manifest,
    ...options.chat,
  });
  closes(() => chat.close());
  closes(() => assertNoRemovedNames(service.requests));
  const settings = {
    ...secrets,
    SLACK_API_URL: chat.apiUrl,
    SOCIAL_API_URL: service.url,
    REDIS_URL: redis.url,
    // files of tests run beside each other
    PORT: '0',
    // all of a file ask with one key
    REDIS_PREFIX: `doctor-${randomUUID()}`,
    REQUEST_TIMEOUT_MS: '2000',
  };
  return {
    chat,
    service,
    redis,
    settings,
    doctor: ({ settings: others = {}, ...rest } = {}) =>
      examine({ environment: { ...settings, ...others }, ...rest }),
  };
}
