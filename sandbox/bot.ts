/** The real bot, started as anyone would: `src/main.ts` in a process of its own, told everything by settings. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Guard } from './guard.ts';

export interface BotOptions {
  /** All settings of the bot: it has none of the person's own environment. */
  settings: Record<string, string>;
  guard: Guard;
  /** A file for the log, or nothing to show it. */
  logFile?: string;
  /** Where it runs, so that no `.env` of somebody is read. */
  folder: string;
  /** Start it again whenever a file that it imports changes, and keep waiting for a change if it crashes. */
  restartOnChange?: boolean;
  /** Where the demo's clock is; absent: the bot has the machine's. */
  clock?: string;
  /** The file to run; for tests. */
  main?: string;
}

export interface RunningBot {
  /** Resolves when the bot ends without having been asked to, with how. */
  died: Promise<string>;
  /** Whether `/readyz` said yes in time. Never answers when the bot died: `died` does. */
  ready(): Promise<boolean>;
  /** Kills it, whatever it's doing, and starts it again. Resolves as `ready` does. */
  restart(): Promise<boolean>;
  /** Asks it to finish what it does; kills it when that takes too long. */
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
  /** Resolves once it has ended. `SIGTERM`: in order, unless that takes too long. */
  end(how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** `died` is called when it ends without having been asked to. */
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
    // a process group of its own: Ctrl-C reaches us, and we end it in order
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

/** Where programs, certificates and compiled code are; none of the settings of a bot that is at home here. */
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
