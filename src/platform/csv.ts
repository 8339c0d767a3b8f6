/**
 * A table as a file that any spreadsheet opens. No text from people or the service in it runs as a formula.
 */
export interface Table {
  columns: string[];
  /** Each row is as long as `columns`, unless that would be too much to keep. */
  rows: string[][];
}

/** RFC 4180 with quotes around every cell, so that no cell's content changes how the file is parsed. */
export function writeCsv({ columns, rows }: Table): string {
  const lines = [columns, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`);
  // Without the byte order mark, Excel doesn't read the file as UTF-8.
  return `\uFEFF${lines.join('')}`;
}

const quoted = (text: string): string => `"${withoutFormulas(text).replaceAll('"', '""')}"`;

/** Puts an apostrophe in front of whatever a spreadsheet could run. A negative number stays a number. */
function withoutFormulas(text: string): string {
  if (/^-\d+(\.\d+)?(e[+-]?\d+)?%?$/i.test(text)) return text;
  const safe = text.replaceAll(formulaStart, "$1'");
  // Some spreadsheets drop a tab or carriage return at the start, and look at what follows.
  return /^'*[\t\r]/.test(safe) ? `'${safe}` : safe;
}

/**
 * The character that separates a table's cells: the one of the three that its header has most often, outside
 * quotes.
 */
export function delimiterOf(csv: string): string {
  const header = (/^[^\r\n]*/.exec(csv.trimStart())?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const often = (mark: string): number => header.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (often(mark) > often(best) ? mark : best));
}

/**
 * What a cell had before `writeCsv` put apostrophes in it. Text of other files is unchanged, unless it looks
 * exactly like that.
 */
export const withFormulas = (cell: string): string =>
  cell.replace(/^'(?='*[\t\r])/, '').replaceAll(formulaMark, '$1');

/** Where a cell begins, and what makes it a formula. */
const cellStart = String.raw`(^|\r\n|[\t\n\v\f\r\x85\u2028\u2029;\|])`;
const formulaAhead = String.raw`(?=[[\s\p{Cc}\p{Cf}"']--[\t\n\v\f\r\x85\u2028\u2029;\|]]*[=+\-@＝＋－＠﹦﹢﹣﹫])`;

/**
 * In a locale that separates with semicolons, cells also begin after those, tabs and line breaks. A
 * spreadsheet may strip quotes and blanks before the sign. The apostrophe counts as one of them, so that
 * removing one apostrophe always restores the original text.
 */
const formulaStart = new RegExp(cellStart + formulaAhead, 'gv');

const formulaMark = new RegExp(`${cellStart}'${formulaAhead}`, 'gv');
