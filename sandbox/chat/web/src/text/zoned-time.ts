/** Clock arithmetic between unix seconds and the wall clock of a zone, with nothing but `Intl`. */

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

/** `2026-03-01T09:30:00`: what the clock on the wall of this zone shows at that moment. */
export function wallClock(unix: number, zone: string): string {
  const read = new Map(
    formatFor(zone)
      .formatToParts(unix * 1000)
      .map((part) => [part.type, part.value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => read.get(type) ?? '00';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The moment at which the wall clock of this zone shows `YYYY-MM-DDTHH:mm`; undefined when it is no time. */
export function fromWallClock(local: string, zone: string): number | undefined {
  const wanted = Date.parse(`${local}Z`) / 1000;
  if (!Number.isFinite(wanted)) return undefined;
  // Twice, because the first guess may stand on the other side of a change to or from summer time.
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) {
    guess += wanted - Date.parse(`${wallClock(guess, zone)}Z`) / 1000;
  }
  return guess;
}

/** Whole calendar days between two moments in a zone: 0 today, 1 tomorrow, -1 yesterday. */
export function daysFromNow(unix: number, zone: string, at = now() / 1000): number {
  const day = (moment: number) => Date.parse(`${wallClock(moment, zone).slice(0, 10)}T00:00Z`) / 86_400_000;
  return day(unix) - day(at);
}

/** How the zone is called next to a field, e.g. `Madrid time`. */
export function zoneName(zone: string): string {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return zone.includes('/') ? `${city} time` : zone;
}
