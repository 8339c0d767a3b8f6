/** Typed times and working hours, across all clock changes. Finding the changes of all time zones takes long, so it's done once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { momentsOf, movedBy, nextOnWeekday } from '#src/time/moments.ts';
import { clockOn, isWorkingTime, leavesWorkingTime, weekdayAt } from '#src/time/weekdays.ts';
import { readTimeInWords } from '#src/time/words.ts';
import { isLong, shareOf } from '#test/support/long-tests.ts';
import { wrongWords } from '#views/posts/time-meaning.ts';
import { type Change, changesOfClocks, fields, localAt } from './clocks.ts';

const now = Date.parse('2026-11-21T16:00:00Z');
/** Every change of clocks there is to test over. */
const changes = changesOfClocks(2025, 2030);
/** A fifth of them in the short form. */
const runs = (all: number) => ({ numRuns: isLong ? all : all / 5 });
const anyChange = fc.constantFrom(...changes);
const berlin = (iso: string): number => Date.parse(`${iso}+01:00`);

const theWholeDay = { from: berlin('2026-11-22T00:00'), to: berlin('2026-11-22T23:59') };

const readings: [string, object][] = [
  ['tomorrow 9:30', { moments: [berlin('2026-11-22T09:30')] }],
  ['on Tuesday, at 9.30 pm', { moments: [berlin('2026-11-24T21:30')] }],
  ['next Tuesday at noon', { moments: [berlin('2026-11-24T12:00')] }],
  ['24 Nov 14:00', { moments: [berlin('2026-11-24T14:00')] }],
  ['Nov 24 2pm', { moments: [berlin('2026-11-24T14:00')] }],
  ['24/11/2026 14:00', { moments: [berlin('2026-11-24T14:00')] }],
  ['2026-11-24 14:00', { moments: [berlin('2026-11-24T14:00')] }],
  ['in 2 hours', { moments: [berlin('2026-11-21T19:00')], isFixed: true }],
  ['tomorrow 9:30 EST', { moments: [Date.parse('2026-11-22T14:30Z')], isFixed: true }],
  ['Nov 27, 9:00', { moments: [berlin('2026-11-27T09:00')] }],
  ['last Friday 9am', { moments: [berlin('2026-11-20T09:00')] }],
  ['24.12. 14:00', { moments: [berlin('2026-12-24T14:00')] }],
  ['1.12.2026 14:00', { moments: [berlin('2026-12-01T14:00')] }],
  ['05.06.2027, 9:00:00', { moments: [berlin('2027-06-05T08:00')] }],
  ['9:00 on 5. 6. 2027', { moments: [berlin('2027-06-05T08:00')] }],
  ['12.24.2026 14:00', { moments: [berlin('2026-12-24T14:00')] }],
  ['31.2.2027 9:30', { unread: 'no_such_day', day: 'February 31' }],
  ['9.30 on 1.2.', { moments: [berlin('2027-02-01T09:30')] }],
  ['4.5 at 9:00', { moments: [berlin('2027-05-04T08:00')] }],
  ['31.2. 9:30', { unread: 'no_such_day', day: 'February 31' }],
  ['v1.2. 9:30', { unread: 'rest', known: '9:30' }],
  ['day after tomorrow 9:30', { moments: [berlin('2026-11-23T09:30')] }],
  ['the day after tomorrow at noon', { moments: [berlin('2026-11-23T12:00')] }],
  ['half past nine tomorrow', { moments: [berlin('2026-11-22T09:30')] }],
  ['tomorrow at a quarter to one pm', { moments: [berlin('2026-11-22T12:45')] }],
  ['tomorrow at quarter to one pm', { moments: [berlin('2026-11-22T12:45')] }],
  ['Twenty-five past 9 p.m. tomorrow', { moments: [berlin('2026-11-22T21:25')] }],
  ['tomorrow at nine', { moments: [berlin('2026-11-22T09:00')] }],
  ['tomorrow 9', { moments: [berlin('2026-11-22T09:00')] }],
  ['day after tomorrow, 14', { moments: [berlin('2026-11-23T14:00')] }],
  ['today 20', { moments: [berlin('2026-11-21T20:00')] }],
  ['tomorrow 25', { unread: 'rest', known: 'tomorrow' }],
  ['Monday 9', { moments: [berlin('2026-11-23T09:00')] }],
  ['on Friday, 14', { moments: [berlin('2026-11-27T14:00')] }],
  ['Friday 25', { unread: 'rest', known: 'Friday' }],
  ['13/12 9', { moments: [berlin('2026-12-13T09:00')] }],
  ['2026-12-13 9', { moments: [berlin('2026-12-13T09:00')] }],
  ['tomorrow quarter to 5', { moments: [berlin('2026-11-22T16:45')] }],
  ['tomorrow at five', { moments: [berlin('2026-11-22T17:00')] }],
  ['tomorrow morning at quarter to 5', { moments: [berlin('2026-11-22T04:45')] }],
  ['tomorrow at 5', { moments: [berlin('2026-11-22T17:00')] }],
  ['tomorrow 5', { moments: [berlin('2026-11-22T17:00')] }],
  ['tomorrow at 5.', { moments: [berlin('2026-11-22T17:00')] }],
  ['tomorrow 5.', { moments: [berlin('2026-11-22T17:00')] }],
  ['tomorrow at quarter to 6.', { moments: [berlin('2026-11-22T17:45')] }],
  ['tomorrow at 5.30', { moments: [berlin('2026-11-22T05:30')] }],
  ['at 6 on Friday', { moments: [berlin('2026-11-27T18:00')] }],
  ['tomorrow at 7', { moments: [berlin('2026-11-22T07:00')] }],
  ['tomorrow 05', { moments: [berlin('2026-11-22T05:00')] }],
  ['tomorrow at 5:00', { moments: [berlin('2026-11-22T05:00')] }],
  ['tomorrow at 5am', { moments: [berlin('2026-11-22T05:00')] }],
  ['tomorrow at 5 in the morning', { moments: [berlin('2026-11-22T05:00')] }],
  ['tomorrow quarter to 5am', { moments: [berlin('2026-11-22T04:45')] }],
  ['half past 5a.m. tomorrow', { moments: [berlin('2026-11-22T05:30')] }],
  ['tomorrow ten to 6pm', { moments: [berlin('2026-11-22T17:50')] }],
  ['31/11 9:00', { unread: 'no_such_day', day: 'November 31' }],
  ['11/31 9:00', { unread: 'no_such_day', day: 'November 31' }],
  ['29 Feb 9:00', { unread: 'no_such_day', day: 'February 29, 2027' }],
  ['February 29th, 2027 at noon', { unread: 'no_such_day', day: 'February 29, 2027' }],
  ['2027-04-31 9:00', { unread: 'no_such_day', day: 'April 31' }],
  ['tomorrow at seven o’clock pm', { moments: [berlin('2026-11-22T19:00')] }],
  ['tomorrow at nine thirty', { unread: 'rest', known: 'tomorrow at 9:00' }],
  ['Tuesday 12 noon', { moments: [berlin('2026-11-24T12:00')] }],
  ['December 12 noon', { moments: [berlin('2026-12-12T12:00')] }],
  ['Dec. 12 noon', { moments: [berlin('2026-12-12T12:00')] }],
  ['2026-12-12 noon', { moments: [berlin('2026-12-12T12:00')] }],
  ['12/12 noon', { moments: [berlin('2026-12-12T12:00')] }],
  ['24 Dec 12 noon', { moments: [berlin('2026-12-24T12:00')] }],
  ['24th of December 12 noon', { moments: [berlin('2026-12-24T12:00')] }],
  ['tomorrow at quarter to twelve', { moments: [berlin('2026-11-22T11:45')] }],
  ['tomorrow quarter to 12 pm', { unread: 'rest', known: 'tomorrow' }],
  ['ten to 12am tomorrow', { unread: 'rest', known: '12am tomorrow' }],
  ['five to twelve pm tomorrow', { unread: 'rest', known: 'tomorrow' }],
  ['tomorrow from ten to twelve', { unread: 'rest', known: 'tomorrow' }],
  ['tomorrow from five to seven', { unread: 'rest', known: 'tomorrow' }],
  ['next week Tuesday 9:30', { moments: [berlin('2026-11-24T09:30')] }],
  ['next week, on Wed at noon', { moments: [berlin('2026-11-25T12:00')] }],
  ['yesterday 9:30', { moments: [berlin('2026-11-20T09:30')] }],
  ['5/6/2027 9:00', { moments: ['2027-05-06T08:00', '2027-06-05T08:00'].map(berlin), why: 'order' }],
  ['28 March 2027 2:30', { moments: ['2027-03-28T01:30', '2027-03-28T02:30'].map(berlin), why: 'skipped' }],
  ['31 Oct 2027 2:30', { moments: ['2027-10-31T01:30', '2027-10-31T02:30'].map(berlin), why: 'repeated' }],
  ['Tuesday, 24 Nov 14:00', { moments: [berlin('2026-11-24T14:00')] }],
  ['Monday, 24 Nov 14:00', { unread: 'other_weekday', day: 'November 24, 2026', weekday: 2 }],
  ['Mon 24.12.2026 14:00', { unread: 'other_weekday', day: 'December 24, 2026', weekday: 4 }],
  ['Fri 2026-11-24 9:00 UTC', { unread: 'other_weekday', day: 'November 24, 2026', weekday: 2 }],
  ['Sunday 5/6/2027 9:00', { unread: 'other_weekday', day: 'May 6, 2027', weekday: 4 }],
  // the weekday says which of the two dates it is
  ['Thursday 5/6/2027 9:00', { moments: [berlin('2027-05-06T08:00')] }],
  ['Saturday 5/6/2027 9:00', { moments: [berlin('2027-06-05T08:00')] }],
  // it was yesterday, and next year it’s a Saturday
  ['Friday, 20 Nov 9:00', { moments: [berlin('2026-11-20T09:00')] }],
  ['Friday, 20 November 9:00 UTC', { moments: [Date.UTC(2026, 10, 20, 9)], isFixed: true }],
  ['tomorrow', { unread: 'no_time_of_day', ...theWholeDay }],
  ['tomorrow morning', { unread: 'no_time_of_day', ...theWholeDay }],
  ['Friday 9-10am', { unread: 'span' }],
  ['tomorrow 9:30 in Paris', { unread: 'rest', known: 'tomorrow 9:30' }],
  ['31 February 9:30', { unread: 'no_such_day', day: 'February 31' }],
  ['in 99999999 days at 9:00', { unread: 'nothing' }],
  ['as soon as it is ready', { unread: 'nothing' }],
];
for (const [words, means] of readings)
  test(`“${words}”, written in Berlin`, () => {
    assert.deepEqual(readTimeInWords(words, { zone: 'Europe/Berlin', now }), means);
  });

