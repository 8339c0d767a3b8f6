import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodOf, splitDays } from '#src/analytics/period.ts';

test('days before or after a brand are split off, and a brand without days stays unchanged', () => {
  assert.deepEqual(splitDays('Northwind Coffee last week'), ['Northwind Coffee', 'last week']);
  assert.deepEqual(splitDays('last 30 days northwind'), ['northwind', 'last 30 days']);
  assert.deepEqual(splitDays('This Month'), ['', 'This Month']);
  assert.deepEqual(splitDays('Harbor Yoga 7'), ['Harbor Yoga', '7']);
  assert.deepEqual(splitDays('14 days harbor'), ['harbor', '14 days']);
  assert.deepEqual(splitDays('7'), ['', '7']);
  assert.deepEqual(splitDays('harbor 1 day'), ['harbor', '1 day']);
  // a number before a brand belongs to its name
  assert.deepEqual(splitDays('360 Fitness last week'), ['360 Fitness', 'last week']);
  assert.deepEqual(splitDays('Blast week'), ['Blast week', '']);
  assert.deepEqual(splitDays(''), ['', '']);
});

for (const [words, from, to] of [
  ['last week', '2026-11-16', '2026-11-22'],
  ['this week', '2026-11-23', '2026-11-26'],
  ['past 7 days', '2026-11-20', '2026-11-26'],
  ['7', '2026-11-20', '2026-11-26'],
  ['1 day', '2026-11-26', '2026-11-26'],
  ['Last 30 Days', '2026-10-28', '2026-11-26'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['this month', '2026-11-01', '2026-11-26'],
] as const)
  test(`on a Friday, ${words} is from ${from} to ${to}`, () => {
    const period = periodOf(words, '2026-11-27');
    const days = period && [period.from, period.to].map((at) => new Date(at).toISOString().slice(0, 10));
    assert.deepEqual(days, [from, to]);
  });
