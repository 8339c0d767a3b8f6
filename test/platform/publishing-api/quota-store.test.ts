import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { shares } from '#src/platform/publishing-api/quota.ts';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import type { Priority, RateLimitInfo } from '#src/platform/publishing-api/service.ts';
import { connectFailingFast, type Redis, whenReady } from '#src/platform/redis/redis.ts';
import { timeoutMs } from '#test/support/eventually.ts';
import { sharedRedis } from '#test/support/shared-redis.ts';

let redis: Redis;
before(async () => {
  redis = connectFailingFast({ REDIS_URL: (await sharedRedis()).url }, () => undefined);
  await whenReady(redis, timeoutMs);
});
after(() => redis.disconnect());

const start = 1_800_000_000_000;
const countOfItsOwn = () => createRequestCount(redis, `test-${randomUUID()}`, 'a-key');

/** One request of a caller that doesn't return. */
const ask = (
  count: ReturnType<typeof createRequestCount>,
  now: number,
  limit: number,
  priority: Priority = 'interactive',
): Promise<number> =>
  count.acquire(now, limit, shares[priority], { ticket: randomUUID(), keepsPlace: false, waitsUntil: now });

const saw = (info: Partial<RateLimitInfo>): RateLimitInfo => ({
  exceeded: false,
  limit: undefined,
  remaining: undefined,
  resetAt: undefined,
  retryAfterMs: undefined,
  ...info,
});

test('no minute ever has more requests than the limit, however many processes ask at once', async () => {
  const prefix = `test-${randomUUID()}`;
  const processes = Array.from({ length: 4 }, () => createRequestCount(redis, prefix, 'a-key'));
  const sentAt: number[] = [];
  for (let now = start; now < start + 240_000; now += 500) {
    const answers = await Promise.all(processes.map((count) => ask(count, now, 60)));
    for (const waitMs of answers) if (waitMs === 0) sentAt.push(now);
  }
  const most = Math.max(
    ...sentAt.map((from) => sentAt.filter((at) => at >= from && at < from + 60_000).length),
  );
  assert.equal(most, 60);
  assert.ok(sentAt.length >= 230, `the limit is used: ${sentAt.length} in four minutes`);
});

test('when it’s used up, the result says when the next request can be sent', async () => {
  const count = countOfItsOwn();
  for (let n = 0; n < 3; n += 1) assert.equal(await ask(count, start + n * 1_000, 3), 0);
  const waitMs = await ask(count, start + 5_000, 3);
  assert.equal(waitMs, 56_000);
  assert.equal(await ask(count, start + 5_000 + waitMs - 1, 3), 50);
  assert.equal(await ask(count, start + 5_000 + waitMs, 3), 0);
});

test('the shares are those of the current limit, not of the configured one', async () => {
  const count = countOfItsOwn();
  await count.learned(start, saw({ limit: 10, remaining: 10 }));
  for (let n = 0; n < 8; n += 1) assert.equal(await ask(count, start, 60, 'check'), 0);
  assert.ok((await ask(count, start, 60, 'check')) > 0);
  for (let n = 0; n < 2; n += 1) assert.equal(await ask(count, start, 60), 0);
  assert.deepEqual(await count.state(start, 60), { limit: 10, left: 0, background: 0 });
});

test('a 429 stops every process until the time that the service named', async () => {
  const prefix = `test-${randomUUID()}`;
  const [one, other] = [createRequestCount(redis, prefix, 'k'), createRequestCount(redis, prefix, 'k')];
  await one.learned(
    start,
    saw({ exceeded: true, limit: 60, remaining: 0, resetAt: start + 20_000, retryAfterMs: 20_000 }),
  );
  assert.equal(await ask(other, start + 5_000, 60), 15_000);
  assert.equal(await ask(other, start + 20_000, 60), 0);
});

test('requests that others send with the same key count until the service begins a new minute', async () => {
  const count = countOfItsOwn();
  assert.equal(await ask(count, start, 10), 0);
  await count.learned(start, saw({ limit: 10, remaining: 1, resetAt: start + 30_000 }));
  assert.equal(await ask(count, start + 1, 10), 0);
  assert.ok((await ask(count, start + 2, 10)) > 0);
  assert.equal(await ask(count, start + 30_001, 10), 0);
});

test('waiting because of others’ requests lasts no longer than the service’s minute', async () => {
  const count = countOfItsOwn();
  assert.equal(await ask(count, start, 10), 0);
  await count.learned(start, saw({ limit: 10, remaining: 0, resetAt: start + 5_000 }));
  assert.equal(await ask(count, start + 200, 10), 4_800);
});

test('others’ requests first use what a lower configured limit leaves them', async () => {
  const count = countOfItsOwn();
  await count.learned(start, saw({ limit: 60, remaining: 30, resetAt: start + 30_000 }));
  assert.equal((await count.state(start, 30)).left, 30);
  for (let n = 0; n < 30; n += 1) assert.equal(await ask(count, start, 30), 0);
  assert.ok((await ask(count, start, 30)) > 0);
});