test('a past day without a time is refused, and other days ask for a time', () => {
  const zone = 'Europe/Berlin';
  const says = (words: string) => wrongWords(readTimeInWords(words, { zone, now }), { reader: zone }, now);
  assert.match(String(says('yesterday')), /has passed/);
  assert.match(String(says('in 2 years')), /Add the time of day/);
  assert.match(String(says('today')), /Add the time of day/);
  assert.match(String(says('31/11 9:00')), /^There’s no November 31\. Try /);
  assert.match(
    String(says('Mon 24 Nov 9:00')),
    /^November 24, 2026, is a Tuesday, so the weekday or the date/,
  );
  for (const zoned of ['', ' UTC'])
    assert.match(String(says(`Friday, 20 Nov 9:00${zoned}`)), /^Friday, November 20, 2026, .*has passed/);
});

test('a time later today is read as today’s in any zone, however its day is written', () => {
  for (const zone of shareOf(Intl.supportedValuesOf('timeZone'), { which: 0, shares: 32 })) {
    const local = localAt(zone, now);
    const soon = new Date(local + 10 * 60_000);
    const said = (form: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { ...form, timeZone: 'UTC' }).format(soon);
    const clock = soon.toISOString().slice(11, 16);
    for (const day of [said({ weekday: 'long' }), said({ day: 'numeric', month: 'short' })])
      assert.deepEqual(
        readTimeInWords(`${day} ${clock}`, { zone, now }),
        { moments: [now + 10 * 60_000] },
        `${day} ${clock} in ${zone}`,
      );
  }
});

