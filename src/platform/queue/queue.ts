/** The side of BullMQ that adds jobs. */
import { type ConnectionOptions, Queue, type Job as QueuedJob } from 'bullmq';
import type { Logger } from 'pino';
import { type Job, type Jobs, type QueueName, queues } from './job.ts';

export const queueNames: readonly QueueName[] = Object.values(queues);

/** The hash tag keeps all of BullMQ's keys on one node of a cluster. */
export const queuePrefix = (prefix: string): string => `{${prefix}}`;

const attempts = 8;

export interface JobQueue extends Jobs {
  /** Runs the job every `everyMs` on one of the workers, from now on and after every restart. */
  every(job: Job<Record<string, never>>, everyMs: number): Promise<void>;
  /** How many jobs wait in each queue. Costs one command per queue. */
  backlog(now: number): Promise<Backlog[]>;
  /**
   * Removes a workspace's waiting and failed jobs. Running ones end by themselves. `isNeeded` is asked after
   * they were listed: if it's true, they stay.
   */
  forget(workspace: string, isNeeded?: () => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

interface Backlog {
  queue: QueueName;
  counts: Record<'waiting' | 'active' | 'delayed' | 'failed', number>;
  /** How long the oldest waiting job has waited since it was added or last ran; 0 if none waits. */
  oldestMs: number;
}

/** `connection` must fail fast: a person may be waiting. */
export function createQueue(options: {
  connection: ConnectionOptions;
  prefix: string;
  log: Logger;
}): JobQueue {
  const queues = new Map(
    queueNames.map((queueName) => {
      const queue = new Queue(queueName, {
        connection: options.connection,
        prefix: queuePrefix(options.prefix),
        skipWaitingForReady: true,
        // Nothing reads BullMQ's events.
        streams: { events: { maxLen: 100 } },
        defaultJobOptions: {
          attempts,
          backoff: { type: 'grow' },
          sizeLimit: 8_000,
          removeOnComplete: true,
          removeOnFail: { age: 14 * 86_400, count: 5_000 },
        },
      });
      queue.on('error', (cause) =>
        options.log.warn({ err: cause, lane: queueName }, 'the queue lost its connection to Redis'),
      );
      return [queueName, queue] as const;
    }),
  );
  const queueOf = (queueName: QueueName): Queue => {
    const queue = queues.get(queueName);
    if (!queue) throw new Error(`there is no queue ${queueName}`);
    return queue;
  };
  return {
    async wake({ name, lane: queueName, key, payload }) {
      await queueOf(queueName).add(name, payload, {
        deduplication: { id: `${name}.${key}`, keepLastIfActive: true, reschedule: true },
      });
    },
    async enqueue(job, payload, { soon = false } = {}) {
      const id = `${job.name}.${job.key(payload)}`;
      await queueOf(job.queue).add(job.name, job.payload.parse(payload), {
        deduplication: { id, keepLastIfActive: true, reschedule: soon },
        ...(job.attempts !== undefined && { attempts: job.attempts }),
      });
    },
    async every(job, everyMs) {
      await queueOf(job.queue).upsertJobScheduler(
        job.name,
        { every: everyMs },
        { name: job.name, data: {}, opts: { removeOnComplete: true, attempts: 1 } },
      );
    },
    backlog: (now) =>
      Promise.all(
        [...queues].map(async ([queueName, queue]) => {
          const [counts, [oldest]] = await Promise.all([
            queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
            queue.getJobs('waiting', 0, 0, true),
          ]);
          const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
          // A job that delayed itself keeps the time at which it was first added.
          const since = oldest ? Math.max(oldest.timestamp, oldest.processedOn ?? 0) : now;
          return {
            queue: queueName,
            counts: { waiting, active, delayed, failed },
            oldestMs: Math.max(0, now - since),
          };
        }),
      ),
    async forget(workspace, isNeeded = async () => false) {
      for (const queue of queues.values()) {
        const jobs = await queue.getJobs(['waiting', 'delayed', 'failed', 'completed']);
        if (await isNeeded()) return;
        for (const job of jobs) if (job?.data?.workspace === workspace) await removed(job);
        // BullMQ's events name jobs by their keys.
        await queue.trimEvents(0);
      }
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/**
 * A job that was started in between is locked, and ends by itself. One that ended just then is removed after
 * all.
 */
async function removed(job: QueuedJob, attempts = 5): Promise<void> {
  try {
    await job.remove();
  } catch (cause) {
    if (await job.isActive()) return;
    if (attempts === 1) throw cause;
    await removed(job, attempts - 1);
  }
}
