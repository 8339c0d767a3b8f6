/** Starts this process's worker and the sweeper, with what their jobs need. */
import type { SharedDeps } from '#commands/kit/command.ts';
import { createResultsStore } from '#src/analytics/results-store.ts';
import { createPictureReader } from '#src/media/picture-reader.ts';
import { createApprovalRequestStore } from '#src/notifications/approval-request-store.ts';
import { endIncidents } from '#src/notifications/incident.ts';
import { createIncidentStore } from '#src/notifications/incident-store.ts';
import { createNotificationStore } from '#src/notifications/notification-store.ts';
import { createWelcomes } from '#src/onboarding/welcome-store.ts';
import { createPauseGuard } from '#src/pause/guard.ts';
import type { Counters } from '#src/platform/metrics/counters.ts';
import { readOpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import { startWorker } from '#src/platform/queue/worker.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { createChannelRateLimiter } from '#src/platform/slack/channel-rate-limiter.ts';
import type { Heartbeat } from '#src/posts/heartbeat.ts';
import { createCreations } from '#src/posts/operations/creations.ts';
import { createLedger } from '#src/posts/operations/ledger.ts';
import type { PrivateLists } from '#src/posts/ports.ts';
import { createRerenders } from '#src/posts/rerenders.ts';
import { createStatusStore } from '#src/posts/status-store.ts';
import { sweepEveryMs, sweepJob } from '#src/posts/sweeper.ts';
import { createPreviewRenderer } from '#src/preview/picture.ts';
import { createReminderStore } from '#src/reminders/reminder-store.ts';
import type { Base, Shared } from './deps.ts';
import { createHandlers } from './handlers.ts';

/** What isn't working, as a sentence; `undefined` if everything is. */
type WorkCheck = () => Promise<string | undefined>;

interface Options extends Base {
  shared: Shared;
  commandDeps(commands: SharedDeps['commands']): SharedDeps;
  heartbeat: Heartbeat;
  /** Of the worker alone, because it waits for jobs on it. */
  connection: Redis;
  count: Pick<Counters, 'knowJobs' | 'ran'>;
}

/** The returned check is red if no worker of the fleet finishes its sweeps. Rejects if Redis does. */
export async function startWork(
  options: Options,
): Promise<{ check: WorkCheck; close(withinMs: number): Promise<void> }> {
  const { queue, workspaces, connection, config, log, now, heartbeat, count } = options;
  const handlers = createHandlers(createJobDeps(options), workspaces.contextOf, workspaces.remove);
  count.knowJobs(handlers.map(({ job }) => job));
  await queue.every(sweepJob, sweepEveryMs);
  // a process that died may have left work behind, which is queued now instead of at the next sweep
  await queue.enqueue(sweepJob, {});
  const worker = startWorker({ connection, prefix: config.REDIS_PREFIX, handlers, onRun: count.ran, log });
  return {
    async check() {
      if (!worker.running()) return 'the worker has stopped';
      const last = await heartbeat.last();
      return last !== undefined && now() - last < 6 * sweepEveryMs
        ? undefined
        : 'no worker has finished a sweep for a minute';
    },
    close: (withinMs) => worker.close(withinMs),
  };
}

function createJobDeps({ shared, commandDeps, heartbeat, ...base }: Options) {
  const { config, log, failpoint, now, redis, queue, stores } = base;
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
    heartbeat,
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
