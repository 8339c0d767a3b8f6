/** A table as a file that spreadsheets open: commas, quotes where needed, and no cell that runs as a formula. */
import { stringify } from 'csv-stringify/sync';
import type { Table } from './table.ts';

export function writeCsv({ columns, rows }: Table): string {
  return stringify([columns, ...rows.map((row) => row.map(cell))], {
    // without the mark Excel takes UTF-8 for another encoding
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
  });
}

/** A negative number begins as a formula does; as a number it is left as it is. */
function cell(text: string): string | number {
  return /^-\d{1,15}(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
