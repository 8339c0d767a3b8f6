/** What a message shows of numbers over time: charts with few points, and a table. Pure. */
import { type Figure, figureOf } from './figures.ts';
import type { Line, OverTime, Panel } from './over-time.ts';

/** From its first to its last time (epoch ms): one day, or as many as share a point. */
export interface Span {
  from: number;
  to: number;
}

export interface Chart {
  /** The kind of number. */
  name: string;
  percent: boolean;
  spans: Span[];
  /** One value for each span. */
  series: { name: string; values: number[] }[];
}

/** How much fits into a message. */
interface Room {
  charts: number;
  points: number;
}

/** The first kinds of numbers as charts. Of a period with too many times, several in a row share a point. */
export function chartsOf(story: OverTime, room: Room): Chart[] {
  const spans = spansOf(story.panels, room.points);
  return story.panels.slice(0, room.charts).map((panel) => ({
    ...{ name: panel.name, percent: panel.percent, spans },
    series: panel.lines.map((line) => ({ name: line.name, values: valuesOf(panel, line, spans) })),
  }));
}

/** For each span, the figure of each kind of number. */
export function bySpan(story: OverTime, most: number): { span: Span; figures: (Figure | undefined)[] }[] {
  return spansOf(story.panels, most).map((span) => ({
    span,
    figures: story.panels.map(({ name, percent, lines }) => {
      const within = lines.map((line) => ({ points: pointsIn(line, span) }));
      return within.some(({ points }) => points.length > 0) ? figureOf(name, percent, within) : undefined;
    }),
  }));
}

/** For each line, the figure of each kind of number. */
export function byName(story: OverTime): { name: string; figures: (Figure | undefined)[] }[] {
  return story.names.map((name) => ({
    name,
    figures: story.panels.map((panel) => {
      const line = panel.lines.find((each) => each.name === name);
      return line && line.points.length > 0 ? figureOf(panel.name, panel.percent, [line]) : undefined;
    }),
  }));
}

/** Counted from the end, so that the last one is whole. A first one that isn't would look like a slump, and is left out. */
function spansOf(panels: readonly Panel[], most: number): Span[] {
  const all = panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(({ at }) => at)));
  const times = [...new Set(all)].sort((a, b) => a - b);
  const size = Math.ceil(times.length / most);
  const spans: Span[] = [];
  for (let start = times.length % size; start < times.length; start += size) {
    const [from, to] = [times[start], times[start + size - 1]];
    if (from !== undefined && to !== undefined) spans.push({ from, to });
  }
  return spans;
}

const pointsIn = ({ points }: Line, { from, to }: Span): Line['points'] =>
  points.filter(({ at }) => from <= at && at <= to);

/** A chart has a value for each point: where one is missing, a total is 0, and a state or an average is the last known. */
function valuesOf({ name, percent }: Panel, line: Line, spans: readonly Span[]): number[] {
  const known = spans.map((span) => {
    const points = pointsIn(line, span);
    return points.length > 0 ? figureOf(name, percent, [{ points }]).value : undefined;
  });
  const isTotal = figureOf(name, percent, [line]).how === 'total';
  let last = known.find((value) => value !== undefined) ?? 0;
  return known.map((value) => {
    if (value === undefined && isTotal) return 0;
    last = value ?? last;
    return last;
  });
}
