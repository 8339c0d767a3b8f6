/**
 * Slack's charts and tables. Not every workspace has them yet, so a caller also needs a message without them.
 */
import type { DataTableBlock, KnownBlock } from '@slack/types';
import { number } from './language.ts';
import { clip, slack } from './limits.ts';
import { escaped } from './text.ts';

export interface LineChart {
  title: string;
  /** The labels of the points, in order, each one different. */
  labels: readonly string[];
  /** One value for each label. */
  lines: readonly { name: string; values: readonly number[] }[];
}

/** `@slack/types` doesn't know this block yet. */
export function lineChart({ title, labels, lines }: LineChart): KnownBlock {
  const names = distinct(lines.map(({ name }) => clip(name, slack.chartLabel)));
  return {
    type: 'data_visualization',
    title: clip(title, slack.chartTitle),
    chart: {
      type: 'line',
      series: lines.slice(0, slack.chartLines).map(({ values }, at) => ({
        name: names[at],
        data: labels.map((label, point) => ({ label, value: rounded(values[point] ?? 0) })),
      })),
      axis_config: { categories: labels },
    },
  } as unknown as KnownBlock;
}

/**
 * Makes the names of lines different again, if clipping has made them the same: Slack distinguishes lines by
 * name.
 */
function distinct(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : clip(`${before + 1} ${name}`, slack.chartLabel);
  });
}

const rounded = (value: number): number => Number(value.toPrecision(12));

/** A number is sorted by its value, and shown as its text. */
export type Cell = string | { value: number; text: string };

/** The first row has the names of the columns, and the first column has those of the rows. */
export interface Table {
  caption: string;
  rows: readonly (readonly Cell[])[];
  /** How many rows there are, without the first one; absent: as many as given. */
  total?: number;
}

const pageRows = 10;
const longestCell = 100;
const longestCaption = 200;

/** As many rows as fit into a message. If that isn't all of them, the caption says so. */
export function dataTable({ caption, rows, total = rows.length - 1 }: Table): DataTableBlock {
  let room = slack.tableText;
  const shown: DataTableBlock['rows'] = [];
  for (const row of rows.slice(0, slack.tableRows + 1)) {
    const cells = row.slice(0, slack.tableColumns).map(cellOf);
    room -= cells.reduce((sum, { text }) => sum + text.length, 0);
    if (room < 0) break;
    shown.push(cells);
  }
  const count = Math.max(0, shown.length - 1);
  const cut = count < total ? ` · first ${number(count)} of ${number(total)}` : '';
  return {
    type: 'data_table',
    caption: `${clip(caption, longestCaption)}${cut}`,
    rows: shown,
    page_size: pageRows,
    row_header_column_index: 0,
  };
}

function cellOf(cell: Cell) {
  // Slack refuses empty cells
  const text = clip(textOf(cell), longestCell) || '–';
  return typeof cell === 'string'
    ? { type: 'raw_text' as const, text }
    : { type: 'raw_number' as const, value: rounded(cell.value), text };
}

const textOf = (cell: Cell): string =>
  (typeof cell === 'string' ? cell : cell.text).replace(/\s+/g, ' ').trim();

const widestCell = 24;

/** The same table in mrkdwn, with as many columns and rows as fit into `most` characters. */
export function plainTable({ rows }: Table, most: number): string {
  const cells = rows
    .slice(0, slack.tableRows + 1)
    .map((row) => row.slice(0, 6).map((cell) => clip(textOf(cell), widestCell)));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  const isNumber = widths.map((_, column) => rows.slice(1).some((row) => typeof row[column] === 'object'));
  const lines: string[] = [];
  let room = most - 8;
  for (const row of cells) {
    const line = row.map((text, column) => {
      const padded = isNumber[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
      return escaped(padded);
    });
    const whole = line.join('  ').trimEnd();
    room -= whole.length + 1;
    if (room < 0) break;
    lines.push(whole);
  }
  return `\`\`\`\n${lines.join('\n')}\n\`\`\``;
}