test('a time that clocks have shown is still ahead if they go back and show it again', () => {
  const goesBack = fc.constantFrom(...changes.filter(({ before, after }) => before > after));
  const shownAgain = fc.property(goesBack, ({ zone, at, before, after }) => {
    const shown = at + after * 60_000;
    const clock = new Date(shown).toISOString().slice(11, 16);
    const reading = readTimeInWords(clock, { zone, now: at - 60_000 });
    assert.deepEqual(
      reading,
      { moments: [at - (before - after) * 60_000, at], why: 'repeated' },
      `${clock} in ${zone}`,
    );
    const past = readTimeInWords(clock, { zone, now: at + 60_000 });
    assert.ok('moments' in past && past.moments[0] > at + 60_000, `${clock} in ${zone}, past`);
  });
  fc.assert(shownAgain, runs(200));
});

/** The local time so many minutes after the old clocks reach a change, where it is and how often it is shown. */
function readsBack({ zone, at, before, after }: Change, minutes: number): void {
  const wanted = at + (before + minutes) * 60_000;
  // a time that clocks show at a moment is that moment with the offset that holds then
  const oracle = [...new Set([wanted - before * 60_000, wanted - after * 60_000])]
    .filter((moment) => localAt(zone, moment) === wanted)
    .sort((a, b) => a - b);
  const found = momentsOf(fields(wanted), zone);
  const what = `${zone} ${new Date(wanted).toISOString()}`;
  if (oracle.length > 0) {
    assert.deepEqual(found.moments, oracle, what);
    assert.equal('why' in found && found.why, oracle.length > 1 && 'repeated', what);
  } else {
    const around = [wanted - after * 60_000, wanted - before * 60_000];
    assert.deepEqual(found, { moments: around, why: 'skipped' }, what);
  }
}

