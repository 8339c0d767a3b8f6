/** A real redis-server of our own, for the demo and for the tests: nobody's data, nothing left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../scripts/programs.mjs';
import { type Guard, startGuard } from './guard.ts';

export interface RedisOptions {
  /** Keep what is written in an append-only file, so that a restart finds it again. Default: no. */
  appendOnly?: boolean;
  /** Where to keep it; the folder belongs to the caller, and so does the guard. Default: a new folder. */
  within?: { folder: string; guard: Guard };
}

export interface RunningRedis {
  url: string;
  port: number;
  /** Resolves when the server ends without having been asked to, with its last words. */
  died: Promise<string>;
  /** Ends it in order and removes its folder. */
  stop(): Promise<void>;
  /** `kill -9`: what was not written is lost, as when the machine dies. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the same folder, ending it first when it still runs. */
  restart(): Promise<void>;
}

export async function startRedis({ appendOnly = false, within }: RedisOptions = {}): Promise<RunningRedis> {
  const program = findProgram('redis');
  if (!program) throw new Error('There is no redis-server here. Run: node scripts/setup.cjs redis');
  const folder = within?.folder ?? (await mkdtemp(join(tmpdir(), 'presscheck-redis-')));
  const guard = within?.guard ?? startGuard(folder);
  const died = Promise.withResolvers<string>();
  let server: ChildProcess | undefined;

  /** Answers false when the port was taken by somebody else in the meantime. */
  async function start(port: number): Promise<boolean> {
    const settings = {
      port,
      bind: '127.0.0.1',
      dir: folder,
      save: '',
      hz: 100,
      'maxmemory-policy': 'noeviction',
    };
    // with `everysec` what was answered can be gone after a kill, where the disk is slow
    const persistence = { appendonly: appendOnly ? 'yes' : 'no', appendfsync: 'always' };
    const args = Object.entries({ ...settings, ...persistence }).flatMap(([name, value]) => [
      `--${name}`,
      `${value}`,
    ]);
    const child = spawn(program as string, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    guard.watch(child);
    server = child;
    let words = '';
    const hear = (chunk: Buffer) => {
      words = `${words}${chunk}`.slice(-2000);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    let answers = false;
    child.once('error', (cause) => {
      hear(Buffer.from(cause.message));
      server = undefined;
    });
    child.once('close', () => {
      if (server === child) server = undefined;
      if (answers && !asked.has(child)) died.resolve(words);
    });
    while (server === child) {
      answers = await isReady(port);
      if (answers && server === child) return true;
      await sleep(10);
    }
    if (words.includes('Address already in use')) return false;
    throw new Error(`redis-server did not start: ${words}`);
  }

  const asked = new WeakSet<ChildProcess>();
  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = server;
    if (!child) return;
    asked.add(child);
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }

  let port = await freePort();
  while (!(await start(port))) port = await freePort();

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    died: died.promise,
    async stop() {
      await end('SIGTERM');
      if (!within) await guard.release();
    },
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM');
      if (!(await start(port)))
        throw new Error(`Somebody took the port ${port} while redis-server was down.`);
    },
  };
}

/**
 * Below the ports that the system gives away by itself, so that nothing takes one between this answer and its
 * use: each process goes its own way through them.
 */
const ports = { from: 10_240, count: 22_000 };
let nextPort = (process.pid * 61) % ports.count;

/** A port that nobody listens on, and that this process has not answered before. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < ports.count; tried += 1) {
    const port = ports.from + nextPort;
    nextPort = (nextPort + 1) % ports.count;
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port on this machine.');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Whether a Redis there has loaded its file and answers. */
function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    socket.setTimeout(500, () => socket.destroy());
    socket.once('data', (answer) => {
      resolve(answer.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
