/** The Bolt app, over HTTP or over Socket Mode, with the same listeners. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Authorize } from '@slack/bolt';
import { SocketModeReceiver } from '@slack/bolt';
import type { Logger as SlackLogger, WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Route } from '#src/platform/http/route.ts';
import { createSlackFetch } from '#src/platform/slack/addresses.ts';
import { clientOptions, type OnSlackAnswer, slackLogger } from '#src/platform/slack/client.ts';
import { VerifyingReceiver } from '#src/platform/slack/verifying-receiver.ts';
import { closeServer, countRequests } from '#src/platform/under-way.ts';
import { type Installing, installerOptions, listenForUninstall } from '#src/workspaces/installer.ts';
import { type Answering, AnsweringApp } from './answering-app.ts';
import type { Config } from './config.ts';
import { serveRoutes } from './health.ts';
import { slashName } from './manifest.ts';

export interface SlackApp {
  app: AnsweringApp;
  /** Resolves to the port, once Slack can reach the bot. */
  start(): Promise<number>;
  /**
   * Stops listening (over HTTP), waits for running requests, at most `withinMs`, and disconnects from Slack.
   */
  stop(withinMs: number): Promise<void>;
  /** False while a Socket Mode connection is down; true over HTTP. */
  connected(): boolean;
}

/** Slack's Socket Mode client keeps its own retries: without them, a failed reconnect is never retried. */
const socketClientOptions = (config: Config): WebClientOptions => ({ slackApiUrl: config.SLACK_API_URL });

/**
 * The package logs each broken connection twice, mostly without a cause. Its events have more information,
 * and are logged below.
 */
function withoutSocketErrors(logger: SlackLogger): SlackLogger {
  return {
    ...logger,
    error: (...parts) => {
      if (!String(parts[0]).startsWith('WebSocket error')) logger.error(...parts);
    },
  };
}

/** False for Node's error about a connection that ends without a close frame, which has no message. */
const saysWhy = (cause: unknown): boolean => cause instanceof Error && cause.message !== '';

export async function createSlackApp(options: {
  config: Config;
  log: Logger;
  routes: Route[];
  /** The one workspace and its token, or how to tell which of many a request is from. */
  access: { workspace: string; authorize: Authorize<boolean> } | { installing: Installing };
  storeTrouble: Answering['storeTrouble'];
  onAck?: Answering['onAck'];
  onAnswer?: OnSlackAnswer;
}): Promise<SlackApp> {
  const { config, log, routes, access, storeTrouble, onAck, onAnswer } = options;
  const installing = 'installing' in access ? access.installing : undefined;
  const logger = slackLogger(log);
  const receiver = config.SLACK_APP_TOKEN
    ? new SocketModeReceiver({
        appToken: config.SLACK_APP_TOKEN,
        logger: withoutSocketErrors(logger),
        // Bolt waits this long before it reconnects, and clicks fail meanwhile
        clientPingTimeout: 2_000,
        installerOptions: { clientOptions: socketClientOptions(config) },
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
      // the token that comes with a workflow step can do less, and expires
      attachFunctionToken: false,
      extendedErrorHandler: true,
      deferInitialization: true,
    },
    {
      log,
      send: createSlackFetch(config.SLACK_API_URL),
      workspace: 'workspace' in access ? access.workspace : undefined,
      social: slashName('social', config.COMMAND_PREFIX),
      storeTrouble,
      onAck,
    },
  );
  if (installing) listenForUninstall(app, installing);
  await app.init();
  const { underWay } = app;
  if (receiver instanceof SocketModeReceiver) {
    let connected = false;
    receiver.client.on('error', (cause: unknown) =>
      log.warn(saysWhy(cause) ? { err: cause } : {}, 'the Socket Mode connection broke; reconnecting'),
    );
    receiver.client.on('connected', () => {
      connected = true;
    });
    for (const event of ['reconnecting', 'disconnected', 'close'])
      receiver.client.on(event, () => {
        connected = false;
      });
    let side: Awaited<ReturnType<typeof serveRoutes>> | undefined;
    return {
      app,
      async start() {
        side = await serveRoutes(routes, config.PORT);
        await app.start();
        return side.port;
      },
      async stop(withinMs) {
        const closed = side?.close(withinMs);
        // requests can only be acknowledged over this connection, so those that still arrive are accepted,
        // too
        await underWay.ended(withinMs);
        await app.stop();
        await closed;
      },
      connected: () => connected,
    };
  }
  let server: Server | undefined;
  return {
    app,
    async start() {
      // Bolt's types don't say which kind of server it is
      const started = (await app.start(config.PORT)) as Server;
      server = started;
      countRequests(started, underWay);
      return (started.address() as AddressInfo).port;
    },
    async stop(withinMs) {
      if (server) await closeServer(server, underWay, withinMs);
    },
    connected: () => true,
  };
}
