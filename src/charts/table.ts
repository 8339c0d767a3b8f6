/** An analytics export as a table of texts, whichever way the service sent it. */
import { CsvError, parse } from 'csv-parse/sync';
import type { AnalyticsExport } from '#src/service/service.ts';

export interface Table {
  columns: string[];
  /** Each as long as `columns`. */
  rows: string[][];
}

export function readTable(sent: AnalyticsExport): Table {
  return sent.format === 'csv' ? fromCsv(sent.text) : fromRecords(sent.rows);
}

function fromCsv(text: string): Table {
  const lines = linesOf(text);
  const [columns = [], ...rows] = lines;
  // a line that has more than the header: nothing of it is left out
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const padded = (line: string[]) => Array.from({ length: width }, (_, at) => line[at] ?? '');
  return { columns: padded(columns.map((name) => name.trim())), rows: rows.map(padded) };
}

/** An export that isn't quite CSV is read as far as it goes: a file that people can look into is better than none. */
function linesOf(text: string): string[][] {
  const relaxed = {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  };
  try {
    return parse(text, relaxed);
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    // A quote that's never closed. Without quotes, every text can be read.
    return parse(text, { ...relaxed, quote: false });
  }
}

/** Whichever of the three the header has most of; quoted names do not count. */
function delimiterOf(text: string): string {
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const often = (mark: string): number => header.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (often(mark) > often(best) ? mark : best));
}

function fromRecords(records: Record<string, unknown>[]): Table {
  const flat = records.map((record) => new Map(leaves(record, '')));
  const columns = [...new Set(flat.flatMap((record) => [...record.keys()]))];
  return { columns, rows: flat.map((record) => columns.map((name) => record.get(name) ?? '')) };
}

/** Records inside records become columns of their own: `metrics.reach`. */
function leaves(record: object, above: string): [string, string][] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return leaves(value, `${above}${name}.`);
    return [[`${above}${name}`, textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
