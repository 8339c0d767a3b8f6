import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMessage } from '#sandbox/chat/limits/check.ts';
import type { ExportStage } from '#src/analytics/export-state.ts';
import { makeReport } from '#src/analytics/report.ts';
import type { AnalyticsExport } from '#src/platform/publishing-api/service.ts';
import { isLong } from '#test/support/long-tests.ts';
import { renderExport } from '#views/analytics/analytics.ts';

const all = { period: undefined, posts: async () => undefined, linkOf: () => '' };
const csv = (...lines: string[]): AnalyticsExport => ({ format: 'csv', text: lines.join('\n') });
const day = (at: number): string => new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10);
const days = (n: number): string[] => Array.from({ length: n }, (_, at) => day(at));

interface Chart {
  type: string;
  title: string;
  chart: { series: { name: string; data: { label: string; value: number }[] }[] };
}

/** The blocks sent to Slack. None is too large for the sandbox chat. */
async function shown(sent: AnalyticsExport) {
  const report = await makeReport(sent, all);
  assert.ok(report);
  const stage: ExportStage = { is: 'here', numbers: report.numbers, file: 'below', slackUrl: '' };
  const state = { brand: 'Northwind Coffee', by: 'U0ANA', channel: 'C1', stage };
  const message = renderExport(state, { aside: false });
  assert.deepEqual(
    checkMessage(message.blocks, () => false),
    [],
  );
  const charts = (message.blocks as unknown as Chart[]).filter(({ type }) => type === 'data_visualization');
  const titles = charts.map(({ title }) => title);
  const points = charts.map(({ chart }) =>
    // the spaces around a dash are narrow ones
    chart.series.map(({ data }) => data.map((one) => ({ ...one, label: one.label.replace(/\s/g, ' ') }))),
  );
  const plain = JSON.stringify(message.plain);
  return { ...message, titles, points, plain };
}

for (const [what, sent, charts] of [
  ['one number', csv('date,likes', ...days(28).map((date, at) => `${date},${at}`)), 1],
  ['two days', csv('date,likes,rate', '2026-11-01,1,0.5%', '2026-11-02,2,0.7%'), 2],
  [
    'numbers below zero and far above',
    csv('date,a,b', ...days(28).map((date, at) => `${date},${at - 9},${at}e12`)),
    2,
  ],
  ['nothing but zeros', csv('date,likes', ...days(28).map((date) => `${date},0`)), 1],
  ['hours of a day', csv('time,likes', ...[10, 11].map((hour) => `2026-11-01T${hour}:00:00Z,${hour}`)), 0],
  ['several years', csv('month,likes', ...[2024, 2025, 2026].map((year) => `${year}-03,${year}`)), 1],
  [
    'names with markup, which are the same once they are clipped',
    csv(
      'date,who,<b>&"likes"',
      ...days(3).flatMap((date) => ['first', 'second'].map((n) => `${date},<script>alert&co;${n},1`)),
    ),
    1,
  ],
  [
    'a year of days for many profiles',
    csv(
      'date,who,a,b,c',
      ...days(365).flatMap((date, at) =>
        Array.from({ length: isLong ? 40 : 8 }, (_, n) => `${date},profile-${n},${at * n},${at + n},${n}`),
      ),
    ),
    2,
  ],
  ['300 rows without dates', csv('post,likes', ...days(300).map((_, n) => `p${n},${n}`)), 0],
  ['rows too long for a message', csv('post,text', ...days(90).map((_, n) => `p${n},${'x'.repeat(900)}`)), 0],
] as const)
  test(`${what}: ${charts} charts and a table that Slack accepts`, async () => {
    const { points, blocks, plain } = await shown(sent);
    assert.equal(points.length, charts);
    assert.equal(blocks?.filter(({ type }) => type === 'data_table').length, 1);
    assert.match(plain, /```\\n.+\\n```"/);
  });

test('if there are more days than points, each point covers several days, and none looks like a dip', async () => {
  const { points, titles } = await shown(csv('date,likes', ...days(30).map((date) => `${date},1`)));
  const [[data = []] = []] = points;
  assert.deepEqual(titles, ['Likes per day']);
  assert.equal(data.length, 15);
  assert.deepEqual(data[0], { label: 'Nov 1 – 2', value: 1 });
  // 41 days are thirteen times three, and two days at the beginning
  const [[odd = []] = []] = (await shown(csv('date,likes', ...days(41).map((date) => `${date},1`)))).points;
  assert.deepEqual([...new Set(odd.map(({ value }) => value))], [1]);
  assert.equal(odd.at(-1)?.label, 'Dec 9 – 11');
});

test('a day without numbers has no point, and the message names it', async () => {
  const { points, blocks } = await shown(
    csv(
      'date,likes,followers',
      ...['2026-11-01,4,100', '2026-11-02,,110', '2026-11-03,,', '2026-11-04,6,120'],
    ),
  );
  const values = points.map(([line = []]) => line.map(({ value }) => value));
  assert.deepEqual(values, [
    [4, 6],
    [100, 110, 120],
  ]);
  assert.match(JSON.stringify(blocks), /\(3 of 4 days\).+No data for Nov 3\./);
});

test('a profile that is on no chart is named', async () => {
  const { blocks } = await shown(
    csv(
      'date,likes,provider',
      ...days(10).map((date) => `${date},1,instagram`),
      ...days(3).map((date) => `${date},9,tiktok`),
    ),
  );
  assert.match(JSON.stringify(blocks), /Charts leave out TikTok: too few days have data\./);
});

test('broken CSV is read as far as possible, and empty text isn’t a report', async () => {
  const broken = await makeReport(csv('a,b', '"1,2', '3"4,5'), all);
  assert.match(broken?.csv ?? '', /1,2/);
  assert.equal(await makeReport(csv(''), all), undefined);
  assert.equal(await makeReport({ format: 'rows', rows: [] }, all), undefined);
});
