/**
 * The one place that reads settings and starts everything, in this order. `ROLE` says which half of the bot
 * this process runs.
 */
import type { Logger } from 'pino';
import type { SharedDeps } from '#commands/kit/command.ts';
import { createCreations } from '#src/posts/operations/creations.ts';
import { notInstalled } from '#views/workspaces/refusals.ts';
import { createResultsStore } from './analytics/results-store.ts';
import { type Config, ConfigError, readConfig, secretsOf } from './app/config.ts';
import { createHandlers } from './app/handlers.ts';
import { behindToken, healthRoutes, serveRoutes } from './app/health.ts';
import { slashName } from './app/manifest.ts';
import { createStopping } from './app/shutdown.ts';
import { portRefused, redisRefused, StartError } from './app/start-error.ts';
import { startWork } from './app/start-work.ts';
import { createStores, type Stores } from './app/stores.ts';
import { openWorkspaces, type Workspaces } from './app/workspaces.ts';
import { createLastBrand } from './catalog/last-brand.ts';
import { redisDoubts } from './doctor/redis.ts';
import { readPostPattern } from './links/post-address.ts';
import { createPostFiles } from './media/fingerprint.ts';
import { createPictureReader } from './media/picture-reader.ts';
import { createApprovalRequestStore } from './notifications/approval-request-store.ts';
import { endIncidents } from './notifications/incident.ts';
import { createIncidentStore } from './notifications/incident-store.ts';
import { createNotificationStore } from './notifications/notification-store.ts';
import { createWelcomes } from './onboarding/welcome-store.ts';
import { createPauseGuard, followPauses } from './pause/guard.ts';
import type { Check } from './platform/http/route.ts';
import { isInside } from './platform/inside.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { captionFacts, readOpenFacts } from './platform/publishing-api/open-facts.ts';
import { longestQuotaWaitMs } from './platform/publishing-api/quota.ts';
import { createAgent } from './platform/publishing-api/send.ts';
import { createQueue, type JobQueue } from './platform/queue/queue.ts';
import { createLocks, type Locks } from './platform/redis/locks.ts';
import { connectFailingFast, connectWaiting, type Redis, whenReady } from './platform/redis/redis.ts';
import { storeTroubleOf } from './platform/redis/store-trouble.ts';
import { Refusal } from './platform/refusal.ts';
import { createChannelRateLimiter } from './platform/slack/channel-rate-limiter.ts';
import { type ServedFiles, serveFiles } from './platform/slack/served-files.ts';
import { createDesk } from './posts/desk.ts';
import { createHeartbeat } from './posts/heartbeat.ts';
import { createLedger } from './posts/operations/ledger.ts';
import type { PrivateLists } from './posts/ports.ts';
import { settledAfterMs } from './posts/post-index/lag.ts';
import { createRerenders } from './posts/rerenders.ts';
import { followStatuses } from './posts/status.ts';
import { createStatusStore } from './posts/status-store.ts';
import { createPreviewRenderer } from './preview/picture.ts';
import { createReminderStore } from './reminders/reminder-store.ts';
import { createSlots } from './slots/taken-slots.ts';
import { followSteps } from './steps/run-step.ts';
import { createTemplateStore } from './templates/template-store.ts';

export interface Presscheck {
  /** The address of `/slack/events`, `/healthz`, `/readyz` and `/metrics`. */
  port: number;
  /** Stops accepting work, finishes what is running, and closes everything within ten seconds. */
  stop(): Promise<void>;
}

const redisWithinMs = 10_000;
const drainWithinMs = 8_000;
/** How long to wait for the last writes, which take milliseconds. A Redis that is down isn't waited for. */
const closeWithinMs = 2_000;

