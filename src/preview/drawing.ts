/** Has pictures and posts drawn by a process beside this one: what breaks or binds it takes nothing else along. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measured } from '#src/media/measure.ts';
import type { PostToDraw } from './layout.ts';

export type ToDraw =
  /** Of someone's. `zoom`: so many pixels for one of it. */
  { is: 'picture'; measured: Measured; bytes: Uint8Array; zoom: number } | ({ is: 'post' } & PostToDraw);

/** `cpuMs`: CPU time of the process so far. An error: it cannot be drawn, or nothing of it is seen. */
export type Drawn = { png: Uint8Array; cpuMs: number } | Error;

export interface Drawing {
  /**
   * One after the other, whoever asks; `late`: it was ended at its time or when `signal` aborted, or its turn came later.
   * Rejects when nothing can be drawn with.
   */
  draw(what: ToDraw, signal?: AbortSignal): Promise<Drawn | 'late'>;
  /** Nothing is drawn from then on. */
  end(): void;
}

/** Far above what any post needs; decoded pictures are beside it. */
const heapMegabytes = 256;

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url));

/** `withinMs`: the time that each has. */
export function startDrawing(withinMs: number): Drawing {
  let child: ChildProcess | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let ended = false;

  async function render(what: ToDraw, signal?: AbortSignal): Promise<Drawn | 'late'> {
    if (ended) throw new Error('this drawing has ended');
    const ownTime = AbortSignal.timeout(withinMs);
    const limit = signal ? AbortSignal.any([signal, ownTime]) : ownTime;
    if (limit.aborted) return 'late';
    // a new one where the last one broke
    if (!child?.connected) child = startProcess();
    const message = child;
    const over = new AbortController();
    let answered = false;
    try {
      return await Promise.race([
        once(message, 'message', over).then(([answer]) => {
          answered = true;
          return answer as Drawn;
        }),
        once(message, 'exit', over).then((): Drawn => new Error('the process that draws has ended')),
        once(limit, 'abort', over).then(() => 'late' as const),
        new Promise<never>((_, reject) => message.send(what, (cause) => cause && reject(cause))),
      ]);
    } finally {
      over.abort();
      if (!answered) {
        message.kill('SIGKILL');
        child = undefined;
      }
    }
  }

  return {
    draw(what, signal) {
      const drawn = before.then(() => render(what, signal));
      before = drawn.catch(() => undefined);
      return drawn;
    },
    end() {
      ended = true;
      child?.kill('SIGKILL');
    },
  };
}

/** Throws when there is none. */
function startProcess(): ChildProcess {
  // nothing of our environment, where the tokens are, and of our switches none but a limit of its own
  const execArgv = [`--max-old-space-size=${heapMegabytes}`];
  const child = fork(program, { env: {}, execArgv, serialization: 'advanced', stdio: 'ignore' });
  // whoever waits for it is told too; this one is for when nobody does
  child.on('error', () => undefined);
  if (!child.connected) throw new Error('no process for drawing could be started');
  return child;
}
