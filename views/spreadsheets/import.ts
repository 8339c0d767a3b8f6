/** *Import posts*: the review card of a file, its errors, and the other texts of an import. */

import type { KnownBlock, ModalView } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { withoutMedia } from '#src/posts/card/needs-media.ts';
import { columns } from '#src/spreadsheets/columns.ts';
import {
  type FileProblem,
  type Forecast,
  type Held,
  type Import,
  type ImportedPost,
  type ImportedRows,
  postsOfCard,
  type RowError,
  rowsAtMost,
  type WrongFile,
} from '#src/spreadsheets/import.ts';
import { button, buttonRow, contextLine, heading, modal, section, sections } from '#views/kit/blocks.ts';
import { listed, number, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { withLinks } from '#views/kit/links.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { pageOf, turnBlocks } from '#views/kit/paged.ts';
import {
  bold,
  capital,
  clipped,
  count,
  lower,
  messageLink,
  oneLine,
  person,
  place,
  time,
} from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';
import { linked, type Reader } from '#views/posts/card-link.ts';
import { stateInBrief } from '#views/posts/card-state.ts';
import { clashLine, closeInTime, doubtfulText, noMediaText } from '#views/posts/warnings.ts';

export const importActions = {
  create: 'import.create',
  cancel: 'import.cancel',
  stop: 'import.stop',
  /** This action id dates from when the button only showed errors. */
  rows: 'import.errors',
} as const;

const rowsShown = 5;
const errorsShown = 5;

type Clashes = Forecast['clashes'];

/**
 * What the card shows besides the rows. `clashes` and `held`: until someone decides. `links`: while they're
 * opened.
 */
interface Beside extends Partial<Forecast> {
  links?: { opened: number; all: number };
  /** While posts are created: how many of them have their cards. */
  posted?: number;
  /** How many minutes are left until all posts are created and have their cards. */
  minutes?: number | undefined;
}

/** `rows`: `undefined` while the file is being checked, and after they have expired. */
export function renderImport(
  one: Import,
  rows: ImportedRows | undefined,
  { clashes = new Map(), held = new Map(), channels = [], links, posted = 0, minutes = 0 }: Beside = {},
): { text: string; blocks: KnownBlock[] } {
  const name = clipped(one.file.name, 100);
  const isRead = rows && one.stage !== 'checking' && one.stage !== 'cancelled';
  const { emoji, text } = headline(one, rows, { links, posted, minutes });
  return {
    text: `Import of ${name}: ${text.replaceAll('*', '')}`,
    blocks: [
      heading(`Import of ${clip(oneLine(one.file.name), 100)}`),
      section(`${emoji} ${text}`),
      ...(isRead ? [contextLine(`${countsText(rows)}.`)] : []),
      ...(isRead ? rowBlocks(one, rows, { clashes, held, channels }, minutes) : []),
      contextLine(
        compact([
          `Requested by ${person(one.by)}`,
          one.decidedBy &&
            one.decidedBy !== one.by &&
            `${one.stage === 'cancelled' ? 'canceled' : 'confirmed'} by ${person(one.decidedBy)}`,
          one.stoppedBy && `stopped by ${person(one.stoppedBy)}`,
          one.link && `from ${messageLink(one.link, 'this message')}`,
        ]).join(', '),
      ),
      ...buttons(one, rows),
    ],
  };
}

const sizeOf = (rows: readonly unknown[]): number => new Set(rows).size;

/**
 * Each row of the file counts once: `8 rows: 4 for new posts, 2 with errors, 1 already imported, and 1 for a
 * post that already exists`.
 */
function countsText({ posts, errors, before, existing }: ImportedRows): string {
  const wrong = sizeOf(errors.map(({ row }) => row));
  const counts: [number, string][] = [
    [posts.length, plural(posts.length, { one: 'for a new post', other: 'for new posts' })],
    [wrong, 'with errors'],
    [before.length, 'already imported'],
    [
      existing.length,
      plural(existing.length, {
        one: 'for a post that already exists',
        other: 'for posts that already exist',
      }),
    ],
  ];
  const all = counts.reduce((sum, [n]) => sum + n, 0);
  const parts = counts.flatMap(([n, what]) => (n > 0 ? [`${number(n)} ${what}`] : []));
  return `${count(all, 'row')}: ${listed(parts)}`;
}

/** Whether every post was created or has failed. Some cards may not be posted yet. */
function isMade({ created, failed, unknown, recorded, before, stoppedBy }: Import, posts: number): boolean {
  return created + failed + unknown === recorded - before && (stoppedBy !== undefined || recorded === posts);
}

function headline(
  one: Import,
  rows: ImportedRows | undefined,
  { links, posted, minutes }: { links: Beside['links']; posted: number; minutes: number },
): { emoji: string; text: string } {
  const posts = rows?.posts.length ?? 0;
  switch (one.stage) {
    case 'checking':
      return {
        emoji: ':hourglass_flowing_sand:',
        text: `*Checking the file…*${links ? ` ${number(links.opened)} of ${count(links.all, 'media link')} checked` : ''}`,
      };
    case 'refused':
      return {
        emoji: ':warning:',
        text: `${one.recorded > 0 ? `*Stopped after ${count(one.created, 'post')}.*` : one.wrong ? '*Couldn’t import the file.*' : '*Nothing to import.*'} ${one.wrong ? wrongFile(one.wrong) : nothingNew(rows)}`,
      };
    case 'review':
      return {
        emoji: ':eyes:',
        text: `*Ready to create ${count(posts, 'post')}${posts > 0 ? ` for ${brandsText(rows?.posts ?? [])}` : ''}.* Nothing is created until someone confirms.`,
      };
    case 'cancelled':
      return { emoji: ':no_entry_sign:', text: '*Canceled.* Nothing was created.' };
    case 'creating':
      return {
        emoji: ':hourglass_flowing_sand:',
        text: [
          ...(isMade(one, posts) ? [postingText(one, posted)] : [creatingText(one, posts - one.before)]),
          ...(one.stoppedBy && !isMade(one, posts)
            ? ['Posts that are already being created will be finished.']
            : [`${timeText(minutes)} left.`]),
          ...asides(one),
        ].join(' '),
      };
    case 'done': {
      const left = one.stoppedBy ? (rows?.posts.slice(one.recorded) ?? []) : [];
      return {
        emoji:
          one.failed + one.unknown + left.length > 0
            ? ':warning:'
            : one.created > 0
              ? ':white_check_mark:'
              : ':information_source:',
        text: [doneText(one), ...(left.length > 0 ? [leftText(left)] : []), ...asides(one)].join(' '),
      };
    }
  }
}

/** After someone stopped the import. */
export const leftText = (posts: readonly Pick<ImportedPost, 'row'>[]): string =>
  `The import was stopped: ${rowsNamed(posts.map(({ row }) => row))} ${plural(posts.length, { one: 'wasn’t imported. To create its post', other: 'weren’t imported. To create their posts' })}, import the same file again.`;

const creatingText = (one: Import, posts: number): string =>
  `*${one.stoppedBy ? 'Stopping' : 'Creating'}…* ${number(one.created)} of ${count(posts, 'post')} created${troubles(one)}.`;

/**
 * Slack accepts about one message a second in a channel, so the cards of hundreds of posts appear after the
 * posts.
 */
const postingText = (one: Import, posted: number): string =>
  `*Posting the cards…* ${count(one.created, 'post')} created${troubles(one)}. ${number(posted)} of ${count(one.recorded - one.before, 'card')} posted.`;

function timeText(minutes: number): string {
  const rounded = Math.round(minutes);
  return rounded === 0 ? 'Less than a minute' : `About ${count(rounded, 'minute')}`;
}

function doneText(one: Import): string {
  const { created, failed, unknown } = one;
  const why = plural(failed, { one: 'Its card says why.', other: 'Their cards say why.' });
  if (created === 0 && failed > 0) return `*Couldn’t create ${count(failed, 'post')}.* ${why}`;
  if (created === 0) return unknown > 0 ? '*Outcome unknown.*' : '*No new posts were created.*';
  return failed > 0
    ? `*Created ${count(created, 'post')}*${troubles(one)}. ${why}`
    : `*Created ${count(created, 'post')}.*`;
}

const troubles = ({ failed }: Import): string =>
  failed === 0 ? '' : `, and ${count(failed, 'post')} couldn’t be created`;

const asides = ({ unknown, before }: Import): string[] =>
  compact([
    unknown > 0 &&
      `I couldn’t confirm whether ${count(unknown, 'post was', 'posts were')} created. ${plural(unknown, { one: 'Its card says', other: 'Their cards say' })} what to check.`,
    before > 0 &&
      `${count(before, 'row was', 'rows were')} imported in the meantime and ${plural(before, { one: 'wasn’t', other: 'weren’t' })} imported again.`,
  ]);

function brandsText(posts: readonly ImportedPost[]): string {
  const brands = [...new Set(posts.map(({ brand }) => brand.name))];
  if (brands.length > 3) return count(brands.length, 'brand');
  return listed(brands.map((name) => clipped(name, 80).replaceAll('*', '∗')));
}

function nothingNew(rows: ImportedRows | undefined): string {
  if (!rows) return '';
  if (rows.errors.length === 0)
    return rows.existing.length > 0
      ? 'All posts in this file already exist.'
      : 'All posts in this file have already been imported.';
  return fixRows;
}

export const fixRows = `Fix these rows in your file, send it again, and use *Import posts* on the new message. Rows that were already imported aren’t imported again.`;

const columnsShown = 5;

function ignoredText(columns: readonly string[]): string {
  const which = listed(andMore(columns, columnsShown, (name) => bold(name, 40)));
  return `:warning: I don’t recognize the ${plural(columns.length, { one: 'column', other: 'columns' })} ${which}, so ${plural(columns.length, { one: 'it’s', other: 'they’re' })} ignored.`;
}

type Difference = ImportedRows['differences'][number];

/** The warning about rows that were edited as if importing them changed their posts. */
export const differentText = (rows: readonly number[]): string =>
  `:warning: ${rowsText(rows)} ${plural(rows.length, {
    one: 'differs from its post. Importing doesn’t change posts: edit it on its card, or clear the *Post ID* cell to create a new one',
    other:
      'differ from their posts. Importing doesn’t change posts: edit them on their cards, or clear the *Post ID* cells to create new ones',
  })}.`;

/** `Caption and Time`, and a link to the card, which has what the post says. */
const differenceText = ({ columns: parts, card }: Difference): string =>
  [listed(parts.map((name) => `*${name}*`)), ...(card ? [messageLink(card, 'Open card')] : [])].join(' · ');

/** The warning about rows that were copied with the id of their post. */
export const sharedText = (rows: readonly number[]): string =>
  `:warning: ${rowsText(rows)} have the same *Post ID* as another row in this file, so none of them becomes a new post. To create posts from copies, clear their *Post ID* cells.`;

/** More blocks than all notes can fill. */
const noteBlocks = 10;

function rowBlocks(
  { stage }: Import,
  rows: ImportedRows,
  { clashes, held, channels }: Forecast,
  minutes: number,
): KnownBlock[] {
  const { posts, errors, before, existing, differences, shared } = rows;
  const { ignored, repeated, alike, zones, unopened, late } = rows;
  const different = differences.map(({ row }) => row);
  const warnings = posts.flatMap(warningsOf);
  const isOpen = stage === 'review' || stage === 'refused';
  const same = existing.filter((row) => ![...different, ...shared].includes(row));
  const wrong = sizeOf(errors.map(({ row }) => row));
  const left = `:warning: ${count(wrong, 'row', 'rows')} with errors ${plural(wrong, { one: 'was', other: 'were' })} left out. ${fixRows}`;
  const more = posts.length - rowsShown;
  const close = posts.filter(({ card }) => (clashes.get(card) ?? []).length > 0);
  const imageless = posts.filter((post) => withoutMedia(post).length > 0);
  const nowhere = posts.filter(({ profiles }) => profiles.length === 0).map(({ row }) => row);
  const notes = compact([
    ...(posts.length > 0 && stage === 'review' ? fateLines(posts, held) : []),
    nowhere.length > 0 &&
      `:warning: ${rowsText(nowhere)} ${plural(nowhere.length, { one: 'has no social profiles, so its post', other: 'have no social profiles, so their posts' })} might not be published anywhere.`,
    imageless.length > 0 &&
      `:warning: ${rowsText(imageless.map(({ row }) => row))} ${plural(imageless.length, { one: 'has', other: 'have' })} no image or video. ${noMediaText([...new Set(imageless.flatMap(withoutMedia))])}`,
    alike.length > 0 &&
      `:warning: ${rowsText(alike)} ${plural(alike.length, { one: 'has the same caption as a post that was already imported, but', other: 'have the same captions as posts that were already imported, but' })} different media, profiles, or times. ${plural(alike.length, { one: 'It’ll become a new post', other: 'They’ll become new posts' })}.`,
    repeated.length > 0 &&
      `:warning: ${rowsText(repeated)} ${plural(repeated.length, { one: 'repeats another row in this file and will become a separate post', other: 'repeat other rows in this file and will become separate posts' })}.`,
    close.length > 0 && closeText(close),
    unopened.length > 0 &&
      `:information_source: I couldn’t check some media links in ${rowsNamed(unopened)}: I open only \`https://\` links that lead straight to a public file.`,
    late.length > 0 &&
      `:information_source: There wasn’t enough time to check all media links in ${rowsNamed(late)}.`,
    before.length > 0 &&
      `:information_source: ${rowsText(before)} ${plural(before.length, { one: 'was', other: 'were' })} already imported and won’t be imported again.`,
    shared.length > 0 && sharedText(shared),
    same.length > 0 &&
      `:information_source: ${rowsText(same)} ${plural(same.length, { one: 'is a post that already exists and won’t be created again or changed. To create a copy, clear its *Post ID* cell', other: 'are posts that already exist and won’t be created again or changed. To create copies, clear their *Post ID* cells' })}.`,
    ignored.length > 0 && stage === 'review' && ignoredText(ignored),
    zones.length > 0 && stage === 'review' && `:clock3: Times without a UTC offset use ${zonesText(zones)}.`,
    posts.length > 0 && stage === 'review' && whereText(posts.length, channels, minutes),
  ]);
  if (!isOpen) return wrong > 0 ? firstOf(errorLines(errors), left, 'error') : [];
  return [
    ...posts.slice(0, rowsShown).map((post) => section(postLine(post, clashes))),
    ...(more > 0 ? [contextLine(`and ${number(more)} more`)] : []),
    ...sections(notes).slice(0, noteBlocks),
    ...(different.length > 0
      ? firstOf(differences.map(differenceLine), differentText(different), 'row')
      : []),
    ...(warnings.length > 0 ? firstOf(errorLines(warnings), linksText(warnings), 'warning') : []),
    ...(wrong > 0 && stage === 'review' ? firstOf(errorLines(errors), errorsText(wrong), 'error') : []),
    ...(wrong > 0 && stage === 'refused' ? firstOf(errorLines(errors), '', 'error') : []),
  ];
}

const differenceLine = (one: Difference): string => `• Row ${one.row}: ${differenceText(one)}`;

/** The first lines, below `text`. *See all rows* shows all of them. */
function firstOf(lines: readonly string[], text: string, noun: string): KnownBlock[] {
  const more = lines.length - errorsShown;
  return [
    ...(text === '' ? [] : [section(text)]),
    ...lines.slice(0, errorsShown).map((line) => section(line)),
    ...(more > 0 ? [contextLine(`and ${count(more, `more ${noun}`)}: press *${seeAllRows}*`)] : []),
  ];
}

const channelsNamed = 5;

/** Where the cards will be, and when. */
function whereText(posts: number, channels: readonly string[], minutes: number): string {
  const where = listed(andMore(channels, channelsNamed, place, (more) => `${number(more)} more`));
  const threads = posts > postsOfCard ? `, in threads of up to ${postsOfCard} posts each` : '';
  return `:speech_balloon: ${where === '' ? '' : `Cards go to ${where}${threads}. `}Creating the ${plural(posts, { one: 'post and its card', other: 'posts and their cards' })} takes ${lower(timeText(minutes))}.`;
}

const seeAllRows = 'See all rows';

const errorsText = (rows: number): string =>
  `:warning: ${count(rows, 'row has', 'rows have')} errors and will be left out. ${fixRows}`;

const linksText = (warnings: readonly RowError[]): string => {
  const rows = sizeOf(warnings.map(({ row }) => row));
  return `:warning: ${count(rows, 'row has', 'rows have')} media links that might not work. To change them first, press *Cancel* and fix them in your file.`;
};

/**
 * `Berlin time for Northwind Coffee; Madrid time for Harbor Yoga`. The brands are only named if they have
 * different zones.
 */
function zonesText(zones: ImportedRows['zones']): string {
  const ofBrands = (brands: readonly string[]): string =>
    zones.length > 1 ? ` for ${listed(brands.map((name) => clip(name, 60)))}` : '';
  return clipped(zones.map(({ zone, brands }) => `${cityOf(zone)} time${ofBrands(brands)}`).join('; '), 500);
}

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

const rangesNamed = 20;

/** `Rows 2, 5, and 9`, as the subject of a sentence. */
const rowsText = (rows: readonly number[]): string => capital(rowsNamed(rows));

/** `rows 2, 5, and 9–12`. */
function rowsNamed(rows: readonly number[]): string {
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

/** A warning: the posts are created anyway. */
export const closeText = (posts: readonly Pick<ImportedPost, 'row'>[]): string =>
  `:warning: ${rowsText(posts.map(({ row }) => row))} ${plural(posts.length, { one: 'is', other: 'are' })} ${closeInTime}.`;

function postLine(post: ImportedPost, clashes: Clashes): string {
  const { row, card, caption } = post;
  const close = clashes.get(card) ?? [];
  return `*Row ${row}:* ${clipped(oneLine(caption), 80) || 'No caption'}\n${factsOf(post, 100)}${close.length > 0 ? `\n${clashLine(close)}` : ''}`;
}

function factsOf(
  post: ImportedPost,
  namesShown: number,
  when = post.scheduledAt ? time(post.scheduledAt) : 'no time',
): string {
  const { brand, profiles, mediaUrls } = post;
  return [
    clipped(brand.name, 60),
    profiles.length > 0
      ? clipped(profiles.map(({ name }) => name).join(', '), namesShown)
      : 'no social profiles',
    ...(mediaUrls.length > 0 ? [count(mediaUrls.length, 'file')] : []),
    ...(withoutMedia(post).length > 0 ? [':warning: no image or video'] : []),
    when,
  ].join(' · ');
}

/** The warnings about a post's media links, as on its card. */
const warningsOf = ({ row, doubtfulLinks = [] }: ImportedPost): RowError[] =>
  [...Map.groupBy(doubtfulLinks, ({ found }) => found)].map(([found, links]) => ({
    row,
    column: columns.media,
    text: doubtfulText[found](links.map(({ address }) => address)),
  }));

/** Rows with the same error share a line. */
const errorLines = (errors: readonly RowError[]): string[] =>
  [...Map.groupBy(errors, ({ column = '', text }) => `${column} ${text}`).values()].flatMap((same) => {
    const [one] = same;
    const column = one?.column === undefined ? '' : `, ${one.column}`;
    return one ? [`• ${rowsText(same.map(({ row }) => row))}${column}: ${withLinks(one.text, 500)}`] : [];
  });

function buttons(one: Import, rows: ImportedRows | undefined): KnownBlock[] {
  const { id, stage, stoppedBy } = one;
  if (!rows || stage === 'checking') return [];
  const posts = rows.posts.length;
  return buttonRow([
    ...(stage === 'review'
      ? [
          button(importActions.create, createText(posts), { style: 'primary', value: id }),
          button(importActions.cancel, 'Cancel', { value: id }),
        ]
      : []),
    stage === 'creating' &&
      !stoppedBy &&
      !isMade(one, posts) &&
      button(importActions.stop, 'Stop', { value: id }),
    hidden(stage, rows) > 0 && button(importActions.rows, seeAllRows, { value: id }),
  ]);
}

/**
 * How many lines the card doesn't show. It has the first posts, errors, and warnings until someone decides.
 * Later, the list also says what happened to the posts.
 */
function hidden(stage: Import['stage'], { posts, errors, differences }: ImportedRows): number {
  const warnings = posts.flatMap(warningsOf);
  if (stage === 'creating' || stage === 'done') return posts.length;
  if (stage === 'cancelled') return errors.length + warnings.length;
  return (
    Math.max(0, posts.length - rowsShown) +
    Math.max(0, differences.length - errorsShown) +
    Math.max(0, errorLines(errors).length - errorsShown) +
    Math.max(0, errorLines(warnings).length - errorsShown)
  );
}

const createText = (posts: number): string => `Create ${count(posts, 'post')}`;

export const rowsList = 'import.rows';

/** How many rows fit on a page, even if their texts are as long as they can be. */
const rowsOnPage = 50;
const rowBlocksAtMost = 80;

interface AllRows extends Reader {
  /** The cards of the posts, once they're created. */
  cards?: ReadonlyMap<string, Card>;
  held?: Forecast['held'];
  page?: number;
}

/**
 * Every row of the file in order: what's wrong with it, what will happen to it, or its card and state once
 * there is one.
 */
export function renderRows(
  one: Import,
  rows: ImportedRows,
  { cards = new Map(), held = new Map(), page: requestedPage = 0, ...reader }: AllRows,
): ModalView {
  const shown = pageOf(rowLines(one, rows, { cards, held, reader }), requestedPage, rowsOnPage);
  return modal({ title: 'All rows' }, [
    contextLine(`${countsText(rows)}, in ${clipped(one.file.name, 100)}. The header is row 1.`),
    ...sections(shown.rows).slice(0, rowBlocksAtMost),
    ...turnBlocks(rowsList, one.id, shown),
  ]);
}

function rowLines(
  one: Import,
  { posts, errors, before, existing, differences, shared }: ImportedRows,
  { cards, held, reader }: { cards: ReadonlyMap<string, Card>; held: Forecast['held']; reader: Reader },
): string[] {
  const different = new Map(differences.map((each) => [each.row, each]));
  const isShared = new Set(shared);
  const wrongText = (wrong: readonly RowError[]): string =>
    wrong
      .map(({ column, text }) => `:warning: ${column ? `${column}: ` : ''}${withLinks(text, 500)}`)
      .join('\n');
  const postText = (post: ImportedPost): string => {
    const words = clipped(oneLine(post.caption), 40) || 'No caption';
    // during the review, the card is one of an earlier import that couldn't create its post
    const card = one.stage === 'review' ? undefined : cards.get(post.card);
    if (card) return `${linked(card, words, reader) ?? words} · ${stateInBrief(card)}${plannedText(card)}`;
    const what = one.stage === 'done' ? 'not created' : fateOf(post, held);
    return `${words} · ${factsOf(post, 50, what)}`;
  };
  const existingText = (row: number): string => {
    const difference = different.get(row);
    return [
      'already exists',
      ...(difference ? [`:warning: differs in ${differenceText(difference)}`] : []),
      ...(isShared.has(row) ? [':warning: has the same *Post ID* as another row'] : []),
    ].join(' · ');
  };
  const lines: [number, string][] = [
    ...[...Map.groupBy(errors, ({ row }) => row)].map(([row, wrong]): [number, string] => [
      row,
      wrongText(wrong),
    ]),
    ...posts.map((post): [number, string] => [
      post.row,
      [postText(post), wrongText(warningsOf(post))].filter(Boolean).join('\n'),
    ]),
    ...before.map((row): [number, string] => [row, 'already imported']),
    ...existing.map((row): [number, string] => [row, existingText(row)]),
  ];
  return lines.sort(([a], [b]) => a - b).map(([row, text]) => `*Row ${row}:* ${text}`);
}

const plannedText = (card: Card): string => {
  const at = card.state === 'published' ? undefined : timeOf(card);
  return at === undefined ? '' : `, ${time(at)}`;
};

/** What will happen to a post once someone confirms the import. */
function fateOf({ card, scheduledAt }: ImportedPost, held: Forecast['held']): string {
  if (!scheduledAt) return 'draft without a time';
  const why = held.get(card);
  const at = time(scheduledAt);
  if (why === 'needs_approval') return `scheduled for ${at} once it’s approved`;
  return why === undefined
    ? `scheduled for ${at}`
    : `draft, planned for ${at}, because ${why === 'paused' ? 'publishing is paused' : 'it has links instead of attached files'}`;
}

/** Slack doesn't say which of these it is. */
export const fileUnseen =
  'I can’t see this file: I’m not in this conversation, or the file was deleted. Type `/invite @Presscheck` in the channel and use *Import posts* again, or send me the file in a direct message.';

const fileProblems: Record<FileProblem, string> = {
  gone: fileUnseen,
  'no right':
    'I don’t have permission to read files. Ask your Presscheck admin to reinstall the app with the `files:read` scope.',
  'too large': 'The file is larger than 1 MB. Split it into smaller ones.',
  'not utf-8': 'The file isn’t in UTF-8. Save it as “CSV UTF-8” and send it again.',
  'not csv': 'The file isn’t valid CSV: a quotation mark is never closed, or is in the wrong place.',
  empty: 'The file has no rows.',
  'too many rows': `A file can have up to ${rowsAtMost} rows. Split it into smaller ones.`,
  outside: 'The file isn’t stored in Slack. Upload it to Slack, then import it from that message.',
  lost: 'This import has expired. Import the file again: rows that were already imported are left out.',
  'no answer': 'I couldn’t read the file or the brands’ details. Try again in a few minutes.',
};

function wrongFile(wrong: WrongFile): string {
  if (!('columns' in wrong)) return fileProblems[wrong.what];
  const names = listed(wrong.columns.map((name) => `*${name}*`));
  const noun = plural(wrong.columns.length, { one: 'column', other: 'columns' });
  return wrong.what === 'no column'
    ? `The file needs the ${noun} ${names} in its first row.`
    : `The file has the ${noun} ${names} more than once.`;
}

/** The modal that the shortcut opens. */
export const importNotice = (text: string): ModalView => modal({ title: importTitle }, [section(text)]);

export const importTitle = 'Import posts';

/** `slash`: the slash command of this installation for a name. */
export const noCsv = (slash: (name: string) => string): string =>
  `There’s no CSV file in this message. Use *${importTitle}* on a message with a CSV file that has one row per post and these columns: Brand, Caption, Media, Social profiles, and Time. \`${slash('social')} export\` sends you a file like that.`;
/** For a file that only the program that wrote it can read. */
export const notCsv = (file: string): string =>
  `${clipped(file, 100)} isn’t a CSV file. In Excel, choose *File*, *Save As*, and *CSV UTF-8*. In Google Sheets, choose *File*, *Download*, and *Comma Separated Values*. Send that file, then use *${importTitle}* on its message.`;
export const severalCsv = 'There are several CSV files in this message. Send each one in its own message.';
export const importStarted = (file: string): string =>
  `I’m checking ${clipped(file, 100)}. In a moment, I’ll post its review card in the message’s thread, or in a direct message if I can’t post there. Nothing is created until someone confirms it.`;
export const importChanged =
  'Nothing was created. A pause or an approval rule changed, so some posts wouldn’t turn out as this card said. Check the updated card, then press the button again.';
export const importExpired = 'This import has expired. Import the file again.';
export function importDecided({ stage, decidedBy, stoppedBy }: Import): string {
  if (stage === 'done' && !stoppedBy) return 'This import has already finished.';
  const by = stoppedBy ?? decidedBy;
  const done = stoppedBy ? 'stopped' : stage === 'cancelled' ? 'canceled' : 'confirmed';
  return `${by ? person(by) : 'Someone'} already ${done} this import.`;
}
