/** When the posts of a series are published, and what the series needs next. Pure; moments are epoch ms. */
import { type Occurrence, weeklyOccurrences } from '#src/time/weekly.ts';
import { leadMs, type Series } from './series.ts';

export type { Occurrence } from '#src/time/weekly.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** How long a series can be left alone, because its brand may get another time zone. */
const checkEveryMs = 6 * 3_600_000;

type When = Pick<Series, 'days' | 'at' | 'lastDate' | 'daysAhead' | 'from' | 'settled'>;

export type Next =
  /** There's nothing to do before `until`. `first`: the next occurrence. */
  | { what: 'wait'; until: number; first: Occurrence }
  | { what: 'make'; occurrence: Occurrence }
  /** It's too late to create these posts. */
  | { what: 'skip'; missed: [Occurrence, ...Occurrence[]] }
  /** The last date has passed, or the last post was created. */
  | { what: 'end' };

/** What the series needs at `now`. `zone`: the one that its times are in. */
export function nextOf(series: When, zone: string, now: number): Next {
  const until = lastSettled(series, now) + 2 * weekMs;
  const [first, ...others] = comingUntil(series, zone, { from: 0, until });
  if (!first) return { what: 'end' };
  const isMissed = ({ at }: Occurrence): boolean => at <= now + leadMs;
  if (isMissed(first)) return { what: 'skip', missed: [first, ...others.filter(isMissed)] };
  const makeAt = first.at - series.daysAhead * dayMs;
  return makeAt <= now ? { what: 'make', occurrence: first } : { what: 'wait', until: makeAt, first };
}

/** When the series needs its job, if it has no news to send. */
export function dueOf(series: When, zone: string, now: number): number {
  const next = nextOf(series, zone, now);
  return next.what === 'wait' ? Math.min(next.until, now + checkEveryMs) : now;
}

/** The first date for which a series that's set up at `now` creates a post. */
export function firstDate(at: string, zone: string, now: number): string {
  const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], at };
  const [first] = timesOf(everyDay, zone, { from: now + leadMs, until: now + leadMs + 2 * dayMs });
  if (!first) throw new Error(`no clock in ${zone} ever shows ${at}`);
  return first.date;
}

/** `2026-12-01` for `2026-11-30`. */
export const dayAfter = (date: string): string =>
  new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);

/** The next posts that aren't created yet and still can be, at most `most`. `now`: epoch ms. */
export function nextPosts(series: When, zone: string, now: number, most: number): Occurrence[] {
  const until = lastSettled(series, now) + (most + 1) * weekMs;
  return comingUntil(series, zone, { from: now + leadMs, until }).slice(0, most);
}

/** The posts after `from` and up to `until` that aren't created yet. Both epoch ms. */
export function comingUntil(
  series: When,
  zone: string,
  { from, until }: { from: number; until: number },
): Occurrence[] {
  const { lastDate, from: first, settled = [] } = series;
  // a day of margin for every zone
  const within = { from: Math.max(from, Date.parse(first) - dayMs), until };
  return timesOf(series, zone, within).filter(
    ({ date }) => date >= first && (!lastDate || date <= lastDate) && !settled.includes(date),
  );
}

/**
 * The dates from `since` on that need no post once someone changes the days or the time: those that have one, and if the series
 * moves to other days, the dates of these days before the last post that's on a card.
 */
export function settledDates(
  before: When,
  after: Pick<Series, 'days' | 'at'>,
  zone: string,
  since: string,
): string[] {
  const { from: until, settled = [], days } = before;
  const passed = comingUntil({ ...before, from: since }, zone, { from: 0, until: Date.parse(until) + dayMs });
  const dates = passed.map(({ date }) => date).filter((date) => date < until);
  const known = [...settled.filter((date) => date >= since), ...dates].sort();
  const last = known.at(-1);
  if (last === undefined || days.every((day) => after.days.includes(day))) return known;
  const added = { days: after.days.filter((day) => !days.includes(day)), at: after.at };
  const within = { from: Date.parse(since) - dayMs, until: Date.parse(last) + dayMs };
  const early = timesOf(added, zone, within).map(({ date }) => date);
  return [...known, ...early.filter((date) => date >= since && date < last)];
}

/** All occurrences after this moment need a post. */
const lastSettled = ({ from, settled = [] }: When, now: number): number =>
  Math.max(now, ...[from, ...settled].map((date) => Date.parse(date)));

const timesOf = (
  { days, at }: Pick<Series, 'days' | 'at'>,
  zone: string,
  within: { from: number; until: number },
): Occurrence[] =>
  weeklyOccurrences(
    days.map((day) => ({ day, at })),
    zone,
    within,
  );
