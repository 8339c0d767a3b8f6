/** Parses a time that a person wrote in words, as a zone's clocks show it. Pure. */
import { type Chrono, casual, GB, type ParsedResult } from 'chrono-node/en';
import { type LocalTime, type Moments, momentsOf, offsetMinutes } from './moments.ts';
import { noSuchDay } from './no-such-day.ts';
import { monthName, readable } from './written.ts';

/** Moments in epoch ms, rounded down to a minute. If there are two, the person decides. */
export type Reading =
  | ((
      | Moments
      /** A numeric date that means another day in other countries. */
      | { moments: [number, number]; why: 'order' }
    ) & {
      /** The words name a moment by themselves: `in two hours`, `9:30 UTC`. */
      isFixed?: true;
    })
  | { unread: 'nothing' | 'span' }
  /**
   * A day without a time. `from` and `to` are its first and last minute, and only a guess: it isn't checked
   * whether a day was named, and in which order.
   */
  | { unread: 'no_time_of_day'; from: number; to: number }
  /** No calendar has `day`: `31 November`. */
  | { unread: 'no_such_day'; day: string }
  /** `day` (`24 November 2027`) isn't the weekday that the words name. */
  | { unread: 'other_weekday'; day: string; weekday: number }
  /** Only the part in `known` is understood. */
  | { unread: 'rest'; known: string };

const minuteMs = 60_000;

/** `now`: epoch ms. Past times are parsed, too; the caller checks that. */
export function readTimeInWords(text: string, { zone, now }: { zone: string; now: number }): Reading {
  const words = readable(text);
  const read = (style: Chrono): Read => readAs(style, words, zone, now);
  const [american, british] = [read(casual), read(GB)];
  if ('unread' in american) {
    if (!('unread' in british)) return british.moments;
    const here = new Date(now + offsetMinutes(zone, now) * minuteMs);
    const day = noSuchDay(words, { year: here.getUTCFullYear(), month: here.getUTCMonth() + 1 });
    return day === undefined ? american : { unread: 'no_such_day', day };
  }
  const isOrder = 'moments' in british && american.day === british.month && american.month === british.day;
  const [one, other] = [american.moments.moments[0], isOrder ? british.moments.moments[0] : undefined];
  if (other === undefined || one === other) return american.moments;
  const { isFixed } = american.moments;
  return {
    moments: [Math.min(one, other), Math.max(one, other)],
    why: 'order',
    ...(isFixed && { isFixed }),
  };
}

/** Words that may surround a time without meaning anything. */
const filler = /^(?:\s|,|\.|\b(?:on|at|the|for|by)\b)*$/i;
/** Words for a past weekday. Any other weekday means the coming one. */
const ofThePast = /\b(?:last|past)\s+(?:mon|tue|wed|thu|fri|sat|sun)/i;

type Read =
  | Extract<Reading, { unread: string }>
  | { moments: Moments & { isFixed?: true }; month: number; day: number };

function readAs(style: Chrono, text: string, zone: string, now: number): Read {
  const offset = offsetMinutes(zone, now);
  const isToCome = !ofThePast.test(text);
  const parse = (instant: number, timezone: number, forwardDate = isToCome): ParsedResult[] =>
    style.parse(text, { instant: new Date(instant), timezone }, { forwardDate });
  const [found, ...others] = parse(now, offset);
  if (!found) return { unread: 'nothing' };
  const around = text.slice(0, found.index) + text.slice(found.index + found.text.length);
  if (others.length > 0 || !filler.test(around)) return { unread: 'rest', known: found.text };
  if (found.end) return { unread: 'span' };
  const { start } = found;
  if (!start.isCertain('hour')) {
    const on = fieldsOf(found);
    const at = (hour: number, minute: number) => momentsOf({ ...on, hour, minute }, zone).moments;
    return { unread: 'no_time_of_day', from: at(0, 0)[0], to: at(23, 59).at(-1) ?? 0 };
  }
  const day = { month: start.get('month') ?? 0, day: start.get('day') ?? 0 };
  // "in two hours" and "9:30 UTC" name a moment, whatever the zone's clocks show then
  if (start.isCertain('timezoneOffset')) {
    // if a date without a year has passed, chrono takes the next year's, which is another weekday
    const meant = [found, ...parse(now, offset, false)].find(isItsWeekday);
    if (!meant) return otherWeekday(found);
    const moment = Math.floor(meant.start.date().getTime() / minuteMs) * minuteMs;
    return { ...day, moments: { moments: [moment], isFixed: true } };
  }
  // with an offset, chrono treats a time later today as past, so the zone's clock is given to it as UTC
  const shown = now + offset * minuteMs;
  const [local = found] = parse(shown, 0);
  // chrono treats a time that the clocks have shown as past, even if they go back and show it again
  const [again = local] = isToCome ? parse(shown, 0, false) : [];
  const twice = momentsOf(fieldsOf(again), zone);
  const isAgain = twice.moments.length === 2 && twice.moments[1] > now;
  if (isAgain) return isItsWeekday(again) ? { ...day, moments: twice } : otherWeekday(again);
  // the same as above
  const meant = [local, again].find(isItsWeekday);
  return meant ? { ...day, moments: momentsOf(fieldsOf(meant), zone) } : otherWeekday(local);
}

/** False for a date next to another weekday, such as `Monday, 24 November 2026`, which is a Tuesday. */
const isItsWeekday = (found: ParsedResult): boolean =>
  !found.start.isCertain('weekday') || found.start.get('weekday') === weekdayOf(found);

/** 0 is Sunday. */
const weekdayOf = (found: ParsedResult): number => {
  const { year, month, day } = fieldsOf(found);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
};

function otherWeekday(found: ParsedResult): Extract<Read, { unread: 'other_weekday' }> {
  const { year, month, day } = fieldsOf(found);
  return {
    unread: 'other_weekday',
    day: `${monthName(month)} ${day}, ${year}`,
    weekday: weekdayOf(found) || 7,
  };
}

function fieldsOf({ start }: ParsedResult): LocalTime {
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute'): number => start.get(name) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}
