/** Working days by a zone's clocks and calendar. Pure; moments are epoch milliseconds. */
import { Temporal } from 'temporal-polyfill';
import { dateAt, isWeekday, shownAt } from './moments.ts';

/** Local times of the day, such as `09:00`, excluding the end. */
export interface Hours {
  from: string;
  to: string;
}

export interface Weekday {
  /** `2026-11-24`. */
  date: string;
  start: number;
  /** When the next day begins. */
  end: number;
  /** When the weekday before this one began. */
  previousStart: number;
  /** True on a Monday, when the weekday before it isn't yesterday. */
  afterWeekend: boolean;
}

/** The zone's day at this moment; `undefined` on a weekend. */
export function weekdayAt(at: number, zone: string): Weekday | undefined {
  const day = dateAt(at, zone);
  if (!isWeekday(day)) return undefined;
  const afterWeekend = day.dayOfWeek === 1;
  return {
    date: day.toString(),
    start: startOf(day, zone),
    end: startOf(day.add({ days: 1 }), zone),
    previousStart: startOf(day.subtract({ days: afterWeekend ? 3 : 1 }), zone),
    afterWeekend,
  };
}

/** When the zone's clocks show `clockTime` (`09:30`) on a date. If they skip it, it's later by as much. */
export function clockOn(date: string, clockTime: string, zone: string): number {
  return shownAt(Temporal.PlainDate.from(date), clockTime, zone);
}

/** Whether it's a weekday between these hours there. */
export function isWorkingTime(at: number, hours: Hours, zone: string): boolean {
  const [from, to] = workOn(dateAt(at, zone), hours, zone);
  return at >= from && at < to;
}

const longestBackDays = 60;

/** The latest moment with this much working time left before `until`; never more than 60 days before. */
export function leavesWorkingTime(until: number, workMs: number, hours: Hours, zone: string): number {
  let left = workMs;
  let day = dateAt(until, zone);
  for (let back = 0; back < longestBackDays; back += 1) {
    const [from, to] = workOn(day, hours, zone);
    const end = Math.min(to, until);
    if (end - from >= left) return end - left;
    left -= Math.max(0, end - from);
    day = day.subtract({ days: 1 });
  }
  return startOf(day, zone);
}

/** When work begins and ends on this day. On a weekend, both are the same. */
function workOn(day: Temporal.PlainDate, { from, to }: Hours, zone: string): [number, number] {
  const begins = shownAt(day, from, zone);
  return [begins, isWeekday(day) ? shownAt(day, to, zone) : begins];
}

const startOf = (day: Temporal.PlainDate, zone: string): number =>
  day.toZonedDateTime(zone).epochMilliseconds;
