/**
 * What an export says about a period, compared with the one before: for `/social analytics` and the weekly
 * report. Pure.
 */
import type { Named } from '#src/platform/publishing-api/request.ts';
import { publishedAt } from '#src/posts/card/content.ts';
import { type Column, type Columns, ownersOf, profileColumns, wordsOf } from './columns.ts';
import { type Figure, figureOf, howOf, type Point, perDay, sumOf } from './figures.ts';
import { dayMs, dayOf, daysIn, type Period, periodBefore } from './period.ts';
import { type Best, bestOf, type ExportedPost, type PostsInExport } from './results.ts';
import { readNumber } from './values.ts';

const mostMetrics = 6;
const mostNames = 5;
/** A longer export is summed up for its last days only, unless a period is requested. */
const mostDays = 400;

/** One profile's numbers for a metric, by day. */
interface Line {
  name: string;
  points: Point[];
}

/** A metric's numbers in a period. */
interface Part {
  /** The lines that are shown, largest first. */
  lines: Line[];
  /**
   * All lines together, including those that aren't shown: one point for each day that has numbers for this
   * metric.
   */
  total: Point[];
  figure: Figure | undefined;
}

/** One kind of number, from a column. */
type Kind = Pick<Figure, 'name' | 'percent' | 'how'>;

export interface Metric extends Kind {
  now: Part;
  before: Part;
}

/** Compared days that have no numbers. Without a name: no profile has any. */
export interface Gap {
  name?: string;
  days: Period[];
}

/** What the summary can't say, and why. */
export type Missing =
  | { what: 'export'; reason: string }
  | { what: 'rows' | 'dates' | 'one_date' | 'numbers' | 'period' | 'before' | 'posts' | 'best' }
  /** The numbers end before the period does. */
  | { what: 'days'; until: number };

export interface Summary {
  /**
   * The requested days, or all days that have numbers. Absent if the rows have no dates, or there are none.
   */
  period: Period | undefined;
  /**
   * The days that are compared: up to the last one that has numbers, and as many before. `before` is absent
   * unless a period was requested.
   */
  compared: { now: Period; before: Period | undefined } | undefined;
  /** How many of the compared days have numbers. */
  days: { now: number; before: number };
  /** There's a row for most days, so a day without numbers is a gap. */
  isDaily: boolean;
  metrics: Metric[];
  /** The profiles whose numbers these are, largest first; one empty name if rows don't name any. */
  names: string[];
  /** How many metrics and names of the export are left out. */
  left: { metrics: number; names: number };
  gaps: Gap[];
  best: Best;
  missing: Missing[];
}

export interface WeekReport {
  /** Its name is empty if it can't be read. */
  brand: Named;
  summary: Summary;
}

interface Parts {
  /** `undefined` if they couldn't be read. */
  columns: Columns | undefined;
  /** `undefined` if no column has ids of posts. */
  posts: PostsInExport | undefined;
  /** `undefined`: all days. */
  period: Period | undefined;
}

/** A summary without numbers, which only says why. */
export const withoutNumbers = (period: Period | undefined, ...missing: Missing[]): Summary => ({
  period,
  compared: undefined,
  days: { now: 0, before: 0 },
  isDaily: false,
  metrics: [],
  names: [],
  left: { metrics: 0, names: 0 },
  gaps: [],
  best: { by: undefined, posts: [] },
  missing,
});

