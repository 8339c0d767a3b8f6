/** Converts between Unix seconds and local time in a zone, using only `Intl`. */

import { now } from './now.ts';

const parts = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string) {
  const known = parts.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  parts.set(zone, format);
  return format;
}

/** Local time in this zone, such as `2026-03-01T09:30:00`. */
export function wallClock(unix: number, zone: string): string {
  const read = new Map(
    formatFor(zone)
      .formatToParts(unix * 1000)
      .map((part) => [part.type, part.value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => read.get(type) ?? '00';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Unix seconds for a local time (`YYYY-MM-DDTHH:mm`) in this zone; undefined if it's invalid. */
export function fromWallClock(local: string, zone: string): number | undefined {
  const wanted = Date.parse(`${local}Z`) / 1000;
  if (!Number.isFinite(wanted)) return undefined;
  // Twice, because the first guess can be on the other side of a daylight saving time change.
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) {
    guess += wanted - Date.parse(`${wallClock(guess, zone)}Z`) / 1000;
  }
  return guess;
}

/** Calendar days between two times in a zone: 0 is today, 1 tomorrow, -1 yesterday. */
export function daysFromNow(unix: number, zone: string, at = now() / 1000): number {
  const day = (moment: number) => Date.parse(`${wallClock(moment, zone).slice(0, 10)}T00:00Z`) / 86_400_000;
  return day(unix) - day(at);
}

/** The zone's label next to a field, such as `Madrid time`. */
export function zoneName(zone: string): string {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return zone.includes('/') ? `${city} time` : zone;
}
