/** Starts the real bot, `src/main.ts`, in its own process, configured only by environment variables. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Guard } from './guard.ts';

export interface BotOptions {
  /** All of the bot's settings. It doesn't inherit the user's environment. */
  settings: Record<string, string>;
  guard: Guard;
  /** The log file. Absent: the log goes to the terminal. */
  logFile?: string;
  /** Its working directory, so it doesn't read a developer's `.env`. */
  folder: string;
  /** Start it again whenever a file that it imports changes, and keep waiting for a change if it crashes. */
  restartOnChange?: boolean;
  /** The socket of the demo's clock. Absent: the bot uses the machine's clock. */
  clock?: string;
  /** The file to run; for tests. */
  main?: string;
}

export interface RunningBot {
  /** Resolves, with how it ended, if the bot ends without `stop` or `restart`. */
  died: Promise<string>;
  /** Whether `/readyz` reported ready in time. Stays pending if the bot died; watch `died` for that. */
  ready(): Promise<boolean>;
  /** Kills it with SIGKILL and starts it again. Resolves like `ready`. */
  restart(): Promise<boolean>;
  /** Sends SIGTERM, and kills it if it doesn't finish in time. */
  stop(): Promise<void>;
}

const botMain = join(import.meta.dirname, '../src/main.ts');
const followClock = pathToFileURL(join(import.meta.dirname, 'clock/follow.ts')).href;
const readyWithinMs = 60_000;
const stopWithinMs = 10_000;

export function startBot(options: BotOptions): RunningBot {
  const died = Promise.withResolvers<string>();
  const start = (): BotProcess => startProcess(options, died.resolve);
  let current = start();
  let isStopping = false;
  let restarting: Promise<boolean> | undefined;

  async function ready(): Promise<boolean> {
    const until = performance.now() + readyWithinMs;
    while (performance.now() < until) {
      if (await isReady(`http://127.0.0.1:${options.settings.PORT}/readyz`)) return true;
      if (current.isGone()) return new Promise(() => {});
      await sleep(50);
    }
    return false;
  }

  async function restart(): Promise<boolean> {
    await current.end('SIGKILL');
    if (isStopping) return false;
    current = start();
    return ready();
  }

  return {
    died: died.promise,
    ready,
    restart() {
      restarting ??= restart().finally(() => {
        restarting = undefined;
      });
      return restarting;
    },
    async stop() {
      isStopping = true;
      await current.end('SIGTERM');
    },
  };
}

interface BotProcess {
  isGone(): boolean;
  /** Resolves once it has ended. After SIGTERM it can shut down cleanly, and is killed if that takes too long. */
  end(how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** `died` is called if it ends before `end` was called. */
function startProcess(
  { settings, guard, logFile, folder, restartOnChange = false, clock, main = botMain }: BotOptions,
  died: (how: string) => void,
): BotProcess {
  const log = logFile ? openSync(logFile, 'a') : 'inherit';
  const watching = restartOnChange ? ['--watch', '--watch-preserve-output'] : [];
  const following = clock ? ['--import', followClock] : [];
  const child = spawn(process.execPath, [...watching, ...following, main], {
    cwd: folder,
    env: { ...machineEnvironment(process.env), ...settings, ...(clock && { DEMO_CLOCK: clock }) },
    // its own process group, so Ctrl-C reaches only us and we shut it down cleanly
    detached: true,
    stdio: ['ignore', log, log],
  });
  // with --watch, the bot is a child of the process that waits for changes
  guard.watch(child, { group: restartOnChange });
  if (typeof log === 'number') closeSync(log);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill = () => process.kill(-(child.pid as number), 'SIGKILL');
  let endRequested = false;
  void ended.then(([code, signal]) => {
    if (!endRequested) died(signal ? `was ended by ${signal}` : `ended with code ${code}`);
  });
  return {
    isGone,
    async end(how) {
      endRequested = true;
      if (isGone()) return;
      if (how === 'SIGKILL') kill();
      else child.kill(how);
      const killTimer = setTimeout(() => kill(), stopWithinMs);
      await ended;
      clearTimeout(killTimer);
    },
  };
}

/** What the process needs to run (paths, locale, Node's options), without any bot settings from this environment. */
function machineEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(PATH|HOME|TZ|LANG|LC_.*|TMPDIR|TEMP|NODE_.*|MALLOC_.*)$/.test(name),
    ),
  );
}

async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
