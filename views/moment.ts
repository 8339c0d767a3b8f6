/** A moment as the clocks of a brand and of the reader show it. */
import { language } from './language.ts';
import { cityOf, offsetOf } from './zone-names.ts';

/** IANA zones; without one of its own, a brand has the reader's. */
export interface Zones {
  reader: string;
  brand?: string | undefined;
}

/**
 * `Tuesday 24 November 2026, 12:00 in Berlin, 11:00 for you`, as plain text. `at`: epoch ms. `offset` tells apart what
 * the brand's clocks show twice.
 */
export function momentText(at: number, zones: Zones, offset = false): string {
  return [momentThere(at, zones, offset), momentHere(at, zones)].filter(Boolean).join(', ');
}

/** As the brand's clocks show it, with its offset from UTC where that is asked for. */
export function momentThere(at: number, { reader, brand = reader }: Zones, offset = false): string {
  const text = `${dayText(at, brand)}, ${clockText(at, brand)} in ${cityOf(brand)}`;
  return offset ? `${text} (${offsetOf(brand, at)})` : text;
}

/** As the reader's clocks show it: `11:00 for you`; empty where both have the same zone. */
export function momentHere(at: number, { reader, brand = reader }: Zones): string {
  if (reader === brand) return '';
  const day = dayText(at, reader);
  const clock = clockText(at, reader);
  if (day !== dayText(at, brand)) return `${day}, ${clock} for you`;
  return clock === clockText(at, brand) ? 'the same for you' : `${clock} for you`;
}

/** Whether the clocks of the brand and of the reader show this moment alike. */
export const isSameHere = (at: number, { reader, brand = reader }: Zones): boolean =>
  dayText(at, brand) === dayText(at, reader) && clockText(at, brand) === clockText(at, reader);

/** `12:00`. */
export function clockText(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' }).format(at);
}

/** `Tuesday 24 November 2026`. */
export function dayText(at: number, timeZone: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  const parts = new Intl.DateTimeFormat(language, form).formatToParts(at);
  return parts.flatMap(({ type, value }) => (type === 'literal' ? [] : [value])).join(' ');
}
