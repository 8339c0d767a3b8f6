/** What a brand's weekly report says. Pure. */
import type { Named } from '#src/platform/publishing-api/request.ts';
import { type Figure, figureOf } from './figures.ts';
import { wordsOf } from './over-time.ts';
import { type Columns, type ExportedPost, figuresOf, mainOf } from './results.ts';
import { readNumber } from './values.ts';

const dayMs = 86_400_000;
const days = 7;
const mostMetrics = 6;
const mostPosts = 5;

/**
 * One kind of number, for each day of the week and the same days of the week before; `undefined`: there is none. The export can
 * lag behind: the days after the last one with numbers are left out of both weeks.
 */
export interface Metric {
  name: string;
  percent: boolean;
  how: Figure['how'];
  days: (number | undefined)[];
  daysBefore: (number | undefined)[];
  value: number | undefined;
  valueBefore: number | undefined;
}

/** What a report can't say, and why. */
export type Missing =
  | { what: 'export'; reason: string }
  | { what: 'rows' | 'dates' | 'numbers' | 'week' | 'before' | 'posts' | 'best' }
  /** The numbers end before the week does. */
  | { what: 'days'; until: number };

export interface WeekReport {
  brand: Named;
  /** The first days of the week and of the week before, in UTC (epoch ms). */
  from: number;
  fromBefore: number;
  metrics: Metric[];
  /** The best first. */
  best: { post: ExportedPost; figures: Figure[] }[];
  missing: Missing[];
}

interface Parts {
  brand: Named;
  /** The day of the report, which isn't in the week: `2026-11-23`. */
  date: string;
  columns: Columns;
  /** `undefined`: no column names posts. */
  posts: readonly ExportedPost[] | undefined;
  /** The posts published in the week, for an export whose rows have no dates. */
  published: ReadonlySet<string>;
}

/** The seven days before `date`. */
export function weekBefore(date: string): Pick<WeekReport, 'from' | 'fromBefore'> {
  const to = Date.parse(`${date}T00:00:00Z`);
  return { from: to - days * dayMs, fromBefore: to - 2 * days * dayMs };
}

export function withoutNumbers(brand: Named, date: string, missing: Missing): WeekReport {
  return { brand, ...weekBefore(date), metrics: [], best: [], missing: [missing] };
}

export function weekReportOf({ brand, date, columns, posts, published }: Parts): WeekReport {
  const { from, fromBefore } = weekBefore(date);
  const dayOf = (row: number): number | undefined => {
    const at = columns.time?.times[row];
    return at === undefined ? undefined : Math.floor((at - fromBefore) / dayMs);
  };
  const metrics = metricsOf(columns, dayOf);
  const inWeek = (post: ExportedPost, row: number): boolean => {
    const day = dayOf(row);
    return columns.time ? day !== undefined && day >= days && day < 2 * days : published.has(post.id);
  };
  const best = bestOf(columns, posts, inWeek);
  return {
    brand,
    from,
    fromBefore,
    metrics,
    best,
    missing: missingOf({ columns, metrics, posts, best, from }),
  };
}

function metricsOf({ time, numbers }: Columns, dayOf: (row: number) => number | undefined): Metric[] {
  if (!time) return [];
  const rows = Map.groupBy(time.times.keys(), dayOf);
  const read = numbers.slice(0, mostMetrics).map((column) => {
    const { percent } = column;
    const words = wordsOf(column.name);
    const { how } = figureOf(words, percent, []);
    const name = how === 'each date' ? `${words} per day` : words;
    const each = Array.from({ length: 2 * days }, (_, day) => {
      const values = (rows.get(day) ?? []).flatMap((row) => readNumber(column.cells[row] ?? '') ?? []);
      return values.length > 0 ? together(how, values) : undefined;
    });
    return { name, percent, how, each };
  });
  const last = Math.max(...read.map(({ each }) => each.findLastIndex((value) => value !== undefined)));
  const shown = last < days ? days : last - days + 1;
  return read.flatMap(({ name, percent, how, each }): Metric[] => {
    const [daysBefore, inWeek] = [each.slice(0, shown), each.slice(days, days + shown)];
    const [value, valueBefore] = [overDays(how, inWeek), overDays(how, daysBefore)];
    if (value === undefined && valueBefore === undefined) return [];
    return [{ name, percent, how, days: inWeek, daysBefore, value, valueBefore }];
  });
}

/** The numbers of several profiles on one day. */
function together(how: Figure['how'], values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return how === 'average' ? sum / values.length : sum;
}

function overDays(how: Figure['how'], values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  if (how === 'at the end') return known.at(-1);
  return together(how === 'each date' ? 'average' : how, known);
}

function bestOf(
  columns: Columns,
  posts: Parts['posts'],
  inWeek: (post: ExportedPost, row: number) => boolean,
): WeekReport['best'] {
  const all = (posts ?? []).flatMap((post) => {
    const figures = figuresOf(
      columns,
      post.rows.filter((row) => inWeek(post, row)),
    );
    return figures.length > 0 ? [{ post, figures }] : [];
  });
  const main = mainOf(all.flatMap(({ figures }) => figures));
  const rank = ({ figures }: { figures: Figure[] }): number =>
    figures.find(({ name }) => name === main)?.value ?? 0;
  return all
    .filter((one) => rank(one) > 0)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, mostPosts)
    .map(({ post, figures }) => ({ post, figures: mainFirst(figures, main) }));
}

const mainFirst = (figures: Figure[], main: string | undefined): Figure[] =>
  figures.toSorted((a, b) => Number(b.name === main) - Number(a.name === main));

function missingOf({
  columns,
  metrics,
  posts,
  best,
  from,
}: Pick<Parts, 'columns' | 'posts'> & Pick<WeekReport, 'metrics' | 'best' | 'from'>): Missing[] {
  return [
    ...ofNumbers(columns, metrics, from),
    ...(!posts ? [{ what: 'posts' as const }] : best.length === 0 ? [{ what: 'best' as const }] : []),
  ];
}

function ofNumbers({ time, numbers, all }: Columns, metrics: readonly Metric[], from: number): Missing[] {
  if ((all[0]?.cells.length ?? 0) === 0) return [{ what: 'rows' }];
  if (!time) return [{ what: 'dates' }];
  if (numbers.length === 0) return [{ what: 'numbers' }];
  if (metrics.every(({ value }) => value === undefined)) return [{ what: 'week' }];
  const last = (metrics[0]?.days.length ?? days) - 1;
  return [
    ...(last < days - 1 ? [{ what: 'days' as const, until: from + last * dayMs }] : []),
    ...(metrics.every(({ valueBefore }) => valueBefore === undefined) ? [{ what: 'before' as const }] : []),
  ];
}
