/** A pause that a later release wrote, while this one still runs beside it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { startRedis } from '#test/support/redis.ts';

test('a pause with a field that this release does not know can be continued and ended', async (t) => {
  const server = await startRedis();
  const redis = new Redis(server.url);
  t.after(async () => {
    redis.disconnect();
    await server.stop();
  });
  const prefix = 'later:';
  const pauses = createPauseStore(redis, prefix, 60_000);
  const pause = {
    ...{ by: 'U0BO', at: '2026-11-23T10:00:00.000Z', reason: 'A recall', channel: 'C0SOCIAL' },
    ...{ rounds: 1, ended: 0 },
  };
  await redis.hset(createKeys(prefix).pauses('T0'), 'all', JSON.stringify({ category: 'legal', ...pause }));
  assert.equal((await pauses.amend('T0', pause, { ended: 1 }))?.ended, 1);
  await redis.hset(createKeys(prefix).pauses('T0'), 'all', JSON.stringify({ category: 'legal', ...pause }));
  const audited = { at: pause.at, by: 'U0CY', what: 'thawed', via: 'command', result: 'thawed' } as const;
  assert.equal(await pauses.end('T0', pause, audited), true);
  assert.equal(await pauses.get('T0', 'all'), undefined);
});
