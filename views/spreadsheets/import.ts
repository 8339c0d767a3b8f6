/** *Import posts*: the review card of a file. */

import type { KnownBlock } from '@slack/types';
import type { Forecast, Import, ImportedPost, ImportedRows, RowError } from '#src/spreadsheets/import.ts';
import { button, buttonRow, contextLine, heading, section, sections } from '#views/kit/blocks.ts';
import { number, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { withLinks } from '#views/kit/links.ts';
import { compact } from '#views/kit/lists.ts';
import { clipped, count, messageLink, noCaption, oneLine, person } from '#views/kit/text.ts';
import { clashLine } from '#views/posts/warnings.ts';
import { wrongFile } from './import-answers.ts';
import {
  brandsText,
  differentText,
  errorsText,
  fixRows,
  leftOutText,
  linksText,
  notesOf,
  rowsNamed,
  rowsText,
  sizeOf,
  timeText,
} from './import-notes.ts';
import { countsText, differenceText, factsOf, warningsOf } from './import-rows.ts';

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
interface ImportContext extends Partial<Forecast> {
  links?: { opened: number; all: number };
  /** While posts are created: how many of them have their cards. */
  posted?: number;
  /** How many minutes are left until all posts are created and have their cards. */
  minutes?: number | undefined;
}

/** `rows`: `undefined` while the file is being checked, and after they have expired. */
export function renderImport(
  record: Import,
  rows: ImportedRows | undefined,
  {
    clashes = new Map(),
    held = new Map(),
    channels = [],
    links,
    posted = 0,
    minutes = 0,
  }: ImportContext = {},
): { text: string; blocks: KnownBlock[] } {
  const name = clipped(record.file.name, 100);
  const isRead = rows && record.stage !== 'checking' && record.stage !== 'cancelled';
  const { emoji, text } = headline(record, rows, { links, posted, minutes });
  return {
    text: `Import (${name}): ${text.replaceAll('*', '')}`,
    blocks: [
      heading(`Import: ${clip(oneLine(record.file.name), 100)}`),
      section(`${emoji} ${text}`),
      ...(isRead ? [contextLine(`${countsText(rows)}.`)] : []),
      ...(isRead ? rowBlocks(record, rows, { clashes, held, channels }, minutes) : []),
      contextLine(
        compact([
          `Requested by ${person(record.by)}${record.link ? ` from ${messageLink(record.link, 'this message')}` : ''}`,
          record.decidedBy &&
            record.decidedBy !== record.by &&
            `${record.stage === 'cancelled' ? 'canceled' : 'confirmed'} by ${person(record.decidedBy)}`,
          record.stoppedBy && `stopped by ${person(record.stoppedBy)}`,
        ]).join(', '),
      ),
      ...buttons(record, rows),
    ],
  };
}

/** Whether every post was created or has failed. Some cards may not be posted yet. */
function isMade({ created, failed, unknown, recorded, before, stoppedBy }: Import, posts: number): boolean {
  return created + failed + unknown === recorded - before && (stoppedBy !== undefined || recorded === posts);
}

function headline(
  record: Import,
  rows: ImportedRows | undefined,
  { links, posted, minutes }: { links: ImportContext['links']; posted: number; minutes: number },
): { emoji: string; text: string } {
  const posts = rows?.posts.length ?? 0;
  switch (record.stage) {
    case 'checking':
      return {
        emoji: ':hourglass_flowing_sand:',
        text: `*Checking file…*${links ? ` ${number(links.opened)} of ${count(links.all, 'media link')} checked` : ''}`,
      };
    case 'refused':
      return {
        emoji: ':warning:',
        text: `${record.recorded > 0 ? `*Stopped after ${count(record.created, 'post')}.*` : record.wrong ? '*Couldn’t import the file.*' : '*Nothing to import.*'} ${record.wrong ? wrongFile(record.wrong) : nothingNew(rows)}`,
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
          ...(isMade(record, posts)
            ? [postingText(record, posted)]
            : [creatingText(record, posts - record.before)]),
          ...(record.stoppedBy && !isMade(record, posts)
            ? ['I’ll finish creating the posts that are already in progress.']
            : [`${timeText(minutes)} left.`]),
          ...asides(record),
        ].join(' '),
      };
    case 'done': {
      const left = record.stoppedBy ? (rows?.posts.slice(record.recorded) ?? []) : [];
      return {
        emoji:
          record.failed + record.unknown + left.length > 0
            ? ':warning:'
            : record.created > 0
              ? ':white_check_mark:'
              : ':information_source:',
        text: [doneText(record), ...(left.length > 0 ? [leftText(left)] : []), ...asides(record)].join(' '),
      };
    }
  }
}

/** After someone stopped the import. */
export const leftText = (posts: readonly Pick<ImportedPost, 'row'>[]): string =>
  `The import was stopped: ${rowsNamed(posts.map(({ row }) => row))} ${plural(posts.length, { one: 'wasn’t imported. To create its post', other: 'weren’t imported. To create their posts' })}, import the same file again.`;

