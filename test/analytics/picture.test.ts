import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReports } from '#src/analytics/reports.ts';
import type { AnalyticsExport } from '#src/platform/publishing-api/service.ts';
import { sizeOfPng } from '#test/support/png.ts';

const warnings: string[] = [];
const reports = createReports({ warn: (_, message) => warnings.push(message) });

const csv = (...lines: string[]): AnalyticsExport => ({ format: 'csv', text: lines.join('\n') });
const days = Array.from({ length: 28 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`);

for (const [what, sent] of [
  ['one number', csv('date,likes', ...days.map((day, at) => `${day},${at}`))],
  ['two days', csv('date,likes,rate', '2026-11-01,1,0.5%', '2026-11-02,2,0.7%')],
  [
    'numbers below zero and far above',
    csv('date,a,b', ...days.map((day, at) => `${day},${at - 9},${at}e12`)),
  ],
  ['nothing but zeros', csv('date,likes', ...days.map((day) => `${day},0`))],
  ['gaps', csv('date,a,b', ...days.map((day, at) => `${day},${at % 3 ? at : ''},${at % 2 ? '' : at}`))],
  ['hours', csv('time,likes', ...[10, 11, 12, 13].map((hour) => `2026-11-01T${hour}:00:00Z,${hour}`))],
  [
    'names with markup',
    csv('date,who,<b>&"likes"', ...days.flatMap((day) => [`${day},<script>,1`, `${day},Ünïcode & Co.,2`])),
  ],
] as const) {
  test(`${what} become a picture of a size that people can read`, async () => {
    const report = await reports.make('Northwind Coffee', sent);
    assert.deepEqual(warnings, []);
    const { width, height } = sizeOfPng(report?.picture?.png ?? new Uint8Array());
    assert.ok(width > 1_300 && width < 1_700 && height > 300 && height < 2_000, `${width} × ${height}`);
    assert.match(report?.picture?.alt ?? '', /^Line charts for Northwind Coffee, /);
  });
}

test('the same numbers are the same picture, and other ones another', async () => {
  const render = async (last: string) =>
    Buffer.from(
      (await reports.make('A', csv('date,n', '2026-11-01,1', `2026-11-02,${last}`)))?.picture?.png ?? [],
    );
  const [one, same, other] = [await render('5'), await render('5'), await render('6')];
  assert.ok(one.equals(same));
  assert.ok(!one.equals(other));
});

test('a year of days for forty profiles is drawn', async () => {
  const lines = Array.from({ length: 365 }, (_, at) =>
    new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  );
  const profiles = Array.from({ length: 40 }, (_, at) => `profile-${at}`);
  const rows = lines.flatMap((day, at) => profiles.map((who, n) => `${day},${who},${at * n},${at + n},${n}`));
  const report = await reports.make('Many', csv('date,who,a,b,c', ...rows));
  assert.equal(report?.rows, 365 * 40);
  assert.ok(report.picture);
});

test('text that is not quite CSV is still read as far as it goes, and empty text is no report', async () => {
  const broken = await reports.make('Northwind', csv('a,b', '"1,2', '3"4,5'));
  assert.match(broken?.csv ?? '', /1,2/);
  assert.equal(broken?.picture, undefined);
  assert.equal(await reports.make('Northwind', csv('')), undefined);
  assert.equal(await reports.make('Northwind', { format: 'rows', rows: [] }), undefined);
});
