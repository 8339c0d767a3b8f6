import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { eventually } from '#test/support/eventually.ts';
import { startRedis } from '#test/support/redis.ts';

/** A connection that does not try again, and its end with the test. */
async function connect(t: { after(fn: () => void): void }, url: string): Promise<Redis> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  t.after(() => redis.disconnect());
  await redis.connect();
  return redis;
}

test('a restart keeps the address and, with append-only, the data', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  t.after(() => redis.stop());
  const before = await connect(t, redis.url);
  await before.set('word', 'kept');
  await redis.kill();
  await assert.rejects(connect(t, redis.url));

  await redis.restart();

  assert.equal(await (await connect(t, redis.url)).get('word'), 'kept');
});

test('a Redis that dies by itself is reported, and one that was stopped isn’t', async (t) => {
  const redis = await startRedis();
  t.after(() => redis.stop());
  await (await connect(t, redis.url)).shutdown('NOSAVE').catch(() => {});
  assert.match(await redis.died, /User requested shutdown/);

  const stopped = await startRedis();
  await stopped.stop();
  assert.equal(await Promise.race([stopped.died, 'silence']), 'silence');
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`nothing is left behind when the process that started it gets ${signal}`, async (t) => {
    const script = `
      import { startRedis } from '#sandbox/redis.ts';
      console.log((await startRedis({ appendOnly: true })).url);
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => parent.kill('SIGKILL'));
    const [url] = await once(createInterface(parent.stdout), 'line');
    const redis = await connect(t, url);
    const [, folder] = (await redis.config('GET', 'dir')) as [string, string];
    assert.ok(existsSync(folder));

    parent.kill(signal);

    await eventually(() => redis.status === 'end', { what: 'The end of redis-server' });
    await eventually(() => !existsSync(folder), { what: 'The end of its folder' });
  });
}