test('others’ requests beyond what a lower configured limit leaves them count', async () => {
  const count = countOfItsOwn();
  await count.learned(start, saw({ limit: 60, remaining: 10, resetAt: start + 30_000 }));
  assert.equal((await count.state(start, 30)).left, 10);
  for (let n = 0; n < 10; n += 1) assert.equal(await ask(count, start, 30), 0);
  assert.ok((await ask(count, start, 30)) > 0);
});

test('a lower limit from the service applies, a higher one doesn’t', async () => {
  const count = countOfItsOwn();
  await count.learned(start, saw({ limit: 2, remaining: 2 }));
  assert.equal(await ask(count, start, 60), 0);
  assert.equal(await ask(count, start, 60), 0);
  assert.ok((await ask(count, start, 60)) > 0);
});

test('a late response doesn’t raise the remaining quota', async () => {
  const count = countOfItsOwn();
  const resetAt = start + 30_000;
  await count.learned(start + 100, saw({ limit: 10, remaining: 2, resetAt }));
  await count.learned(start + 200, saw({ limit: 10, remaining: 9, resetAt }));
  assert.equal((await count.state(start + 300, 60)).left, 2);
  // from the minute before, when others had sent less and the limit was another
  await count.learned(start + 300, saw({ limit: 60, remaining: 60, resetAt: resetAt - 60_000 }));
  assert.deepEqual(await count.state(start + 400, 60), { limit: 10, left: 2, background: 0 });
  await count.learned(start + 31_000, saw({ limit: 20, remaining: 19, resetAt: resetAt + 60_000 }));
  assert.deepEqual(
    await count.state(start + 31_000, 60),
    { limit: 20, left: 19, background: 0 },
    'a new minute',
  );
  await count.learned(start + 31_100, saw({ limit: 5, remaining: 0, resetAt }));
  assert.deepEqual(
    await count.state(start + 31_200, 60),
    { limit: 20, left: 19, background: 0 },
    'the old window has ended',
  );
});

test('a response without a reset time counts, too, in any order', async () => {
  const count = countOfItsOwn();
  await count.learned(start, saw({ limit: 10, remaining: 2 }));
  await count.learned(start + 5_000, saw({ limit: 10, remaining: 9 }));
  assert.equal((await count.state(start + 5_000, 60)).left, 2);
  await count.learned(start + 62_000, saw({ limit: 10, remaining: 9 }));
  assert.equal((await count.state(start + 62_000, 60)).left, 9);
});

test('a 429 with a shorter wait doesn’t shorten another’s', async () => {
  const count = countOfItsOwn();
  await count.learned(start, saw({ exceeded: true, retryAfterMs: 20_000 }));
  await count.learned(start + 100, saw({ exceeded: true, retryAfterMs: 1_000 }));
  assert.equal(await ask(count, start + 5_000, 60), 15_000);
});

test('ten brands take turns evenly and in order, and a single brand doesn’t wait', async () => {
  const count = countOfItsOwn();
  const brands = Array.from({ length: 10 }, (_, n) => `brand-${n}`);
  const taken: { who: string; at: number }[] = [];
  for (let now = start; now < start + 61_000; now += 100)
    for (const who of brands) {
      const last = taken.findLast((one) => one.who === who)?.at ?? 0;
      if (now - last < 5_000) continue;
      if ((await count.consumeCheck(now, 60, 80, who)) === 0) taken.push({ who, at: now });
    }
  assert.ok(Math.abs(taken.length - 48) <= 1, `${taken.length} turns`);
  const gaps = taken.map(({ at }, i) => at - (taken[i - 1]?.at ?? at - 1_271));
  assert.ok(
    gaps.every((gap) => gap >= 1_100 && gap <= 1_400),
    `${gaps}`,
  );
  assert.deepEqual(
    taken.slice(0, 30).map(({ who }) => who),
    [...brands, ...brands, ...brands],
  );
  assert.equal(await count.consumeCheck(start + 70_000, 60, 80, 'brand-3'), 0);
});

test('once the limit rises, checks that waited under the lower one soon have their turn', async () => {
  const count = countOfItsOwn();
  const brands = Array.from({ length: 20 }, (_, n) => `brand-${n}`);
  const ask = (at: number) => Promise.all(brands.map((who) => count.consumeCheck(at, 60, 80, who)));
  await count.learned(start, saw({ limit: 2, remaining: 2, resetAt: start + 30_000 }));
  assert.ok(Math.max(...(await ask(start))) > 15 * 60_000);
  const at = start + 31_000;
  await count.learned(at, saw({ limit: 60, remaining: 60, resetAt: start + 90_000 }));
  const waits = await ask(at);
  assert.ok(Math.max(...waits) < 30_000, `${waits}`);
  assert.equal(new Set(waits).size, brands.length, 'one after the other');
});
