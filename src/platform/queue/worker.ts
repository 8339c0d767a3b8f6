/** The running side of BullMQ: translates what a job returns into what BullMQ does. */
import { hostname } from 'node:os';
import {
  type ConnectionOptions,
  DelayedError,
  type Job as QueueJob,
  UnrecoverableError,
  Worker,
} from 'bullmq';
import type { Logger } from 'pino';
import { within } from '#src/platform/within.ts';
import { again, type Handler, type Outcome, type QueueName, queues, type Retriable } from './job.ts';
import { queueNames, queuePrefix } from './queue.ts';

/**
 * How many jobs of a queue run at the same time. A reader keeps a page and a brand's cards in memory, and the
 * quota lets few of them start before others end.
 */
const concurrency: Record<QueueName, number> = {
  [queues.actions]: 10,
  [queues.create]: 10,
  [queues.read]: 10,
  [queues.checks]: 10,
  [queues.messages]: 5,
  [queues.sweep]: 1,
};

const lockedForMs = 6_000;

/** How many of a job's workers can die in a row; one more, and the job is given up. */
const deathsAtMost = 25;

/** How long a job keeps trying if people couldn't be told that it failed. */
const toldWithinMs = 24 * 3_600_000;

/** How BullMQ names the worker of a process, in its jobs (`processedBy`) and connections. */
export const workerName = (pid: number): string => `${hostname()}:${pid}`;

/** One run of a job, however it ended. `failed`: it's tried again. */
export interface JobRun {
  /** The job's name; `unknown` if this release doesn't have it. */
  job: string;
  queue: QueueName;
  outcome: 'done' | 'again' | 'failed' | 'given up';
  ms: number;
}

export interface JobWorker {
  running(): boolean;
  /** Stops taking jobs and waits for running ones. Another worker runs those again that don't end in time. */
  close(withinMs: number): Promise<void>;
}

export interface StartWorkerOptions {
  connection: ConnectionOptions;
  prefix: string;
  handlers: readonly Handler[];
  log: Logger;
  onRun?: (run: JobRun) => void;
  /**
   * How long a dead worker's job stays locked (default: 6 s). Locks are checked three times as often, so it
   * runs again after at most 4/3 of that.
   */
  lockMs?: number;
}

export function startWorker(options: StartWorkerOptions): JobWorker {
  const { log, onRun = () => undefined, lockMs = lockedForMs } = options;
  const handlers = new Map(options.handlers.map((handler) => [handler.job.name, handler]));
  const workers = queueNames.map((queueName) => {
    const run = telling(queueName, handlers, onRun, async (job, token) => {
      const outcome = await runJob(handlers, job, log);
      if (outcome.kind === 'done') return;
      await job.moveToDelayed(Date.now() + outcome.inMs, token);
      await forgetDeaths(worker, job);
      // BullMQ must not complete a job that delayed itself; returning here would complete it.
      throw new DelayedError();
    });
    const worker = new Worker(queueName, run, {
      connection: options.connection,
      prefix: queuePrefix(options.prefix),
      name: workerName(process.pid),
      concurrency: concurrency[queueName],
      lockDuration: lockMs,
      stalledInterval: lockMs / 3,
      maxStalledCount: deathsAtMost,
      // After an outage of Redis, work goes on within a second instead of BullMQ's fifteen.
      runRetryDelay: 1_000,
      // A worker that dies may have taken BullMQ's marker of a delayed job. The others notice the job when their
      // blocking read ends: after this many seconds instead of BullMQ's five.
      drainDelay: 1,
      settings: { backoffStrategy: (attempt, _type, cause) => delayBefore(attempt, cause) },
    });
    worker.on('error', (cause) =>
      log.warn({ err: cause, lane: queueName }, 'the worker lost its connection to Redis'),
    );
    worker.on('failed', (job, cause) => {
      log.warn({ err: cause, job: job?.name, id: job?.id, attempt: job?.attemptsMade }, 'a job failed');
      if (!job || !(cause instanceof UnrecoverableError) || cause instanceof GivenUp) return;
      const { finishedOn: end = Date.now(), processedOn: begun = end } = job;
      onRun({ job: nameOf(handlers, job), queue: queueName, outcome: 'given up', ms: end - begun });
      void giveUpUnrun(handlers, job, cause, log);
    });
    return worker;
  });
  return {
    running: () => workers.every((worker) => worker.isRunning()),
    async close(withinMs) {
      // BullMQ waits for running jobs, and for a Redis that's away, for as long as it takes
      await Promise.all(workers.map((worker) => within(worker.close(), withinMs)));
    },
  };
}

