/**
 * The chart as a Vega-Lite specification, designed for the width of a channel: a row for each kind of
 * number with its total, and in it a small chart for each line.
 */
import type { TopLevelSpec } from 'vega-lite';
import { compact, figureWords, subtitleOf } from '#views/analytics/chart-words.ts';
import { clip } from '#views/kit/limits.ts';
import { figureOf } from './figures.ts';
import { numberFormat, tickCount, timeFormat } from './format.ts';
import type { Line, OverTime, Panel } from './over-time.ts';

type Concat = Extract<TopLevelSpec, { vconcat: unknown }>;
type Part = Concat['vconcat'][number];

/** The colors of the sandbox's page. */
const ink = '#1e252d';
const soft = '#4c5660';
const rule = '#c9c6be';
const grid = '#ebe8e1';
const lineColors = ['#175a68', '#b9770b', '#b5452f', '#6a5496', '#4f8060'];

export const fonts = 'Inter, DejaVu Sans';
const strong = 600 as const;
/** The average width of a letter, as a share of the font size. There is no canvas to measure with. */
const letter = 0.56;
export const widthOf = (text: string, size: number): number => text.length * letter * size;

/** Shown 360 to 600 pixels wide, so no font is smaller than 13 here. */
const width = 448;
const gap = 14;
/** Space left of a chart for the labels of its axis. */
const axisRoom = 46;
/** Space right of a line for its last number. */
const endRoom = 46;
const small = 13;
const sparkHeight = 28;

/** With fewer points than this, each gets a marker. */
const fewPoints = 14;

export function specOf(brand: string, story: OverTime): TopLevelSpec {
  const alone = story.names.length === 1;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: '#ffffff',
    padding: { left: 16, right: 16, top: 14, bottom: 14 },
    title: {
      text: clip(brand, 40),
      subtitle: subtitleOf(story),
      anchor: 'start',
      offset: 12,
      fontSize: 19,
      fontWeight: strong,
      color: ink,
      subtitleFontSize: small,
      subtitleColor: soft,
      subtitlePadding: 5,
    },
    spacing: 14,
    vconcat: story.panels.map((panel) => (alone ? wholeChart(story, panel) : smallCharts(story, panel))),
    config: { font: fonts, view: { stroke: null } },
  };
}

/** The name of a kind of number, and its total. */
const heading = (panel: Panel, offset: number) => ({
  text: `${clip(panel.name, 28)}: ${figureWords(panel.figure)}`,
  anchor: 'start' as const,
  frame: 'bounds' as const,
  offset,
  fontSize: 15,
  fontWeight: strong,
  color: ink,
});

const mark = (panel: Panel) => ({
  type: 'line' as const,
  strokeWidth: 2,
  strokeJoin: 'round' as const,
  strokeCap: 'round' as const,
  ...(isShort(panel) && { point: { size: 24, filled: true } }),
});

/** A single line takes the whole width, with axes. */
function wholeChart(story: OverTime, panel: Panel): Part {
  const points = panel.lines.flatMap((line) => line.points);
  const ends = points.slice(-1);
  const said = numberFormat(panel);
  const axis = { title: null, labelColor: soft, labelFontSize: small };
  const chartWidth = width - axisRoom - endRoom;
  return {
    title: heading(panel, 8),
    width: chartWidth,
    height: [190, 120, 96][story.panels.length - 1] ?? 72,
    data: { values: points },
    encoding: {
      x: {
        ...timeOf(story),
        axis: {
          ...axis,
          format: timeFormat(story),
          tickCount: tickCount(story, chartWidth),
          grid: false,
          domainColor: rule,
          tickColor: rule,
          tickSize: 4,
          labelOverlap: true,
        },
      },
      y: {
        ...valuesOf(panel),
        axis: {
          ...axis,
          labelExpr: said,
          tickCount: 3,
          gridColor: grid,
          domain: false,
          ticks: false,
          labelPadding: 6,
          minExtent: axisRoom,
          maxExtent: axisRoom,
        },
      },
      color: { value: lineColors[0] ?? ink },
    },
    layer: [
      { mark: mark(panel) },
      { data: { values: ends }, mark: { type: 'point', filled: true, size: 38, opacity: 1 } },
      {
        data: { values: ends },
        transform: [{ calculate: said, as: 'said' }],
        mark: { type: 'text', align: 'left', dx: 8, fontSize: small, fontWeight: strong },
        encoding: { text: { field: 'said', type: 'nominal' } },
      },
    ],
  };
}

/** Side by side on one scale, each below its name and its own number. */
function smallCharts(story: OverTime, panel: Panel): Part {
  const each = (width - gap * (story.names.length - 1)) / story.names.length;
  const lines = story.names.map(
    (name) => panel.lines.find((line) => line.name === name) ?? { name, points: [] },
  );
  return {
    title: heading(panel, 6),
    spacing: gap,
    hconcat: lines.map((line, at) => smallChart(story, panel, line, lineColors[at] ?? ink, each)),
  };
}

function smallChart(story: OverTime, panel: Panel, line: Line, color: string, each: number): Part {
  const figure = figureOf(panel.name, panel.percent, [line]);
  return {
    title: {
      text: clip(line.name, Math.floor(each / widthOf('x', small))),
      subtitle: line.points.length > 0 ? compact(figure.value, panel.percent) : '–',
      anchor: 'start',
      frame: 'bounds',
      offset: 4,
      fontSize: small,
      fontWeight: 400,
      color: soft,
      subtitleFontSize: 15,
      subtitleFontWeight: strong,
      subtitleColor: color,
      subtitlePadding: 2,
    },
    width: each,
    height: sparkHeight,
    data: { values: line.points },
    encoding: {
      x: { ...timeOf(story), axis: null },
      y: { ...valuesOf(panel), axis: null },
      color: { value: color },
    },
    layer: [
      { mark: mark(panel) },
      {
        data: { values: line.points.slice(-1) },
        mark: { type: 'point', filled: true, size: 30, opacity: 1 },
      },
      {
        data: { values: [{}] },
        mark: { type: 'rule', stroke: rule, strokeWidth: 1 },
        encoding: { x: { value: 0 }, x2: { value: each }, y: { value: sparkHeight }, color: { value: rule } },
      },
    ],
  } as Part;
}

const timeOf = (story: OverTime) => ({
  field: 'at',
  type: 'temporal' as const,
  scale: { type: 'utc' as const, domain: [story.from, story.to] },
});

/** The charts of one kind of number share a scale. */
function valuesOf({ lines }: Panel) {
  const all = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const least = Math.min(...all);
  const most = Math.max(...all);
  // a line that hardly moves, far from zero, would be flat above an empty half
  const zero = least < most * 0.6;
  const domain = [zero ? Math.min(0, least) : least, zero ? Math.max(0, most) : most];
  const flat = !(domain[0] !== undefined && domain[1] !== undefined && domain[0] < domain[1]);
  return {
    field: 'value',
    type: 'quantitative' as const,
    scale: flat ? { zero: true, nice: 3 } : { zero, nice: 3, domain },
  };
}

function isShort({ lines }: Panel): boolean {
  return lines.every(({ points }) => points.length < fewPoints);
}
