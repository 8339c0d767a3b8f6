/** When a zone's clocks show weekly times. Pure. */
import { Temporal } from 'temporal-polyfill';
import { dateAt, shownAt } from './moments.ts';

/** A local time on a day of every week. */
export interface WeeklyTime {
  /** 1 is Monday, 7 is Sunday. */
  day: number;
  /** `09:30`. */
  at: string;
}

/** A weekly time on one date. */
export interface Occurrence {
  /** In the zone: `2026-11-24`. */
  date: string;
  /** Epoch ms. */
  at: number;
}

/**
 * The occurrences after `from` and up to `until` (epoch ms). A time that the clocks skip is later by as much,
 * and of one that they repeat the first counts.
 */
export function weeklyOccurrences(
  times: readonly WeeklyTime[],
  zone: string,
  { from, until }: { from: number; until: number },
): Occurrence[] {
  const last = dateAt(until, zone);
  const found: Occurrence[] = [];
  for (let day = dateAt(from, zone); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    for (const time of times) {
      if (time.day !== day.dayOfWeek) continue;
      const at = shownAt(day, time.at, zone);
      if (at > from && at <= until) found.push({ date: day.toString(), at });
    }
  return found;
}

/** The next moment of the weekly time after `now` (epoch ms). */
export const nextWeekly = (time: WeeklyTime, zone: string, now: number): number | undefined =>
  weeklyOccurrences([time], zone, { from: now, until: now + 8 * 86_400_000 })[0]?.at;

/** The moments of these weekly times (epoch ms), each once, the earliest first. */
export function weeklyMoments(
  times: readonly WeeklyTime[],
  zone: string,
  within: { from: number; until: number },
): number[] {
  const moments = weeklyOccurrences(times, zone, within).map(({ at }) => at);
  return [...new Set(moments)].sort((a, b) => a - b);
}
