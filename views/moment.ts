/** A moment as the clocks of a brand and of the reader show it. */
import { cityOf, offsetOf } from './zone-names.ts';

/** IANA zones; without one of its own, a brand has the reader's. */
export interface Zones {
  reader: string;
  brand?: string | undefined;
}

/**
 * `Tuesday 24 November 2026, 12:00 in Berlin, 11:00 for you`, as plain text. `at`: epoch ms; `offset` tells apart what
 * the clocks show twice.
 */
export function momentText(at: number, { reader, brand }: Zones, offset = false): string {
  const zone = brand ?? reader;
  const said = (where: string): string => (offset ? ` (${offsetOf(where, at)})` : '');
  const first = `${dayText(at, zone)}, ${clockText(at, zone)} in ${cityOf(zone)}${said(zone)}`;
  if (reader === zone) return first;
  const sameDay = dayText(at, reader) === dayText(at, zone);
  if (sameDay && clockText(at, reader) === clockText(at, zone)) return `${first}, the same for you`;
  const day = sameDay ? '' : `${dayText(at, reader)}, `;
  return `${first}, ${day}${clockText(at, reader)} for you${said(reader)}`;
}

/** `12:00`. */
export function clockText(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(at);
}

/** `Tuesday 24 November 2026`. */
function dayText(at: number, timeZone: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  const parts = new Intl.DateTimeFormat('en-GB', form).formatToParts(at);
  return parts.flatMap(({ type, value }) => (type === 'literal' ? [] : [value])).join(' ');
}
