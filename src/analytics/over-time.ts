/** The time series of a table: which column is the time, which are numbers, and whose numbers they are. */

import type { Table } from '#src/platform/csv.ts';
import { type Figure, figureOf } from './figures.ts';
import { mostCells } from './table.ts';
import { readNumber, readTime } from './values.ts';

export interface Line {
  name: string;
  /** In order of time, without points for missing values. */
  points: { at: number; value: number }[];
}

export interface Panel {
  name: string;
  percent: boolean;
  lines: Line[];
  /** Of all lines, including those that aren't drawn. */
  figure: Figure;
}

export interface OverTime {
  panels: Panel[];
  /** The names of the lines, the largest first; one empty name if the numbers belong to nobody in particular. */
  names: string[];
  /** Epoch ms. */
  from: number;
  to: number;
  /** What the table has and the chart doesn't. */
  left: { panels: number; lines: number };
}

export type NotOverTime = 'no rows' | 'no dates' | 'one date' | 'no numbers';

/** More charts would be too small to read. */
const mostPanels = 6;
const mostLines = 5;
/** Of a longer period, the end is shown. */
const mostTimes = 400;

/** A column has times or numbers if this share of its cells does. The last row may be a total. */
const enough = 0.8;

export function readOverTime({ columns, rows }: Table): OverTime | NotOverTime {
  if (rows.length === 0) return 'no rows';
  // nearly all cells of such a table are empty
  if (columns.length * rows.length > mostCells) return 'no numbers';
  const { time, numbers, others } = columnsOf({ columns, rows });
  if (!time) return 'no dates';
  const times = new Set(time.times.filter((at) => at !== undefined));
  if (times.size < 2) return 'one date';
  if (numbers.length === 0) return 'no numbers';

  const counted = new Set<Column>(numbers);
  const texts = others.filter((each) => !counted.has(each) && new Set(each.cells).size > 1);
  const shown = new Set([...times].sort((a, b) => a - b).slice(-mostTimes));
  const owners = ownersOf(time.times, texts);
  const panels = numbers.slice(0, mostPanels).map((column): Panel => {
    const { cells, percent } = column;
    const name = wordsOf(column.name);
    const isAverage = figureOf(name, percent, []).how === 'average';
    const lines = linesOf(time.times, owners, cells, { shown, isAverage });
    return { name, percent, lines, figure: figureOf(name, percent, lines) };
  });
  const names = bySize(panels);
  const kept = new Set(names.slice(0, mostLines));
  const ordered = [...shown];
  return {
    panels: panels.map((panel) => ({ ...panel, lines: panel.lines.filter(({ name }) => kept.has(name)) })),
    names: [...kept],
    from: ordered[0] ?? 0,
    to: ordered.at(-1) ?? 0,
    left: { panels: Math.max(0, numbers.length - mostPanels), lines: names.length - kept.size },
  };
}

/** Which column of a table has its times, and which have numbers. */
export function columnsOf({ columns, rows }: Table) {
  const all = columns.map((name, at): Column => ({ name, cells: rows.map((row) => row[at] ?? '') }));
  const time = timeColumn(all);
  const others = all.filter(({ name }) => name !== time?.name);
  const numbers = others
    .filter(({ name, cells }) => !isId(name) && mostly(cells, readNumber))
    // once, because it reads all cells, and the figures of each post need it
    .map((column) => Object.assign(column, { percent: isPercent(column) }));
  return { all, time, others, numbers };
}

const isPercent = ({ cells }: Column): boolean =>
  mostly(cells, (cell) => (cell.trim().endsWith('%') ? readNumber(cell) : undefined));

export interface Column {
  name: string;
  cells: string[];
}

/** `id`, `post_id`, `postId`, but not a word that ends like one, such as `paid` or `android`. */
const isId = (name: string): boolean => /(^|[_\s.-])id$/i.test(name) || /[a-z]I[dD]$/.test(name);

const namesTime = /\b(date|day|week|month|time|timestamp|period|at)\b/i;

function timeColumn(columns: Column[]): { name: string; times: (number | undefined)[] } | undefined {
  const read = columns.map(({ name, cells }) => {
    const named = namesTime.test(name.replaceAll(/[_.]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2'));
    return { name, cells, named, times: cells.map((cell) => readTime(cell, named)) };
  });
  const fitting = read.filter(({ cells, named }) => mostly(cells, (cell) => readTime(cell, named)));
  return fitting.find(({ named }) => named) ?? fitting[0];
}

function mostly(cells: string[], read: (cell: string) => number | undefined): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return (
    filled.length > 0 && filled.filter((cell) => read(cell) !== undefined).length >= filled.length * enough
  );
}

/** The fewest columns that tell rows of the same time apart, as one name for each row. */
function ownersOf(times: (number | undefined)[], texts: Column[]): string[] {
  const namesBy = (by: Column[]): string[] =>
    times.map((_, row) => by.map(({ cells }) => ownerWords(cells[row] ?? '')).join(' · '));
  const tellsApart = (names: string[]): boolean =>
    new Set(names.map((name, row) => `${times[row]} ${name}`)).size === names.length;
  const choices = [[], ...texts.map((each) => [each]), texts].map(namesBy);
  // if even all of them don't, rows with the same name are added up
  return choices.find(tellsApart) ?? choices.at(-1) ?? [];
}

function linesOf(
  times: (number | undefined)[],
  owners: string[],
  cells: string[],
  { shown, isAverage }: { shown: ReadonlySet<number>; isAverage: boolean },
): Line[] {
  const lines = new Map<string, Map<number, number[]>>();
  cells.forEach((cell, row) => {
    const at = times[row];
    const value = readNumber(cell);
    if (at === undefined || !shown.has(at) || value === undefined) return;
    const line = lines.get(owners[row] ?? '') ?? new Map<number, number[]>();
    lines.set(owners[row] ?? '', line.set(at, [...(line.get(at) ?? []), value]));
  });
  return [...lines].map(([name, points]) => ({
    name,
    points: [...points]
      .map(([at, values]) => {
        const sum = values.reduce((total, value) => total + value, 0);
        return { at, value: isAverage ? sum / values.length : sum };
      })
      .sort((a, b) => a.at - b.at),
  }));
}

/** The names of all lines, by their sum in the first chart that has them. */
function bySize(panels: Panel[]): string[] {
  const sums = new Map<string, number>();
  for (const { lines } of panels)
    for (const { name, points } of lines)
      if (!sums.has(name))
        sums.set(
          name,
          points.reduce((sum, { value }) => sum + value, 0),
        );
  return [...sums].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

/** `engagement_rate` and `metrics.engagementRate` as people read them: `Engagement rate`. */
export function wordsOf(name: string): string {
  const words = (name.split('.').at(-1) ?? name)
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();
  return words === '' ? 'Number' : words.charAt(0).toUpperCase() + words.slice(1);
}

const networks: Record<string, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  tiktok: 'TikTok',
  twitter: 'X (Twitter)',
  x: 'X (Twitter)',
};

function ownerWords(cell: string): string {
  const bare = cell.trim();
  return (
    networks[bare.toLowerCase().replace(/_(page|business|organization|company)$/, '')] ?? (bare || 'Other')
  );
}
