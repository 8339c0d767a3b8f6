import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestWindow } from '#src/store/request-window.ts';
import { startStored } from '#test/support/stored.ts';

const start = 1_800_000_000_000;
const minute = 60_000;
type Window = ReturnType<typeof createRequestWindow>;

/** When each brand asks again after a look that it got (ms); asks that are put off come when they were told to. */
type Brands = Record<string, number>;

/** Plays the brands against the window, and answers who looked when. No time passes but in the numbers. */
async function play(window: Window, limit: number, brands: Brands, forMs: number) {
  const next = new Map(Object.keys(brands).map((brand) => [brand, start]));
  const looks: { brand: string; at: number }[] = [];
  for (;;) {
    const [brand, at] = [...next].reduce((one, other) => (other[1] < one[1] ? other : one));
    if (at >= start + forMs) return looks;
    const waitMs = await window.take(at, limit, 30, brand);
    if (waitMs === 0) looks.push({ brand, at });
    next.set(brand, at + (waitMs || (brands[brand] ?? 0)));
  }
}

const between = (looks: { brand: string; at: number }[], from: number, to: number) =>
  looks.filter(({ at }) => at >= start + from && at < start + to);

test('a brand that asks all the time and one that asks now and then look in turn', async (t) => {
  const { redis, prefix } = await startStored(t);
  const window = createRequestWindow(redis, prefix, 'k');
  const looks = await play(window, 10, { large: 1, small: 3_000 }, 10 * minute);
  const turns = between(looks, minute, 10 * minute).map(({ brand }) => brand);
  assert.ok(turns.length >= 55, `${turns.length} looks`);
  turns.forEach((brand, i) => {
    if (i > 0) assert.notEqual(brand, turns[i - 1], `look ${i}`);
  });
});

test('forty brands each get a look before anyone gets another', async (t) => {
  const { redis, prefix } = await startStored(t);
  const brands = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`brand-${n}`, n % 2 ? 1 : 2_000]));
  const looks = await play(createRequestWindow(redis, prefix, 'k'), 20, brands, 20 * minute);
  const turns = between(looks, 3 * minute, 20 * minute).map(({ brand }) => brand);
  for (let i = 0; i + 40 <= turns.length; i += 1)
    assert.equal(new Set(turns.slice(i, i + 40)).size, 40, `from look ${i}`);
});

test('more looks than the limit allows are spread over the minute, without a burst or a stall', async (t) => {
  const { redis, prefix } = await startStored(t);
  const brands = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`brand-${n}`, 2_000]));
  const looks = await play(createRequestWindow(redis, prefix, 'k'), 60, brands, 5 * minute);
  // 42 of 60 are for watching
  assert.equal(between(looks, 0, 500).length, 3, 'looks at once');
  for (let from = 1; from < 5 * minute - 10_000; from += 10_000) {
    const count = between(looks, from, from + 10_000).length;
    assert.ok(count >= 6 && count <= 7, `${count} looks from ${from} ms`);
  }
});

test('while there is enough for all, nobody waits', async (t) => {
  const { redis, prefix } = await startStored(t);
  const looks = await play(
    createRequestWindow(redis, prefix, 'k'),
    60,
    { one: 4_000, two: 5_000 },
    5 * minute,
  );
  assert.equal(looks.filter(({ brand }) => brand === 'one').length, 75);
  assert.equal(looks.filter(({ brand }) => brand === 'two').length, 60);
});

test('one brand at the normal pace is never put off', async (t) => {
  const { redis, prefix } = await startStored(t);
  const looks = await play(createRequestWindow(redis, prefix, 'k'), 60, { one: 2_000 }, 5 * minute);
  assert.equal(looks.length, 150);
});

test('after a 429 the turns go on in their order and at their pace', async (t) => {
  const { redis, prefix } = await startStored(t);
  const window = createRequestWindow(redis, prefix, 'k');
  for (let n = 0; n < 3; n += 1) await window.take(start, 60, 30, `first-${n}`);
  const brands = Array.from({ length: 8 }, (_, n) => `brand-${n}`);
  for (const brand of brands) await window.take(start, 60, 30, brand);
  const none = { limit: undefined, remaining: undefined, resetAt: undefined };
  await window.learned(start + 100, { ...none, exceeded: true, retryAfterMs: 20_000 });

  // all of them come at the moment at which the wait is over
  const over = start + 20_100;
  await window.take(start + 200, 60, 30, 'brand-0');
  const waits: number[] = [];
  for (const brand of brands.toReversed()) waits.unshift(await window.take(over, 60, 30, brand));
  assert.ok(
    waits.every((wait, i) => i === 0 || wait > (waits[i - 1] ?? 0)),
    waits.join(' '),
  );
  assert.ok(
    waits.every((wait, i) => i === 0 || wait - (waits[i - 1] ?? 0) >= 1_000),
    waits.join(' '),
  );
});

test('a turn that nobody comes for costs the others no more than its own look', async (t) => {
  const { redis, prefix } = await startStored(t);
  const window = createRequestWindow(redis, prefix, 'k');
  for (let n = 0; n < 2; n += 1) assert.equal(await window.take(start, 20, 30, `first-${n}`), 0);
  await window.take(start, 20, 30, 'gone');
  const waitMs = await window.take(start, 20, 30, 'waits');
  assert.equal(await window.take(start + waitMs, 20, 30, 'waits'), 0);
});

test('who asks again before its turn keeps the one that it has', async (t) => {
  const { redis, prefix } = await startStored(t);
  const window = createRequestWindow(redis, prefix, 'k');
  let waitMs = 0;
  for (let n = 0; waitMs === 0; n += 1) waitMs = await window.take(start, 20, 30, `brand-${n}`);
  const last = await window.take(start, 20, 30, 'pushes');
  for (let n = 1; n <= 5; n += 1) assert.equal(await window.take(start + n, 20, 30, 'pushes'), last - n);
  const behind = await window.take(start + 5, 20, 30, 'other');
  assert.ok(behind + 5 > last && behind + 5 <= last + 10_000, `${last} and then ${behind}`);
});

test('what a look asks for after its first request goes before other looks, at an even pace', async (t) => {
  const { redis, prefix } = await startStored(t);
  const window = createRequestWindow(redis, prefix, 'k');
  const paceMs = 61_000 / 54;
  const begun = (at: number) => window.take(at, 60, 10, 'large', true);
  const others = ['one', 'two', 'three'];
  assert.equal(await window.take(start, 60, 10, 'large'), 0);
  const waits: number[] = [];
  for (const brand of others) waits.push(await window.take(start, 60, 10, brand));

  const sentAt: number[] = [];
  for (let at = start; sentAt.length < 20; ) {
    const waitMs = await begun(at);
    if (waitMs === 0) sentAt.push(at);
    at += waitMs;
  }
  // a few at once, then one in each pace
  sentAt.forEach((at, i) => {
    assert.ok(at - start <= (i + 2) * paceMs && at - start >= (i - 2) * paceMs, `${i}: ${at - start} ms`);
  });
  const over = sentAt.at(-1) ?? 0;
  for (const [i, brand] of others.entries()) {
    const waitMs = await window.take(over, 60, 10, brand);
    if (waits[i] !== 0) assert.ok(waitMs > 0 && waitMs <= 4 * paceMs, `${brand} after ${waitMs} ms`);
  }
});
