import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAppDelivery } from './app-delivery.ts';
import type { ChatClock } from './clock.ts';
import type { Call, Core } from './core.ts';
import { app } from './defaults.ts';
import { Driver } from './driver/driver.ts';
import { ShownMessage, unreadPlaces } from './driver/shown-message.ts';
import { waitUntil } from './driver/wait-until.ts';
import { Faults } from './faults.ts';
import { serveFiles } from './file-api.ts';
import { Guide, type GuideStep } from './guide.ts';
import { createHttpDelivery } from './http-delivery.ts';
import { sendJson, TooLarge } from './http-tools.ts';
import type { Fields } from './json.ts';
import { readManifest } from './manifest.ts';
import { servePage } from './page-api.ts';
import type { Notification } from './protocol.ts';
import { createRawDelivery, type RawDelivery } from './raw-delivery.ts';
import { serveResponseUrl } from './response-api.ts';
import { ResponseUrls } from './response-urls.ts';
import { SocketMode } from './socket-mode.ts';
import { serveStatic } from './static-files.ts';
import { Triggers } from './triggers.ts';
import type { UnreadCount } from './unread.ts';
import { sendEvent } from './user-actions/events.ts';
import { createUserActions, type UserActionHandlers } from './user-actions/user-actions.ts';
import { ViewStacks } from './view-stacks.ts';
import { serveWebApi } from './web-api/server.ts';
import { WorkflowRuns } from './workflow-runs.ts';
import { World, type WorldOptions } from './world.ts';

export interface ChatOptions extends WorldOptions {
  /** The host to listen on. Default: this machine only. */
  host?: string;
  /** The chat's address for the bot and browsers, if it differs from where it listens, as in a container. */
  publicUrl?: string;
  /** 0 or absent: a free port. */
  port?: number;
  signingSecret: string;
  /** Empty: callers were already authenticated, by the address that several workspaces share. */
  botToken: string;
  /** Called with its address once it's listening. */
  onListening?: (url: string) => void;
  /** Accept Socket Mode connections with this app-level token. */
  appToken?: string;
  /** The app's `/slack/events`. Can be set later with `deliverTo`. */
  requestUrl?: string;
  /** The parsed app manifest; absent: all scopes, and any command is delivered. */
  manifest?: unknown;
  /** The optional scopes of the manifest that the person who installed the app left out. */
  declined?: readonly string[];
  /** The folder of the built page. */
  web?: string;
  /** The steps of the guide on the page. */
  guide?: readonly GuideStep[];
  /** The page of published posts, which the sidebar links to. */
  liveUrl?: string;
  /** A clock that users can move on the page. */
  clock?: ChatClock;
  /** Restarts the app when a user requests it on the page. Rejects with a message for them. */
  restartApp?: () => Promise<void>;
  /** The clock of trigger ids, response URLs and message times. */
  now?: () => number;
  /** How long the app has to acknowledge, and to use a trigger ID. Default: Slack's three seconds. */
  answerWithinMs?: number;
  /** How long drivers wait for an expected message or view; called at the start of each wait. Default: eight seconds. */
  driverTimeoutMs?: () => number;
  /** The delays before each retry of an unacknowledged event. */
  eventRetriesAfterMs?: readonly number[];
}

export interface Chat {
  readonly url: string;
  readonly apiUrl: string;
  readonly calls: Call[];
  readonly faults: Faults;
  readonly socket: SocketMode;
  readonly world: World;
  /** Users' open modals and Home tabs. */
  readonly views: ViewStacks;
  /** The runs of the app's Workflow Builder steps. */
  readonly workflows: WorkflowRuns;
  /** The guide on the page. */
  readonly guide: Guide;
  /** The granted bot scopes; `undefined`: all of them. */
  readonly scopes: readonly string[] | undefined;
  readonly deliver: RawDelivery;
  deliverTo(url: string): void;
  /** Sends an event to the app, with retries if it isn't acknowledged. */
  sendEvent(event: Fields): Promise<void>;
  /** The test driver of this user, always the same one. */
  user(name: string): Driver;
  /** The messages in a channel that all its members see, oldest first. */
  messages(channel: string): ShownMessage[];
  /** This user's unread counts by conversation: `#social`, `Presscheck` (direct messages), `Threads`. */
  unread(name: string): Record<string, UnreadCount>;
  /** All notifications to this user, oldest first, including those already read. */
  notified(name: string): readonly Notification[];
  /** Waits until this Web API method (or `response_url`) has been called `times` times. Resolves to the last call. */
  called(method: string, times?: number): Promise<Call>;
  close(): Promise<void>;
}

