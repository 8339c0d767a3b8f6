/** The numbers of single posts in an export. Pure. */
import type { Table } from '#src/platform/csv.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type Figure, figureOf } from './figures.ts';
import { type Column, columnsOf, wordsOf } from './over-time.ts';
import { mostCells } from './table.ts';
import { readNumber } from './values.ts';

/** What a post achieved, so many days after it was published. */
export interface PostResult {
  card: Card;
  figures: Figure[];
  days: number;
}

/** An export whose columns were read. */
export type Columns = ReturnType<typeof columnsOf>;

/** `undefined`: nearly all of its cells are empty, and reading them would take too long. */
export function readColumns(table: Table): Columns | undefined {
  return table.columns.length * table.rows.length > mostCells ? undefined : columnsOf(table);
}

/** The columns that can name the post of a row, by their names: `post_id` is as good as `postId`. */
export function postColumns({ all }: Columns, names: readonly string[]): Column[] {
  const wanted = new Set(names.map(bare));
  return all.filter(({ name }) => wanted.has(bare(name)));
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A post that rows of an export are about. */
export interface ExportedPost {
  id: string;
  caption: string;
  /** Absent: it was created in the publishing service, or its card has expired. */
  card: Card | undefined;
  rows: readonly number[];
}

/** Those of an export, and its column with their ids. */
export interface PostsInExport {
  column: Column;
  posts: ExportedPost[];
}

/** The rows of each post. */
export function rowsByPost({ cells }: Column): Map<string, number[]> {
  const rows = Map.groupBy(cells.keys(), (row) => cells[row]?.trim() ?? '');
  rows.delete('');
  return rows;
}

/** A profile's numbers, which aren't a result of any post. */
const ofProfile = /\b(followers?|fans|subscribers?|audience|members?)\b/i;

/** Whose numbers a row has, for a post on several networks. */
const ofNetwork = /\b(networks?|provider|platform|channel|profile|account)\b/i;

/** What the rows of a post come to. */
export function figuresOf(columns: Columns, rows: readonly number[]): Figure[] {
  return columns.numbers.flatMap((column) => {
    const name = wordsOf(column.name);
    const points = rows.flatMap((row) => {
      const value = readNumber(column.cells[row] ?? '');
      return value === undefined ? [] : [{ at: row, value }];
    });
    if (ofProfile.test(name) || points.length === 0) return [];
    const figure = figureOf(name, column.percent, [{ points }]);
    if (figure.how === 'average') return [figure];
    if (figure.how === 'each date') return [eachDate(columns, figure, points)];
    const value = figure.how === 'at the end' ? latestOf(columns, points) : sumOf(points);
    if (value === undefined) return [];
    return [{ name, percent: false, how: 'total' as const, value }];
  });
}

interface Point {
  /** Its row. */
  at: number;
  value: number;
}

/** Of a number of people: the average of its dates. Rows of one date are about several networks. */
function eachDate({ time }: Columns, figure: Figure, points: readonly Point[]): Figure {
  const dates = new Set(points.map(({ at }) => time?.times[at])).size;
  if (dates < 2) return { ...figure, how: 'total', value: sumOf(points) };
  return { ...figure, name: `${figure.name} per day`, value: sumOf(points) / dates };
}

const sumOf = (points: readonly Point[]): number => points.reduce((sum, { value }) => sum + value, 0);

/** Of a number that is a total already: the latest of each network. `undefined`: nothing says which that is. */
function latestOf({ time, others }: Columns, points: readonly Point[]): number | undefined {
  const dated = points.flatMap(({ at, value }) => {
    const when = time?.times[at];
    return when === undefined ? [] : [{ at, value, when }];
  });
  if (dated.length === 0) return undefined;
  const names = others.filter(({ name }) => ofNetwork.test(wordsOf(name)));
  const networks = Map.groupBy(dated, ({ at }) => names.map(({ cells }) => cells[at]).join('\n'));
  const latest = [...networks.values()].flatMap((all) => {
    const last = Math.max(...all.map(({ when }) => when));
    return all.filter(({ when }) => when === last);
  });
  return sumOf(latest);
}

const byImportance = [/engag/i, /interact|reaction|like/i, /reach|impression|view/i];

/** The name of the number by which posts are compared: engagements, if the export has them. */
export function mainOf(figures: readonly Figure[]): string | undefined {
  const totals = figures.filter(({ how }) => how === 'total');
  const found = byImportance.map((words) => totals.find(({ name }) => words.test(name)));
  return (found.find((figure) => figure !== undefined) ?? totals[0])?.name;
}
