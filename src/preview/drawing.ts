/** Has pictures and posts drawn by a process of its own: a drawing that breaks or blocks it affects nothing else. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured } from '#src/media/measure.ts';
import type { PostToDraw } from './layout.ts';

export type ToDraw =
  /** Someone's picture. `zoom`: how many drawn pixels one of its pixels takes. */
  { is: 'picture'; measured: Measured; bytes: Uint8Array; zoom: number } | ({ is: 'post' } & PostToDraw);

/** `cpuMs`: the process's CPU time so far. An error: it can't be drawn, or nothing of it is visible. */
export type Drawn = { png: Uint8Array; cpuMs: number } | Error;

export interface Drawing {
  /** Draws one at a time. `late`: its deadline passed or `signal` aborted before it was done. Rejects if there is nothing to draw with. */
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

/** Throws when there is none. */
function startProcess(): ChildProcess {
  // nothing of our environment, which has the tokens, except where compiled code is kept, and none of our flags except a limit of its own
  const compileCache = getCompileCacheDir();
  const env = compileCache ? { NODE_COMPILE_CACHE: dirname(compileCache) } : {};
  const execArgv = [`--max-old-space-size=${heapMegabytes}`];
  const child = fork(program, { env, execArgv, serialization: 'advanced', stdio: 'ignore' });
  // The caller learns of it too; this is for when nobody waits.
  child.on('error', () => undefined);
  if (!child.connected) throw new Error("couldn't start a rendering process");
  return child;
}
