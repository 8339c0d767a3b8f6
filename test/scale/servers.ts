/** Starts redis-server the way operators run it: with a password, with TLS, with Sentinels, or as a cluster. All are stopped after the tests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { Redis, type RedisOptions } from 'ioredis';
import { type Guard, startGuard } from '#sandbox/guard.ts';
import { freePort, type RunningRedis } from '#sandbox/redis.ts';
import { findProgram, onPath } from '../../scripts/programs.mjs';
import { eventually } from '../support/eventually.ts';

export interface TestFolder {
  folder: string;
  guard: Guard;
}

const testFolders: TestFolder[] = [];
after(() => Promise.all(testFolders.map(({ guard }) => guard.release())));

/** A temporary folder with its processes, which are stopped after all tests of the file. */
export async function createTestFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-scale-'));
  const testFolder = { folder, guard: startGuard(folder) };
  testFolders.push(testFolder);
  return testFolder;
}

/** How the test connects to a server. */
type Credentials = Pick<RedisOptions, 'password' | 'tls'>;

export interface RedisProcess {
  port: number;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Restarts it with the same arguments after it was killed. */
  restart(): Promise<void>;
}

/** Starts a redis-server with these command line arguments. `credentials` are used to check whether it's up. */
export async function startServer(
  { folder, guard }: TestFolder,
  args: string[],
  port: number,
  credentials: Credentials = {},
): Promise<RedisProcess> {
  const program = findProgram('redis');
  if (!program) throw new Error('redis-server not found. Run: node scripts/setup.cjs redis');
  const child = spawn(program, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  guard.watch(child);
  const closed = once(child, 'close');
  const said = recentOutput(child);
  await eventually(
    async () => {
      if (child.exitCode !== null) return;
      const redis = connect(port, credentials);
      try {
        await redis.ping();
      } finally {
        redis.disconnect();
      }
    },
    { what: 'redis-server' },
  );
  if (child.exitCode !== null) throw new Error(`redis-server ended: ${said()}`);
  const running: RedisProcess = {
    port,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    async restart() {
      const next = await startServer({ folder, guard }, args, port, credentials);
      running.kill = next.kill;
    },
  };
  return running;
}

function recentOutput(child: ChildProcess): () => string {
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = `${said}${chunk}`.slice(-2_000);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return () => said;
}

/** Opens a connection that doesn't reconnect. */
export function connect(port: number, credentials: Credentials = {}): Redis {
  const redis = new Redis({
    port,
    host: '127.0.0.1',
    retryStrategy: null,
    connectTimeout: 1_000,
    ...credentials,
  });
  redis.on('error', () => undefined);
  return redis;
}

/** The arguments of every server here: no persistence, and only local connections. */
export const plain = (port: number): string[] => [
  '--port',
  `${port}`,
  '--bind',
  '127.0.0.1',
  '--save',
  '',
  '--maxmemory-policy',
  'noeviction',
  '--hz',
  '100',
];

/** redis-cli is installed with the server, and is in the same folder if it isn't in the PATH. */
const redisCli = (): string => onPath('redis-cli') ?? join(dirname(findProgram('redis') ?? ''), 'redis-cli');

/** Starts a cluster of three masters. */
export async function startCluster(testFolder: TestFolder, password?: string): Promise<RedisProcess[]> {
  const masters: RedisProcess[] = [];
  const lock = password ? ['--requirepass', password, '--masterauth', password] : [];
  const credentials = password ? { password } : {};
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) {
    const dir = join(testFolder.folder, `${port}`);
    mkdirSync(dir);
    const cluster = ['--cluster-enabled', 'yes', '--cluster-port', `${await freePort()}`];
    const kept = ['--dir', dir, '--appendonly', 'yes', ...lock];
    masters.push(await startServer(testFolder, [...plain(port), ...cluster, ...kept], port, credentials));
  }
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync(redisCli(), ['--cluster', 'create', ...nodes, '--cluster-yes'], {
    stdio: 'pipe',
    env: { ...process.env, ...(password && { REDISCLI_AUTH: password }) },
  });
  for (const port of ports) {
    const redis = connect(port, credentials);
    await eventually(async () => {
      if (!/cluster_state:ok/.test(String(await redis.cluster('INFO'))))
        throw new Error('the cluster isn’t up');
    });
    redis.disconnect();
  }
  return masters;
}

/** Wraps a server for `startBot`, which doesn't stop it. */
export function asRunning(url: string, port: number): RunningRedis {
  const nothing = async (): Promise<void> => undefined;
  return { url, port, died: new Promise(() => undefined), stop: nothing, kill: nothing, restart: nothing };
}
