/** What the review card of an import says about its rows. */

import { withoutMedia } from '#src/posts/card/needs-media.ts';
import {
  type Forecast,
  type Held,
  type Import,
  type ImportedPost,
  type ImportedRows,
  postsOfCard,
  type RowError,
} from '#src/spreadsheets/import.ts';
import { listed, number, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { bold, capital, clipped, count, lower, place } from '#views/kit/text.ts';
import { timeIn } from '#views/kit/zone-names.ts';
import { closeToPosts, noMediaText } from '#views/posts/warnings.ts';

/** What people should know before they confirm, each note a line. */
export function notesOf(
  { stage }: Import,
  rows: ImportedRows,
  { clashes, held, channels }: Forecast,
  minutes: number,
): string[] {
  const { posts, before, existing, differences, shared } = rows;
  const { ignored, repeated, alike, zones, unopened, late } = rows;
  const different = differences.map(({ row }) => row);
  const same = existing.filter((row) => ![...different, ...shared].includes(row));
  const close = posts.filter(({ card }) => (clashes.get(card) ?? []).length > 0);
  const imageless = posts.filter((post) => withoutMedia(post).length > 0);
  const nowhere = posts.filter(({ profiles }) => profiles.length === 0).map(({ row }) => row);
  const isReview = stage === 'review';
  return compact([
    ...(posts.length > 0 && isReview ? fateLines(posts, held) : []),
    nowhere.length > 0 && nowhereText(nowhere),
    imageless.length > 0 && imagelessText(imageless),
    alike.length > 0 && alikeText(alike),
    repeated.length > 0 && repeatedText(repeated),
    close.length > 0 && closeText(close),
    unopened.length > 0 && unopenedText(unopened),
    late.length > 0 && lateText(late),
    before.length > 0 && beforeText(before),
    shared.length > 0 && sharedText(shared),
    same.length > 0 && sameText(same),
    ignored.length > 0 && isReview && ignoredText(ignored),
    zones.length > 0 && isReview && `:clock3: Times without a UTC offset use ${zonesText(zones)}.`,
    posts.length > 0 && isReview && whereText(posts.length, channels, minutes),
  ]);
}

const nowhereText = (rows: readonly number[]): string =>
  `:warning: ${rowsText(rows)} ${plural(rows.length, { one: 'has no social profiles, so its post', other: 'have no social profiles, so their posts' })} might not be published anywhere.`;

const imagelessText = (posts: readonly ImportedPost[]): string =>
  `:warning: ${rowsText(posts.map(({ row }) => row))} ${plural(posts.length, { one: 'has', other: 'have' })} no image or video. ${noMediaText([...new Set(posts.flatMap(withoutMedia))])}`;

const alikeText = (rows: readonly number[]): string =>
  `:warning: ${rowsText(rows)} ${plural(rows.length, { one: 'has the same caption as a post that was already imported, but different media or profiles, or a different time', other: 'have the same captions as posts that were already imported, but different media, profiles, or times' })}. ${plural(rows.length, { one: 'It’ll become a new post', other: 'They’ll become new posts' })}.`;

const repeatedText = (rows: readonly number[]): string =>
  `:warning: ${rowsText(rows)} ${plural(rows.length, { one: 'repeats another row in this file and will become a separate post', other: 'repeat other rows in this file and will become separate posts' })}.`;

const unopenedText = (rows: readonly number[]): string =>
  `:information_source: I couldn’t check some media links in ${rowsNamed(rows)}: I open only \`https://\` links that lead straight to a public file.`;

const lateText = (rows: readonly number[]): string =>
  `:information_source: There wasn’t enough time to check all media links in ${rowsNamed(rows)}.`;

const beforeText = (rows: readonly number[]): string =>
  `:information_source: ${rowsText(rows)} ${plural(rows.length, { one: 'was', other: 'were' })} already imported and won’t be imported again.`;

const sameText = (rows: readonly number[]): string =>
  `:information_source: ${rowsText(rows)} ${plural(rows.length, { one: 'is for a post that already exists, so it won’t be created again or changed. To create a copy, clear the row’s *Post ID* cell', other: 'are for posts that already exist, so they won’t be created again or changed. To create copies, clear the rows’ *Post ID* cells' })}.`;

/** Which posts will be scheduled, which need something first, and which will be drafts. */
function fateLines(posts: readonly ImportedPost[], held: Forecast['held']): string[] {
  const timed = posts.filter(({ scheduledAt }) => scheduledAt !== undefined);
  const drafts = posts.length - timed.length;
  const scheduled = timed.filter(({ card }) => !held.has(card)).length;
  const rightAway = 'will be scheduled right away';
  const has = count(timed.length, 'post has', 'posts have');
  const times =
    scheduled === timed.length
      ? `${has} a time and ${rightAway}.`
      : scheduled > 0
        ? `${number(scheduled)} of ${number(timed.length)} posts with a time ${rightAway}.`
        : `${has} a time.`;
  return compact([
    timed.length > 0 && `:calendar: ${times}`,
    drafts > 0 &&
      `:calendar: ${count(drafts, 'post has', 'posts have')} no time and ${plural(drafts, { one: 'will be a draft', other: 'will be drafts' })}.`,
    ...(['needs_approval', 'paused', 'has_links'] as const).flatMap((why) => {
      const those = timed.filter(({ card }) => held.get(card) === why);
      return those.length > 0 ? [`:calendar: ${heldText(why, those)}`] : [];
    }),
  ]);
}

function heldText(why: Held, posts: readonly ImportedPost[]): string {
  const rows = rowsText(posts.map(({ row }) => row));
  const are = plural(posts.length, {
    one: 'will be a draft that keeps its time',
    other: 'will be drafts that keep their times',
  });
  const brands = brandsText(posts);
  switch (why) {
    case 'needs_approval':
      return `${rows} ${plural(posts.length, { one: 'needs approval before it’s', other: 'need approval before they’re' })} scheduled.`;
    case 'paused':
      return `${rows} ${are}, because publishing is paused for ${brands}.`;
    case 'has_links':
      return `${rows} ${are}, because posts for ${brands} need attached files instead of links.`;
  }
}

export function brandsText(posts: readonly ImportedPost[]): string {
  const brands = [...new Set(posts.map(({ brand }) => brand.name))];
  if (brands.length > 3) return count(brands.length, 'brand');
  return listed(brands.map((name) => clipped(name, 80).replaceAll('*', '∗')));
}

/** A warning: the posts are created anyway. */
export const closeText = (posts: readonly Pick<ImportedPost, 'row'>[]): string =>
  `:warning: ${rowsText(posts.map(({ row }) => row))} ${plural(posts.length, { one: 'is', other: 'are' })} ${closeToPosts(2)}.`;

/** The warning about rows that were edited as if importing them changed their posts. */
export const differentText = (rows: readonly number[]): string =>
  `:warning: ${rowsText(rows)} ${plural(rows.length, {
    one: 'differs from its post, and importing doesn’t change posts. To change the post, edit it on its card. To create a new one, clear the *Post ID* cell',
    other:
      'differ from their posts, and importing doesn’t change posts. To change the posts, edit them on their cards. To create new ones, clear the *Post ID* cells',
  })}.`;

/** The warning about rows that were copied with the id of their post. */
export const sharedText = (rows: readonly number[]): string =>
  `:warning: ${rowsText(rows)} each have the same *Post ID* as another row in this file, so they won’t become new posts. To create new posts from copies, clear the *Post ID* cell of each copy.`;

const columnsShown = 5;

function ignoredText(columns: readonly string[]): string {
  const which = listed(andMore(columns, columnsShown, (name) => bold(name, 40)));
  return `:warning: I don’t recognize the ${plural(columns.length, { one: 'column', other: 'columns' })} ${which}, so ${plural(columns.length, { one: 'it’s', other: 'they’re' })} ignored.`;
}

/**
 * `Berlin time for Northwind Coffee; Madrid time for Harbor Yoga`. The brands are only named if they have
 * different zones.
 */
function zonesText(zones: ImportedRows['zones']): string {
  const ofBrands = (brands: readonly string[]): string =>
    zones.length > 1 ? ` for ${listed(brands.map((name) => clip(name, 60)))}` : '';
  return clipped(zones.map(({ zone, brands }) => `${timeIn(zone)}${ofBrands(brands)}`).join('; '), 500);
}

const channelsNamed = 5;

/** Where the cards will be, and when. */
function whereText(posts: number, channels: readonly string[], minutes: number): string {
  const where = listed(andMore(channels, channelsNamed, place, (more) => `${number(more)} more`));
  const threads = posts > postsOfCard ? `, in threads of up to ${postsOfCard} posts each` : '';
  return `:speech_balloon: ${where === '' ? '' : `Cards go to ${where}${threads}. `}Creating the ${plural(posts, { one: 'post and its card', other: 'posts and their cards' })} takes ${lower(timeText(minutes))}.`;
}

export function timeText(minutes: number): string {
  const rounded = Math.round(minutes);
  return rounded === 0 ? 'Less than a minute' : `About ${count(rounded, 'minute')}`;
}

export const errorsText = (rows: number): string =>
  `:warning: ${count(rows, 'row has', 'rows have')} errors and will be left out. ${fixRows(rows)}`;

/** Like `errorsText`, once people have decided. */
export const leftOutText = (rows: number): string =>
  `:warning: ${count(rows, 'row', 'rows')} with errors ${plural(rows, { one: 'was', other: 'were' })} left out. ${fixRows(rows)}`;

export const fixRows = (rows: number): string =>
  `Fix the ${plural(rows, { one: 'row', other: 'rows' })} in your file, send it again, and use *Import posts* on the new message. Rows that were already imported aren’t imported again.`;

export const linksText = (warnings: readonly RowError[]): string => {
  const rows = sizeOf(warnings.map(({ row }) => row));
  return `:warning: ${count(rows, 'row has', 'rows have')} media links that might not work. To change them first, press *Cancel* and fix them in your file.`;
};

export const sizeOf = (rows: readonly unknown[]): number => new Set(rows).size;

/** `Rows 2, 5, and 9`, as the subject of a sentence. */
export const rowsText = (rows: readonly number[]): string => capital(rowsNamed(rows));

const rangesNamed = 20;

/** `rows 2, 5, and 9–12`. */
export function rowsNamed(rows: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const row of rows.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && row <= range.last + 1) range.last = row;
    else ranges.push({ first: row, last: row });
  }
  const named = ranges
    .slice(0, rangesNamed)
    .flatMap(({ first, last }) =>
      last - first > 1 ? [`${first}–${last}`] : [...new Set([first, last])].map(String),
    );
  const more = ranges.slice(rangesNamed).reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const all = listed([...named, ...(more > 0 ? [`${number(more)} more`] : [])]);
  return `${plural(rows.length, { one: 'row', other: 'rows' })} ${all}`;
}
