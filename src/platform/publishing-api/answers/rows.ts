/** Reads the rows of a listing one by one: a row that does not fit is left out and reported. */
import type { Endpoint } from '#src/platform/publishing-api/failures.ts';
import { fieldNames } from '#src/platform/publishing-api/fields.ts';
import type { Log } from '#src/platform/publishing-api/service.ts';

/** Gives `undefined` for a row without an id; `note` reports a field of a row that otherwise does. */
export type ReadRow<T> = (row: unknown, note: (field: string) => void) => T | undefined;

/** Says what was left out: once for each endpoint and set of field names, as a watch reads the same rows all day. */
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
  /** Those that fit, which may be none. */
  fitting: T[];
  /** How many did not, or have a field that could not be read. */
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
      report(endpoint, 'a field of a row could not be read', [field]);
    });
    if (record === undefined) {
      isOdd = true;
      fields.add('id');
      report(endpoint, 'a row of a listing does not fit and is left out', fieldNames(row));
    } else fitting.push(record);
    if (isOdd) odd += 1;
  }
  return { fitting, odd, fields: [...fields] };
}
