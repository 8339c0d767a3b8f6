/** Slack's date tokens (`<!date^unix^{date_short_pretty} at {time}|fallback>`), in the reader's zone. */
import { now } from './now.ts';
import { daysFromNow, wallClock } from './zoned-time.ts';

function ordinal(day: number): string {
  if (day % 100 >= 11 && day % 100 <= 13) return `${day}th`;
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function inZone(unix: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([zone, options]);
  // cached: creating a formatter takes a hundred times as long as using it
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options });
  formats.set(key, format);
  return format.format(unix * 1000);
}

function longDate(unix: number, zone: string, withWeekday: boolean, month: 'long' | 'short'): string {
  const day = Number(wallClock(unix, zone).slice(8, 10));
  const weekday = withWeekday ? `${inZone(unix, zone, { weekday: 'long' })}, ` : '';
  const name = inZone(unix, zone, { month });
  return `${weekday}${name} ${month === 'long' ? ordinal(day) : day}, ${inZone(unix, zone, { year: 'numeric' })}`;
}

function pretty(unix: number, zone: string, otherwise: string): string {
  return (
    ({ '-1': 'yesterday', '0': 'today', '1': 'tomorrow' } as Record<string, string>)[
      String(daysFromNow(unix, zone))
    ] ?? otherwise
  );
}

/** Counts calendar days, not 24-hour periods. */
function ago(unix: number, zone: string): string {
  const seconds = unix - now() / 1000;
  const units = [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const passed = unit === 'day' ? daysFromNow(unix, zone) : Math.trunc(seconds / size);
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(passed, unit);
}

/** `Tue, Nov 24, 9:14 AM`. */
export function shortMoment(unix: number, zone: string): string {
  return inZone(unix, zone, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}

export function clockTime(unix: number, zone: string): string {
  return inZone(unix, zone, { hour: 'numeric', minute: '2-digit' });
}

/** The heading over the messages of a day. */
export function dayHeading(unix: number, zone: string): string {
  const text = pretty(unix, zone, longDate(unix, zone, true, 'long'));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Sat, Nov 21, 2026 at 10:02:11 AM`: the tooltip of a message's time. */
export function fullTime(unix: number, zone: string): string {
  return inZone(unix, zone, { dateStyle: 'full', timeStyle: 'medium' });
}

const tokens: Record<string, (unix: number, zone: string) => string> = {
  date_num: (unix, zone) => wallClock(unix, zone).slice(0, 10),
  date_slash: (unix, zone) => wallClock(unix, zone).slice(0, 10).replaceAll('-', '/'),
  date: (unix, zone) => longDate(unix, zone, false, 'long'),
  date_short: (unix, zone) => longDate(unix, zone, false, 'short'),
  date_long: (unix, zone) => longDate(unix, zone, true, 'long'),
  date_long_full: (unix, zone) => longDate(unix, zone, true, 'long'),
  date_pretty: (unix, zone) => pretty(unix, zone, longDate(unix, zone, false, 'long')),
  date_short_pretty: (unix, zone) => pretty(unix, zone, longDate(unix, zone, false, 'short')),
  date_long_pretty: (unix, zone) => pretty(unix, zone, longDate(unix, zone, true, 'long')),
  day_divider_pretty: (unix, zone) => pretty(unix, zone, longDate(unix, zone, true, 'long')),
  time: clockTime,
  time_secs: (unix, zone) => inZone(unix, zone, { hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  ago,
};

/** Undefined for an unknown token or an invalid time: the caller then shows the fallback, like Slack. */
export function formatSlackDate(unix: number, format: string, zone: string): string | undefined {
  if (!Number.isFinite(unix)) return undefined;
  let known = true;
  const text = format.replace(/\{(\w+)\}/g, (_, token: string) => {
    const render = tokens[token];
    if (!render) known = false;
    return render?.(unix, zone) ?? '';
  });
  return known ? text : undefined;
}
