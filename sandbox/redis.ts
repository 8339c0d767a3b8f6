/** Starts a temporary redis-server for the demo and tests. */
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
  /** Persist writes in an append-only file, so they survive a restart. Default: no. */
  appendOnly?: boolean;
  /** The data folder and its guard, both owned by the caller. Default: a new temporary folder. */
  within?: { folder: string; guard: Guard };
}

export interface RunningRedis {
  url: string;
  port: number;
  /** Resolves, with its last output, if the server ends without `stop` or `kill`. */
  died: Promise<string>;
  /** Shuts it down and removes its folder. */
  stop(): Promise<void>;
  /** `kill -9`. Writes that aren't on disk are lost, as when a machine fails. */
  kill(): Promise<void>;
  /** Starts it again with the same port and folder, and stops it first if it's running. */
  restart(): Promise<void>;
}

export async function startRedis({ appendOnly = false, within }: RedisOptions = {}): Promise<RunningRedis> {
  const program = findProgram('redis');
  if (!program) throw new Error('There is no redis-server here. Run: node scripts/setup.cjs redis');
  const folder = within?.folder ?? (await mkdtemp(join(tmpdir(), 'presscheck-redis-')));
  const guard = within?.guard ?? startGuard(folder);
  const died = Promise.withResolvers<string>();
  let server: ChildProcess | undefined;

  /** Returns false if another process has taken the port meanwhile. */
  async function start(port: number): Promise<boolean> {
    const settings = {
      port,
      bind: '127.0.0.1',
      dir: folder,
      save: '',
      hz: 100,
      'maxmemory-policy': 'noeviction',
    };
    // with `everysec`, a kill could lose acknowledged writes on a slow disk
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
        throw new Error(`Another process took the port ${port} while redis-server was down.`);
    },
  };
}

/**
 * Ports below the system's ephemeral range, so nothing else takes one before we use it. Each process tries them in its own order.
 */
const ports = { from: 10_240, count: 22_000 };
let nextPort = (process.pid * 61) % ports.count;

/** A free port that this process hasn't returned before. */
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

/** Whether the Redis on this port has loaded its data and answers. */
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
