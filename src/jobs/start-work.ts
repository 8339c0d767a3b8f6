/** Starts the worker of this process. */

import type { SharedJobDeps } from './deps.ts';
import { sweepEveryMs } from './sweep.ts';
import { type StartWorkerOptions, startWorker } from './worker.ts';

/** What stands still, as a sentence; `undefined`: the work moves. */
type WorkCheck = () => Promise<string | undefined>;

/** The check that comes back is red when no worker of the fleet finishes its rounds. */
export function startWork(
  deps: Pick<SharedJobDeps, 'rounds' | 'now' | 'log'>,
  options: Omit<StartWorkerOptions, 'log'>,
): { check: WorkCheck; close(withinMs: number): Promise<void> } {
  const worker = startWorker({ ...options, log: deps.log });
  return {
    async check() {
      if (!worker.running()) return 'the worker has stopped';
      const last = await deps.rounds.last();
      return last !== undefined && deps.now() - last < 6 * sweepEveryMs
        ? undefined
        : 'no worker has finished a round for a minute';
    },
    close: (withinMs) => worker.close(withinMs),
  };
}
