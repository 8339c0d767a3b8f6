/** When a time zone's clocks show a given time: once, never, or twice when the clocks change. Pure. */
import { Temporal } from 'temporal-polyfill';

/** A local date and time. */
export interface LocalTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** Moments in epoch milliseconds, the earlier first. */
export type Moments =
  | { moments: [number] }
  /** `skipped`: no clock shows it; these are as long before and after the gap. `repeated`: they show it twice. */
  | { moments: [number, number]; why: 'skipped' | 'repeated' };

/** Throws a `RangeError` if the day, the time or the zone doesn't exist. */
export function momentsOf(local: LocalTime, zone: string): Moments {
  return momentsAt(Temporal.PlainDateTime.from({ ...local }, { overflow: 'reject' }), zone);
}

function momentsAt(shown: Temporal.PlainDateTime, zone: string): Moments {
  const earlier = shown.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = shown.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { moments: [earlier.epochMilliseconds] };
  const isShown = earlier.toPlainDateTime().equals(shown);
  return {
    moments: [earlier.epochMilliseconds, later.epochMilliseconds],
    why: isShown ? 'repeated' : 'skipped',
  };
}

/** Minutes that the zone is ahead of UTC at this moment (epoch ms). */
export function offsetMinutes(zone: string, at: number): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return offsetNanoseconds / 60_000_000_000;
}

/**
 * `at` (epoch ms) so many calendar days later in the zone, so that its clocks show the same time, and then
 * so many hours later; both may be negative. Two moments if the clocks skip that time on that day, or show it twice.
 */
export function movedBy(at: number, { days, hours }: { days: number; hours: number }, zone: string): Moments {
  const later = (moment: number): number => moment + hours * 3_600_000;
  if (days === 0) return { moments: [later(at)] };
  const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
  const onTheDay = momentsAt(shown.add({ days }), zone);
  const { moments } = onTheDay;
  if (!('why' in onTheDay)) return { moments: [later(moments[0])] };
  return { ...onTheDay, moments: [later(onTheDay.moments[0]), later(onTheDay.moments[1])] };
}

/**
 * The next moment (epoch ms) after `now` at which the zone's clocks show the same time as at `at`. If they skip that
 * time, it's as much later.
 */
export function nextAtSameTime(at: number, zone: string, now: number): number {
  const inZone = (moment: number) => Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
  const plainTime = inZone(at).toPlainTime();
  for (let day = inZone(now).toPlainDate(); ; day = day.add({ days: 1 })) {
    const next = day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
    if (next > now) return next;
  }
}

/**
 * The next moment (epoch ms) after `now` at which it's `clockTime` (`09:30`) in the zone. If the clocks skip that time, it's
 * as much later.
 */
export function nextClockTime(clockTime: string, zone: string, now: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const time = Temporal.PlainTime.from(clockTime);
  for (let days = 0; ; days += 1) {
    const day = today.add({ days });
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
    if (at > now) return at;
  }
}

const friday = 5;

/**
 * The next moment (epoch ms) after `now` at which it's `clockTime` (`09:30`) on a weekday in the zone. If the clocks
 * skip that time, it's as much later.
 */
export function nextOnWeekday(clockTime: string, zone: string, now: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const time = Temporal.PlainTime.from(clockTime);
  for (let days = 0; ; days += 1) {
    const day = today.add({ days });
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
    if (at > now && day.dayOfWeek <= friday) return at;
  }
}

/** As the zone's clocks show a moment (epoch ms), with their offset: `2026-12-01T09:00+01:00`. */
export const isoIn = (zone: string, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toString({ smallestUnit: 'minute', timeZoneName: 'never' });