/** The job's name in metrics, which is the same for all jobs that this release doesn't have. */
const nameOf = (handlers: ReadonlyMap<string, Handler>, { name }: QueueJob): string =>
  handlers.has(name) ? name : 'unknown';

type Run = (job: QueueJob, token: string | undefined) => Promise<void>;

/** Runs the job, and reports how the run ended. */
function telling(
  queueName: QueueName,
  handlers: ReadonlyMap<string, Handler>,
  onRun: (run: JobRun) => void,
  run: Run,
): Run {
  return async (job, token) => {
    const since = performance.now();
    const tell = (outcome: JobRun['outcome']): void =>
      onRun({
        job: nameOf(handlers, job),
        queue: queueName,
        outcome,
        ms: performance.now() - since,
      });
    try {
      await run(job, token);
    } catch (cause) {
      const isExhausted = cause instanceof GivenUp;
      tell(cause instanceof DelayedError ? 'again' : isExhausted ? 'given up' : 'failed');
      throw cause;
    }
    tell('done');
  };
}

/**
 * The error of a job that gave up by itself. Jobs that BullMQ gives up were never run again, and need
 * `giveUpUnrun`.
 */
class GivenUp extends UnrecoverableError {}

/**
 * The job's process died too often. Its card has to show that, or the sweeper would queue the job forever.
 */
async function giveUpUnrun(
  handlers: ReadonlyMap<string, Handler>,
  { name, id, data }: QueueJob,
  stalled: Error,
  log: Logger,
): Promise<void> {
  const cause = Object.assign(stalled, { retry: false } satisfies Retriable);
  log.error(
    { err: cause, job: name, id },
    'a job was given up: every process that ran it died, or lost its lock',
  );
  await handlers
    .get(name)
    ?.onExhausted(data, cause)
    .catch((thrown: unknown) =>
      log.error({ err: thrown, job: name, id }, "couldn't update the card of a job that was given up"),
    );
}

/**
 * BullMQ counts a job's stalls over its whole life, in the field `stc` of its hash. Only deaths in a row mean
 * that the job kills its workers, so a run that ends well resets the count. Call this after `moveToDelayed`,
 * which throws if the worker has lost the job's lock.
 */
async function forgetDeaths(worker: Worker, { id, stalledCounter }: QueueJob): Promise<void> {
  if (stalledCounter === 0 || id === undefined) return;
  const redis = await worker.backend.client;
  await redis.hdel(worker.toKey(id), 'stc');
}

async function runJob(
  handlers: ReadonlyMap<string, Handler>,
  queueJob: QueueJob,
  log: Logger,
): Promise<Outcome> {
  const handler = handlers.get(queueJob.name);
  if (!handler) throw new GivenUp(`no handler for ${queueJob.name}`);
  return handler.run(queueJob.data).catch(async (thrown: unknown) => {
    const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
    const { postponed, retryAfterMs } = cause as Retriable;
    if (postponed && retryAfterMs !== undefined) return again(retryAfterMs);
    const last = queueJob.attemptsMade + 1 >= (queueJob.opts.attempts ?? 1);
    if (!last && (cause as Retriable).retry !== false) throw cause;
    try {
      await handler.onExhausted(queueJob.data, cause);
    } catch (untold) {
      const isTooOld = Date.now() - queueJob.timestamp > toldWithinMs;
      if (!handler.job.isOnlyAnswer || isTooOld || (untold as Retriable).retry === false) throw untold;
      log.warn(
        { err: untold, job: queueJob.name, id: queueJob.id },
        "couldn't say that a job failed; retrying it",
      );
      return again(delayBefore(queueJob.attemptsMade + 1, untold as Error));
    }
    log.error({ err: cause, job: queueJob.name, id: queueJob.id }, 'a job was given up');
    throw new GivenUp(cause.message);
  });
}

function delayBefore(attempt: number, cause: Error | undefined): number {
  const retryAfterMs = (cause as Retriable | undefined)?.retryAfterMs;
  const grown = Math.min(60_000, 500 * 2 ** attempt);
  return retryAfterMs ?? Math.round(grown / 2 + (Math.random() * grown) / 2);
}
