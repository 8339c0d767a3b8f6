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
  /** One after the other, whoever asks; `late`: it was ended at its time. */
  draw(what: ToDraw): Promise<Drawn | 'late'>;
  end(): void;
}

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url));

/** `withinMs`: the time that each has. */
export function startDrawing(withinMs: number): Drawing {
  let child: ChildProcess | undefined;
  let before: Promise<unknown> = Promise.resolve();

  async function draw(what: ToDraw): Promise<Drawn | 'late'> {
    // a new one where the last one broke; nothing of our environment, where the tokens are, and nothing of our switches
    if (!child?.connected)
      child = fork(program, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
    const drawing = child;
    const over = new AbortController();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      over.abort();
    }, withinMs);
    try {
      const answered = once(drawing, 'message', over).then(([answer]) => answer as Drawn);
      const ended = once(drawing, 'exit', over).then((): Drawn => 'nothing');
      drawing.send(what);
      return await Promise.race([answered, ended]);
    } catch (cause) {
      drawing.kill('SIGKILL');
      child = undefined;
      if (!late) throw cause;
      return 'late';
    } finally {
      clearTimeout(timer);
      over.abort();
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
