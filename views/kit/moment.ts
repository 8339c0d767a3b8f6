/** A moment in a brand's and the reader's time zone. */
import { dateFormat } from './date-format.ts';
import { listed } from './language.ts';
import { inZone, offsetOf, zoneAbbreviation } from './zone-names.ts';

/** IANA time zones; absent if they aren't known. */
export interface Zones {
  reader?: string | undefined;
  brand?: string | undefined;
}

/** The brand's time zone. If it has none, the reader's, or UTC if that isn't known. */
export const zoneIn = ({ reader, brand }: Zones): string => brand ?? reader ?? 'UTC';

/**
 * `Tuesday 24 November 2026, 12:00 in Berlin · 11:00 your time`. `at`: epoch ms; `offset` distinguishes times
 * that clocks show twice.
 */
export function momentText(at: number, zones: Zones, offset = false): string {
  return [momentThere(at, zones, offset), momentHere(at, zones)].filter(Boolean).join(' · ');
}

/** In the brand's time zone, with the offset from UTC if requested. */
export function momentThere(at: number, zones: Zones, offset = false): string {
  const zone = zoneIn(zones);
  const text = `${dayText(at, zone)}, ${clockText(at, zone)} ${inZone(zone)}`;
  return offset ? `${text} (${offsetOf(zone, at)})` : text;
}

/**
 * In the reader's time zone: `11:00 your time`; empty if both zones are the same, or the reader's isn't
 * known.
 */
export function momentHere(at: number, { reader, brand = reader }: Zones): string {
  if (reader === undefined || brand === undefined || reader === brand) return '';
  const day = dayText(at, reader);
  const clock = clockText(at, reader);
  if (day !== dayText(at, brand)) return `${day}, ${clock} your time`;
  return clock === clockText(at, brand) ? 'same in your time zone' : `${clock} your time`;
}

/**
 * Whether the clocks of the brand certainly show this moment as the reader's do. False if the brand has no
 * zone.
 */
export const isSameHere = (at: number, { reader, brand }: Zones): boolean =>
  brand === undefined ||
  (reader !== undefined &&
    dayText(at, brand) === dayText(at, reader) &&
    clockText(at, brand) === clockText(at, reader));

/** `hasSlots`: also lists posting slots, whose times Slack doesn't format. */
export const daysOfUtc = (hasSlots = false): string =>
  `I couldn’t get your time zone from Slack, so dates${hasSlots ? ' and open slots' : ''} are shown in UTC.`;

/** When the view is rendered (epoch ms), and the IANA zone for plain-text times. */
export interface Clock {
  now: number;
  zone: string;
}

/**
 * `Nov 29, 9:30 AM CET` for buttons and dialogs, in which Slack can't format dates. `at`: epoch ms. The year
 * is included if it isn't the current one.
 */
export function momentInZone(at: number, { now, zone: timeZone }: Clock): string {
  const inZone = (form: Intl.DateTimeFormatOptions, moment = at): string =>
    // Node separates the time from AM and PM with a narrow space
    dateFormat({ ...form, timeZone })
      .format(moment)
      .replace(/\s/g, ' ');
  const year = { year: 'numeric' } as const;
  const isThisYear = inZone(year) === inZone(year, now);
  const day = inZone({ month: 'short', day: 'numeric', ...(!isThisYear && year) });
  return `${day}, ${timeInZone(at, timeZone)}`;
}

/** `9:30 AM CET`, as plain text. `at`: epoch ms. */
function timeInZone(at: number, timeZone: string): string {
  const form = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone });
  return `${form.format(at).replace(/\s/g, ' ')} ${zoneAbbreviation(timeZone, at)}`;
}

/**
 * The message's text with the fallbacks of Slack's dates, which toasts and lock screens show, in one zone
 * instead of UTC.
 */
export const withTimesIn = (text: string, clock: Clock): string =>
  text.replaceAll(/<!date\^(\d+)\^([^|<>]*)\|[^<>]*>/g, (_, unix: string, format: string) => {
    const at = Number(unix) * 1_000;
    const words = format.includes('date') ? momentInZone(at, clock) : timeInZone(at, clock.zone);
    return `<!date^${unix}^${format}|${words}>`;
  });

/** `9:30 AM`. */
export function clockText(at: number, timeZone: string): string {
  return dateFormat({ timeZone, timeStyle: 'short' }).format(at).replace(/\s/g, ' ');
}

/** `9:30 AM` for `09:30`, the form that settings are stored in. */
export const clockName = (kept: string): string => clockText(Date.parse(`1970-01-01T${kept}Z`), 'UTC');

/** `Monday` for 1. */
export const weekdayName = (day: number): string =>
  dateFormat({ weekday: 'long', timeZone: 'UTC' }).format(
    // January 5, 1970, was a Monday
    (day + 3) * 86_400_000,
  );

const weekdays = [1, 2, 3, 4, 5];

/** `every Monday and Thursday at 9:30 AM`. `days`: 1 is Monday; `at`: in the form of settings. */
export function everyText(days: readonly number[], at: string): string {
  const sorted = [...new Set(days)].sort();
  const isWeekdays = sorted.join() === weekdays.join();
  const which = sorted.length === 7 ? 'day' : isWeekdays ? 'weekday' : listed(sorted.map(weekdayName));
  return `every ${which} at ${clockName(at)}`;
}

/** `Tue, Nov 24`. */
export function shortDayText(at: number, timeZone: string): string {
  const form = { weekday: 'short', day: 'numeric', month: 'short', timeZone } as const;
  return dateFormat(form).format(at);
}

/** `Tue, Nov 24, 9:00 AM`: a posting slot, which people know by its weekday. */
export const slotText = (at: number, timeZone: string): string =>
  `${shortDayText(at, timeZone)}, ${clockText(at, timeZone)}`;

/** `Tuesday, November 24, 2026`. */
export function dayText(at: number, timeZone: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  return dateFormat(form).format(at);
}
