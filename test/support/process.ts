/** The bot as anyone would run it: `src/main.ts` in a process of its own, which a test may kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startable } from './bundle.ts';
import { environment } from './environment.ts';
import { eventually } from './eventually.ts';

export interface BotProcess {
  pid: number;
  alive(): boolean;
  /** Everything it printed so far. */
  output(): string;
  /** Resolves to the exit code, or to the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** SIGTERM, as whoever runs it would send; resolves to how it ended. */
  terminate(): Promise<number | NodeJS.Signals | null>;
  /** Resolves when `/readyz` says yes. Needs a `LOG_LEVEL` that says when it is ready. */
  ready(): Promise<void>;
}

interface Started {
  output(): string;
  end(): Promise<void>;
  settings: Record<string, string>;
}

const started = new WeakMap<object, Started[]>();

/** The bots that a test has started so far, each with its settings. */
export const startedBy = (t: object): Started[] => started.get(t) ?? [];

/** Has the test's end end it before what it speaks to, and look for secrets in what it printed. */
export function stopWithTest(
  t: object,
  bot: Omit<Started, 'settings'>,
  settings: Record<string, string>,
): void {
  started.set(t, [...startedBy(t), { ...bot, settings }]);
}

const main = startable(join(import.meta.dirname, '../../src/main.ts'));

/**
 * Starts it with these settings and nothing else of this process's environment; the test's end kills it. `file`: the `main.ts` of
 * another version.
 */
export function startProcess(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string>,
  file = main,
): BotProcess {
  const child: ChildProcess = spawn(process.execPath, [file], {
    cwd: '/',
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const saidReady = Promise.withResolvers<void>();
  const hear = (chunk: Buffer): void => {
    output += chunk;
    if (output.includes('Presscheck is ready')) saidReady.resolve();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = once(child, 'close').then(
    ([code, signal]) => (signal ?? code) as number | NodeJS.Signals | null,
  );
  const alive = () => child.exitCode === null && child.signalCode === null;
  const kill = async (): Promise<void> => {
    if (alive()) child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  const bot: BotProcess = {
    pid: child.pid ?? 0,
    alive,
    output: () => output,
    ended,
    kill,
    terminate() {
      child.kill('SIGTERM');
      return ended;
    },
    async ready() {
      // looking at the address until then would cost a third of what the start costs
      await Promise.race([saidReady.promise, ended]);
      await eventually(
        async () => {
          if (!alive()) return true;
          const answer = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`);
          return answer.ok;
        },
        { what: 'The bot that is ready' },
      );
      if (!alive()) throw new Error(`the bot ended: ${output}`);
    },
  };
  stopWithTest(t, { output: bot.output, end: kill }, settings);
  return bot;
}
