/** When a zone's clocks show weekly times. Pure. */
import { Temporal } from 'temporal-polyfill';

/** A local time on a day of every week. */
export interface WeeklyTime {
  /** 1 is Monday, 7 is Sunday. */
  day: number;
  /** `09:30`. */
  at: string;
}

/**
 * Each moment once (epoch ms), the earliest first, after `from` and up to `until`. If the clocks skip a time, it's as much later, and of
 * two moments that show it, it's the first.
 */
export function weeklyMoments(
  times: readonly WeeklyTime[],
  zone: string,
  { from, until }: { from: number; until: number },
): number[] {
  const dateAt = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const last = dateAt(until);
  const found = new Set<number>();
  for (let day = dateAt(from); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    for (const time of times) {
      if (time.day !== day.dayOfWeek) continue;
      const at = day.toZonedDateTime({ timeZone: zone, plainTime: time.at }).epochMilliseconds;
      if (at > from && at <= until) found.add(at);
    }
  return [...found].sort((a, b) => a - b);
}
