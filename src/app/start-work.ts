/** Starts this process's worker and the sweeper. */

import type { Logger } from 'pino';
import type { JobQueue } from '#src/platform/queue/queue.ts';
import { type StartWorkerOptions, startWorker } from '#src/platform/queue/worker.ts';
import type { Heartbeat } from '#src/posts/heartbeat.ts';
import { sweepEveryMs, sweepJob } from '#src/posts/sweeper.ts';

/** What isn't working, as a sentence; `undefined` if everything is. */
type WorkCheck = () => Promise<string | undefined>;

/** The returned check is red if no worker of the fleet finishes its sweeps. Rejects if Redis does. */
export async function startWork(
  deps: { heartbeat: Heartbeat; now(): number; log: Logger },
  queue: JobQueue,
  options: Omit<StartWorkerOptions, 'log'>,
): Promise<{ check: WorkCheck; close(withinMs: number): Promise<void> }> {
  await queue.every(sweepJob, sweepEveryMs);
  // a process that died may have left work behind, which is queued now instead of at the next sweep
  await queue.enqueue(sweepJob, {});
  const worker = startWorker({ ...options, log: deps.log });
  return {
    async check() {
      if (!worker.running()) return 'the worker has stopped';
      const last = await deps.heartbeat.last();
      return last !== undefined && deps.now() - last < 6 * sweepEveryMs
        ? undefined
        : 'no worker has finished a round for a minute';
    },
    close: (withinMs) => worker.close(withinMs),
  };
}
