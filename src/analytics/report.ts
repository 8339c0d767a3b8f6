/** Turns an analytics export into what people get: the table as a file, and what the message shows of it. */

import { type Table, writeCsv } from '#src/platform/csv.ts';
import type { AnalyticsExport } from '#src/platform/publishing-api/service.ts';
import type { Report, ReportOptions } from './export-state.ts';
import { readOverTime } from './over-time.ts';
import type { Period } from './period.ts';
import { type Columns, type PostsInExport, readColumns } from './results.ts';
import { readTable } from './table.ts';

/** As many rows as fit into a message, and some to tell that there are more. */
const sampleRows = 101;
const sampleColumns = 21;
const dayMs = 86_400_000;

/** `undefined`: the export is empty, or has nothing in the period. */
export async function makeReport(
  sent: AnalyticsExport,
  { period, posts }: ReportOptions,
): Promise<Report | undefined> {
  const whole = readTable(sent);
  if (whole.columns.every((name) => name === '')) return undefined;
  const columns = readColumns(whole);
  const table = period && columns ? within(whole, columns, period) : whole;
  if (period && table.rows.length === 0) return undefined;
  const found = columns && (await posts(columns));
  const named = found ? withCaptions(table, found) : table;
  const shown = readOverTime(named);
  const sample = [named.columns, ...named.rows.slice(0, sampleRows)].map((row) =>
    row.slice(0, sampleColumns),
  );
  const names = typeof shown === 'string' ? [] : shown.names;
  const shownPosts = (found?.posts ?? []).filter(({ caption }) =>
    names.some((name) => name.includes(labelOf(caption))),
  );
  return { csv: writeCsv(table), numbers: { rows: table.rows.length, shown, sample }, posts: shownPosts };
}

function within({ columns, rows }: Table, { time }: Columns, { from, to }: Period): Table {
  if (!time) return { columns, rows };
  const isWithin = (at: number | undefined): boolean => at !== undefined && at >= from && at < to + dayMs;
  return { columns, rows: rows.filter((_, row) => isWithin(time.times[row])) };
}

/** With the captions of posts instead of their ids, which nobody knows. */
function withCaptions({ columns, rows }: Table, { column, posts }: PostsInExport): Table {
  const at = columns.indexOf(column.name);
  const captions = new Map(posts.map(({ id, caption }) => [id, labelOf(caption)]));
  return {
    columns,
    rows: rows.map((row) => row.with(at, captions.get(row[at]?.trim() ?? '') ?? row[at] ?? '')),
  };
}

const labelOf = (caption: string): string => {
  const words = caption.replace(/\s+/g, ' ').trim();
  return words.length > 40 ? `${words.slice(0, 39)}…` : words || 'No caption';
};
