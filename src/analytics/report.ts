/** Turns an analytics export into the files that people get: always a table, and a chart if there is something to draw. */

import { writeCsv } from '#src/platform/csv.ts';
import type { AnalyticsExport } from '#src/platform/publishing-api/service.ts';
import type { Report } from '#src/ports.ts';
import { altText, period } from '#views/analytics/chart-words.ts';
import { readOverTime } from './over-time.ts';
import { renderPicture } from './picture.ts';
import { readTable } from './table.ts';

export interface Log {
  warn(fields: Record<string, unknown>, message: string): void;
}

/** `undefined`: the export is empty. */
export async function makeReport(
  brand: string,
  sent: AnalyticsExport,
  log: Log,
): Promise<Report | undefined> {
  const table = readTable(sent);
  if (table.columns.every((name) => name === '')) return undefined;
  const report: Report = { csv: writeCsv(table), rows: table.rows.length };
  const story = readOverTime(table);
  if (typeof story === 'string') return { ...report, withoutPicture: story };
  const figures = story.panels.map(({ figure }) => figure);
  const said = { ...report, period: period(story), figures };
  try {
    const png = await renderPicture(brand, story);
    return { ...said, picture: { png, alt: altText(brand, story) } };
  } catch (cause) {
    log.warn({ err: cause, columns: table.columns.length, rows: table.rows.length }, 'no picture was drawn');
    return { ...said, withoutPicture: 'not drawn' };
  }
}
