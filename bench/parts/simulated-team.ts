/**
 * A simulated team under a limit of sixty requests per minute, on a virtual clock: users in the sandbox chat, the real bot in all
 * roles, the sandbox service, and its own Redis. Counts the requests to the service.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { commands } from '#commands/index.ts';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { type Chat, startChat } from '#sandbox/chat/start.ts';
import { submitConfirmingTime } from '#sandbox/demo-forms.ts';
import { startRedis } from '#sandbox/redis.ts';
import {
  type SandboxOptions,
  type SandboxService,
  sandboxKey,
  startSandboxService,
} from '#sandbox/service/index.ts';
import type { SeedBrand } from '#sandbox/service/seed/seed.ts';
import { readConfig } from '#src/app/config.ts';
import { appManifest } from '#src/app/manifest.ts';
import { startPresscheck } from '#src/main.ts';
import type { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { createQuota } from '#src/platform/publishing-api/quota.ts';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import type { Priority } from '#src/platform/publishing-api/service.ts';
import { startVirtualClock, type VirtualClock } from './virtual-clock.ts';

export interface SimulatedTeamOptions {
  /** How many brands there are. Default 1. */
  brands?: number;
  /** The number of older posts of each brand, or by brand number. */
  history?: number | Record<number, number>;
  service?: SandboxOptions;
  settings?: Record<string, string>;
  /** How long users wait for an expected message, in virtual seconds. Default: ten minutes. */
  waitSeconds?: number;
  /** Uses real time, to check that virtual time doesn't change the result. */
  realTime?: boolean;
}

export interface Brand {
  id: string;
  name: string;
}

/** The requests that the service received. */
export interface Requests {
  total: number;
  /** By method and path, such as `PATCH /post/{id}`. */
  byEndpoint: Record<string, number>;
  /** Pages of `GET /post` by brand. */
  reads: Record<string, number>;
  /** Requests refused with 429. */
  refused: number;
}

export interface SimulatedTeam {
  clock: VirtualClock;
  chat: Chat;
  service: SandboxService;
  ana: Driver;
  bo: Driver;
  cy: Driver;
  brands: Brand[];
  /** Warnings and errors in the bot's log. */
  warnings: Record<string, unknown>[];
  /** The brand with this index. */
  brand(n: number): Brand;
  /** Ana runs this command in `#social`, fills in the modal, and submits it. */
  submits(command: string, brand: Brand, fill?: Record<string, Entry>): Promise<void>;
  /** The message in `#social` that contains both. */
  card(text: string, state: RegExp): Promise<ShownMessage>;
  /** Waits until no earlier request counts against the quota. */
  waitForFreshQuota(): Promise<void>;
  /** From now on, other processes with the same API key use this many requests per minute, as far as the quota allows. */
  otherProcessesUse(priority: Priority, perMinute: number): void;
  /** The requests after the first `from`. Default: all. */
  requests(from?: number): Requests;
  stop(): Promise<void>;
}

const minuteMs = 61_000;

const profileOf = ({ name }: Brand): string => name.toLowerCase().replace(' ', '.');

