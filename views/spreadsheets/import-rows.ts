/** The modal *All rows* of an import. */

import type { ModalView } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { withoutMedia } from '#src/posts/card/needs-media.ts';
import { isDropped, wasPublished } from '#src/posts/card/state.ts';
import { columns } from '#src/spreadsheets/columns.ts';
import type { Forecast, Import, ImportedPost, ImportedRows, RowError } from '#src/spreadsheets/import.ts';
import { contextLine, modal, sections } from '#views/kit/blocks.ts';
import { listed, number, plural } from '#views/kit/language.ts';
import { withLinks } from '#views/kit/links.ts';
import { pageOf, turnBlocks } from '#views/kit/paged.ts';
import { clipped, count, messageLink, noCaption, oneLine, time } from '#views/kit/text.ts';
import { linked, type Reader } from '#views/posts/card-link.ts';
import { stateInBrief } from '#views/posts/card-state.ts';
import { doubtfulText } from '#views/posts/warnings.ts';
import { sizeOf } from './import-notes.ts';

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
  record: Import,
  rows: ImportedRows,
  { cards = new Map(), held = new Map(), page: requestedPage = 0, ...reader }: AllRows,
): ModalView {
  const shown = pageOf(rowLines(record, rows, { cards, held, reader }), requestedPage, rowsOnPage);
  return modal({ title: 'All rows' }, [
    contextLine(`${clipped(record.file.name, 100)} has ${countsText(rows)}. The header is row 1.`),
    ...sections(shown.rows).slice(0, rowBlocksAtMost),
    ...turnBlocks(rowsList, record.id, shown),
  ]);
}

/**
 * Each row of the file counts once: `8 rows: 4 for new posts, 2 with errors, 1 already imported, and 1 for a
 * post that already exists`.
 */
export function countsText({ posts, errors, before, existing }: ImportedRows): string {
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

function rowLines(
  record: Import,
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
    const words = clipped(oneLine(post.caption), 40) || noCaption;
    // during the review, the card is one of an earlier import that couldn't create its post
    const card = record.stage === 'review' ? undefined : cards.get(post.card);
    if (card) return `${linked(card, words, reader) ?? words} · ${stateInBrief(card)}${plannedText(card)}`;
    const what = record.stage === 'done' ? 'not created' : fateOf(post, held);
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

export function factsOf(
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
export const warningsOf = ({ row, doubtfulLinks = [] }: ImportedPost): RowError[] =>
  [...Map.groupBy(doubtfulLinks, ({ found }) => found)].map(([found, links]) => ({
    row,
    column: columns.media,
    text: doubtfulText[found](links.map(({ address }) => address)),
  }));

type Difference = ImportedRows['differences'][number];

/** `Caption and Time`, and a link to the card, which has what the post says. */
export const differenceText = ({ columns: parts, card }: Difference): string =>
  [listed(parts.map((name) => `*${name}*`)), ...(card ? [messageLink(card, 'Open card')] : [])].join(' · ');

const plannedText = (card: Card): string => {
  const at = wasPublished(card) || isDropped(card) ? undefined : timeOf(card);
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
    : `planned for ${at}, but stays a draft because ${why === 'paused' ? 'publishing is paused' : 'it has links instead of attached files'}`;
}
