/**
 * Exports as spreadsheets read them. Our writer is our own, so csv-parse with plain settings is an independent reader.
 * The second reader ignores quotes: it simulates a spreadsheet whose locale separates with semicolons.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { makeReport } from '#src/analytics/report.ts';
import { writeAudit } from '#src/audit/export-file.ts';
import { writeCsv } from '#src/platform/csv.ts';
import { isLong } from '#test/support/long-tests.ts';

const bom = '\uFEFF';
const opened = (csv: string): string[][] => {
  assert.ok(csv.startsWith(bom));
  return parse(csv.slice(1), { skip_empty_lines: false });
};

/** Takes away the apostrophes that the writer added. */
const asGiven = (cell: string): string =>
  cell
    .replace(/^'(?='*[\t\r])/, '')
    .replaceAll(
      /(^|[\t\n\v\f\r\x85\u2028\u2029;\|])'(?=[[\s\p{Cc}\p{Cf}"']--[\t\n\v\f\r\x85\u2028\u2029;\|]]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gv,
      '$1',
    );

/** What can end a cell in a spreadsheet with another separator that ignores quotes. */
const anyEnd = /[;|\t\n\v\f\r\u0085\u2028\u2029]/u;
const begins = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;

function assertNoFormula(csv: string): void {
  for (const piece of csv.split(anyEnd)) assert.doesNotMatch(piece, begins);
  for (const cell of opened(csv).flat()) assert.doesNotMatch(cell, begins);
  let quoted = false;
  for (const line of csv.slice(1).split(/\r\n|\r|\n/)) {
    if (!quoted) assert.doesNotMatch(line, /^[=+\-@\t\r]/);
    quoted = (line.split('"').length % 2 === 0) !== quoted;
  }
  assert.ok(!quoted);
}

const sign = fc.constantFrom(
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', "'", '"', '""', ',', ';', '|', '\t', ' ', '\u00A0'],
  ...[
    '\r',
    '\n',
    '\r\n',
    '\v',
    '\f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\0',
    bom,
    '\u200B',
    '\u202E',
    'a',
    '1',
    'é',
    '🍪',
  ],
);
const cellText = fc.oneof(
  fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
/** A negative number is a number, and is left alone. */
const isNumber = (text: string): boolean => /^-\d[\d.]*(e[+-]?\d+)?%?$/i.test(text);
const cell = cellText.filter((text) => !isNumber(text));
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    columns: fc.array(cell, { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 4 }),
  }),
);

test('any cell or header is read back unchanged, and none is a formula in any spreadsheet', () => {
  fc.assert(
    fc.property(table, ({ columns, rows }) => {
      const csv = writeCsv({ columns, rows });
      assertNoFormula(csv);
      assert.deepEqual(
        opened(csv).map((line) => line.map(asGiven)),
        [columns, ...rows],
      );
    }),
    { numRuns: isLong ? 2_000 : 300 },
  );
});

const formulas: [what: string, text: string][] = [
  ['at its beginning', '=IMPORTDATA(E2)'],
  ['behind a line feed', 'wrong prices\n=IMPORTDATA(E2)'],
  ['behind a carriage return', 'wrong prices\r@SUM(E2)'],
  ['behind both', 'wrong prices\r\n+E2'],
  ['behind the separator of another locale', 'a;=IMPORTDATA(E2)'],
  ['behind a quote and that separator', 'a";"=IMPORTDATA(E2)'],
  ['behind a tab', 'a\t-E2+cmd'],
  ['behind blanks', '  =E2'],
  ['behind a mark that is not seen', '\uFEFF\u200B\0=E2'],
  ['in letters of full width', '＝IMPORTDATA(E2)'],
  ['behind a line separator', 'a\u2028=E2'],
];
for (const [what, text] of formulas)
  test(`a formula ${what} is text in audit and analytics exports, as a cell and as a header`, async () => {
    const by = 'U0BO';
    const entry = { at: '2026-11-22T10:00:00.000Z', by, what: 'rejected' as const, note: text };
    const audit = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      writeAudit([{ number: 1, hash: 'f'.repeat(64), entry }], 'csv').bytes,
    );
    const rows = [{ [text]: text, day: 'Sunday', text: { inner: text } }];
    const quoted = `"${text.replaceAll('"', '""')}"`;
    const all = { period: undefined, posts: async () => undefined, linkOf: () => '' };
    const exports = [
      { format: 'rows' as const, rows },
      { format: 'csv' as const, text: `${quoted},day\r\nfine,${quoted}\r\n` },
      { format: 'csv' as const, text: `${quoted};day\n${quoted};fine\n` },
      // a quote that nothing closes
      { format: 'csv' as const, text: `day,${quoted}\nfine,${quoted}\n"${text}` },
    ];
    const reports = await Promise.all(exports.map((sent) => makeReport(sent, all)));
    for (const csv of [audit, ...reports.map((report) => String(report?.csv))]) {
      assertNoFormula(csv);
      assert.equal(new Set(opened(csv).map((line) => line.length)).size, 1);
    }
  });

test('numbers stay numbers, and what only looks like one becomes text', () => {
  const numbers = ['-12', '-12.5', '-12.50', '-1.5e-7', '-3.2%', '0', '4'];
  const texts = ['-1+cmd', '-', '--1', '-1;=E2', '-1\n', '+1', '+1+1', '-12abc', '-1,5'];
  const csv = writeCsv({ columns: [...numbers, ...texts], rows: [[...numbers, ...texts]] });
  const wanted = [...numbers, ...texts.map((text) => `'${text.replace(';=', ";'=")}`)];
  assert.deepEqual(opened(csv), [wanted, wanted]);
});
