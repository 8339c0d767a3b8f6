/** Reads the rows of a listing one by one: a row that does not fit is left out and reported. */
import type { Endpoint } from '../failures.ts';
import { fieldNames } from '../fields.ts';
import type { Log } from '../service.ts';

/** Gives `undefined` for a row that does not fit; `note` reports a field of a row that otherwise does. */
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

/** Those that fit, which may be none. */
export function readRows<T>(endpoint: Endpoint, rows: unknown[], read: ReadRow<T>, report: Reporter): T[] {
  const note = (field: string): void => report(endpoint, 'a field of a row could not be read', [field]);
  const fitting: T[] = [];
  for (const row of rows) {
    const record = read(row, note);
    if (record === undefined)
      report(endpoint, 'a row of a listing does not fit and is left out', fieldNames(row));
    else fitting.push(record);
  }
  return fitting;
}
