/** Starts the real bot for two workspaces with OAuth, each with its own publishing-service account. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { commands } from '#commands/index.ts';
import {
  type MultiWorkspace,
  type MultiWorkspaceOptions,
  startMultiWorkspace,
} from '#sandbox/chat/multi-workspace.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { freePort } from '#sandbox/redis.ts';
import type { SandboxService } from '#sandbox/service/index.ts';
import { startMultiAccountService } from '#sandbox/service/multi-account.ts';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import type { Seed } from '#sandbox/service/seed/seed.ts';
import { readConfig } from '#src/app/config.ts';
import { appManifest } from '#src/app/manifest.ts';
import { type Presscheck, startPresscheck } from '#src/main.ts';
import { askForMetrics, metricsToken } from '#test/platform/metrics/scrape.ts';
import { assertNoRemovedNames } from '#test/variants/removed-names.ts';
import { createClosing } from './closing.ts';
import { eventually } from './eventually.ts';
import { assertNoSecrets, redisTexts, secretsIn } from './secrets.ts';
import { sharedRedis } from './shared-redis.ts';

const names = ['Northwind', 'Harbor'] as const;
export const teams = ['T0NORTH', 'T0HARBOR'] as const;
const signingSecret = 'a-signing-secret-of-the-sandbox';

export interface Workspaces {
  slack: MultiWorkspace;
  chats: readonly [Chat, Chat];
  services: readonly [SandboxService, SandboxService];
  /** One for each workspace. */
  keys: readonly [string, string];
  settings: Record<string, string>;
  redisUrl: string;
  logs: Record<string, unknown>[];
  bot: Presscheck;
  /** Starts another process of the same bot. */
  another(settings?: Record<string, string>): Promise<Presscheck>;
  /** Goes through the installation pages like a browser, and returns the last page. */
  install(workspace: 0 | 1): Promise<{ status: number; text: string }>;
  /** Cy, an administrator, enters the workspace's API key. */
  enterKey(workspace: 0 | 1, key?: string): Promise<string>;
  /** Installs both workspaces and enters their keys. */
  ready(): Promise<void>;
}

const seedOf = (brand: string): Seed => ({
  ...oneBrandSeed,
  user: { id: `user-of-${brand}`, name: `${brand} owner`, email: 'owner@brand.example' },
  brands: oneBrandSeed.brands.map((one) => ({ ...one, name: brand })),
});

export async function startWorkspaces(
  t: TestContext,
  options: {
    oauth?: Partial<MultiWorkspaceOptions>;
    settings?: Record<string, string>;
    /** Optional scopes that the first workspace declines. */
    declined?: readonly string[];
  } = {},
): Promise<Workspaces> {
  const redis = await sharedRedis();
  const closes = createClosing(t);
  const keys = [secret(), secret()] as const;
  const service = await startMultiAccountService(
    names.map((name, i) => ({
      key: keys[i] ?? '',
      seed: seedOf(`${name} Coffee`),
      generation: { minMs: 40, maxMs: 80 },
      requestsPerMinute: 'off',
    })),
  );
  closes(() => service.stop());
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const manifest = appManifest(commands, { url: publicUrl });
  const clientSecret = secret();
  const slack = await startMultiWorkspace({
    clientId: '1234.5678',
    clientSecret,
    chats: names.map((name, i) => ({
      signingSecret,
      manifest,
      workspace: { id: teams[i] ?? '', name },
      requestUrl: `${publicUrl}/slack/events`,
      ...(i === 0 && { declined: options.declined ?? [] }),
    })),
    ...options.oauth,
  });
  closes(() => slack.close());
  const secretsKey = randomBytes(32).toString('base64');
  const settings: Record<string, string> = {
    METRICS_TOKEN: metricsToken,
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_CLIENT_ID: '1234.5678',
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_API_URL: slack.apiUrl,
    SECRETS_KEY: secretsKey,
    PUBLIC_URL: publicUrl,
    SOCIAL_API_URL: service.url,
    REDIS_URL: redis.url,
    REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}`,
    PORT: String(port),
    WATCH_INTERVAL_MS: '40',
    RECONCILE_INTERVAL_MS: '100',
    REQUEST_TIMEOUT_MS: '10000',
    UNDO_SECONDS: '0',
    REQUESTS_PER_MINUTE: '100000',
    ...options.settings,
  };
  const logs: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => logs.push(JSON.parse(line)) });
  const start = async (more: Record<string, string>): Promise<Presscheck> => {
    const started = await startPresscheck(readConfig({ ...settings, ...more }), log);
    closes(() => started.stop());
    return started;
  };
  let metrics = '';
  // after the bot has stopped, but before its dependencies do
  closes(() => {
    for (const account of service.accounts) assertNoRemovedNames(account.requests);
  });
  closes(() =>
    assertNoSecrets([...keys, ...secretsIn(settings), ...slack.oauth.secrets], {
      settings,
      logs,
      calls: slack.chats.flatMap((chat) => chat.calls),
      requests: service.accounts.flatMap((account) => account.requests),
      metrics,
    }),
  );
  const bot = await start({});
  closes(async () => {
    metrics = await (await askForMetrics(publicUrl)).text();
  });
  const [one, other] = slack.chats;
  const [first, second] = service.accounts;
  if (!one || !other || !first || !second) throw new Error('both workspaces need a service and a chat');
  const chats = [one, other] as const;

  const parts: Omit<Workspaces, 'install' | 'enterKey' | 'ready'> = {
    slack,
    chats,
    services: [first, second],
    keys,
    settings,
    redisUrl: redis.url,
    logs,
    bot,
    another: (more = {}) => start({ PORT: '0', ...more }),
  };
  const install: Workspaces['install'] = (workspace) => installIn(publicUrl, teams[workspace]);
  const enterKey: Workspaces['enterKey'] = async (workspace, key = keys[workspace]) => {
    const cy = chats[workspace].user('Cy');
    const modal = await cy.opens('/social key', /^API key/);
    await modal.submit({ 'Publishing service API key': key });
    const { text } = await modal.shows(/works|:warning:/);
    await modal.close();
    return text;
  };
  return {
    ...parts,
    install,
    enterKey,
    async ready() {
      for (const workspace of [0, 1] as const) {
        assert.equal((await install(workspace)).status, 200);
        assert.match(await enterKey(workspace), /works/);
        // the first form loads the brands; later ones have them cached
        const ana = chats[workspace].user('Ana');
        const modal = await ana.opens('/post', 'New post');
        await eventually(async () => {
          const texts = await redisTexts(settings);
          assert.ok(texts.some(([key]) => key.includes(teams[workspace]) && key.endsWith('.brands')));
        });
        await modal.close();
      }
    },
  };
}

const secret = (): string => randomBytes(16).toString('hex');

/** Opens the first installation page. Returns its cookie, and the callback URL without opening it. */
export async function beginInstall(
  publicUrl: string,
  team: string,
): Promise<{ cookie: string; back: string }> {
  const page = await fetch(`${publicUrl}/slack/install`);
  const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const link = /href="([^"]+oauth\/v2\/authorize[^"]*)"/.exec(await page.text())?.[1] ?? '';
  const asked = await fetch(`${link.replaceAll('&amp;', '&')}&team=${team}`, { redirect: 'manual' });
  return { cookie, back: asked.headers.get('location') ?? '' };
}

async function installIn(publicUrl: string, team: string): Promise<{ status: number; text: string }> {
  const { cookie, back } = await beginInstall(publicUrl, team);
  const answer = await fetch(back, { headers: { cookie } });
  return { status: answer.status, text: await answer.text() };
}
