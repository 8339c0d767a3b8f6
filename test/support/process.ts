/** Runs the real bot, `src/main.ts`, in its own process, which a test can kill. */
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
  /** Its output so far. */
  output(): string;
  /** Resolves to the exit code or the signal when it has ended. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code or signal. */
  terminate(): Promise<number | NodeJS.Signals | null>;
  /** Resolves once `/readyz` reports ready. Needs a `LOG_LEVEL` that logs when the bot is ready. */
  ready(): Promise<void>;
}

interface Started {
  output(): string;
  end(): Promise<void>;
  settings: Record<string, string>;
}

const started = new WeakMap<object, Started[]>();

/** The bots that a test has started, with their settings. */
export const startedBy = (t: object): Started[] => started.get(t) ?? [];

/** Stops it when the test ends, before its dependencies, and searches its output for secrets. */
export function stopWithTest(
  t: object,
  bot: Omit<Started, 'settings'>,
  settings: Record<string, string>,
): void {
  started.set(t, [...startedBy(t), { ...bot, settings }]);
}

const main = startable(join(import.meta.dirname, '../../src/main.ts'));

/**
 * Starts the bot with only these settings. It's killed when the test ends. `file`: the `main.ts` of another version.
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
      // waits for the log line, because polling the address would cost a third of the start
      await Promise.race([saidReady.promise, ended]);
      await eventually(
        async () => {
          if (!alive()) return true;
          const answer = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`);
          return answer.ok;
        },
        { what: 'A ready bot' },
      );
      if (!alive()) throw new Error(`the bot ended: ${output}`);
    },
  };
  stopWithTest(t, { output: bot.output, end: kill }, settings);
  return bot;
}