export function summaryOf({ columns, posts, period: requestedPeriod }: Parts): Summary {
  if (!columns) return withoutNumbers(requestedPeriod, { what: 'numbers' });
  if ((columns.all[0]?.cells.length ?? 0) === 0) return withoutNumbers(requestedPeriod, { what: 'rows' });
  const days = columns.time?.times.map((at) => (at === undefined ? undefined : dayOf(at)));
  const dated = [...new Set(days?.filter((day) => day !== undefined))].sort((a, b) => a - b);
  const isDaily = dated.length * 2 > daysIn(wholeOf(dated));
  const kinds = days ? readKinds(columns, { posts, days, isDaily }) : [];
  const known = daysOf(kinds.flatMap(({ lines }) => lines));
  const period = requestedPeriod ?? (known.length > 0 ? wholeOf(known) : undefined);
  const best = bestOf(columns, posts?.posts ?? [], isWithin(days, period));
  const ofPosts: Missing[] = !posts ? [{ what: 'posts' }] : best.posts.length === 0 ? [{ what: 'best' }] : [];
  const nothing = (what: 'dates' | 'numbers' | 'period'): Summary => ({
    ...withoutNumbers(requestedPeriod, { what }, ...ofPosts),
    best,
  });
  if (!days) return nothing('dates');
  if (!period) return nothing('numbers');
  const inPeriod = known.filter((day) => isIn(day, period));
  const last = inPeriod.at(-1);
  if (last === undefined) return nothing(known.length > 0 ? 'period' : 'numbers');

  // an export may lag behind: the days after its end are left out of both periods
  const end = isDaily && last === known.at(-1) ? last : period.to;
  const now = { from: period.from, to: end };
  const earlier = requestedPeriod && periodBefore(requestedPeriod);
  const before = earlier && { from: earlier.from, to: earlier.from + (end - now.from) };
  const everyone = bySize(kinds, now);
  const names = everyone.slice(0, mostNames);
  const metrics = kinds
    .map((kind): Metric => {
      const { name, percent, how } = kind;
      const parts = { now: partOf(kind, now, names), before: partOf(kind, before, names) };
      return { name, percent, how, ...parts };
    })
    .filter((metric) => metric.now.figure || metric.before.figure);
  const knownBefore = before ? known.filter((day) => isIn(day, before)) : [];
  const compared = [now, ...(before && knownBefore.length > 0 ? [before] : [])];
  return {
    period,
    compared: { now, before },
    isDaily,
    metrics,
    names,
    days: { now: inPeriod.length, before: knownBefore.length },
    left: {
      metrics: Math.max(0, columns.numbers.length - mostMetrics),
      names: everyone.length - names.length,
    },
    gaps: isDaily ? gapsOf(kinds, { known, compared, names: posts ? [] : names }) : [],
    best,
    missing: [
      ...(end < period.to ? [{ what: 'days' as const, until: end }] : []),
      ...(before && knownBefore.length === 0 ? [{ what: 'before' as const }] : []),
      ...(!requestedPeriod && known.length === 1 ? [{ what: 'one_date' as const }] : []),
      ...ofPosts,
    ],
  };
}

interface WithLines extends Kind {
  lines: Line[];
}

/** The first numeric columns of the export. In rows of posts, the numbers are grouped by profile. */
function readKinds(
  columns: Columns,
  {
    posts,
    days,
    isDaily,
  }: { posts: PostsInExport | undefined; days: readonly (number | undefined)[]; isDaily: boolean },
): WithLines[] {
  const counted = new Set<Column>(columns.numbers);
  const from = posts ? profileColumns(columns) : columns.others.filter((column) => !counted.has(column));
  const keys = days.map((day, row) => (posts ? `${day} ${posts.column.cells[row]}` : `${day}`));
  const owners = ownersOf(keys, from);
  return columns.numbers.slice(0, mostMetrics).map(({ name: column, percent, cells }) => {
    const words = wordsOf(column);
    const how = howOf(words, percent);
    const name = how !== 'per_date' ? words : isDaily ? perDay(words) : `${words} per date`;
    return { name, percent, how, lines: linesOf(days, owners, cells, how) };
  });
}

function linesOf(
  days: readonly (number | undefined)[],
  owners: readonly string[],
  cells: readonly string[],
  how: Figure['how'],
): Line[] {
  const points = new Map<string, Point[]>();
  cells.forEach((cell, row) => {
    const [at, value, owner = ''] = [days[row], readNumber(cell), owners[row]];
    if (at === undefined || value === undefined) return;
    const line = points.get(owner);
    if (line) line.push({ at, value });
    else points.set(owner, [{ at, value }]);
  });
  return [...points].map(([name, all]) => ({ name, points: byDay(all, how) }));
}

