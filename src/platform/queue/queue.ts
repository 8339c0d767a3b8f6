/** The enqueuing side of BullMQ. */
import { type ConnectionOptions, Queue, type Job as QueuedJob } from 'bullmq';
import type { Logger } from 'pino';
import type { Job, Jobs, QueueName } from './job.ts';

export const lanes: readonly QueueName[] = ['work', 'create', 'read', 'watch', 'draw', 'round'];

/** The tag keeps all keys of BullMQ on one node of a cluster. */
export const queuePrefix = (prefix: string): string => `{${prefix}}`;

const attempts = 8;

export interface JobQueue extends Jobs {
  /** Runs the job every `everyMs` on one of the workers, from now on and after any restart. */
  every(job: Job<Record<string, never>>, everyMs: number): Promise<void>;
  /** What waits in each lane: one look at Redis for each, however much it is. */
  backlog(now: number): Promise<Backlog[]>;
  /** Takes away what waits for a workspace, or failed; what runs ends by itself. */
  forget(workspace: string): Promise<void>;
  close(): Promise<void>;
}

interface Backlog {
  lane: QueueName;
  counts: Record<'waiting' | 'active' | 'delayed' | 'failed', number>;
  /** How long the job that waits longest has waited, since it was put there or last ran; 0: none waits. */
  oldestMs: number;
}

/** `connection` must fail fast: a person may be waiting. */
export function createQueue(options: {
  connection: ConnectionOptions;
  prefix: string;
  log: Logger;
}): JobQueue {
  const queues = new Map(
    lanes.map((lane) => {
      const queue = new Queue(lane, {
        connection: options.connection,
        prefix: queuePrefix(options.prefix),
        skipWaitingForReady: true,
        // nobody reads them
        streams: { events: { maxLen: 100 } },
        defaultJobOptions: {
          attempts,
          backoff: { type: 'grow' },
          sizeLimit: 8_000,
          removeOnComplete: true,
          removeOnFail: { age: 14 * 86_400, count: 5_000 },
        },
      });
      queue.on('error', (cause) => options.log.warn({ err: cause, lane }, 'the queue lost Redis'));
      return [lane, queue] as const;
    }),
  );
  const queueOf = (lane: QueueName): Queue => {
    const queue = queues.get(lane);
    if (!queue) throw new Error(`no lane ${lane}`);
    return queue;
  };
  return {
    async wake({ name, lane, key, payload }) {
      await queueOf(lane).add(name, payload, {
        deduplication: { id: `${name}.${key}`, keepLastIfActive: true, reschedule: true },
      });
    },
    async enqueue(job, payload, { soon = false } = {}) {
      const id = `${job.name}.${job.key(payload)}`;
      await queueOf(job.lane).add(job.name, job.payload.parse(payload), {
        deduplication: { id, keepLastIfActive: true, reschedule: soon },
        ...(job.attempts !== undefined && { attempts: job.attempts }),
      });
    },
    async every(job, everyMs) {
      // an earlier version may have put it into another lane, where it would come by as well
      const others = [...queues.values()].filter(({ name }) => name !== job.lane);
      await Promise.all(others.map((queue) => queue.removeJobScheduler(job.name)));
      await queueOf(job.lane).upsertJobScheduler(
        job.name,
        { every: everyMs },
        { name: job.name, data: {}, opts: { removeOnComplete: true, attempts: 1 } },
      );
    },
    backlog: (now) =>
      Promise.all(
        [...queues].map(async ([lane, queue]) => {
          const [counts, [oldest]] = await Promise.all([
            queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
            queue.getJobs('waiting', 0, 0, true),
          ]);
          const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
          // a job that moved itself to later keeps the time at which it was first put there
          const since = oldest ? Math.max(oldest.timestamp, oldest.processedOn ?? 0) : now;
          return { lane, counts: { waiting, active, delayed, failed }, oldestMs: Math.max(0, now - since) };
        }),
      ),
    async forget(workspace) {
      for (const queue of queues.values()) {
        const jobs = await queue.getJobs(['waiting', 'delayed', 'failed', 'completed']);
        for (const job of jobs) if (job?.data?.workspace === workspace) await removed(job);
        // its events name jobs by their keys
        await queue.trimEvents(0);
      }
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** One that was taken up in between is locked, and ends by itself. */
async function removed(job: QueuedJob): Promise<void> {
  try {
    await job.remove();
  } catch (cause) {
    if (!(await job.isActive())) throw cause;
  }
}
