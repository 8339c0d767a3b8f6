import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueOf, firstDate, nextOf } from '#src/recurring/occurrences.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const hour = 3_600_000;
const monday = { days: [1], at: '09:00', daysAhead: 3, from: '2026-11-30', lastDate: undefined };

test('a post is created three days before its time, and nothing before that', () => {
  const at = utc('2026-11-30T09:00');
  const until = utc('2026-11-27T09:00');
  const first = { date: '2026-11-30', at };
  assert.deepEqual(nextOf(monday, 'UTC', until - 1), { what: 'wait', until, first });
  assert.deepEqual(nextOf(monday, 'UTC', until), { what: 'make', occurrence: first });
  const made = { ...monday, from: '2026-12-01' };
  const next = nextOf(made, 'UTC', until);
  assert.deepEqual(next.what === 'wait' && next.first.date, '2026-12-07');
  assert.equal(dueOf(made, 'UTC', until), until + 6 * hour, 'the brand can get another time zone meanwhile');
  assert.equal(dueOf(monday, 'UTC', until - hour), until);
});

test('times in the past or within five minutes are skipped, and the next one is created', () => {
  const daily = { ...monday, days: [1, 2, 3, 4, 5, 6, 7], daysAhead: 1 };
  const next = nextOf(daily, 'UTC', utc('2026-12-04T08:56'));
  assert.ok(next.what === 'skip');
  assert.deepEqual(
    next.missed.map(({ date }) => date),
    ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'],
  );
  const after = nextOf({ ...daily, from: '2026-12-05' }, 'UTC', utc('2026-12-04T09:01'));
  assert.deepEqual(after, {
    what: 'make',
    occurrence: { date: '2026-12-05', at: utc('2026-12-05T09:00') },
  });
});

test('a series not checked for two years is skipped at once, and ends after its last date', () => {
  const next = nextOf(monday, 'UTC', utc('2028-11-29T12:00'));
  assert.equal(next.what === 'skip' && next.missed.length, 105);
  const short = { ...monday, lastDate: '2026-12-07' };
  assert.equal(nextOf({ ...short, from: '2026-12-07' }, 'UTC', utc('2026-12-05T00:00')).what, 'make');
  assert.equal(nextOf({ ...short, from: '2026-12-08' }, 'UTC', utc('2026-12-05T00:00')).what, 'end');
});

test('a post keeps its time of day when the clocks change, like posting slots do', () => {
  const sunday = { ...monday, days: [7], at: '02:30', daysAhead: 1 };
  const of = (from: string, now: string, zone: string): string => {
    const next = nextOf({ ...sunday, from }, zone, utc(now));
    return next.what === 'make' ? new Date(next.occurrence.at).toISOString() : next.what;
  };
  // Berlin skips 2:30 on March 28, 2027, and shows it twice on October 31
  assert.equal(of('2027-03-28', '2027-03-27T12:00', 'Europe/Berlin'), '2027-03-28T01:30:00.000Z');
  assert.equal(of('2027-10-31', '2027-10-30T12:00', 'Europe/Berlin'), '2027-10-31T00:30:00.000Z');
  const nine = { ...monday, at: '09:00', daysAhead: 7 };
  const at = (from: string, now: string): number => {
    const next = nextOf({ ...nine, from }, 'America/New_York', utc(now));
    return next.what === 'make' ? new Date(next.occurrence.at).getUTCHours() : Number.NaN;
  };
  assert.deepEqual([at('2027-03-08', '2027-03-05T00:00'), at('2027-03-15', '2027-03-12T00:00')], [14, 13]);
});

test('a new series creates its first post for a future time, in its own zone', () => {
  assert.equal(firstDate('09:00', 'UTC', utc('2026-11-30T08:00')), '2026-11-30');
  assert.equal(firstDate('09:00', 'UTC', utc('2026-11-30T08:56')), '2026-12-01');
  assert.equal(firstDate('09:00', 'Asia/Tokyo', utc('2026-11-30T08:00')), '2026-12-01');
  assert.equal(firstDate('23:00', 'Pacific/Honolulu', utc('2026-11-30T08:00')), '2026-11-29');
});
