/** An analytics export as a table of texts, in whichever format the service sent it. */

import { CsvError, parse } from 'csv-parse/sync';
import { delimiterOf, type Table } from '#src/platform/csv.ts';
import type { AnalyticsExport } from '#src/platform/publishing-api/service.ts';

/** More than the service's exports can fill: only a table with nearly no content has more room than this. */
export const mostCells = 4_000_000;

/** How deeply nested records become columns. */
const deepest = 5;

export function readTable(sent: AnalyticsExport): Table {
  return sent.format === 'csv' ? fromCsv(sent.text) : fromRecords(sent.rows);
}

function fromCsv(text: string): Table {
  const lines = linesOf(text);
  const [columns = [], ...rows] = lines;
  // a row can be longer than the header; its extra cells are kept
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  // one long row among many short ones would take too much memory
  if (width * lines.length > mostCells) return { columns, rows };
  const padded = (line: string[]) => Array.from({ length: width }, (_, at) => line[at] ?? '');
  return { columns: padded(columns.map((name) => name.trim())), rows: rows.map(padded) };
}

/**
 * Parses an export that isn't quite CSV as far as possible: a file that people can look into is better than
 * none.
 */
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
    // A quote that's never closed. Without quotes, every text can be parsed.
    return parse(text, { ...relaxed, quote: false });
  }
}

function fromRecords(records: Record<string, unknown>[]): Table {
  const flat = records.map((record) => new Map(leaves(record, '')));
  const columns = [...new Set(flat.flatMap((record) => [...record.keys()]))];
  // records without common names aren't a table
  if (columns.length * records.length > mostCells)
    return { columns: ['record'], rows: records.map((record) => [JSON.stringify(record)]) };
  return { columns, rows: flat.map((record) => columns.map((name) => record.get(name) ?? '')) };
}

/** The fields of a nested record, as columns of their own: `metrics.reach`. */
function leaves(record: object, above: string, depth = 0): [string, string][] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < deepest)
      return leaves(value, `${above}${name}.`, depth + 1);
    return [[`${above}${name}`, textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
