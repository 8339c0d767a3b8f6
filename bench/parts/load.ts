/** Puts load on a bot from another process. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Delivery } from './deliveries.ts';

export interface LoadOptions {
  port: number;
  delivery: Delivery;
  /** The number of concurrent deliveries. */
  concurrency: number;
  forMs: number;
  /** Sends all at once, and the next batch this long after the last response. Absent: each response triggers the next delivery. */
  restMs?: number;
}

interface Measured {
  requests: number;
  /** From the first delivery to the last response, without the rests. */
  ms: number;
  p99Ms: number;
}

/** The process's result. A delivery that isn't acknowledged ends the run. */
export type Load = Measured | { failed: string };

export interface Loader {
  /** Runs one load at a time. Rejects if a delivery isn't acknowledged with an empty 200. */
  run(options: LoadOptions): Promise<Measured>;
  stop(): Promise<void>;
}

const entry = fileURLToPath(import.meta.resolve('./load-process.ts'));

export function startLoader(): Loader {
  const child: ChildProcess = fork(entry, [], { execArgv: [] });
  const ended = once(child, 'exit').then(([how]): [Load] => [{ failed: `the load ended with ${how}` }]);
  return {
    async run(options) {
      const answer = once(child, 'message') as Promise<[Load]>;
      child.send(options);
      const [load] = await Promise.race([answer, ended]);
      if ('failed' in load) throw new Error(load.failed);
      return load;
    },
    stop: async () => void child.kill(),
  };
}
