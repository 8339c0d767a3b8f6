import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { connectFailingFast, type Redis, whenReady } from '#src/store/redis.ts';
import { createRequestWindow } from '#src/store/request-window.ts';
import { type RunningRedis, startRedis } from '#test/support/redis.ts';

let server: RunningRedis;
let redis: Redis;
before(async () => {
  server = await startRedis();
  redis = connectFailingFast({ REDIS_URL: server.url }, () => undefined);
  await whenReady(redis, 5_000);
});
after(async () => {
  redis.disconnect();
  await server.stop();
});

const start = 1_800_000_000_000;
const windowOfItsOwn = () => createRequestWindow(redis, `test-${randomUUID()}`, 'a-key');

test('never more than the limit in any minute, however many processes ask at once', async () => {
  const prefix = `test-${randomUUID()}`;
  const processes = Array.from({ length: 4 }, () => createRequestWindow(redis, prefix, 'a-key'));
  const sentAt: number[] = [];
  for (let now = start; now < start + 240_000; now += 500) {
    const answers = await Promise.all(processes.map((window) => window.take(now, 60, 0, 0)));
    for (const waitMs of answers) if (waitMs === 0) sentAt.push(now);
  }
  const most = Math.max(
    ...sentAt.map((from) => sentAt.filter((at) => at >= from && at < from + 60_000).length),
  );
  assert.equal(most, 60);
  assert.ok(sentAt.length >= 230, `the limit is used: ${sentAt.length} in four minutes`);
});

test('when it is used up, the answer says when the next one may go', async () => {
  const window = windowOfItsOwn();
  for (let n = 0; n < 3; n += 1) assert.equal(await window.take(start + n * 1_000, 3, 0, 0), 0);
  const waitMs = await window.take(start + 5_000, 3, 0, 0);
  assert.equal(waitMs, 56_000);
  assert.equal(await window.take(start + 5_000 + waitMs - 1, 3, 0, 0), 50);
  assert.equal(await window.take(start + 5_000 + waitMs, 3, 0, 0), 0);
});

test('watching leaves its reserve to people', async () => {
  const window = windowOfItsOwn();
  for (let n = 0; n < 7; n += 1) assert.equal(await window.take(start, 10, 3, 0), 0);
  assert.ok((await window.take(start, 10, 3, 0)) > 0);
  for (let n = 0; n < 3; n += 1) assert.equal(await window.take(start, 10, 0, 0), 0);
  assert.ok((await window.take(start, 10, 0, 0)) > 0);
});

test('once half is used, paced requests come evenly', async () => {
  const window = windowOfItsOwn();
  for (let n = 0; n < 6; n += 1) assert.equal(await window.take(start, 10, 0, 2_000), 0);
  assert.equal(await window.take(start + 500, 10, 0, 2_000), 1_500);
  assert.equal(await window.take(start + 500, 10, 0, 0), 0);
  assert.equal(await window.take(start + 2_000, 10, 0, 2_000), 0);
});

test('a 429 stops every process until the time that the service named', async () => {
  const prefix = `test-${randomUUID()}`;
  const [one, other] = [createRequestWindow(redis, prefix, 'k'), createRequestWindow(redis, prefix, 'k')];
  await one.learned(start, {
    exceeded: true,
    limit: 60,
    remaining: 0,
    resetAt: start + 20_000,
    retryAfterMs: 20_000,
  });
  assert.equal(await other.take(start + 5_000, 60, 0, 0), 15_000);
  assert.equal(await other.take(start + 20_000, 60, 0, 0), 0);
});

test('what others send with the same key counts until the service begins a new minute', async () => {
  const window = windowOfItsOwn();
  assert.equal(await window.take(start, 10, 0, 0), 0);
  await window.learned(start, {
    exceeded: false,
    limit: 10,
    remaining: 1,
    resetAt: start + 30_000,
    retryAfterMs: undefined,
  });
  assert.equal(await window.take(start + 1, 10, 0, 0), 0);
  assert.ok((await window.take(start + 2, 10, 0, 0)) > 0);
  assert.equal(await window.take(start + 30_001, 10, 0, 0), 0);
});

test('a lower limit of the service is obeyed, a higher one is not taken', async () => {
  const window = windowOfItsOwn();
  await window.learned(start, {
    exceeded: false,
    limit: 2,
    remaining: 2,
    resetAt: undefined,
    retryAfterMs: undefined,
  });
  assert.equal(await window.take(start, 60, 0, 0), 0);
  assert.equal(await window.take(start, 60, 0, 0), 0);
  assert.ok((await window.take(start, 60, 0, 0)) > 0);
});
