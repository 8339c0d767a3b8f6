/** Reads the rows of a listing one by one. A row that doesn't fit is left out and reported. */
import type { Endpoint } from '#src/platform/publishing-api/failures.ts';
import { fieldNames } from '#src/platform/publishing-api/fields.ts';
import type { Log } from '#src/platform/publishing-api/service.ts';

/**
 * Returns `undefined` for a row without an id; `note` reports a field that can't be read in a row that
 * otherwise can.
 */
export type ReadRow<T> = (row: unknown, note: (field: string) => void) => T | undefined;

/**
 * Logs what was left out, once for each endpoint and set of field names, since readers read the same rows all
 * day.
 */
export type Reporter = (endpoint: Endpoint, what: string, fields: string[]) => void;

const mostReports = 200;

export function createReporter(log: Log | undefined): Reporter {
  const said = new Set<string>();
  return (endpoint, what, fields) => {
    const report = `${endpoint} ${what} ${fields.join()}`;
    if (said.has(report) || said.size >= mostReports) return;
    said.add(report);
    log?.warn({ endpoint, fields }, what);
  };
}

export interface RowsRead<T> {
  /** The rows that fit; there may be none. */
  fitting: T[];
  /** How many rows didn't fit, or have a field that couldn't be read. */
  odd: number;
  /** The names of these fields. */
  fields: string[];
}

export function readRows<T>(
  endpoint: Endpoint,
  rows: unknown[],
  read: ReadRow<T>,
  report: Reporter,
): RowsRead<T> {
  const fitting: T[] = [];
  const fields = new Set<string>();
  let odd = 0;
  for (const row of rows) {
    let isOdd = false;
    const record = read(row, (field) => {
      isOdd = true;
      fields.add(field);
      report(endpoint, "couldn't read a field of a row", [field]);
    });
    if (record === undefined) {
      isOdd = true;
      fields.add('id');
      report(endpoint, "skipped a row of a listing that doesn't fit", fieldNames(row));
    } else fitting.push(record);
    if (isOdd) odd += 1;
  }
  return { fitting, odd, fields: [...fields] };
}
