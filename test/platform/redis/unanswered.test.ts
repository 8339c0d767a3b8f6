import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { connectFailingFast, whenReady } from '#src/platform/redis/redis.ts';
import { rejectUnanswered } from '#src/platform/redis/unanswered.ts';
import { startStored } from '#test/support/stored.ts';

const withinMs = 50;

test('a suspended process reads the reply that arrived meanwhile', async (t) => {
  const { waiting, prefix } = await startStored(t);
  await waiting.set(`${prefix}:kept`, 'here');
  rejectUnanswered(waiting, withinMs);
  const answer = waiting.get(`${prefix}:kept`);
  // the command is sent before the process is suspended
  await new Promise(setImmediate);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * withinMs);
  assert.equal(await answer, 'here');
});

test('a process that was suspended during its start reads that Redis is ready', async (t) => {
  const { url } = await startStored(t);
  const redis = connectFailingFast({ REDIS_URL: url }, () => undefined);
  t.after(() => redis.disconnect());
  const standsStillMs = 1_000;
  const ready = whenReady(redis, standsStillMs);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * standsStillMs);
  await ready;
});

test('the bot doesn’t wait for a Redis that doesn’t reply', async (t) => {
  // an unread connection never notices that it was closed, and keeps this process alive
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await new Promise((listening) => silent.once('listening', listening));
  const address = silent.address();
  assert.ok(address && typeof address === 'object');
  const own = new Redis(address.port, '127.0.0.1', { enableReadyCheck: false, retryStrategy: null });
  own.on('error', () => undefined);
  t.after(() => own.disconnect());
  rejectUnanswered(own, withinMs);
  await assert.rejects(own.get('anything'), { message: 'Command timed out' });
});
