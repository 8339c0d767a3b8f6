import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeSlots, pushedBack } from '#src/slots/free-slots.ts';
import type { PostingSlots } from '#src/slots/slots.ts';
import { longTest } from '#test/support/long-tests.ts';

const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, at: '09:00' }));

const everyHour = [1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
  Array.from({ length: 24 }, (_, hour) => ({ day, at: `${String(hour).padStart(2, '0')}:00` })),
);

/** As ISO, without seconds. */
function next(
  times: PostingSlots['times'],
  {
    zone = 'UTC',
    now,
    taken = [],
    most = 3,
  }: { zone?: string; now: string; taken?: string[]; most?: number },
): string[] {
  const found = freeSlots(
    { times, zone },
    { taken: taken.map((at) => Date.parse(at)), now: Date.parse(now), most },
  );
  return found.map((at) => new Date(at).toISOString().slice(0, 16));
}

test('the next slots are in order, over a weekend, and without taken ones', () => {
  // a Thursday
  const now = '2026-11-26T08:00:00Z';
  assert.deepEqual(next(weekdays, { now }), ['2026-11-26T09:00', '2026-11-27T09:00', '2026-11-30T09:00']);
  assert.deepEqual(next(weekdays, { now, taken: ['2026-11-26T09:00:59Z', '2026-11-27T09:01:00Z'] }), [
    '2026-11-27T09:00',
    '2026-11-30T09:00',
    '2026-12-01T09:00',
  ]);
});

test('a slot that is a moment away is left out: a post must be created first', () => {
  assert.deepEqual(next(weekdays, { now: '2026-11-26T08:56:00Z', most: 1 }), ['2026-11-27T09:00']);
});

test('a slot keeps its local time when the clocks change, and a skipped time is an hour later', () => {
  const sundays = [{ day: 7, at: '02:30' }];
  const zone = 'Europe/Berlin';
  assert.deepEqual(next(sundays, { zone, now: '2026-03-20T00:00:00Z' }), [
    '2026-03-22T01:30',
    // 2:30 is skipped, so that the clocks show 3:30
    '2026-03-29T01:30',
    '2026-04-05T00:30',
  ]);
  // 2:30 occurs twice, and counts once
  assert.deepEqual(next(sundays, { zone, now: '2026-10-24T00:00:00Z', most: 2 }), [
    '2026-10-25T00:30',
    '2026-11-01T01:30',
  ]);
  // 3:30 is there already where the clocks skip 2:30
  assert.deepEqual(
    next([...sundays, { day: 7, at: '03:30' }], { zone, now: '2026-03-28T00:00:00Z', most: 2 }),
    ['2026-03-29T01:30', '2026-04-05T00:30'],
  );
});

longTest('without posting times nothing is free, and a queue that is full for a year has no slot', () => {
  const now = '2026-11-26T08:00:00Z';
  assert.deepEqual(next([], { now }), []);
  const all = next(everyHour, { now, most: 100_000 });
  assert.ok(all.length > 365 * 24);
  assert.deepEqual(next(everyHour, { now, taken: all.map((at) => `${at}:00Z`) }), []);
});

test('pushing a queue back keeps its order and moves only as far as needed', () => {
  const hour = 3_600_000;
  const now = Date.parse('2026-11-26T12:00:00Z');
  // one slot a day, the next one tomorrow at 9:00
  const slot = (n: number): number => Date.parse('2026-11-26T09:00:00Z') + n * 24 * hour;
  const slots = Array.from({ length: 9 }, (_, i) => slot(i + 1));
  const pushes = (times: number[], taken: number[] = []) => pushedBack(times, slots, { taken, now });
  assert.deepEqual(pushes([slot(-1), slot(0), slot(1), slot(2)]), [slot(1), slot(2), slot(3), slot(4)]);
  assert.deepEqual(pushes([slot(0), slot(4), slot(5)]), [slot(1), slot(4), slot(5)], 'a gap is filled');
  assert.deepEqual(pushes([slot(0), slot(1)], [slot(1) + 59_000, slot(3)]), [slot(2), slot(4)]);
  assert.deepEqual(
    pushes([slot(0), slot(1) + hour, slot(1) + 2 * hour]),
    [slot(1), undefined, undefined],
    'someone chose these times',
  );
  assert.deepEqual(pushes([slot(0) + hour]), [slot(1)], 'this slot has passed');
  assert.deepEqual(pushes([slot(0), slot(9), slot(9)]), [slot(1), slot(9), undefined]);
});
