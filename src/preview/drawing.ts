/** Has SVG drawn by a process beside this one, so that a picture that breaks or binds it takes nothing else along. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ToDraw {
  svg: string;
  /** So many pixels for one of the SVG. */
  zoom: number;
}

/** `nothing`: it cannot be drawn, or nothing of it is seen. */
export type Drawn = { png: Buffer } | 'nothing';

export interface Drawing {
  /** One after the other, whoever asks; `late`: it was ended at its time. Rejects when nothing can be drawn with. */
  draw(what: ToDraw): Promise<Drawn | 'late'>;
  end(): void;
}

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url));

/** `withinMs`: the time that each has. */
export function startDrawing(withinMs: number): Drawing {
  let child: ChildProcess | undefined;
  let before: Promise<unknown> = Promise.resolve();

  async function draw(what: ToDraw): Promise<Drawn | 'late'> {
    // a new one where the last one broke
    if (!child?.connected) child = startProcess();
    const drawing = child;
    const limit = AbortSignal.timeout(withinMs);
    const over = new AbortController();
    let answered = false;
    try {
      return await Promise.race([
        once(drawing, 'message', over).then(([answer]) => {
          answered = true;
          return answer as Drawn;
        }),
        once(drawing, 'exit', over).then((): Drawn => 'nothing'),
        once(limit, 'abort', over).then(() => 'late' as const),
        new Promise<never>((_, reject) => drawing.send(what, (cause) => cause && reject(cause))),
      ]);
    } finally {
      over.abort();
      if (!answered) {
        drawing.kill('SIGKILL');
        child = undefined;
      }
    }
  }

  return {
    draw(what) {
      const drawn = before.then(() => draw(what));
      before = drawn.catch(() => undefined);
      return drawn;
    },
    end: () => child?.kill('SIGKILL'),
  };
}

/** Throws when there is none. */
function startProcess(): ChildProcess {
  // nothing of our environment, where the tokens are, and nothing of our switches
  const child = fork(program, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
  // whoever waits for it is told too; this one is for when nobody does
  child.on('error', () => undefined);
  if (!child.connected) throw new Error('no process for drawing could be started');
  return child;
}
