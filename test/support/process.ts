/** The bot as anyone would run it: `src/main.ts` in a process of its own, which a test may kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
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
  /** Resolves when `/readyz` says yes. */
  ready(): Promise<void>;
}

const processes = new WeakMap<object, { bot: BotProcess; settings: Record<string, string> }[]>();

/** Those that a test has started so far, each with its settings. */
export const processesOf = (t: object) => processes.get(t) ?? [];

const main = join(import.meta.dirname, '../../src/main.ts');

/** Starts it with these settings and nothing else of this process's environment; the test's end kills it. */
export function startProcess(t: Pick<TestContext, 'after'>, settings: Record<string, string>): BotProcess {
  const child: ChildProcess = spawn(process.execPath, [main], {
    cwd: '/',
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
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
      await eventually(
        async () => {
          if (!alive()) return true;
          const answer = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`);
          return answer.ok;
        },
        { withinMs: 30_000, what: 'The bot that is ready' },
      );
      if (!alive()) throw new Error(`the bot ended: ${output}`);
    },
  };
  processes.set(t, [...processesOf(t), { bot, settings }]);
  return bot;
}