test('in any zone, times before, during and after clock changes from 2025 to 2030 are read correctly', () => {
  assert.ok(changes.length > 1_000, `there are ${changes.length}`);
  for (const change of shareOf(changes, { which: 0, shares: 32 })) {
    const size = Math.abs(change.after - change.before);
    for (const minutes of [-size - 1, -size, -1, 0, 1, size - 1, size, size + 1]) readsBack(change, minutes);
  }
  fc.assert(fc.property(anyChange, fc.integer({ min: -1_500, max: 1_500 }), readsBack), runs(1_000));
  const written = fc.property(
    anyChange,
    fc.integer({ min: -90, max: 90 }),
    ({ zone, at, before }, minutes) => {
      const wanted = at + (before + minutes) * 60_000;
      const words = new Date(wanted).toISOString().slice(0, 16).replace('T', ' ');
      assert.deepEqual(readTimeInWords(words, { zone, now }), momentsOf(fields(wanted), zone));
    },
  );
  fc.assert(written, runs(200));
});

const onTheFace = [
  'twelve',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
];
/** How people write a time so many days ahead, of what clocks show then (as if it were UTC, epoch ms). */
const people: [daysAhead: number, write: (shown: Date, clock: string) => string][] = [
  [5, (shown, clock) => `${shown.getUTCDate()}.${shown.getUTCMonth() + 1}. ${clock}`],
  [5, (shown, clock) => `${clock} on ${shown.getUTCDate()}.${shown.getUTCMonth() + 1}.`],
  [2, (_, clock) => `day after tomorrow at ${clock}`],
  [7, (shown, clock) => `next week ${weekdayName.format(shown)} ${clock}`],
];
const weekdayName = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

