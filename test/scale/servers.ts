/** redis-server as others run it: with a password, with TLS, under Sentinels, as a cluster. All end with the test. */
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

/** A folder with the processes that are started in it, until the tests of the file and their bots have ended. */
export async function createTestFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-scale-'));
  const testFolder = { folder, guard: startGuard(folder) };
  testFolders.push(testFolder);
  return testFolder;
}

/** How the test itself reaches a server. */
type Credentials = Pick<RedisOptions, 'password' | 'tls'>;

export interface RedisProcess {
  port: number;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again as it was, after it was killed. */
  restart(): Promise<void>;
}

/** `ask` says how to reach it for the look whether it is there; `words` are its command line. */
export async function startServer(
  { folder, guard }: TestFolder,
  args: string[],
  port: number,
  credentials: Credentials = {},
): Promise<RedisProcess> {
  const program = findProgram('redis');
  if (!program) throw new Error('There is no redis-server here. Run: node scripts/setup.cjs redis');
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

/** A connection of the test's own, which tries once. */
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

/** What every server here has: nothing of one test is left for another, and it listens on this machine alone. */
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

/** It comes with the server, and stands beside it where it is not in the PATH. */
const redisCli = (): string => onPath('redis-cli') ?? join(dirname(findProgram('redis') ?? ''), 'redis-cli');

/** Three masters that share the slots. */
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
        throw new Error('the cluster is not up');
    });
    redis.disconnect();
  }
  return masters;
}

/** For `startBot`, which takes a Redis that the test looks after. */
export function asRunning(url: string, port: number): RunningRedis {
  const nothing = async (): Promise<void> => undefined;
  return { url, port, died: new Promise(() => undefined), stop: nothing, kill: nothing, restart: nothing };
}