const emojiFolder = dirname(fileURLToPath(import.meta.resolve('@twemoji/svg/package.json')));

/** The page's hash for the message with this permalink. */
function pageHash(pathname: string, query: URLSearchParams): string {
  const [, channel, seconds, digits] = /^\/archives\/(\w+)\/p(\d+)(\d{6})$/.exec(pathname) ?? [];
  const thread = query.get('thread_ts');
  return channel ? `/#${channel}/${seconds}.${digits}${thread ? `/${thread}` : ''}` : '/';
}

async function route(
  core: Core,
  userActions: UserActionHandlers,
  web: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', core.url);
  const [, first] = pathname.split('/');
  if (first === 'api') return serveWebApi(core, request, response);
  if (first === 'response') return serveResponseUrl(core, request, response);
  if (['upload', 'files', 'files-pri'].includes(first ?? '')) return serveFiles(core, request, response);
  if (first === 'page') return servePage(core, userActions, request, response);
  if (first === 'archives') {
    response.writeHead(302, { location: core.url + pageHash(pathname, searchParams) }).end();
    return;
  }
  if (first === 'emoji') return serveStatic(emojiFolder, pathname.replace('/emoji', ''), response);
  return serveStatic(web, pathname, response);
}

/** Starts the chat. It keeps everything in memory. */
export async function startChat(options: ChatOptions): Promise<Chat> {
  const installed = readManifest(options.manifest, options.declined);
  const now = options.now ?? Date.now;
  const answerWithinMs = options.answerWithinMs ?? 3000;
  const world = new World(options, now);
  const server = createServer((request, response) => {
    route(core, userActions, options.web, request, response).catch((cause: unknown) => {
      if (response.headersSent) response.destroy();
      else if (cause instanceof TooLarge) sendJson(response, 413, { ok: false, error: cause.message });
      else sendJson(response, 500, { ok: false, error: `The chat failed: ${String(cause)}` });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const socket = new SocketMode(server, () => world.changed());
  const http = createHttpDelivery(options.signingSecret, options.requestUrl, options.clock);
  const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  options.onListening?.(place);
  const workflows = new WorkflowRuns(now, installed.steps);
  const core: Core = {
    url: options.publicUrl ?? place,
    botToken: options.botToken,
    ...(options.appToken ? { appToken: options.appToken } : {}),
    now,
    eventRetriesAfterMs: options.eventRetriesAfterMs ?? [50, 200, 500],
    world,
    views: new ViewStacks(world),
    faults: new Faults(world, app.botUser),
    installed,
    workflows,
    guide: new Guide(options.guide ?? [], world),
    ...(options.liveUrl ? { liveUrl: options.liveUrl } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.restartApp ? { restartApp: options.restartApp } : {}),
    driverTimeoutMs: options.driverTimeoutMs ?? (() => 8_000),
    triggers: new Triggers(now, answerWithinMs),
    responseUrls: new ResponseUrls(now),
    socket,
    delivery: createAppDelivery(http, socket, answerWithinMs),
    calls: [],
  };
  const userActions = createUserActions(core);
  const drivers = new Map<string, Driver>();
  const humanCalled = (name: string) => {
    const user = world.userNamed(name);
    if (!user || user.bot) throw new Error(`There is no person called ${name}`);
    return user;
  };
  return {
    url: core.url,
    apiUrl: `${core.url}/api/`,
    calls: core.calls,
    faults: core.faults,
    socket,
    world,
    views: core.views,
    workflows,
    guide: core.guide,
    scopes: installed.scopes,
    deliver: createRawDelivery(core, http),
    deliverTo: (url) => http.deliverTo(url),
    sendEvent: (event) => sendEvent(core, event),
    user(name) {
      const user = humanCalled(name);
      const driver = drivers.get(user.id) ?? new Driver({ core, userActions, user });
      drivers.set(user.id, driver);
      return driver;
    },
    messages(name) {
      const channel = world.channelNamed(name);
      if (!channel) throw new Error(`There is no channel called ${name}`);
      return world
        .messages(channel.id)
        .filter((one) => !one.deleted && !one.privateTo)
        .map((one) => new ShownMessage(core, one));
    },
    unread: (name) => unreadPlaces(core, humanCalled(name).id),
    notified: (name) => [...world.unread.notified(humanCalled(name).id)],
    called(method, times = 1) {
      const probe = () =>
        core.calls.filter((one) => one.method === method && one.answer !== undefined)[times - 1];
      const instead = () => core.calls.map((one) => one.method).join(', ');
      return waitUntil(core, probe, `call ${times} of ${method}`, instead);
    },
    async close() {
      await socket.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
