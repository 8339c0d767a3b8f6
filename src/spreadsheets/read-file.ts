/**
 * Reads a CSV file as spreadsheets write it: with or without a byte order mark, with commas, semicolons or
 * tabs.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { delimiterOf, withFormulas } from '#src/platform/csv.ts';
import { columns, isCut, readingColumns } from './columns.ts';
import { rowsAtMost, type WrongFile } from './import.ts';

/** The cells of a row, with line feeds as line ends. */
export interface RawRow {
  /** The row number as in spreadsheets: the header is 1. */
  row: number;
  brand: string;
  caption: string;
  media: string;
  profiles: string;
  time: string;
  /** The service's id of the post that a row of an export is about; empty if it's about none. */
  post: string;
  /** The export has only the beginning of the post's caption. */
  isCut: boolean;
  /**
   * The row has more cells than the header, as after a comma that isn't in quotes, so none of its cells may
   * be where it seems.
   */
  isTooLong: boolean;
}

const known = { ...columns, ...readingColumns };
type Known = keyof typeof known;

/** What other people's spreadsheets call a column, separated by commas. */
const otherNames: Partial<Record<Known, string>> = {
  caption: 'text, post',
  media:
    'media links, media urls, links, files, images, image, image links, image urls, image url, pictures, picture, photos, photo, videos, video',
  profiles: 'profiles, social profile, profile',
  time: 'schedule, schedule for, date, scheduled at',
};

/** `ignored`: the columns that an import doesn't know. */
export function readRows(bytes: Uint8Array): { rows: RawRow[]; ignored: string[] } | { wrong: WrongFile } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { wrong: { what: 'not utf-8' } };
  }
  let lines: string[][];
  try {
    lines = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      // otherwise, only the first kind of line end that it finds ends rows, and a file that was put together
      // from two has both
      record_delimiter: ['\r\n', '\n', '\r'],
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    return { wrong: { what: 'not csv' } };
  }
  const [header = [], ...body] = lines;
  const { places, day, ignored, wrong } = placesOf(header);
  if (wrong) return { wrong };
  // only exports have this column, and only in exports do apostrophes not belong to the text
  const original = places.whole === undefined ? (text: string) => text : withFormulas;
  const cell = (line: readonly string[], column: Known): string =>
    original(line[places[column] ?? -1] ?? '')
      .replaceAll(/\r\n?/g, '\n')
      .trim();
  const rows = body.flatMap((line, i) =>
    line.every((one) => one.trim() === '')
      ? []
      : [
          {
            row: i + 2,
            brand: cell(line, 'brand'),
            caption: cell(line, 'caption'),
            media: cell(line, 'media'),
            profiles: cell(line, 'profiles'),
            time: `${day === undefined ? '' : (line[day] ?? '').trim()} ${cell(line, 'time')}`.trim(),
            post: cell(line, 'post'),
            isCut: cell(line, 'whole').toLowerCase() === isCut,
            isTooLong: line.slice(header.length).some((one) => one.trim() !== ''),
          },
        ],
  );
  if (rows.length === 0) return { wrong: { what: 'empty' } };
  return rows.length > rowsAtMost ? { wrong: { what: 'too many rows' } } : { rows, ignored };
}

/** How many ignored columns are named: a header can have thousands. */
const ignoredAtMost = 100;

interface Places {
  places: { [column in Known]?: number };
  /** The column with the days of the times, if there is one. */
  day?: number | undefined;
  ignored: string[];
  wrong?: WrongFile;
}

function placesOf(header: readonly string[]): Places {
  const names = header.map((name) => name.trim().toLowerCase());
  const hasDay = names.includes('date') && names.includes('time');
  const day = hasDay ? names.indexOf('date') : undefined;
  const found = (Object.keys(known) as Known[]).map((column) => {
    const accepted = [known[column].toLowerCase(), ...(otherNames[column]?.split(', ') ?? [])];
    return { column, at: names.flatMap((name, i) => (accepted.includes(name) && i !== day ? [i] : [])) };
  });
  const named = (columns: typeof found): string[] => columns.map(({ column }) => known[column]);
  const twice = found.filter(({ column, at }) => column in columns && at.length > 1);
  if (twice.length > 0)
    return { places: {}, ignored: [], wrong: { what: 'column twice', columns: named(twice) } };
  const missing = found.filter(
    ({ column, at }) => (column === 'brand' || column === 'caption') && at.length === 0,
  );
  if (missing.length > 0)
    return { places: {}, ignored: [], wrong: { what: 'no column', columns: named(missing) } };
  const first = found.flatMap(({ column, at }) => (at[0] === undefined ? [] : [[column, at[0]] as const]));
  const used = new Set([day, ...found.flatMap(({ at }) => at)]);
  const others = header
    .map((name) => name.trim().slice(0, 100).toWellFormed())
    .filter((name, i) => name !== '' && !used.has(i));
  const ignored = others.slice(0, ignoredAtMost);
  return { places: Object.fromEntries(first), day, ignored };
}
