import type { RequestListener } from 'node:http';
import { type Control, createControl } from '#sandbox/service/control.ts';
import { createForcedFailures, type ForcedFailures } from '#sandbox/service/forced-failures.ts';
import { finishDue } from '#sandbox/service/generation/finish.ts';
import { createApi } from '#sandbox/service/http/api.ts';
import { createKeyCheck } from '#sandbox/service/http/api-key.ts';
import { createFaults, type Faults } from '#sandbox/service/http/faults.ts';
import { createListener } from '#sandbox/service/http/listener.ts';
import { createRateLimit } from '#sandbox/service/http/rate-limit.ts';
import { createRequestLog, type RequestLog } from '#sandbox/service/http/request-log.ts';
import { createRouter } from '#sandbox/service/http/router.ts';
import { createIdleWait } from '#sandbox/service/idle-wait.ts';
import { livePages } from '#sandbox/service/live/pages.ts';
import { describeApi } from '#sandbox/service/openapi.ts';
import { type SandboxOptions, sandboxKey } from '#sandbox/service/options.ts';
import { connectPages, mediaPage, postPage } from '#sandbox/service/pages.ts';
import { publishDue } from '#sandbox/service/posts/publishing.ts';
import { allRoutes } from '#sandbox/service/routes/routes.ts';
import { createScheduler, type Scheduler } from '#sandbox/service/scheduler.ts';
import { insertSeed, pickSeed } from '#sandbox/service/seed/insert-seed.ts';
import { openStore } from '#sandbox/service/store/store.ts';
import { readVariants, type Variants } from '#sandbox/service/variants.ts';
import type { World } from '#sandbox/service/world.ts';

/** The service without its HTTP server: what tests inspect and control. */
export type SandboxCore = Control &
  Pick<ForcedFailures, 'failGeneration' | 'failPublishing' | 'holdGeneration'> & {
    key: string;
    variants: Variants;
    faults: Faults;
    /** Every request under `/v1`, in the order in which they came. */
    requests: RequestLog['all'];
    /** Those that fit a pattern such as `PATCH /post/*`. */
    requestsTo: RequestLog['matching'];
    releaseGeneration(): void;
    /** Runs what is due. Call it after an injected clock has jumped. */
    tick(): void;
    /** Resolves when nothing is being generated or published. */
    settled(): Promise<void>;
    /** What `/v1/openapi.json` answers. */
    openapi(): Record<string, unknown>;
    listener: RequestListener;
    /** Stops the timers and closes the database. */
    close(): void;
  };

/** Creates the service. `origin` returns its public address. */
export function createSandboxService(options: SandboxOptions, origin: () => string): SandboxCore {
  const { key = sandboxKey, requestsPerMinute = 60 } = options;
  const world = createWorld(options, origin);
  const { store, variants, forcedFailures } = world;
  if (store.isEmpty()) store.transaction(() => insertSeed(store, pickSeed(options.seed), world.now()));

  const idleWait = createIdleWait(() => store.jobs.count() === 0);
  const scheduler = createServiceScheduler(world, idleWait.check);
  const faults = createFaults();
  const log = createRequestLog();
  const routes = allRoutes(world);
  const route = createRouter(routes);
  const openapi = () => describeApi(routes, `${world.origin()}/v1`);
  const stopping = new AbortController();
  const api = createApi({
    world,
    log,
    faults,
    checkKey: createKeyCheck(key),
    consumeQuota: createRateLimit(requestsPerMinute, variants.rateLimitReset, world.now),
    route(request) {
      scheduler.tick();
      const answer = store.transaction(() => route(request));
      scheduler.tick();
      return answer;
    },
    stopping: stopping.signal,
  });
  scheduler.tick();

  return {
    ...createControl(world, scheduler.tick),
    key,
    variants,
    faults,
    requests: log.all,
    requestsTo: log.matching,
    failGeneration: forcedFailures.failGeneration,
    failPublishing: forcedFailures.failPublishing,
    holdGeneration: forcedFailures.holdGeneration,
    releaseGeneration() {
      forcedFailures.releaseGeneration();
      scheduler.tick();
    },
    tick: scheduler.tick,
    settled: idleWait.settled,
    openapi,
    listener: createListener(api, openapi, [
      mediaPage(world),
      connectPages(world),
      postPage(world),
      livePages(world, options.web, options.onLiveRead),
    ]),
    close() {
      stopping.abort();
      scheduler.stop();
      store.close();
    },
  };
}

function createWorld(options: SandboxOptions, origin: () => string): World {
  // validated before the database is opened
  const variants = readVariants(options.variants);
  const now = options.now ?? Date.now;
  return {
    variants,
    store: openStore(options.database ?? ':memory:', { now, lagMs: options.listingLagMs ?? 0 }),
    forcedFailures: createForcedFailures(),
    generation: options.generation ?? { minMs: 20, maxMs: 60 },
    publishingMs: options.publishingMs ?? 0,
    pageSize: options.pageSize ?? variants.pageSize,
    now,
    origin: () => options.publicUrl ?? origin(),
  };
}

/** Finishes generations and publishes scheduled posts when they're due. */
function createServiceScheduler(world: World, check: () => void): Scheduler {
  const { store, forcedFailures } = world;
  return createScheduler({
    now: world.now,
    nextDue() {
      const dues = [store.jobs.nextDue(forcedFailures.held ? 'publish' : undefined), store.posts.nextDue()];
      const known = dues.filter((due) => due !== undefined);
      return known.length > 0 ? Math.min(...known) : undefined;
    },
    runDue() {
      store.transaction(() => {
        publishDue(world);
        finishDue(world);
      });
      check();
    },
    onError: (cause) => console.error(cause),
  });
}
