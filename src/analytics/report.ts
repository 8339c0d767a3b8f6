/** Turns an analytics export into what people get: the table as a file, and what the message shows of it. */

import { writeCsv } from '#src/platform/csv.ts';
import type { AnalyticsExport } from '#src/platform/publishing-api/service.ts';
import type { Report } from './export-state.ts';
import { readOverTime } from './over-time.ts';
import { readTable } from './table.ts';

/** As many rows as fit into a message, and some to tell that there are more. */
const sampleRows = 101;
const sampleColumns = 21;

/** `undefined`: the export is empty. */
export function makeReport(sent: AnalyticsExport): Report | undefined {
  const table = readTable(sent);
  if (table.columns.every((name) => name === '')) return undefined;
  const { columns, rows } = table;
  const shown = readOverTime(table);
  const sample = [columns, ...rows.slice(0, sampleRows)].map((row) => row.slice(0, sampleColumns));
  return { csv: writeCsv(table), numbers: { rows: rows.length, shown, sample } };
}
