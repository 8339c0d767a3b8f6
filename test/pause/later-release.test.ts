/** Pauses that other releases read and write while they run alongside this one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pausedPost, pauseFields } from '#src/pause/pause.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { startStored } from '#test/support/stored.ts';

test('a pause with a field that this release doesn’t know can be updated and resumed', async (t) => {
  const { redis, prefix } = await startStored(t);
  const pauses = createPauseStore(redis, prefix, 60_000);
  const pause = {
    by: 'U0BO',
    at: '2026-11-23T10:00:00.000Z',
    reason: 'A recall',
    channel: 'C0SOCIAL',
    checksRequested: 1,
    checksDone: 0,
  };
  const stored = { fieldOfALaterRelease: true, ...pauseFields.write(pause) };
  await redis.hset(createKeys(prefix).pauses('T0'), 'all', JSON.stringify(stored));
  assert.equal((await pauses.amend('T0', pause, { checksDone: 1 }))?.checksDone, 1);
  await redis.hset(createKeys(prefix).pauses('T0'), 'all', JSON.stringify(stored));
  const audited = { at: pause.at, by: 'U0CY', what: 'thawed', via: 'command', result: 'thawed' } as const;
  assert.equal(await pauses.end('T0', pause, audited), true);
  assert.equal(await pauses.get('T0', 'all'), undefined);
});

test('an earlier release can read stored pauses and their posts under the names that it knows', async (t) => {
  const { redis, prefix } = await startStored(t);
  const pauses = createPauseStore(redis, prefix, 60_000);
  const at = '2026-11-23T10:00:00.000Z';
  const asked = {
    by: 'U0BO',
    at,
    reason: 'A recall',
    channel: 'C0SOCIAL',
    checksRequested: 1,
    checksDone: 1,
  };
  await pauses.begin('T0', { ...asked, checkedAt: at });
  const pause = await redis.hget(createKeys(prefix).pauses('T0'), 'all');
  const common = { by: 'U0BO', at, reason: 'A recall', channel: 'C0SOCIAL' };
  assert.deepEqual(JSON.parse(pause ?? ''), { ...common, rounds: 1, ended: 1, lookedAt: at });
  const brand = { id: 'brand-1', name: 'Northwind Coffee' };
  const post = pausedPost({ at }, { id: 'p1', brand, caption: 'Words', scheduledFor: at });
  for (const [state, stored] of [
    ['unscheduled', 'off'],
    ['published', 'faster'],
    ['stuck', 'stuck'],
  ] as const) {
    await pauses.note('T0', 'all', { ...post, state });
    const note = await redis.hget(createKeys(prefix).pausedPosts('T0', 'all'), 'p1');
    const fields = { id: 'p1', brand, of: at, caption: 'Words', was: at, state: stored, tries: 0 };
    assert.equal(note, JSON.stringify(fields));
    assert.deepEqual(await pauses.post('T0', 'all', 'p1'), { ...post, state });
  }
});