test('common ways to write a time are read correctly across every clock change', () => {
  const minutes = fc.integer({ min: -90, max: 90 });
  const reads = ({ zone, before }: Change, words: string, wanted: number, daysAhead: number): void => {
    const written = wanted - before * 60_000 - daysAhead * 86_400_000;
    fc.pre(localAt(zone, written) === wanted - daysAhead * 86_400_000);
    const reading = readTimeInWords(words, { zone, now: written });
    assert.deepEqual(reading, momentsOf(fields(wanted), zone), `${words} in ${zone}`);
  };
  const dated = fc.property(anyChange, minutes, fc.constantFrom(...people), (change, n, [ahead, write]) => {
    const wanted = change.at + (change.before + n) * 60_000;
    const shown = new Date(wanted);
    reads(change, write(shown, shown.toISOString().slice(11, 16)), wanted, ahead);
  });
  fc.assert(dated, runs(300));
  const told = fc.property(anyChange, minutes, (change, n) => {
    const hour = Math.floor((change.at + (change.before + n) * 60_000) / 3_600_000);
    const half = hour % 24 < 12 ? 'am' : 'pm';
    reads(change, `half past ${onTheFace[hour % 12]} ${half} tomorrow`, hour * 3_600_000 + 30 * 60_000, 1);
  });
  fc.assert(told, runs(100));
});

test('any text is read as a time or refused, and nothing throws', () => {
  const words = fc.oneof(
    fc.string({ maxLength: 100, unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          ...['next', 'in', '99', 'days', '0', ':', 'at', '9', 'feb', '/', '-', 'pm', 'z', 'tue'],
          ...['week', 'half', 'past', 'nine', '24.12.', 'day after', 'tomorrow'],
        ),
      )
      .map((parts) => parts.join(' ').slice(0, 100)),
  );
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(words, zone, (text, where) => {
      const reading = readTimeInWords(text, { zone: where, now });
      if ('moments' in reading) for (const at of reading.moments) assert.equal(at % 60_000, 0);
    }),
    runs(400),
  );
});

test('moved by days across a clock change, a post keeps its time of day', () => {
  const moved = fc.property(
    anyChange,
    fc.integer({ min: -1_500, max: 1_500 }),
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -23, max: 23 }),
    ({ zone, at: change }, minutes, days, hours) => {
      const at = change + minutes * 60_000;
      const wanted = localAt(zone, at) + days * 86_400_000;
      const moved = movedBy(at, { days, hours }, zone);
      const onTheDay = days === 0 ? { moments: [at] } : momentsOf(fields(wanted), zone);
      // to the minute, as a clock shows it
      const moments = onTheDay.moments.map((one) => one + hours * 3_600_000);
      assert.deepEqual(moved, { ...onTheDay, moments });
    },
  );
  fc.assert(moved, runs(1_000));
});

test('the next digest is on a weekday, and an hour later where the clocks skip its time', () => {
  const next = (clock: string, zone: string, from: string): string =>
    new Date(nextOnWeekday(clock, zone, Date.parse(from))).toISOString();
  assert.equal(next('09:00', 'Europe/Berlin', '2026-11-20T07:59Z'), '2026-11-20T08:00:00.000Z');
  assert.equal(next('09:00', 'Europe/Berlin', '2026-11-20T08:00Z'), '2026-11-23T08:00:00.000Z');
  assert.equal(next('09:00', 'Asia/Tokyo', '2026-11-22T20:00Z'), '2026-11-23T00:00:00.000Z');
  // Egypt goes to summer time on a Friday at midnight
  assert.equal(next('00:30', 'Africa/Cairo', '2027-04-29T12:00Z'), '2027-04-29T22:30:00.000Z');
});

