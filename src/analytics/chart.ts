/**
 * What a message shows of a summary besides its figures: charts with few points, and the rows of a table.
 * Pure.
 */
import { type Figure, figureOf, type Point, sumOf } from './figures.ts';
import { dayMs, daysIn, type Period } from './period.ts';
import { isComparable, type Metric, type Summary } from './summary.ts';

export interface Chart {
  metric: Metric;
  /** The days of each point: those of the period, not of the one before. */
  spans: Period[];
  /** One value for each span. `period` is absent for a profile's line. */
  lines: { name: string; period?: Period; values: number[] }[];
  /** `names`: profiles without a line; `days`: whether the chart lacks days that some of its lines have. */
  leftOut: { names: string[]; days: boolean };
}

/** How much fits into a message. */
interface Room {
  charts: number;
  points: number;
}

/**
 * Charts of the first metrics, which compare the period with the one before, if there is one, or have a line
 * for each profile.
 */
export function chartsOf(summary: Summary, room: Room): Chart[] {
  return (
    summary.metrics
      .map((metric) => chartOf(metric, drawnOf(metric, summary), spansOf(summary, room.points)))
      // a line needs at least two points
      .filter(({ spans }) => spans.length > 1)
      .slice(0, room.charts)
  );
}

/** A line of a chart, with its points shifted into the period. */
interface Drawn {
  name: string;
  period?: Period;
  points: Point[];
}

function drawnOf({ now, before }: Metric, { compared }: Summary): Drawn[] {
  if (!compared?.before) return now.lines;
  const shift = compared.now.from - compared.before.from;
  return [
    { name: '', period: compared.now, points: now.total },
    {
      name: '',
      period: compared.before,
      points: before.total.map(({ at, value }) => ({ at: at + shift, value })),
    },
  ].filter(({ points }) => points.length > 0);
}

/**
 * Slack's charts have no gaps. A point that some line lacks is left out, or the line itself if it would cost
 * more than a third of the points.
 */
function chartOf(metric: Metric, drawn: readonly Drawn[], spans: readonly Period[]): Chart {
  const lines = drawn.map(({ points, ...line }) => ({
    ...line,
    values: spans.map((span) => valueIn(metric, points, span)),
  }));
  const has = ({ values }: (typeof lines)[number], at: number): boolean => values[at] !== undefined;
  const size = (line: (typeof lines)[number]): number => spans.filter((_, at) => has(line, at)).length;
  const fullest = drawn[0]?.period ? lines : lines.toSorted((a, b) => size(b) - size(a));
  let shown = [...spans.keys()];
  const kept = new Set<(typeof lines)[number]>();
  for (const line of fullest) {
    const common = shown.filter((at) => has(line, at));
    if (kept.size > 0 && common.length * 3 < shown.length * 2) continue;
    kept.add(line);
    shown = common;
  }
  const isShown = new Set(shown);
  return {
    metric,
    leftOut: {
      names: lines.filter((line) => line.name !== '' && !kept.has(line)).map(({ name }) => name),
      days: [...kept].some((line) => spans.some((_, at) => has(line, at) && !isShown.has(at))),
    },
    spans: shown.flatMap((at) => spans[at] ?? []),
    lines: lines
      .filter((line) => kept.has(line))
      .map((line) => ({ ...line, values: shown.map((at) => line.values[at] ?? 0) })),
  };
}

/**
 * The value of a point for several days: the latest one of a level, such as followers, and the average of
 * anything else, so that a missing day doesn't look like a slump.
 */
function valueIn({ how }: Metric, points: readonly Point[], { from, to }: Period): number | undefined {
  const within = points.filter(({ at }) => from <= at && at <= to);
  return how === 'at_end'
    ? within.at(-1)?.value
    : within.length > 0
      ? sumOf(within) / within.length
      : undefined;
}

/**
 * Groups the days into as many points as fit, counted from the end. If rows aren't daily, only the days that
 * have some.
 */
function spansOf({ compared, isDaily, metrics }: Summary, most: number): Period[] {
  if (!compared) return [];
  const { from } = compared.now;
  const known = metrics.flatMap(({ now }) => now.total.map(({ at }) => at));
  const days = isDaily
    ? Array.from({ length: daysIn(compared.now) }, (_, day) => from + day * dayMs)
    : [...new Set(known)].sort((a, b) => a - b);
  const size = Math.ceil(days.length / most);
  const spans: Period[] = [];
  for (let end = days.length; end > 0; end -= size) {
    const [first, last] = [days[Math.max(0, end - size)], days[end - 1]];
    if (first !== undefined && last !== undefined) spans.unshift({ from: first, to: last });
  }
  return spans;
}

/** A row of a table: each metric's figure, and that of the period before if the two can be compared. */
export interface Row<Of> {
  of: Of;
  figures: { now: Figure | undefined; before: Figure | undefined }[];
}

/** One row for each profile. */
export const byName = (summary: Summary): Row<string>[] =>
  summary.names.map((of) => ({
    of,
    figures: summary.metrics.map((metric) => {
      const [now, before] = [metric.now, metric.before].map(({ lines }) =>
        lines.find(({ name }) => name === of),
      );
      return figuresOf(metric, summary, now ?? none, before ?? none);
    }),
  }));

/** The row for all profiles together. */
export const inAll = (summary: Summary): Row<undefined>['figures'] =>
  summary.metrics.map((metric) => {
    const { now, before } = metric;
    const isSame = isComparable(metric, summary, now.total.length, before.total.length);
    return { now: now.figure, before: isSame ? before.figure : undefined };
  });

/** One row for each day, or for as many days as have to share one. */
export const bySpan = (summary: Summary, most: number): Row<Period>[] =>
  spansOf(summary, most)
    .map((of) => ({
      of,
      figures: summary.metrics.map((metric) => {
        const points = metric.now.total.filter(({ at }) => of.from <= at && at <= of.to);
        return figuresOf(metric, summary, { points }, none);
      }),
    }))
    .filter(({ figures }) => figures.some(({ now }) => now));

const none = { points: [] };

function figuresOf(
  metric: Metric,
  summary: Summary,
  now: { points: Point[] },
  before: { points: Point[] },
): Row<unknown>['figures'][number] {
  const isSame = isComparable(metric, summary, now.points.length, before.points.length);
  return { now: figureOf(metric, [now]), before: isSame ? figureOf(metric, [before]) : undefined };
}
