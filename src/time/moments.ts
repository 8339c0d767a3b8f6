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
  /**
   * `skipped`: no clock shows the time; these are as long before and after the gap. `repeated`: clocks show
   * it twice.
   */
  | { moments: [number, number]; why: 'skipped' | 'repeated' };

const inZone = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

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
  return inZone(at, zone).offsetNanoseconds / 60_000_000_000;
}

/**
 * `at` (epoch ms) moved by this many calendar days in the zone, so that its clocks show the same time, and
 * then by this many hours; both can be negative. Two moments if the clocks skip that time on that day, or
 * show it twice.
 */
export function movedBy(at: number, { days, hours }: { days: number; hours: number }, zone: string): Moments {
  const later = (moment: number): number => moment + hours * 3_600_000;
  if (days === 0) return { moments: [later(at)] };
  const shown = inZone(at, zone).toPlainDateTime();
  const onTheDay = momentsAt(shown.add({ days }), zone);
  const { moments } = onTheDay;
  if (!('why' in onTheDay)) return { moments: [later(moments[0])] };
  return { ...onTheDay, moments: [later(onTheDay.moments[0]), later(onTheDay.moments[1])] };
}

/** The zone's day at a moment (epoch ms). */
export const dateAt = (at: number, zone: string): Temporal.PlainDate => inZone(at, zone).toPlainDate();

/**
 * When the zone's clocks show `time` (`09:30`) on a day (epoch ms). If they skip that time, it's later by as
 * much.
 */
export const shownAt = (day: Temporal.PlainDate, time: Temporal.PlainTime | string, zone: string): number =>
  day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;

/** When a day (`2026-11-01`), or the day `daysLater`, begins in the zone; ISO, UTC. */
export function startOfDay(day: string, zone: string, daysLater = 0): string {
  const { epochMilliseconds } = Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(zone);
  return new Date(epochMilliseconds).toISOString();
}

/**
 * The next `clockTime` (`09:30`) in the zone after `now` (epoch ms), on a day that `fits`. If the clocks skip
 * it, it's later by as much.
 */
export function nextClockTime(
  clockTime: Temporal.PlainTime | string,
  zone: string,
  now: number,
  fits: (day: Temporal.PlainDate) => boolean = () => true,
): number {
  for (let day = dateAt(now, zone); ; day = day.add({ days: 1 })) {
    const at = shownAt(day, clockTime, zone);
    if (at > now && fits(day)) return at;
  }
}

/** The next moment (epoch ms) after `now` at which the zone's clocks show the same time as at `at`. */
export const nextAtSameTime = (at: number, zone: string, now: number): number =>
  nextClockTime(inZone(at, zone).toPlainTime(), zone, now);

/** From Monday to Friday. */
export const isWeekday = ({ dayOfWeek }: Temporal.PlainDate): boolean => dayOfWeek <= 5;

/** The next moment (epoch ms) after `now` at which it's `clockTime` (`09:30`) on a weekday in the zone. */
export const nextOnWeekday = (clockTime: string, zone: string, now: number): number =>
  nextClockTime(clockTime, zone, now, isWeekday);

/** As the zone's clocks show a moment (epoch ms), with their offset: `2026-12-01T09:00+01:00`. */
export const isoIn = (zone: string, at: number): string =>
  inZone(at, zone).toString({ smallestUnit: 'minute', timeZoneName: 'never' });
