/** The Bolt app, over HTTP or over Socket Mode, with the same listeners. */
import type { Authorize } from '@slack/bolt';
import { SocketModeReceiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Config } from '#src/config.ts';
import type { Route } from '#src/health.ts';
import { createSlackFetch } from './addresses.ts';
import { type Acknowledged, AnsweringApp } from './answering-app.ts';
import { clientOptions, type OnSlackAnswer, slackLogger } from './client.ts';
import { type Installing, installerOptions, listenForUninstall } from './installer.ts';
import { findListenersById } from './listeners-by-id.ts';
import { slashName } from './manifest.ts';
import { VerifyingReceiver } from './verifying-receiver.ts';

export interface SlackApp {
  app: AnsweringApp;
  /** Resolves to the port that is listened on, once Slack can reach the bot. */
  start(): Promise<number>;
  /** Stops listening, then waits for the listeners that still run, at most `withinMs`. */
  stop(withinMs: number): Promise<void>;
  /** False while a Socket Mode connection is away; true over HTTP. */
  connected(): boolean;
}

/** Slack's own half of Socket Mode keeps its patient retries: without them a failed reconnect is never repeated. */
const socketClientOptions = (config: Config): WebClientOptions => ({ slackApiUrl: config.SLACK_API_URL });

export async function createSlackApp(options: {
  config: Config;
  log: Logger;
  routes: Route[];
  /** The one workspace, and its token; or how it is told which of many something came from. */
  access: { workspace: string; authorize: Authorize<boolean> } | { installing: Installing };
  onAck?: (acknowledged: Acknowledged) => void;
  onAnswer?: OnSlackAnswer;
}): Promise<SlackApp> {
  const { config, log, routes, access, onAck, onAnswer } = options;
  const installing = 'installing' in access ? access.installing : undefined;
  const logger = slackLogger(log);
  const receiver = config.SLACK_APP_TOKEN
    ? new SocketModeReceiver({
        appToken: config.SLACK_APP_TOKEN,
        logger,
        customRoutes: routes,
        // Bolt waits this long before it reconnects, and clicks fail meanwhile
        clientPingTimeout: 2_000,
        installerOptions: { port: config.PORT, clientOptions: socketClientOptions(config) },
      })
    : new VerifyingReceiver({
        signingSecret: config.SLACK_SIGNING_SECRET ?? '',
        logger,
        customRoutes: routes,
        port: config.PORT,
        ...(installing && installerOptions(installing)),
      });
  const app = new AnsweringApp(
    {
      receiver,
      ...('authorize' in access && { authorize: access.authorize }),
      clientOptions: clientOptions(config, log, onAnswer),
      logger,
      convoStore: false,
      extendedErrorHandler: true,
      deferInitialization: true,
    },
    {
      log,
      send: createSlackFetch(config.SLACK_API_URL),
      workspace: 'workspace' in access ? access.workspace : undefined,
      social: slashName('social', config.COMMAND_PREFIX),
      onAck,
    },
  );
  findListenersById(app);
  if (installing) listenForUninstall(app, installing);
  await app.init();
  const drain = countRunning(app);
  let connected = !(receiver instanceof SocketModeReceiver);
  if (receiver instanceof SocketModeReceiver) {
    receiver.client.on('connected', () => {
      connected = true;
    });
    for (const event of ['reconnecting', 'disconnected', 'close'])
      receiver.client.on(event, () => {
        connected = false;
      });
  }
  return {
    app,
    async start() {
      const started: unknown = await app.start(config.PORT);
      return portOf(started) ?? config.PORT;
    },
    async stop(withinMs) {
      await app.stop();
      await drain(withinMs);
    },
    connected: () => connected,
  };
}

/** Counts the listeners that run; the answer waits until none does. Bolt's own stop does not wait for them. */
function countRunning(app: AnsweringApp): (withinMs: number) => Promise<void> {
  let running = 0;
  let idle: (() => void) | undefined;
  app.use(async ({ next }) => {
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
      if (running === 0) idle?.();
    }
  });
  return (withinMs) =>
    new Promise((resolve) => {
      if (running === 0) return resolve();
      const timer = setTimeout(resolve, withinMs);
      idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
}

function portOf(server: unknown): number | undefined {
  if (typeof server !== 'object' || server === null || !('address' in server)) return undefined;
  const address = (server as { address(): unknown }).address();
  return typeof address === 'object' && address !== null && 'port' in address
    ? Number(address.port)
    : undefined;
}
