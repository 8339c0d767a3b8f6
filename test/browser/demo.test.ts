import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openPage } from './people.ts';

test('the demo prints one address that works, and Ctrl-C ends all of it', { timeout: 60_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { REDIS_URL, DEMO_PORT, ...env } = process.env;
  const demo = spawn(process.execPath, [join(import.meta.dirname, '../../sandbox/start.ts')], {
    env: { ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(demo, 'exit');
  t.after(() => demo.kill('SIGTERM') && ended);
  let said = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (words) => (said += words));

  const address = await eventually(
    () => {
      assert.equal(demo.exitCode, null, said);
      return /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? null;
    },
    { withinMs: 30_000, what: 'The address' },
  );
  const ana = await openPage(t, address);
  await ana.types('/social me');
  await ana.seesPrivately(/It belongs to Robin Vale/);

  const started = descendants(demo.pid);
  assert.ok(started.length >= 3, 'the bot, Redis and the guard run');
  demo.kill('SIGINT');
  assert.deepEqual(await ended, [0, null], said);
  await eventually(() => assert.deepEqual(started.filter(isAlive), []));
  assert.deepEqual(await readdir(folder), []);
});

/** The processes that this one started, and those that they started. */
function descendants(root: number | undefined): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (parents.get(pid) === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
