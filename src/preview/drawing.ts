/**
 * Draws pictures and posts in a process of its own, so that a drawing that crashes or blocks it affects
 * nothing else.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured } from '#src/media/measure.ts';
import type { PostToDraw } from './layout.ts';

export type ToDraw =
  /** A person's picture. `zoom`: how many drawn pixels one of its pixels becomes. */
  { is: 'picture'; measured: Measured; bytes: Uint8Array; zoom: number } | ({ is: 'post' } & PostToDraw);

/** `cpuMs`: the CPU time of the process so far. An error: it can't be drawn, or nothing of it is visible. */
export type Drawn = { png: Uint8Array; cpuMs: number } | Error;

export interface Drawing {
  /**
   * Draws one at a time. `late`: its deadline passed or `signal` aborted before it was done. Rejects if
   * there's no process to draw it.
   */
  draw(what: ToDraw, signal?: AbortSignal): Promise<Drawn | 'late'>;
  /** Ends the process; nothing can be drawn after that. */
  end(): void;
}

/** Far more than any post needs. Decoded pictures aren't part of it. */
const heapMegabytes = 256;

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url));

/** `withinMs`: the time limit for each drawing. */
export function startDrawing(withinMs: number): Drawing {
  let child: ChildProcess | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let ended = false;

  async function render(what: ToDraw, signal?: AbortSignal): Promise<Drawn | 'late'> {
    if (ended) throw new Error('this rendering has ended');
    const ownTime = AbortSignal.timeout(withinMs);
    const limit = signal ? AbortSignal.any([signal, ownTime]) : ownTime;
    if (limit.aborted) return 'late';
    // a new one if the last one broke
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
        once(message, 'exit', over).then((): Drawn => new Error('the rendering process ended')),
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

/** Throws if no process can be started. */
function startProcess(): ChildProcess {
  // the process gets nothing of our environment, which has the tokens, except where compiled code is kept,
  // and no flags of ours except a memory limit
  const compileCache = getCompileCacheDir();
  const env = compileCache ? { NODE_COMPILE_CACHE: dirname(compileCache) } : {};
  const execArgv = [`--max-old-space-size=${heapMegabytes}`];
  const child = fork(program, { env, execArgv, serialization: 'advanced', stdio: 'ignore' });
  // The caller also gets this error. The listener is for when nobody waits.
  child.on('error', () => undefined);
  if (!child.connected) throw new Error("couldn't start a rendering process");
  return child;
}
