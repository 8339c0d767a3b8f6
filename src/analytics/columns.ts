/** What the columns of an export have: its times, its numbers, and whose numbers they are. Pure. */
import type { Table } from '#src/platform/csv.ts';
import { networkName, providers } from '#src/platform/publishing-api/networks.ts';
import { mostCells } from './table.ts';
import { readNumber, readTime } from './values.ts';

export interface Column {
  name: string;
  cells: string[];
}

interface NumberColumn extends Column {
  percent: boolean;
}

export interface Columns {
  all: Column[];
  /** Absent if no column has times. */
  time: { name: string; times: (number | undefined)[] } | undefined;
  /** All columns except the one with the times. */
  others: Column[];
  numbers: NumberColumn[];
}

/** A column has times or numbers if this share of its cells does. The last row may be a total. */
const enough = 0.8;

/** `undefined` if nearly all cells are empty, because reading them would take too long. */
export function readColumns({ columns, rows }: Table): Columns | undefined {
  if (columns.length * rows.length > mostCells) return undefined;
  const all = columns.map((name, at): Column => ({ name, cells: rows.map((row) => row[at] ?? '') }));
  const time = timeColumn(all);
  const others = all.filter(({ name }) => name !== time?.name);
  const numbers = others
    .filter(({ name, cells }) => !isId(name) && mostly(cells, readNumber))
    // computed once, because it reads all cells, and the figures of each post need it
    .map((column) => Object.assign(column, { percent: isPercent(column) }));
  return { all, time, others, numbers };
}

const isPercent = ({ cells }: Column): boolean =>
  mostly(cells, (cell) => (cell.trim().endsWith('%') ? readNumber(cell) : undefined));

/**
 * Whether it's the name of an id: `id`, `post_id`, `postId`, but not a word that ends like one, such as
 * `paid` or `android`.
 */
const isId = (name: string): boolean => /(^|[_\s.-])id$/i.test(name) || /[a-z]I[dD]$/.test(name);

const namesTime = /\b(date|day|week|month|time|timestamp|period|at)\b/i;

function timeColumn(columns: Column[]): Columns['time'] {
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

/** `engagement_rate` and `metrics.engagementRate` as people read them: `Engagement rate`. */
export function wordsOf(name: string): string {
  const words = (name.split('.').at(-1) ?? name)
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();
  return words === '' ? 'Number' : words.charAt(0).toUpperCase() + words.slice(1);
}

const ofNetwork = /\b(networks?|provider|platform|channel|profile|account)\b/i;

/** The columns that say on which network or profile something happened, by their names. */
export function profileColumns({ others, numbers }: Columns): Column[] {
  const counted = new Set<Column>(numbers);
  return others.filter((column) => !counted.has(column) && ofNetwork.test(wordsOf(column.name)));
}

/**
 * Whose numbers each row has: the values of the fewest of these columns that distinguish rows with the same
 * key, or of all of them.
 */
export function ownersOf(keys: readonly string[], from: readonly Column[]): string[] {
  const texts = from.filter(({ cells }) => new Set(cells).size > 1);
  const namesBy = (by: readonly Column[]): string[] =>
    keys.map((_, row) => by.map(({ cells }) => ownerWords(cells[row] ?? '')).join(' · '));
  const tellsApart = (names: string[]): boolean =>
    new Set(names.map((name, row) => `${keys[row]} ${name}`)).size === names.length;
  const choices = [[], ...texts.map((each) => [each]), texts].map(namesBy);
  return choices.find(tellsApart) ?? choices.at(-1) ?? [];
}

/** What a cell names, in people's words: `Facebook` for `facebook_page`. */
export function ownerWords(cell: string): string {
  const bare = cell.trim();
  const word = bare.toLowerCase().replace(/_(page|business|organization|company)$/, '');
  const provider = word === 'x' ? 'twitter' : word;
  return isProvider(provider) ? networkName(provider) : bare || 'Other';
}

const isProvider = (word: string): boolean => providers.some((provider) => provider === word);
