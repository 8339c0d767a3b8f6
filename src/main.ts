/**
 * The one place that reads settings and builds things. `ROLE` says which half of the bot this process is. Longer
 * than 250 lines because everything is built here and nowhere else.
 */
import { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { reviewOf } from './cards/rules.ts';
import { createReports } from './charts/report.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { redisDoubts } from './doctor/redis.ts';
import { type Check, healthRoutes, serveRoutes } from './health.ts';
import type { JobDeps } from './jobs/deps.ts';
import { createDesk } from './jobs/desk.ts';
import { createHandlers } from './jobs/handlers.ts';
import { createQueue } from './jobs/queue.ts';
import { sweepEveryMs, sweepJob } from './jobs/sweep.ts';
import { startWorker } from './jobs/worker.ts';
import { createLog } from './log.ts';
import { countingCards } from './metrics/counting-cards.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { createBudget, longestBudgetWaitMs } from './service/budget.ts';
import { createCatalog } from './service/catalog.ts';
import { createService } from './service/client.ts';
import { createQuestions } from './service/questions.ts';
import { clientOptions } from './slack/client.ts';
import { createExportMessages } from './slack/export-messages.ts';
import { slashName } from './slack/manifest.ts';
import { createPainter } from './slack/painter.ts';
import { createPanels } from './slack/panels.ts';
import { createPeople } from './slack/people.ts';
import { createTeller } from './slack/teller.ts';
import { createUploader } from './slack/uploader.ts';
import { redisRefused, StartError, slackRefused } from './start-error.ts';
import { createAudit } from './store/audit.ts';
import { createCardStore } from './store/cards.ts';
import { createCatalogCache } from './store/catalog-cache.ts';
import { createHolds } from './store/holds.ts';
import { createLastBrand } from './store/last-brand.ts';
import { createLedger } from './store/ledger.ts';
import { createProspects } from './store/prospects.ts';
import { createReads } from './store/reads.ts';
import { connectFailingFast, connectWaiting, type Redis, whenReady } from './store/redis.ts';
import { createRequestWindow } from './store/request-window.ts';
import { createRounds } from './store/rounds.ts';
import { createRuleStore } from './store/rules.ts';
import { createTurns } from './store/turns.ts';
import { createWatchMemory } from './store/watching.ts';

export interface Presscheck {
  /** Where `/slack/events`, `/healthz`, `/readyz` and `/metrics` are. */
  port: number;
  /** Stops taking work, finishes what runs, closes everything. */
  stop(): Promise<void>;
}

const redisWithinMs = 10_000;
const drainWithinMs = 8_000;

/** Builds and starts a bot, a worker, or both. Rejects when Slack or Redis cannot be reached. */
export async function startPresscheck(
  config: Config,
  log: Logger,
  /** For tests of crashes: told the name of each step between two effects. */
  reached: (step: string) => Promise<void> = async () => undefined,
): Promise<Presscheck> {
  const now = Date.now;
  // while Redis and Slack are asked; a worker needs none of it, and Bolt takes longer to load than all the rest
  const bolt =
    config.ROLE === 'worker'
      ? undefined
      : Promise.all([import('./slack/app.ts'), import('#commands/index.ts')] as const);
  const metrics = createMetrics();
  const { count } = metrics;
  const prefix = config.REDIS_PREFIX;
  let redisWasThere = false;
  // before that, the error of the start says it
  const lostRedis = (cause: Error): void =>
    log[redisWasThere ? 'warn' : 'debug']({ err: cause }, 'Redis is away');
  const redis = connectFailingFast(config, lostRedis);
  const closing: (() => Promise<unknown>)[] = [async () => redis.disconnect()];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    await whenReady(redis, redisWithinMs).catch((cause: unknown) => {
      throw redisRefused(config, cause);
    });
    redisWasThere = true;
    for (const { says, mend } of await redisDoubts(redis)) log.warn({ mend }, says);
    const slack = new WebClient(config.SLACK_BOT_TOKEN, clientOptions(config, log, count.slackAnswered));
    const tested = await slack.auth.test().catch((cause: unknown) => {
      throw slackRefused(cause);
    });
    const { team_id: workspace = '', url: slackUrl = '' } = tested;
    const budget = createBudget({
      window: createRequestWindow(redis, prefix, config.SOCIAL_API_KEY),
      requestsPerMinute: config.REQUESTS_PER_MINUTE,
      log,
      now,
      onPostponed: count.postponed,
    });
    const service = createService({
      url: config.SOCIAL_API_URL,
      key: config.SOCIAL_API_KEY,
      timeoutMs: config.REQUEST_TIMEOUT_MS,
      budget,
      openFacts: config.OPEN_FACTS,
      log,
      onAnswer: count.serviceAnswered,
    });
    closing.push(() => service.close());
    const queue = createQueue({ connection: redis, prefix, log });
    closing.push(() => queue.close());
    const cards = countingCards(
      createCardStore(redis, prefix, config.RESTING_INTERVAL_MS, log, config.KEEP_FINISHED_DAYS * 86_400_000),
      count.moved,
    );
    const { AUDIT_KEY: key, AUDIT_DAYS: days } = config;
    const audit = createAudit({ redis, prefix, key, days, log, now });
    closing.push(() => audit.close());
    const desk = createDesk({
      cards,
      audit,
      prospects: createProspects(redis, prefix),
      jobs: queue,
      log,
      reached,
      now,
    });
    const reads = createReads(redis);
    const choices = createCatalog({
      service,
      cache: createCatalogCache(redis, reads, prefix, workspace),
      waitMs: 2_000,
      freshMs: 60_000,
      staleMs: 24 * 3_600_000,
      log,
    });
    const rounds = createRounds(redis, prefix);
    const rules = createRuleStore(redis, prefix);
    const people = createPeople(slack, workspace, log, now);
    const panels = createPanels(rules, people);
    const slash = (name: string): string => slashName(name, config.COMMAND_PREFIX);
    const checks: Record<string, Check> = {
      redis: async () => ((await redis.ping()) === 'PONG' ? undefined : 'Redis does not answer'),
    };
    const fleet = {
      backlog: () => queue.backlog(now()),
      cards: () => cards.sizes(),
      budget: () => budget.state(),
      lastRound: () => rounds.last(),
      checks,
    };
    const routes = [...healthRoutes(checks), metrics.route(fleet, log)];
    let port = config.PORT;

    if (config.ROLE !== 'bot') {
      const jobDeps: JobDeps = {
        desk,
        jobs: queue,
        cards,
        ledger: createLedger(redis, prefix),
        audit,
        holds: createHolds(redis, prefix),
        rounds,
        turns: createTurns(redis, prefix, config.CHANNEL_INTERVAL_MS),
        service,
        choices,
        watchMemory: createWatchMemory(redis, prefix),
        painter: createPainter(
          slack,
          log,
          async (card) => {
            const panel = await panels.of(card.workspace, card.brand.id);
            return panel && reviewOf(card, panel, now());
          },
          slash,
        ),
        panels,
        teller: createTeller(slack, log),
        reports: createReports(log),
        exportMessages: createExportMessages(slack),
        uploader: createUploader(slack),
        log,
        reached,
        now,
        watchEveryMs: config.WATCH_INTERVAL_MS,
        lookEveryMs: config.LOOK_INTERVAL_MS,
        watchForMs: config.WATCH_TIMEOUT_MS,
        requestTimeoutMs: config.REQUEST_TIMEOUT_MS + longestBudgetWaitMs,
      };
      checks.work = await startWork(config, jobDeps, closing, metrics, lostRedis);
      await queue.every(sweepJob, sweepEveryMs);
      // whatever a process that died left behind is taken up now, not at the next round
      await queue.enqueue(sweepJob, {});
    }

    if (!bolt) {
      const server = await serveRoutes(routes, config.PORT);
      closing.push(() => server.close());
      port = server.port;
    } else {
      const [{ createSlackApp }, { commands }] = await bolt;
      const { acknowledged: onAck, slackAnswered: onAnswer } = count;
      const bot = await createSlackApp({ config, log, routes, workspace, onAck, onAnswer });
      checks.slack = async () => (bot.connected() ? undefined : 'the Socket Mode connection is away');
      const lastBrand = createLastBrand(redis, reads, prefix);
      const deps = {
        desk,
        jobs: queue,
        choices,
        questions: createQuestions(service, log),
        teller: createTeller(slack, log),
        holds: createHolds(redis, prefix),
        audit,
        slackUrl,
        lastBrand,
        people,
        rules,
        panels,
        exportMessages: createExportMessages(slack),
        log,
        now,
        commands,
        slash,
      };
      for (const command of commands) command.listen?.(bot.app, deps);
      closing.push(() => bot.stop(drainWithinMs));
      await warmUp(choices, log);
      port = await bot.start();
    }
    log.info({ role: config.ROLE, port, workspace }, 'Presscheck is ready');
    return { port, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Starts the worker; the check that comes back is red when no worker of the fleet finishes its rounds. */
async function startWork(
  config: Config,
  deps: JobDeps,
  closing: (() => Promise<unknown>)[],
  { count }: Metrics,
  lostRedis: (cause: Error) => void,
): Promise<Check> {
  const connection: Redis = connectWaiting(config, lostRedis);
  closing.push(async () => connection.disconnect());
  const handlers = createHandlers(deps);
  count.knowJobs(handlers.map(({ job }) => job));
  const { REDIS_PREFIX: prefix } = config;
  const worker = startWorker({ connection, prefix, handlers, log: deps.log, onRun: count.ran });
  closing.push(() => worker.close(drainWithinMs));
  return async () => {
    if (!worker.running()) return 'the worker has stopped';
    const last = await deps.rounds.last();
    return last !== undefined && deps.now() - last < 6 * sweepEveryMs
      ? undefined
      : 'no worker has finished a round for a minute';
  };
}

/** Loads the brands, so that the first modal has them; when they do not come in time, it has to wait for them. */
async function warmUp(choices: { brands(): Promise<unknown> }, log: Logger): Promise<void> {
  try {
    await choices.brands();
  } catch (cause) {
    log.warn({ err: cause }, 'the brands could not be loaded ahead');
  }
}

/** Runs until a signal comes. A bad start says everything that is wrong and ends with 1. */
async function run(): Promise<void> {
  let log = createLog('info');
  try {
    const config = readConfig(process.env);
    log = createLog(config.LOG_LEVEL);
    const presscheck = await startPresscheck(config, log);
    let stopping = false;
    const end = (signal: string): void => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      presscheck.stop().then(
        () => process.exit(0),
        (cause: unknown) => {
          log.error({ err: cause }, 'the stop failed');
          process.exit(1);
        },
      );
    };
    process.once('SIGTERM', end).once('SIGINT', end);
  } catch (cause) {
    if (cause instanceof ConfigError || cause instanceof StartError) console.error(cause.message);
    else log.fatal({ err: cause }, 'Presscheck could not start');
    process.exitCode = 1;
  }
}

if (import.meta.main) await run();
