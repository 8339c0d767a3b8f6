/** Reads a time that a person wrote in words, as the clocks of a zone show it. Pure. */
import { type Chrono, casual, GB, type ParsedResult } from 'chrono-node/en';
import { type Moments, momentsOf, offsetMinutes } from './moments.ts';

/** Moments in epoch milliseconds, rounded down to a minute; the person decides between two. */
export type Reading =
  | Moments
  /** A date in figures that is another day in another country. */
  | { moments: [number, number]; why: 'order' }
  /** `rest`: only `known` is understood. */
  | { unread: 'nothing' | 'span' | 'no time of the day' }
  | { unread: 'rest'; known: string };

const minuteMs = 60_000;

/** `now` in epoch milliseconds. What is past is read too; whoever asks checks that. */
export function readWords(text: string, { zone, now }: { zone: string; now: number }): Reading {
  const read = (style: Chrono): Reading => readAs(style, text, zone, now);
  const [american, british] = [read(casual), read(GB)];
  if ('unread' in american) return 'unread' in british ? american : british;
  if ('unread' in british) return american;
  const [one, other] = [american.moments[0], british.moments[0]];
  return one === other ? american : { moments: [Math.min(one, other), Math.max(one, other)], why: 'order' };
}

/** What may stand around a time without meaning anything. */
const filler = /^(?:\s|,|\.|\b(?:on|at|the|for|by)\b)*$/i;

function readAs(style: Chrono, text: string, zone: string, now: number): Reading {
  const reference = { instant: new Date(now), timezone: offsetMinutes(zone, now) };
  const [found, ...others] = style.parse(text, reference, { forwardDate: true });
  if (!found) return { unread: 'nothing' };
  const around = text.slice(0, found.index) + text.slice(found.index + found.text.length);
  if (others.length > 0 || !filler.test(around)) return { unread: 'rest', known: found.text };
  if (found.end) return { unread: 'span' };
  if (!found.start.isCertain('hour')) return { unread: 'no time of the day' };
  return momentsIn(found, zone);
}

function momentsIn({ start }: ParsedResult, zone: string): Moments {
  // "in two hours" and "9:30 UTC" mean a moment, whatever the clocks of the zone show then
  if (start.isCertain('timezoneOffset'))
    return { moments: [Math.floor(start.date().getTime() / minuteMs) * minuteMs] };
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute'): number => start.get(name) ?? 0;
  return momentsOf(
    {
      year: part('year'),
      month: part('month'),
      day: part('day'),
      hour: part('hour'),
      minute: part('minute'),
    },
    zone,
  );
}