/** One point for each day, in order. */
function byDay(points: readonly Point[], how: Figure['how']): Point[] {
  const days = new Map<number, { sum: number; count: number }>();
  for (const { at, value } of points) {
    const { sum, count } = days.get(at) ?? { sum: 0, count: 0 };
    days.set(at, { sum: sum + value, count: count + 1 });
  }
  return [...days]
    .map(([at, { sum, count }]) => ({ at, value: how === 'average' ? sum / count : sum }))
    .sort((a, b) => a.at - b.at);
}

/**
 * Whether two periods can be compared. Totals of more days are larger, whatever happened, and averages of a
 * few days say little about a week.
 */
export const isComparable = (
  { how }: Pick<Figure, 'how'>,
  { isDaily }: Pick<Summary, 'isDaily'>,
  days: number,
  daysBefore: number,
): boolean => how === 'at_end' || !isDaily || days === daysBefore;

const isIn = (day: number, { from, to }: Period): boolean => from <= day && day <= to;

const within = ({ name, points }: Line, period: Period): Line => ({
  name,
  points: points.filter(({ at }) => isIn(at, period)),
});

function partOf({ lines, ...kind }: WithLines, period: Period | undefined, names: readonly string[]): Part {
  const all = period
    ? lines.map((line) => within(line, period)).filter(({ points }) => points.length > 0)
    : [];
  const points = all.flatMap((line) => line.points);
  return {
    lines: names.flatMap((name) => all.find((line) => line.name === name) ?? []),
    total: byDay(points, kind.how),
    figure: figureOf(kind, all),
  };
}

const daysOf = (lines: readonly Line[]): number[] =>
  [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b);

function wholeOf(known: readonly number[]): Period {
  const [first = 0] = known.slice(-mostDays);
  return { from: first, to: known.at(-1) ?? first };
}

/**
 * Whether a post's row is within a period. Without dates, the rows of posts that were published in it are.
 */
function isWithin(days: readonly (number | undefined)[] | undefined, period: Period | undefined) {
  return ({ card }: ExportedPost, row: number): boolean => {
    if (!period) return true;
    const at = days ? days[row] : card && publishedAt(card);
    return at !== undefined && at >= period.from && at < period.to + dayMs;
  };
}

/** All names, by their sum in the first metric that has them. */
function bySize(kinds: readonly WithLines[], period: Period): string[] {
  const sums = new Map<string, number>();
  for (const { lines } of kinds)
    for (const { name, points } of lines.map((line) => within(line, period)))
      if (points.length > 0 && !sums.has(name)) sums.set(name, sumOf(points));
  return [...sums].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

/** First the days for which nobody has numbers, and then those that only some profiles lack. */
function gapsOf(
  kinds: readonly WithLines[],
  { known, compared, names }: { known: readonly number[]; compared: readonly Period[]; names: string[] },
): Gap[] {
  const everyone = new Set(known);
  const all = compared.flatMap(({ from, to }) =>
    Array.from({ length: daysIn({ from, to }) }, (_, day) => from + day * dayMs),
  );
  const nobody = inRow(all.filter((day) => !everyone.has(day)));
  const some = (names.length > 1 ? names : []).map((name) => {
    const has = new Set(daysOf(kinds.flatMap(({ lines }) => lines.filter((line) => line.name === name))));
    return { name, days: inRow(all.filter((day) => everyone.has(day) && !has.has(day))) };
  });
  return [{ days: nobody }, ...some].filter(({ days }) => days.length > 0);
}

/** Joins consecutive days into periods. */
function inRow(days: readonly number[]): Period[] {
  const rows: Period[] = [];
  for (const day of days) {
    const last = rows.at(-1);
    if (last && last.to + dayMs === day) last.to = day;
    else rows.push({ from: day, to: day });
  }
  return rows;
}
