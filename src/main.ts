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
import { openWorkspaces } from './app/workspaces.ts';
import { createRuleStore } from './approval/rule-store.ts';
import { createAudit } from './audit/audit-store.ts';
import { createBatches } from './campaigns/batch-store.ts';
import { createLastBrand } from './catalog/last-brand.ts';
import { redisDoubts } from './doctor/redis.ts';
import { createHomes } from './home/homes.ts';
import { readPostPattern } from './links/post-address.ts';
import { createPostFiles } from './media/fingerprint.ts';
import { createPictureReader } from './media/picture-reader.ts';
import { createApprovalRequestStore } from './notifications/approval-request-store.ts';
import { endIncidents } from './notifications/incident.ts';
import { createIncidentStore } from './notifications/incident-store.ts';
import { createNotificationStore } from './notifications/notification-store.ts';
import { createWelcomes } from './onboarding/welcome-store.ts';
import { createPauseGuard, followPauses } from './pause/guard.ts';
import { createPauseStore } from './pause/pause-store.ts';
import type { Check } from './platform/http/route.ts';
import { isInside } from './platform/inside.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { captionFacts, readOpenFacts } from './platform/publishing-api/open-facts.ts';
import { longestQuotaWaitMs } from './platform/publishing-api/quota.ts';
import { createAgent } from './platform/publishing-api/send.ts';
import { createQueue } from './platform/queue/queue.ts';
import { createLocks } from './platform/redis/locks.ts';
import { connectFailingFast, connectWaiting, whenReady } from './platform/redis/redis.ts';
import { storeTroubleOf } from './platform/redis/store-trouble.ts';
import { Refusal } from './platform/refusal.ts';
import { createChannelRateLimiter } from './platform/slack/channel-rate-limiter.ts';
import { serveFiles } from './platform/slack/served-files.ts';
import { createCardStore } from './posts/card-store.ts';
import { countingCards } from './posts/counting-cards.ts';
import { createDesk } from './posts/desk.ts';
import { createHeartbeat } from './posts/heartbeat.ts';
import { createLedger } from './posts/operations/ledger.ts';
import { createOutsidePosts } from './posts/outside-posts.ts';
import type { Lists } from './posts/ports.ts';
import { settledAfterMs } from './posts/post-index/lag.ts';
import { createPostIndexStore } from './posts/post-index/post-index-store.ts';
import { createRerenders } from './posts/rerenders.ts';
import { followStatuses } from './posts/status.ts';
import { createStatusStore } from './posts/status-store.ts';
import { createPreviewRenderer } from './preview/picture.ts';
import { createRecurringStore } from './recurring/series-store.ts';
import { createReminderStore } from './reminders/reminder-store.ts';
import { createBrandConfigs } from './settings/brand-config-store.ts';
import { createTeamSettings } from './settings/settings-store.ts';
import { createPostingSlotStore } from './slots/slot-store.ts';
import { createSlots } from './slots/taken-slots.ts';
import { createImportStore } from './spreadsheets/import-store.ts';
import { followSteps } from './steps/run-step.ts';
import { createStepStore } from './steps/step-store.ts';
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
  // loaded while Redis and Slack answer, because Bolt takes longer to load than everything else; a worker doesn't need it
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
    const locks = createLocks(redis, prefix);
    const dispatcher = createAgent();
    closes(() => dispatcher.destroy());
    const queue = createQueue({ connection: redis, prefix, log });
    closes(() => queue.close());
    const cards = countingCards(
      createCardStore(redis, prefix, config.RESTING_INTERVAL_MS, log, config.KEEP_FINISHED_DAYS * 86_400_000),
      count.transitioned,
    );
    const {
      AUDIT_KEY: key,
      AUDIT_DAYS: days,
      WATCH_INTERVAL_MS: watchEveryMs,
      METRICS_TOKEN: token,
    } = config;
    const audit = createAudit({ redis, prefix, key, days, log, now });
    closes(() => audit.close());
    const homes = createHomes(redis, prefix, { jobs: queue, log, now });
    closes(() => homes.close());
    const outsidePosts = createOutsidePosts(redis, prefix);
    const pauses = createPauseStore(redis, prefix, config.KEEP_FINISHED_DAYS * 86_400_000);
    const records = { cards, audit, homes, outsidePosts, pauses };
    const facts = readOpenFacts(config.OPEN_FACTS);
    const timing = { now, settledAfterMs: settledAfterMs(facts, watchEveryMs) };
    const steps = config.WORKFLOW_STEPS ? createStepStore(redis, prefix) : undefined;
    const subscribers = [
      followStatuses({ jobs: queue, now }),
      followPauses({ pauses, jobs: queue, now }),
      ...(steps ? [followSteps(steps, queue)] : []),
    ];
    const slash = (name: string): string => slashName(name, config.COMMAND_PREFIX);
    const rules = createRuleStore(redis, prefix);
    const teamSettings = createTeamSettings(redis, prefix);
    const slotStore = createPostingSlotStore(redis, prefix);
    const recurring = createRecurringStore(redis, prefix, log);
    const ofAll = { rules, pauses, teamSettings, slotStore };
    const postIndex = createPostIndexStore(redis, prefix);
    const context = {
      ...ofAll,
      postIndex,
      jobs: queue,
      config,
      redis,
      dispatcher,
      log,
      now,
      slash,
      count,
    };
    const keyCommand = `${slash('social')} key`;
    const workspaces = await openWorkspaces(context, { locks, queue, audit, keyCommand });
    for (const { says, fix } of await doubts) log.warn({ fix }, says);
    const warm = config.ROLE === 'worker' ? undefined : workspaces.warmUp();
    const postAddress = config.POST_URL_PATTERN ? readPostPattern(config.POST_URL_PATTERN) : undefined;
    const { contextOf, access } = workspaces;
    const files = serveFiles(config, { contextOf, log, now });
    const pictures = {
      serviceUrl: config.SOCIAL_API_URL,
      addressed: files.addressed,
      contextOf,
      log,
    };
    const postFiles = createPostFiles(pictures);
    const desk = createDesk({
      ...records,
      ...timing,
      subscribers,
      postFiles,
      jobs: queue,
      log,
      failpoint,
    });
    const storeTrouble = storeTroubleOf(redis);
    const common = {
      ...timing,
      desk,
      jobs: queue,
      locks,
      audit,
      storeTrouble,
      teamSettings,
      pauses,
      steps,
      slash,
      log,
      batches: createBatches(redis, prefix),
      brandConfigs: createBrandConfigs(redis, prefix, log),
      slots: createSlots({
        store: slotStore,
        cards,
        desk,
        recurring,
        teamSettings,
        now,
        contextOf,
        log,
      }),
      recurring,
      imports: createImportStore(redis, prefix),
      fileAddress: files.address,
      localService: isInside(config.SOCIAL_API_URL),
      ...captionFacts(facts),
      undoForMs: config.UNDO_SECONDS * 1_000,
      requestTimeoutMs: config.REQUEST_TIMEOUT_MS + longestQuotaWaitMs,
    };
    const shared = { ...common, rules, homes, postFiles };
    const checks: Record<string, Check> = {
      redis: async () => ((await redis.ping()) === 'PONG' ? undefined : "Redis isn't responding"),
    };
    const heartbeat = createHeartbeat(redis, prefix);
    const fleet = {
      backlog: () => queue.backlog(now()),
      cards: () => cards.sizes(now()),
      quota: workspaces.quotaState,
      lastSweep: () => heartbeat.last(),
      checks,
    };
    const routes = [
      ...healthRoutes(checks),
      ...behindToken(metrics.route(fleet, log), token),
      ...files.routes,
    ];
    let port = config.PORT;

    const commandDeps = (commands: SharedDeps['commands']): SharedDeps => {
      const deps: SharedDeps = {
        ...shared,
        lastBrand: createLastBrand(redis, prefix),
        templates: createTemplateStore(redis, prefix),
        apiKeys: workspaces.apiKeys,
        postAddress,
        commands,
        async inWorkspace(workspace) {
          const workspaceContext = await contextOf(workspace);
          if (!workspaceContext) throw new Refusal(...notInstalled);
          return { ...deps, ...workspaceContext };
        },
      };
      return deps;
    };

    // a worker also renders the lists of commands, and loads that code when it does so for the first time
    const forLists = async () => {
      const { commands } = await import('#commands/index.ts');
      return { deps: commandDeps(commands), ...(await import('#commands/posts/complete-list.ts')) };
    };

    if (config.ROLE !== 'bot') {
      const incidents = createIncidentStore(redis, prefix);
      const guards = [createPauseGuard(pauses)];
      const jobDeps = {
        ...shared,
        cards,
        creations: createCreations(redis, prefix),
        ledger: createLedger(redis, prefix, guards),
        guards,
        postIndex,
        incidents,
        serviceWorked: endIncidents({ incidents, jobs: queue, failpoint, now }),
        notifications: createNotificationStore(redis, prefix, log),
        rerenders: createRerenders(redis, prefix),
        approvalRequestStore: createApprovalRequestStore(redis, prefix),
        reminders: createReminderStore(redis, prefix),
        results: createResultsStore(redis, prefix),
        postColumnNames: facts.analyticsPostNames,
        statuses: createStatusStore(redis, prefix),
        channelRateLimiter: createChannelRateLimiter(redis, prefix, config.CHANNEL_INTERVAL_MS),
        welcomes: createWelcomes(redis, prefix),
        renderPreview: createPreviewRenderer(createPictureReader(pictures)),
        lists: {
          async complete(payload) {
            const { deps, completeList } = await forLists();
            await completeList(deps, payload);
          },
          async follow(payload) {
            const { deps, followList } = await forLists();
            await followList(deps, payload);
          },
        } satisfies Lists,
        heartbeat,
        failpoint,
        watchEveryMs,
        checkEveryMs: config.RECONCILE_INTERVAL_MS,
        pauseCheckEveryMs: config.PAUSE_CHECK_INTERVAL_MS,
        watchForMs: config.WATCH_TIMEOUT_MS,
      };
      const handlers = createHandlers(jobDeps, contextOf, workspaces.remove);
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
