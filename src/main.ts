/**
 * The one place that reads settings and starts everything, in this order. `ROLE` says which half of the bot
 * this process runs.
 */
import type { Logger } from 'pino';
import type { SharedDeps } from '#commands/kit/command.ts';
import { createCommandDeps } from './app/command-deps.ts';
import { type Config, ConfigError, readConfig, secretsOf } from './app/config.ts';
import { createShared } from './app/deps.ts';
import { behindToken, healthRoutes, serveRoutes } from './app/health.ts';
import { slashName } from './app/manifest.ts';
import { createStopping } from './app/shutdown.ts';
import { portRefused, redisRefused, StartError } from './app/start-error.ts';
import { createStores } from './app/stores.ts';
import { openWorkspaces } from './app/workspaces.ts';
import { redisDoubts } from './doctor/redis.ts';
import type { Check } from './platform/http/route.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createAgent } from './platform/publishing-api/send.ts';
import { createQueue } from './platform/queue/queue.ts';
import { createLocks } from './platform/redis/locks.ts';
import { connectFailingFast, connectWaiting, whenReady } from './platform/redis/redis.ts';
import { serveFiles } from './platform/slack/served-files.ts';
import { createHeartbeat } from './posts/heartbeat.ts';

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
  // loaded while Redis and Slack answer: Bolt takes longer to load than everything else. Neither role loads
  // what only the other one needs
  const work = config.ROLE === 'bot' ? undefined : import('./app/start-work.ts');
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

    if (work) {
      const { startWork } = await work;
      const connection = connectWaiting(config, lostRedis);
      closes(async () => connection.disconnect());
      const worker = await startWork({ ...base, shared, commandDeps, heartbeat, connection, count });
      drains((withinMs) => worker.close(withinMs));
      checks.work = worker.check;
    }

    if (!bolt) {
      const server = await serveRoutes(routes, config.PORT).catch(portRefused(config));
      drains((withinMs) => server.close(withinMs));
      port = server.port;
    } else {
      const [{ createSlackApp }, { commands, listeners }] = await bolt;
      const { acknowledged: onAck, slackAnswered: onAnswer } = count;
      const { access } = workspaces;
      const { storeTrouble } = shared;
      const bot = await createSlackApp({ config, log, routes, access, storeTrouble, onAck, onAnswer });
      checks.slack = async () => (bot.connected() ? undefined : 'the Socket Mode connection is down');
      const deps = commandDeps(commands);
      for (const command of commands) command.listen?.(bot.app, deps);
      for (const listen of listeners) listen(bot.app, deps);
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
