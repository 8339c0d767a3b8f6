/** Puts load on a bot, from a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Delivery } from './deliveries.ts';

export interface LoadOptions {
  port: number;
  delivery: Delivery;
  /** How many are under way at once. */
  concurrency: number;
  forMs: number;
  /** All are sent in one moment, and the next this long after the last answer. Absent: each follows an answer. */
  restMs?: number;
}

interface Measured {
  requests: number;
  /** From the first delivery to the last answer, without the rests. */
  ms: number;
  p99Ms: number;
}

/** What the process says; a delivery that is not acknowledged ends the load. */
export type Load = Measured | { failed: string };

export interface Loader {
  /** One load at a time. Rejects when a delivery was not acknowledged with an empty 200. */
  run(options: LoadOptions): Promise<Measured>;
  stop(): void;
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
    stop: () => void child.kill(),
  };
}