/** Builds and starts a bot, a worker, or both. Rejects if Slack or Redis can't be reached. */
export async function startPresscheck(
  config: Config,
  log: Logger,
  /** For crash tests: called with the name of each failpoint. */
  failpoint: (step: string) => Promise<void> = async () => undefined,
  /** Epoch ms. For tests of what depends on the time of day. */
  now: () => number = Date.now,
): Promise<Presscheck> {
  // loaded while Redis and Slack answer, because Bolt takes longer to load than everything else; a worker
  // doesn't need it
  const bolt =
    config.ROLE === 'worker'
      ? undefined
      : Promise.all([import('./app/slack-app.ts'), import('#commands/index.ts')] as const);
  const metrics = createMetrics();
  const { count } = metrics;
  const prefix = config.REDIS_PREFIX;
  let redisWasThere = false;
  // before that, the start itself reports the error
  const lostRedis = (cause: Error): void =>
    log[redisWasThere ? 'warn' : 'debug']({ err: cause }, 'lost the connection to Redis');
  const redis = connectFailingFast(config, lostRedis);
  const { drains, closes, stop } = createStopping(drainWithinMs, closeWithinMs);
  closes(async () => redis.disconnect());
  try {
    await whenReady(redis, redisWithinMs).catch((cause: unknown) => {
      throw redisRefused(config, cause);
    });
    redisWasThere = true;
    const doubts = redisDoubts(redis);
    const dispatcher = createAgent();
    closes(() => dispatcher.destroy());
    const queue = createQueue({ connection: redis, prefix, log });
    closes(() => queue.close());
    const stores = createStores(redis, config, { jobs: queue, log, now, count });
    closes(() => stores.audit.close());
    closes(() => stores.homes.close());
    const locks = createLocks(redis, prefix);
    const slash = (name: string): string => slashName(name, config.COMMAND_PREFIX);
    const workspaces = await openWorkspaces(
      { ...stores, jobs: queue, config, redis, dispatcher, log, now, slash, count },
      { locks, queue, audit: stores.audit, keyCommand: `${slash('social')} key` },
    );
    for (const { says, fix } of await doubts) log.warn({ fix }, says);
    const warm = config.ROLE === 'worker' ? undefined : workspaces.warmUp();
    const files = serveFiles(config, { contextOf: workspaces.contextOf, log, now });
    const base = { config, log, failpoint, now, redis, queue, locks, stores, slash, workspaces, files };
    const shared = createShared(base);
    const commandDeps = (commands: SharedDeps['commands']): SharedDeps =>
      createCommandDeps(base, shared, commands);
    const checks: Record<string, Check> = {
      redis: async () => ((await redis.ping()) === 'PONG' ? undefined : "Redis isn't responding"),
    };
    const heartbeat = createHeartbeat(redis, prefix);
    const fleet = {
      backlog: () => queue.backlog(now()),
      cards: () => stores.cards.sizes(now()),
      quota: workspaces.quotaState,
      lastSweep: () => heartbeat.last(),
      checks,
    };
    const routes = [
      ...healthRoutes(checks),
      ...behindToken(metrics.route(fleet, log), config.METRICS_TOKEN),
      ...files.routes,
    ];
    let port = config.PORT;

    if (config.ROLE !== 'bot') {
      const jobDeps = { ...createJobDeps(base, shared, commandDeps), heartbeat };
      const handlers = createHandlers(jobDeps, workspaces.contextOf, workspaces.remove);
      const connection = connectWaiting(config, lostRedis);
      closes(async () => connection.disconnect());
      count.knowJobs(handlers.map(({ job }) => job));
      const work = await startWork(jobDeps, queue, { connection, prefix, handlers, onRun: count.ran });
      drains((withinMs) => work.close(withinMs));
      checks.work = work.check;
    }

    if (!bolt) {
      const server = await serveRoutes(routes, config.PORT).catch(portRefused(config));
      drains((withinMs) => server.close(withinMs));
      port = server.port;
    } else {
      const [{ createSlackApp }, { commands }] = await bolt;
      const { acknowledged: onAck, slackAnswered: onAnswer } = count;
      const { access } = workspaces;
      const { storeTrouble } = shared;
      const bot = await createSlackApp({ config, log, routes, access, storeTrouble, onAck, onAnswer });
      checks.slack = async () => (bot.connected() ? undefined : 'the Socket Mode connection is down');
      const deps = commandDeps(commands);
      for (const command of commands) command.listen?.(bot.app, deps);
      drains((withinMs) => bot.stop(withinMs));
      await warm;
      port = await bot.start().catch(portRefused(config));
    }
    log.info({ role: config.ROLE, port, ...workspaces.named }, 'Presscheck is ready');
    return { port, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** What commands and jobs are built from. */
interface Base {
  config: Config;
  log: Logger;
  failpoint: (step: string) => Promise<void>;
  now: () => number;
  redis: Redis;
  queue: JobQueue;
  locks: Locks;
  stores: Stores;
  /** The name of a slash command in this installation. */
  slash: (name: string) => string;
  workspaces: Workspaces;
  files: ServedFiles;
}

/** What commands and jobs share. */
function createShared({ config, log, failpoint, now, redis, queue, stores, files, ...base }: Base) {
  const { pauses, steps, slotStore: store } = stores;
  const { contextOf } = base.workspaces;
  const facts = readOpenFacts(config.OPEN_FACTS);
  const timing = { now, settledAfterMs: settledAfterMs(facts, config.WATCH_INTERVAL_MS) };
  const pictures = { serviceUrl: config.SOCIAL_API_URL, addressed: files.addressed, contextOf, log };
  const postFiles = createPostFiles(pictures);
  const subscribers = [
    followStatuses({ jobs: queue, now }),
    followPauses({ pauses, jobs: queue, now }),
    ...(steps ? [followSteps(steps, queue)] : []),
  ];
  const desk = createDesk({ ...stores, ...timing, subscribers, postFiles, jobs: queue, log, failpoint });
  return {
    ...stores,
    ...timing,
    desk,
    jobs: queue,
    locks: base.locks,
    storeTrouble: storeTroubleOf(redis),
    slash: base.slash,
    log,
    slots: createSlots({ ...stores, store, desk, now, contextOf, log }),
    postFiles,
    pictures,
    fileAddress: files.address,
    localService: isInside(config.SOCIAL_API_URL),
    ...captionFacts(facts),
    undoForMs: config.UNDO_SECONDS * 1_000,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS + longestQuotaWaitMs,
  };
}

type Shared = ReturnType<typeof createShared>;

function createCommandDeps(
  { config, redis, workspaces }: Base,
  shared: Shared,
  commands: SharedDeps['commands'],
): SharedDeps {
  const prefix = config.REDIS_PREFIX;
  const deps: SharedDeps = {
    ...shared,
    lastBrand: createLastBrand(redis, prefix),
    templates: createTemplateStore(redis, prefix),
    apiKeys: workspaces.apiKeys,
    postAddress: config.POST_URL_PATTERN ? readPostPattern(config.POST_URL_PATTERN) : undefined,
    commands,
    async inWorkspace(workspace) {
      const workspaceContext = await workspaces.contextOf(workspace);
      if (!workspaceContext) throw new Refusal(...notInstalled);
      return { ...deps, ...workspaceContext };
    },
  };
  return deps;
}

function createJobDeps(
  { config, log, failpoint, now, redis, queue, stores }: Base,
  shared: Shared,
  commandDeps: (commands: SharedDeps['commands']) => SharedDeps,
) {
  const prefix = config.REDIS_PREFIX;
  const incidents = createIncidentStore(redis, prefix);
  const guards = [createPauseGuard(stores.pauses)];
  // a worker also renders the lists of commands, and loads that code when it does so for the first time
  const forLists = async () => {
    const { commands } = await import('#commands/index.ts');
    return { deps: commandDeps(commands), ...(await import('#commands/posts/complete-list.ts')) };
  };
  return {
    ...shared,
    creations: createCreations(redis, prefix),
    ledger: createLedger(redis, prefix, guards),
    guards,
    incidents,
    serviceWorked: endIncidents({ incidents, jobs: queue, failpoint, now }),
    notifications: createNotificationStore(redis, prefix, log),
    rerenders: createRerenders(redis, prefix),
    approvalRequestStore: createApprovalRequestStore(redis, prefix),
    reminders: createReminderStore(redis, prefix),
    results: createResultsStore(redis, prefix),
    postColumnNames: readOpenFacts(config.OPEN_FACTS).analyticsPostNames,
    statuses: createStatusStore(redis, prefix),
    channelRateLimiter: createChannelRateLimiter(redis, prefix, config.CHANNEL_INTERVAL_MS),
    welcomes: createWelcomes(redis, prefix),
    renderPreview: createPreviewRenderer(createPictureReader(shared.pictures)),
    lists: {
      async complete(payload) {
        const { deps, completeList } = await forLists();
        await completeList(deps, payload);
      },
      async follow(payload) {
        const { deps, rerenderFollowedList } = await forLists();
        await rerenderFollowedList(deps, payload);
      },
    } satisfies PrivateLists,
    failpoint,
    watchEveryMs: config.WATCH_INTERVAL_MS,
    checkEveryMs: config.RECONCILE_INTERVAL_MS,
    pauseCheckEveryMs: config.PAUSE_CHECK_INTERVAL_MS,
    watchForMs: config.WATCH_TIMEOUT_MS,
  };
}

/** Runs until it gets a signal. If the start fails, it lists everything that is wrong and exits with 1. */
async function run(): Promise<void> {
  // everything that parses times uses the process's zone, so it needs one without clock changes
  process.env.TZ = 'UTC';
  let log = createLog('info');
  try {
    const config = readConfig(process.env);
    log = createLog(config.LOG_LEVEL, secretsOf(config));
    let presscheck: Presscheck | undefined;
    let stopping = false;
    const end = (signal: string): void => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      Promise.resolve(presscheck?.stop()).then(
        () => {
          log.info('stopped');
          process.exit(0);
        },
        (cause: unknown) => {
          log.error({ err: cause }, "couldn't shut down cleanly");
          process.exit(1);
        },
      );
    };
    // before it starts: a process that is killed writes no compile cache
    // `on`, not `once`: on Ctrl-C, npm sends the signal again that the terminal has sent already
    process.on('SIGTERM', end).on('SIGINT', end);
    presscheck = await startPresscheck(config, log);
  } catch (cause) {
    if (cause instanceof ConfigError || cause instanceof StartError) console.error(cause.message);
    else log.fatal({ err: cause }, "Presscheck couldn't start");
    process.exitCode = 1;
  }
}

if (import.meta.main) await run();
