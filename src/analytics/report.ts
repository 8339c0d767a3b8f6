/** Turns an analytics export into what people get: the table as a file, and what the message shows. */
import { type Table, writeCsv } from '#src/platform/csv.ts';
import type { AnalyticsExport } from '#src/platform/publishing-api/service.ts';
import { type Columns, readColumns } from './columns.ts';
import type { Report, ReportOptions } from './export-state.ts';
import { dayMs, type Period } from './period.ts';
import type { PostsInExport } from './results.ts';
import { summaryOf } from './summary.ts';
import { readTable } from './table.ts';

/** As many rows as fit into a message, plus one to see that there are more. */
const sampleRows = 101;
const sampleColumns = 21;

/** `undefined` if the export is empty, or has nothing in the period. */
export async function makeReport(
  sent: AnalyticsExport,
  { period, posts, linkOf }: ReportOptions,
): Promise<Report | undefined> {
  const whole = readTable(sent);
  if (whole.columns.every((name) => name === '')) return undefined;
  const columns = readColumns(whole);
  const found = columns && (await posts(columns));
  const named = found ? withPosts(whole, found, linkOf) : whole;
  const table = period && columns?.time ? within(named, columns.time, period) : named;
  if (period && table.rows.length === 0) return undefined;
  const sample = [table.columns, ...table.rows.slice(0, sampleRows)].map((row) =>
    row.slice(0, sampleColumns),
  );
  const summary = summaryOf({ columns, posts: found, period });
  return { csv: writeCsv(table), numbers: { rows: table.rows.length, summary, sample } };
}

function within(
  { columns, rows }: Table,
  { times }: NonNullable<Columns['time']>,
  { from, to }: Period,
): Table {
  const isWithin = (at: number | undefined): boolean => at !== undefined && at >= from && at < to + dayMs;
  return { columns, rows: rows.filter((_, row) => isWithin(times[row])) };
}

/** Adds the captions and links of posts, because nobody knows posts by their ids. */
function withPosts(
  { columns, rows }: Table,
  { column, posts }: PostsInExport,
  linkOf: ReportOptions['linkOf'],
): Table {
  const at = columns.indexOf(column.name);
  const added = new Map(posts.map((post) => [post.id, [post.caption, linkOf(post)]]));
  return {
    columns: [...columns, 'Post caption', 'Post link'],
    rows: rows.map((row) => [...row, ...(added.get(row[at]?.trim() ?? '') ?? ['', ''])]),
  };
}
