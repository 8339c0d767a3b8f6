/** A process of the fleet, which is restarted whenever it ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startable } from '#test/support/bundle.ts';
import { environment } from '#test/support/environment.ts';

export interface End {
  name: string;
  pid: number;
  at: number;
  /** The failpoint at which it killed itself. Absent: it was killed at any time. */
  failpoint?: string;
}

export interface FleetProcess {
  readonly name: string;
  readonly role: 'bot' | 'worker';
  readonly which: number;
  readonly port: number;
  readonly ready: boolean;
  /** The failpoints at which it will kill itself. */
  readonly armed: ReadonlySet<string>;
  arm(failpoint: string): void;
  disarm(): void;
  /** `kill -9`, wherever it is. */
  kill(): void;
  stop(): Promise<void>;
}

interface FleetProcessOptions {
  role: 'bot' | 'worker';
  which: number;
  port: number;
  /** Read at each start. */
  readonly settings: Record<string, string>;
  /** The folder of its log. */
  folder: string;
  /** Whether not to restart it. */
  once?: boolean;
  onKilled(end: End): void;
  /** Called on an unplanned end once it was ready, or, with `once`, on any unplanned end. */
  onUnexpectedEnd(how: string): void;
}

const entry = startable(fileURLToPath(import.meta.resolve('./bot-process.ts')));
const startAgainAfterMs = 200;

export function startFleetProcess(options: FleetProcessOptions): FleetProcess {
  const { role, which, port, folder, once: onlyOnce = false, onKilled, onUnexpectedEnd } = options;
  const name = `${role} ${which + 1}`;
  const lastWords = join(folder, `${role}-${which}.failpoint`);
  const armed = new Set<string>();
  let child: ChildProcess | undefined;
  let ready = false;
  let ordered = false;
  let stopping = false;

  function start(): void {
    const log = openSync(join(folder, 'fleet.log'), 'a');
    const started = fork(entry, [lastWords], {
      cwd: '/',
      execArgv: [],
      env: { ...environment, ...options.settings, ROLE: role, PORT: String(port) },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    child = started;
    ready = false;
    ordered = false;
    started.on('error', () => {});
    started.on('message', () => {
      ready = true;
      tell([...armed]);
    });
    started.once('exit', (code, signal) => {
      const wasReady = ready;
      ready = false;
      if (stopping) return;
      const failpoint = readFailpoint();
      if (failpoint !== undefined) armed.delete(failpoint);
      if (ordered || failpoint !== undefined)
        onKilled({
          name,
          pid: started.pid ?? 0,
          at: Date.now(),
          ...(failpoint !== undefined && { failpoint }),
        });
      // without Redis, a start fails as expected and is retried
      else if (wasReady || onlyOnce) onUnexpectedEnd(`${name} ended with ${signal ?? code}`);
      if (!onlyOnce) setTimeout(() => stopping || start(), startAgainAfterMs);
    });
  }

  function tell(arm: string[]): void {
    if (child?.connected) child.send({ arm }, () => {});
  }

  function readFailpoint(): string | undefined {
    try {
      return readFileSync(lastWords, 'utf8');
    } catch {
      return undefined;
    } finally {
      rmSync(lastWords, { force: true });
    }
  }

  start();
  return {
    name,
    role,
    which,
    port,
    armed,
    get ready() {
      return ready;
    },
    arm(failpoint) {
      armed.add(failpoint);
      if (ready) tell([failpoint]);
    },
    disarm: () => armed.clear(),
    kill() {
      ordered = true;
      child?.kill('SIGKILL');
    },
    async stop() {
      stopping = true;
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const gone = once(last, 'exit');
      last.kill('SIGKILL');
      await gone;
    },
  };
}
