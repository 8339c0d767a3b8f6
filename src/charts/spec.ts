/** The picture as a Vega-Lite specification: a title, whose line is which, and a panel for each kind of number. */
import type { TopLevelSpec } from 'vega-lite';
import type { OverTime, Panel } from './over-time.ts';
import { numberFormat, shortened, subtitleOf, tickCount, timeFormat } from './words.ts';

type Concat = Extract<TopLevelSpec, { vconcat: unknown }>;
type Part = Concat['vconcat'][number];
type LayerSpec = Extract<Part, { layer: unknown }>['layer'][number];

/** The colours of the sandbox's page: paper and ink, the petrol first, and four that go with it. */
const ink = '#1e252d';
const soft = '#5a646f';
const faint = '#6f7983';
const rule = '#c9c6be';
const grid = '#ebe8e1';
const lineColors = ['#175a68', '#d08f1c', '#b5452f', '#7d68a6', '#6d9a78'];

export const fonts = 'Inter, DejaVu Sans';
const strong = 600;
/** What an average letter takes of the size of its type; there is no canvas here to measure with. */
const letter = 0.56;
export const widthOf = (text: string, size: number): number => text.length * letter * size;

const width = 880;
const gap = 36;
/** Room left of each panel for the numbers of its axis, the same everywhere so that panels stand below each other. */
const axisRoom = 44;

/** With fewer points than this each is marked. */
const fewPoints = 14;

export function specOf(brand: string, story: OverTime): TopLevelSpec {
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: '#ffffff',
    padding: { left: 28, right: 32, top: 26, bottom: 24 },
    title: {
      text: shortened(brand, 60),
      subtitle: subtitleOf(story),
      anchor: 'start',
      offset: 18,
      fontSize: 22,
      fontWeight: strong,
      color: ink,
      subtitleFontSize: 13,
      subtitleColor: soft,
      subtitlePadding: 7,
    },
    spacing: 26,
    vconcat: [...(story.names.length > 1 ? [legendOf(story.names)] : []), ...rowsOf(story)],
    config: { font: fonts, view: { stroke: null }, concat: { spacing: gap } },
  };
}

/** One panel takes the whole width, as do up to three; of more, two stand beside each other. */
function rowsOf(story: OverTime): Part[] {
  const { panels } = story;
  const whole = width - axisRoom;
  if (panels.length <= 3) {
    const height = [320, 200, 150][panels.length - 1] ?? 150;
    // where a line stands alone, the right is for the number that it ends with
    const room = story.names.length === 1 ? 48 : 0;
    return panels.map((panel) => panelOf(story, panel, whole - room, height));
  }
  const first = panels.length % 2 === 1 ? panels.slice(0, 1) : [];
  const rest = panels.slice(first.length);
  const half = (whole - gap - axisRoom - 4) / 2;
  return [
    ...first.map((panel) => panelOf(story, panel, whole, 170)),
    ...Array.from({ length: rest.length / 2 }, (_, row) => ({
      hconcat: rest.slice(row * 2, row * 2 + 2).map((panel) => panelOf(story, panel, half, 130)),
    })),
  ];
}

function panelOf(story: OverTime, panel: Panel, panelWidth: number, height: number): Part {
  const values = panel.lines.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })));
  const ends = panel.lines.flatMap(({ name, points }) =>
    points.slice(-1).map((point) => ({ name, ...point })),
  );
  const endsSaid = story.names.length === 1 && story.panels.length <= 3;
  const said = numberFormat(panel);
  const x = {
    field: 'at',
    type: 'temporal' as const,
    scale: { type: 'utc' as const, domain: [story.from, story.to] },
    axis: {
      title: null,
      format: timeFormat(story),
      tickCount: tickCount(story, panelWidth),
      grid: false,
      domainColor: rule,
      tickColor: rule,
      tickSize: 4,
      labelColor: faint,
      labelFontSize: 11,
      labelPadding: 5,
      labelOverlap: true,
    },
  };
  const y = {
    field: 'value',
    type: 'quantitative' as const,
    scale: { zero: beginsAtZero(values), nice: 4 },
    axis: {
      title: null,
      labelExpr: said,
      tickCount: 4,
      gridColor: grid,
      domain: false,
      ticks: false,
      labelColor: faint,
      labelFontSize: 11,
      labelPadding: 8,
      minExtent: axisRoom,
      maxExtent: axisRoom,
    },
  };
  const color = {
    field: 'name',
    type: 'nominal' as const,
    scale: { domain: story.names, range: lineColors },
    legend: null,
  };
  return {
    title: {
      text: panel.name,
      anchor: 'start',
      frame: 'bounds',
      offset: 10,
      fontSize: 13,
      fontWeight: strong,
      color: ink,
    },
    width: panelWidth,
    height,
    data: { values },
    encoding: { x, y, color },
    layer: [
      {
        mark: {
          type: 'line',
          strokeWidth: 2,
          strokeJoin: 'round',
          strokeCap: 'round',
          ...(isShort(panel) && { point: { size: 28, filled: true } }),
        },
      },
      { data: { values: ends }, mark: { type: 'point', filled: true, size: 38, opacity: 1 } },
      ...(endsSaid ? [endsInWords(ends, said)] : []),
    ],
  };
}

/** The last value, at the right of its point. */
function endsInWords(ends: { value: number }[], said: string): LayerSpec {
  return {
    data: { values: ends },
    transform: [{ calculate: said, as: 'said' }],
    mark: { type: 'text', align: 'left', dx: 9, fontSize: 12, fontWeight: strong },
    encoding: { text: { field: 'said', type: 'nominal' } },
  };
}

/** Names beside their colours, in as many rows as they need. */
function legendOf(names: string[]): Part {
  const size = 12.5;
  const start = 6 - axisRoom;
  let x = start;
  let row = 0;
  const values = names.map((name, at) => {
    const text = shortened(name, 48);
    const needed = widthOf(text, size) + 36;
    if (x > start && x + needed > width - axisRoom) {
      x = start;
      row += 1;
    }
    const entry = { name: text, color: lineColors[at], x, y: row * 22 + 7 };
    x += needed;
    return entry;
  });
  const place = (shift: number) => ({
    x: { field: 'shifted', type: 'quantitative' as const, scale: null, axis: null },
    y: { field: 'y', type: 'quantitative' as const, scale: null, axis: null },
    ...(shift === 0 && { color: { field: 'color', type: 'nominal' as const, scale: null } }),
  });
  const layer = (shift: number, mark: object) => ({
    transform: [{ calculate: `datum.x + ${shift}`, as: 'shifted' }],
    mark,
    encoding: place(shift),
  });
  return {
    width,
    height: row * 22 + 14,
    data: { values },
    layer: [
      layer(0, { type: 'point', shape: 'circle', filled: true, size: 90, opacity: 1 }),
      layer(11, {
        type: 'text',
        align: 'left',
        baseline: 'middle',
        fontSize: size,
        color: ink,
        text: { expr: 'datum.name' },
      }),
    ],
  } as Part;
}

/** A line that moves little, far from zero, would be flat above an empty half. */
function beginsAtZero(values: { value: number }[]): boolean {
  const all = values.map(({ value }) => value);
  return Math.min(...all) < Math.max(...all) * 0.6;
}

function isShort({ lines }: Panel): boolean {
  return lines.every(({ points }) => points.length < fewPoints);
}
