/** Runs `npm run demo` in its own process. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { eventually } from './eventually.ts';

/** Starts it, and waits until it prints its address. It's stopped when the test ends. */
export async function startDemo(t: TestContext, flags: string[] = [], settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'demo-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { REDIS_URL, DEMO_PORT, ...env } = process.env;
  const demo = spawn(process.execPath, [join(import.meta.dirname, '../../sandbox/start.ts'), ...flags], {
    env: { ...env, ...settings, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // `close` instead of `exit`: all output has been read by then
  const ended = once(demo, 'close');
  t.after(() => demo.kill('SIGTERM') && ended);
  let output = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (words) => (output += words));
  await eventually(
    () => {
      assert.equal(demo.exitCode, null, output);
      assert.match(output, /Ctrl-C ends all of it/);
    },
    { what: 'The address' },
  );
  return { demo, ended, folder, output: () => output };
}
