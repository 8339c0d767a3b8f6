/** Time zones, and moments in them, with names that people know. */

import type { InputBlock, KnownBlock, PlainTextOption } from '@slack/types';
import { contextLine } from './blocks.ts';
import { dateFormat } from './date-format.ts';
import { externalSelect, input, option } from './fields.ts';
import { languagesOfZones } from './language.ts';
import { slack } from './limits.ts';
import { noChoice } from './parse.ts';
import { escaped } from './text.ts';

/** The action id for which Slack requests time zones while people type. */
export const zoneList = 'zone';

/**
 * The zone for a brand's times if its settings have none. `kept`: what was chosen before; `own`: the
 * reader's; `now`: epoch ms.
 */
function zoneField(kept: string | undefined, own: string | undefined, now: number): InputBlock {
  const zone = kept ?? own ?? 'UTC';
  const whose = kept ? '' : own ? ', so yours is selected' : ', so UTC is selected';
  return input(zoneList, 'Time zone', externalSelect(undefined, option(zoneName(zone, now), zone)), {
    hint: `This brand doesn’t have a time zone in its settings${whose}. If you set one there later, it will be used here too.`,
  });
}

/** Which zone the times of a form are in: named if the brand's settings have one, and asked for otherwise. */
export const zoneBlock = (
  zone: string | undefined,
  { kept, own, now }: { kept: string | undefined; own: string | undefined; now: number },
): KnownBlock =>
  zone ? contextLine(`Times are in the ${escaped(cityOf(zone))} time zone.`) : zoneField(kept, own, now);

/** Cities that Node still lists under a former name, and zones whose name isn't that of a place. */
const renamed: Record<string, string> = {
  'America/North_Dakota/Beulah': 'Beulah, North Dakota',
  'America/North_Dakota/Center': 'Center, North Dakota',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Azores': 'Ponta Delgada',
  'Atlantic/Canary': 'Las Palmas',
  'Atlantic/Faeroe': 'Tórshavn',
  'Atlantic/South_Georgia': 'Grytviken',
  'Europe/Isle_of_Man': 'Douglas',
  'Europe/Kiev': 'Kyiv',
  'Indian/Christmas': 'Christmas Island',
  'Indian/Cocos': 'West Island',
  'Indian/Comoro': 'Moroni',
  'Indian/Maldives': 'Malé',
  'Pacific/Easter': 'Easter Island',
  'Pacific/Galapagos': 'Puerto Ayora',
  'Pacific/Marquesas': 'Taiohae',
  'Pacific/Norfolk': 'Norfolk Island',
};

/** `Europe/Berlin` in words: `Berlin`. */
export function cityOf(zone: string): string {
  return renamed[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `in Berlin`; `UTC`. */
export const inZone = (zone: string): string => (zone === 'UTC' ? zone : `in ${cityOf(zone)}`);

/** `Berlin time`; `UTC`. */
export const timeIn = (zone: string): string => (zone === 'UTC' ? zone : `${cityOf(zone)} time`);

/** `Berlin (Europe, UTC+1)`; `at`: the moment for which the offset is shown (epoch ms). */
export function zoneName(zone: string, at: number): string {
  const region = zone.split('/').slice(0, -1).join('/').replaceAll('_', ' ');
  const place = [region, offsetOf(zone, at)].filter(Boolean).join(', ');
  return place === cityOf(zone) ? place : `${cityOf(zone)} (${place})`;
}

/** The zone's offset from UTC at a moment (epoch ms): `UTC+5:30`. */
export function offsetOf(zone: string, at: number): string {
  const form = dateFormat({ timeZone: zone, timeZoneName: 'shortOffset' });
  const name = form.formatToParts(at).find(({ type }) => type === 'timeZoneName');
  return (name?.value ?? '').replace('GMT', 'UTC');
}

/** `CET`, `EST` or `GMT+9`. Languages have abbreviations for different zones. `at`: epoch ms. */
export function zoneAbbreviation(timeZone: string, at: number): string {
  const nameIn = (locale: string): string =>
    dateFormat({ timeZone, timeZoneName: 'short' }, locale)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const names = languagesOfZones.map(nameIn);
  return names.find((name) => !/^GMT[+-]/.test(name)) ?? names[0] ?? timeZone;
}

let zones: string[] | undefined;

/**
 * The zones that match these letters, `first` before all others. If Slack doesn't accept that many, the last
 * entry says so.
 */
export function zoneOptions(typed: string, first: string, now: number): PlainTextOption[] {
  const query = typed.trim().toLowerCase();
  zones ??= ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const found = [first, ...zones.filter((zone) => zone !== first)].filter((zone) =>
    [zone, zone.replaceAll('_', ' '), cityOf(zone)].some((name) => name.toLowerCase().includes(query)),
  );
  if (found.length === 0) return [option('No time zone matches', noChoice)];
  const shown = found.length > slack.options ? found.slice(0, slack.options - 1) : found;
  const rest = found.length - shown.length;
  return [
    ...shown.map((zone) => option(zoneName(zone, now), zone)),
    ...(rest > 0 ? [option(`${rest} more. Keep typing to narrow the list.`, noChoice)] : []),
  ];
}