/** Starts everything. The clock jumps only during `clock.during`. */
export async function startSimulatedTeam(options: SimulatedTeamOptions = {}): Promise<SimulatedTeam> {
  const { brands: count = 1, history = 0, settings: own = {}, waitSeconds = 600 } = options;
  const brands = Array.from({ length: count }, (_, n) => {
    const number = String(n + 1).padStart(2, '0');
    return { id: `brand-${number}`, name: `Northwind ${number}` };
  });
  const seeded = brands.map(
    (brand, n): SeedBrand => ({
      ...brand,
      profiles: [{ id: `profile-${n}`, provider: 'instagram', name: profileOf(brand) }],
      history: typeof history === 'number' ? history : (history[n] ?? 0),
    }),
  );
  const opened: (() => Promise<unknown> | unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const redis = await startRedis();
    opened.push(() => redis.stop());
    const clock = options.realTime ? realClock : startVirtualClock();
    opened.push(() => clock.stop());
    const service = await startSandboxService({
      requestsPerMinute: 60,
      generation: { minMs: 20_000, maxMs: 40_000 },
      seed: { user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' }, brands: seeded },
      ...options.service,
    });
    opened.push(() => service.stop());
    const manifest = appManifest(commands, {
      url: 'https://presscheck.example.com',
      steps: own.WORKFLOW_STEPS === 'true',
    });
    const slack = { signingSecret: 'a-signing-secret', botToken: 'xoxb-sandbox', manifest };
    const chat = await startChat({ ...slack, driverTimeoutMs: () => waitSeconds * 1_000 });
    opened.push(() => chat.close());
    const warnings: Record<string, unknown>[] = [];
    const write = (line: string): void => void warnings.push(JSON.parse(line));
    const config = readConfig({
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: chat.apiUrl,
      SOCIAL_API_URL: service.url,
      SOCIAL_API_KEY: sandboxKey,
      REDIS_URL: redis.url,
      PORT: '0',
      // no rate limit for Slack, because this measures the service's
      CHANNEL_INTERVAL_MS: '1',
      UNDO_SECONDS: '0',
      ...own,
    });
    const log = pino({ level: 'warn' }, { write });
    const bot = await startPresscheck(config, log);
    opened.push(() => bot.stop());
    chat.deliverTo(`http://127.0.0.1:${bot.port}/slack/events`);
    const [ana, bo, cy] = [chat.user('Ana'), chat.user('Bo'), chat.user('Cy')];
    return {
      clock,
      chat,
      service,
      ana,
      bo,
      cy,
      brands,
      warnings,
      stop,
      brand: (n) => brands[n] ?? fail(`there is no brand ${n}`),
      async submits(command, brand, fill = {}) {
        await ana.types(command, { in: 'social' });
        const modal = await ana.seesModal(/^New/);
        if (count > 1) await modal.fill({ Brand: brand.name });
        // the brand's profiles load a moment later
        for (let left = 600; count > 1 && left > 0 && !modal.privateMetadata.includes(brand.name); left -= 1)
          await sleep(100);
        for (let left = 600; ; left -= 1)
          try {
            await modal.fill({ 'Social profiles': [`Instagram · ${profileOf(brand)}`], ...fill });
            break;
          } catch (cause) {
            if (left === 0) throw cause;
            await sleep(100);
          }
        await submitConfirmingTime(modal).catch((cause: unknown) => fail(`${command}: ${String(cause)}`));
      },
      card: (text, state) => ana.sees('social', (shown) => shown.includes(text) && state.test(shown)),
      waitForFreshQuota: () => sleep(minuteMs),
      otherProcessesUse(priority, perMinute) {
        const connection = new Redis(redis.url);
        const stopped = new AbortController();
        const { REDIS_PREFIX: prefix, REQUESTS_PER_MINUTE: requestsPerMinute } = config;
        const count = createRequestCount(connection, prefix, sandboxKey);
        const quota = createQuota({ count, workspace: 'bench', requestsPerMinute, log, now: Date.now });
        const [who, delayMs] = [randomUUID(), minuteMs / perMinute];
        const use = async (): Promise<void> => {
          for (const { signal } = stopped; !signal.aborted; ) {
            const waitMs = await quota.acquire(priority, { who, signal }).then(
              () => delayMs,
              ({ retryAfterMs = delayMs }: ServiceError) => retryAfterMs,
            );
            await sleep(waitMs, undefined, { signal }).catch(() => undefined);
          }
        };
        const used = use();
        opened.push(async () => {
          stopped.abort();
          await used;
          connection.disconnect();
        });
      },
      requests: (from = 0) => counted(service.requests.slice(from)),
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

const realClock: VirtualClock = {
  during: (act) => act(),
  realNow: () => performance.now(),
  realPause: (ms) => sleep(ms, undefined, { ref: false }),
  stop: async () => undefined,
};

function counted(requests: SandboxService['requests']): Requests {
  const byEndpoint: Record<string, number> = {};
  const reads: Record<string, number> = {};
  const add = (to: Record<string, number>, name: string): void => {
    to[name] = (to[name] ?? 0) + 1;
  };
  for (const { method, path, query } of requests) {
    const endpoint = `${method} ${path.replace(/^\/(post|workflow)\/(?!ai$).+/, '/$1/{id}')}`;
    add(byEndpoint, endpoint);
    if (endpoint === 'GET /post') add(reads, query.brandId ?? '');
  }
  const refused = requests.filter(({ status }) => status === 429).length;
  return { total: requests.length, byEndpoint, reads, refused };
}

function fail(why: string): never {
  throw new Error(why);
}