const creatingText = (record: Import, posts: number): string =>
  `*${record.stoppedBy ? 'Stopping' : 'Creating'}…* ${number(record.created)} of ${count(posts, 'post')} created${troubles(record)}.`;

/**
 * Slack accepts about one message a second in a channel, so the cards of hundreds of posts appear after the
 * posts.
 */
const postingText = (record: Import, posted: number): string =>
  `*Posting cards…* ${count(record.created, 'post')} created${troubles(record)}. ${number(posted)} of ${count(record.recorded - record.before, 'card')} posted.`;

function doneText(record: Import): string {
  const { created, failed, unknown } = record;
  const why = plural(failed, { one: 'Its card says why.', other: 'Their cards say why.' });
  if (created === 0 && failed > 0) return `*Couldn’t create ${count(failed, 'post')}.* ${why}`;
  if (created === 0) return unknown > 0 ? '*Outcome unknown.*' : '*No new posts were created.*';
  return failed > 0
    ? `*Created ${count(created, 'post')}*${troubles(record)}. ${why}`
    : `*Created ${count(created, 'post')}.*`;
}

const troubles = ({ failed }: Import): string =>
  failed === 0 ? '' : `, and ${count(failed, 'post')} couldn’t be created`;

const asides = ({ unknown, before }: Import): string[] =>
  compact([
    unknown > 0 &&
      `I couldn’t confirm whether ${count(unknown, 'post was', 'posts were')} created. ${plural(unknown, { one: 'Its card says', other: 'Their cards say' })} what to check.`,
    before > 0 &&
      `${count(before, 'row')} had already been imported, so ${plural(before, { one: 'it wasn’t', other: 'they weren’t' })} imported again.`,
  ]);

function nothingNew(rows: ImportedRows | undefined): string {
  if (!rows) return '';
  if (rows.errors.length === 0)
    return rows.existing.length > 0
      ? 'All posts in this file already exist.'
      : 'All posts in this file have already been imported.';
  return fixRows(sizeOf(rows.errors.map(({ row }) => row)));
}

/** More blocks than all notes can fill. */
const noteBlocks = 10;

function rowBlocks(record: Import, rows: ImportedRows, forecast: Forecast, minutes: number): KnownBlock[] {
  const { stage } = record;
  const { posts, errors, differences } = rows;
  const warnings = posts.flatMap(warningsOf);
  const wrong = sizeOf(errors.map(({ row }) => row));
  if (stage !== 'review' && stage !== 'refused')
    return wrong > 0 ? firstOf(errorLines(errors), leftOutText(wrong), 'error') : [];
  const more = posts.length - rowsShown;
  return [
    ...posts.slice(0, rowsShown).map((post) => section(postLine(post, forecast.clashes))),
    ...(more > 0 ? [contextLine(`and ${number(more)} more`)] : []),
    ...sections(notesOf(record, rows, forecast, minutes)).slice(0, noteBlocks),
    ...(differences.length > 0
      ? firstOf(differences.map(differenceLine), differentText(differences.map(({ row }) => row)), 'row')
      : []),
    ...(warnings.length > 0 ? firstOf(errorLines(warnings), linksText(warnings), 'warning') : []),
    ...(wrong > 0 ? firstOf(errorLines(errors), stage === 'review' ? errorsText(wrong) : '', 'error') : []),
  ];
}

const differenceLine = (one: ImportedRows['differences'][number]): string =>
  `• Row ${one.row}: ${differenceText(one)}`;

/** The first lines, below `text`. *See all rows* shows all of them. */
function firstOf(lines: readonly string[], text: string, noun: string): KnownBlock[] {
  const more = lines.length - errorsShown;
  return [
    ...(text === '' ? [] : [section(text)]),
    ...lines.slice(0, errorsShown).map((line) => section(line)),
    ...(more > 0
      ? [contextLine(`and ${count(more, `more ${noun}`)}. To see them all, press *${seeAllRows}*.`)]
      : []),
  ];
}

const seeAllRows = 'See all rows';

function postLine(post: ImportedPost, clashes: Clashes): string {
  const { row, card, caption } = post;
  const close = clashes.get(card) ?? [];
  return `*Row ${row}:* ${clipped(oneLine(caption), 80) || noCaption}\n${factsOf(post, 100)}${close.length > 0 ? `\n${clashLine(close)}` : ''}`;
}

/** Rows with the same error share a line. */
const errorLines = (errors: readonly RowError[]): string[] =>
  [...Map.groupBy(errors, ({ column = '', text }) => `${column} ${text}`).values()].flatMap((same) => {
    const [one] = same;
    const column = one?.column === undefined ? '' : ` · ${one.column}`;
    return one ? [`• ${rowsText(same.map(({ row }) => row))}${column}: ${withLinks(one.text, 500)}`] : [];
  });

function buttons(record: Import, rows: ImportedRows | undefined): KnownBlock[] {
  const { id, stage, stoppedBy } = record;
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
      !isMade(record, posts) &&
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
