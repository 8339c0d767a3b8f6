/** The numbers of individual posts in an export. Pure. */
import { networksShown } from '#src/platform/publishing-api/networks.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type Column, type Columns, ownerWords, profileColumns, wordsOf } from './columns.ts';
import { type Figure, howOf, type Point, perDay, sumOf } from './figures.ts';
import { dayOf } from './period.ts';
import { readNumber } from './values.ts';

/** A post's figures, some days after it was published. */
export interface PostResult {
  card: Card;
  figures: Figure[];
  days: number;
  /** Networks on which the post was published but for which there are no rows. */
  without?: string[];
}

/**
 * The columns that may have the id of a row's post, judged by their names: `post_id` is as good as `postId`.
 */
export function postColumns({ all }: Columns, names: readonly string[]): Column[] {
  const columnNames = new Set(names.map(bare));
  return all.filter(({ name }) => columnNames.has(bare(name)));
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A post that rows of an export are about. */
export interface ExportedPost {
  id: string;
  caption: string;
  /** Absent: the post was created in the publishing service, or its card has expired. */
  card: Card | undefined;
  rows: readonly number[];
}

/** The posts of an export, and the column with their ids. */
export interface PostsInExport {
  column: Column;
  posts: ExportedPost[];
}

export function rowsByPost({ cells }: Column): Map<string, number[]> {
  const rows = Map.groupBy(cells.keys(), (row) => cells[row]?.trim() ?? '');
  rows.delete('');
  return rows;
}

/** Names of columns that are about a profile, so they aren't a result of any post. */
const ofProfile = /\b(followers?|fans|subscribers?|audience|members?)\b/i;

/** The figures of a post, from its rows. */
export const figuresOf = (columns: Columns, rows: readonly number[]): Figure[] =>
  columns.numbers.flatMap((column) => figureOfPost(columns, column, rows) ?? []);

function figureOfPost(
  columns: Columns,
  { name: column, percent, cells }: Columns['numbers'][number],
  rows: readonly number[],
): Figure | undefined {
  const name = wordsOf(column);
  // `at` is the row
  const points = rows.flatMap((at): Point[] => {
    const value = readNumber(cells[at] ?? '');
    return value === undefined ? [] : [{ at, value }];
  });
  if (ofProfile.test(name) || points.length === 0) return undefined;
  const how = howOf(name, percent);
  const sum = sumOf(points);
  if (how === 'average') return { name, percent, how, value: sum / points.length };
  if (how === 'per_date') {
    // several rows of one day are for different networks
    const days = new Set(points.map(({ at }) => timeOf(columns, at)).map((at) => at && dayOf(at))).size;
    if (days > 1) return { name: perDay(name), percent, how, value: sum / days };
  }
  const value = how === 'at_end' ? latestOf(columns, points) : sum;
  return value === undefined ? undefined : { name, percent, how: 'total', value };
}

const timeOf = ({ time }: Columns, row: number): number | undefined => time?.times[row];

/**
 * Sums up the latest numbers of each network, for columns that are totals already. `undefined` if no date
 * says which row is the latest.
 */
function latestOf(columns: Columns, points: readonly Point[]): number | undefined {
  const dated = points.flatMap(({ at, value }) => {
    const when = timeOf(columns, at);
    return when === undefined ? [] : [{ at, value, when }];
  });
  if (dated.length === 0) return undefined;
  const names = profileColumns(columns);
  const networks = Map.groupBy(dated, ({ at }) => names.map(({ cells }) => cells[at]).join('\n'));
  const latest = [...networks.values()].flatMap((all) => {
    const last = Math.max(...all.map(({ when }) => when));
    return all.filter(({ when }) => when === last);
  });
  return sumOf(latest);
}

/** The post's networks for which it has no rows; empty if rows don't name networks at all. */
export function networksWithout(columns: Columns, rows: readonly number[], card: Card): string[] {
  const named = new Set(
    profileColumns(columns).flatMap(({ cells }) => rows.map((row) => ownerWords(cells[row] ?? ''))),
  );
  const networks = networksShown(card.content.profiles);
  const without = networks.filter((network) => !named.has(network));
  return without.length < networks.length ? without : [];
}

/** The top posts, best first. */
export interface Best {
  /** The name of the column by which they're compared. */
  by: string | undefined;
  posts: { post: ExportedPost; figures: Figure[] }[];
}

const mostBest = 5;

const byImportance = [/engag/i, /interact|reaction|like/i, /impression|view/i, /reach/i];

/**
 * Compares posts by engagements, or by the next best number that their rows have, which is the first figure
 * of each post.
 */
export function bestOf(
  columns: Columns,
  posts: readonly ExportedPost[],
  counts: (post: ExportedPost, row: number) => boolean,
): Best {
  const by = comparedBy(columns);
  if (!by) return { by: undefined, posts: [] };
  const ranked = posts.flatMap((post) => {
    const rows = post.rows.filter((row) => counts(post, row));
    const main = figureOfPost(columns, by, rows);
    return main && main.value > 0 ? [{ post, rows, main }] : [];
  });
  ranked.sort((a, b) => b.main.value - a.main.value);
  return {
    by: wordsOf(by.name),
    posts: ranked.slice(0, mostBest).map(({ post, rows, main }) => ({
      post,
      figures: [main, ...figuresOf(columns, rows).filter(({ name }) => name !== main.name)],
    })),
  };
}

/** Rates aren't used: they say less about a post than a count. */
function comparedBy({ numbers }: Columns): Columns['numbers'][number] | undefined {
  const fitting = numbers.filter(({ name, percent }) => {
    const words = wordsOf(name);
    return howOf(words, percent) !== 'average' && !ofProfile.test(words);
  });
  const found = byImportance.map((words) => fitting.find(({ name }) => words.test(wordsOf(name))));
  return found.find((column) => column !== undefined) ?? fitting[0];
}