/** Monday is 1, as a calendar in UTC says of what clocks show. */
const dayOfWeek = (local: number): number => new Date(local).getUTCDay() || 7;

const nineToFive = { from: '09:00', to: '17:00' };
const isWork = (local: number): boolean => {
  const { hour } = fields(local);
  return dayOfWeek(local) < 6 && hour >= 9 && hour < 17;
};

test('around every clock change, working hours and mornings follow the local clocks', () => {
  const quarterMs = 15 * 60_000;
  const quarters = fc.integer({ min: -500, max: 500 });
  const shown = fc.property(anyChange, quarters, ({ zone, at }, n) => {
    const moment = at + n * quarterMs;
    const local = localAt(zone, moment);
    const what = `${zone} ${new Date(moment).toISOString()}`;
    assert.equal(isWorkingTime(moment, nineToFive, zone), isWork(local), what);
    const day = weekdayAt(moment, zone);
    assert.equal(day !== undefined, dayOfWeek(local) < 6, what);
    if (!day) return;
    assert.equal(day.date, new Date(local).toISOString().slice(0, 10), what);
    assert.ok(day.start <= moment && moment < day.end, what);
    const morning = localAt(zone, clockOn(day.date, '09:00', zone));
    assert.equal(new Date(morning).toISOString().slice(0, 16), `${day.date}T09:00`, what);
  });
  fc.assert(shown, runs(500));
  const left = fc.property(anyChange, quarters, ({ zone, at }, n) => {
    const moment = at + n * quarterMs;
    let worked = 0;
    for (let one = leavesWorkingTime(moment, 8 * quarterMs, nineToFive, zone); one < moment; one += quarterMs)
      if (isWork(localAt(zone, one))) worked += 1;
    assert.equal(worked, 8, `${zone} ${new Date(moment).toISOString()}`);
  });
  fc.assert(left, runs(100));
});

test('the remaining working hours before a moment are counted over nights and weekends', () => {
  const from = (until: string): string =>
    new Date(leavesWorkingTime(berlin(until), 7_200_000, nineToFive, 'Europe/Berlin')).toISOString();
  assert.equal(from('2026-11-24T15:00'), '2026-11-24T12:00:00.000Z');
  // half an hour on Monday, and the rest on Friday
  assert.equal(from('2026-11-23T09:30'), '2026-11-20T14:30:00.000Z');
  assert.equal(from('2026-11-22T03:00'), '2026-11-20T14:00:00.000Z');
  const monday = weekdayAt(berlin('2026-11-23T08:00'), 'Europe/Berlin');
  assert.equal(new Date(monday?.previousStart ?? 0).toISOString(), '2026-11-19T23:00:00.000Z');
  assert.equal(monday?.afterWeekend, true);
});

test('an ambiguous numeric date isn’t resolved just because one of its two days doesn’t exist', () => {
  const now = Date.parse('2026-11-22T08:00:00Z');
  const zones = { reader: 'Europe/Madrid' };
  const wrong = (words: string): string | undefined =>
    wrongWords(readTimeInWords(words, { zone: 'Europe/Madrid', now }), zones, now);
  for (const words of ['12/11/2026 12:00', '11/12/2026 12:00'])
    assert.equal(
      wrong(words),
      'That date is ambiguous. Thursday, November 12, 2026, 12:00 PM in Madrid has already passed. If you mean Friday, December 11, 2026, write the month as a word.',
    );
  for (const words of ['11 December 2026 12:00', '5/6/2027 12:00', '11/12/2028 12:00', '12/11 12:00'])
    assert.equal(wrong(words), undefined, words);
  assert.equal(
    wrong('2026-01-02 12:00'),
    'Friday, January 2, 2026, 12:00 PM in Madrid has passed. Choose a later time.',
  );
});
