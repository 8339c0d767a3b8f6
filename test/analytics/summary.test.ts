import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartsOf, inAll } from '#src/analytics/chart.ts';
import { readColumns } from '#src/analytics/columns.ts';
import type { Period } from '#src/analytics/period.ts';
import { summaryOf } from '#src/analytics/summary.ts';
import { readTable } from '#src/analytics/table.ts';
import { summaryParts } from '#views/analytics/summary.ts';

const read = (lines: readonly string[], period?: Period) => {
  const columns = readColumns(readTable({ format: 'csv', text: lines.join('\n') }));
  return summaryOf({ columns, posts: undefined, period });
};
const story = (...lines: string[]) => read(lines);

/** The values of a kind of number, by the names of its lines. */
const valuesOf = ({ metrics }: ReturnType<typeof story>, at = 0) =>
  Object.fromEntries(
    (metrics[at]?.now.lines ?? []).map(({ name, points }) => [name, points.map(({ value }) => value)]),
  );

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

test('each kind of number has a line for each network', () => {
  const summary = story(
    'date,provider,engagementRate,Reach',
    '2026-11-02,tiktok,1.5%,"1,200"',
    '2026-11-01,tiktok,2%,900',
    '2026-11-01,instagram,3%,40',
    '2026-11-02,instagram,4%,50',
  );
  assert.deepEqual(summary.names, ['Instagram', 'TikTok']);
  assert.deepEqual(
    summary.metrics.map(({ name, percent }) => [name, percent]),
    [
      ['Engagement rate', true],
      ['Reach per day', false],
    ],
  );
  assert.deepEqual(valuesOf(summary, 1), { TikTok: [900, 1_200], Instagram: [40, 50] });
  assert.deepEqual(summary.period, { from: utc('2026-11-01'), to: utc('2026-11-02') });
});

test('IDs don’t count as numbers, but columns whose names only end like one do', () => {
  const { metrics } = story(
    'date,id,post_id,postId,PostID,Paid,Android',
    '2026-11-01,1,1,1,1,10,20',
    '2026-11-02,2,2,2,2,11,21',
  );
  assert.deepEqual(
    metrics.map(({ name }) => name),
    ['Paid', 'Android'],
  );
});

test('a line’s name says no more than it takes to tell it apart', () => {
  const { names } = story(
    'date,provider,profile,reach',
    ...['2026-11-01', '2026-11-02'].flatMap((day) => [`${day},linkedin,northwind,1`, `${day},x,coffee,2`]),
  );
  assert.deepEqual(names, ['X (Twitter)', 'LinkedIn']);
});

test('two profiles of one network are distinguished by their names', () => {
  const { names } = story(
    'date,provider,profile,reach',
    ...['2026-11-01', '2026-11-02'].flatMap((day) => [
      `${day},instagram,ana,1`,
      `${day},instagram,bo,2`,
      `${day},tiktok,ana,3`,
    ]),
  );
  assert.deepEqual(names, ['TikTok · ana', 'Instagram · bo', 'Instagram · ana']);
});

test('numbers without a network or profile are one line without a name', () => {
  assert.deepEqual(valuesOf(story('day,posts', '2026-11-01,1', '2026-11-02,', '2026-11-03,3')), {
    '': [1, 3],
  });
});

for (const [what, first, second] of [
  ['with slashes', '2026/11/1', '2026/11/2'],
  ['months', '2026-11', '2026-12'],
  ['times with a zone', '2026-11-01T10:00:00+02:00', '2026-11-02T11:00:00+02:00'],
  ['times without one', '2026-11-01 10:00:00', '2026-11-02 11:00:00'],
  ['seconds', '1793000000', '1793086400'],
  ['milliseconds', '1793000000000', '1793086400000'],
] as const) {
  test(`dates are read: ${what}`, () => {
    const { from = 0, to = 0 } = story('n,date', `1,${first}`, `2,${second}`).period ?? {};
    assert.ok(from < to);
    assert.ok(from > utc('2026-10-01') && to < utc('2027-01-01'), `${from} – ${to}`);
  });
}

test('a column of IDs isn’t charted, and a last row with totals isn’t a date', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `2026-11-0${at + 1},77${at},1`);
  const { metrics } = story('date,post_id,likes', ...lines, 'Total,,9');
  assert.deepEqual(
    metrics.map(({ name, now }) => [name, now.total.length]),
    [['Likes', 9]],
  );
});

test('rows for the same day and profile are added up', () => {
  const { metrics } = story('date,likes', '2026-11-01,1', '2026-11-01T10:00Z,2', '2026-11-02,4');
  assert.deepEqual(
    metrics[0]?.now.total.map(({ value }) => value),
    [3, 4],
  );
});

test('rows that don’t fit in the image are left out and counted', () => {
  const columns = Array.from({ length: 10 }, (_, at) => `n${at}`);
  const lines = ['2026-11-01', '2026-11-02'].flatMap((day) =>
    Array.from({ length: 7 }, (_, who) => `${day},p${who},${columns.map(() => who + 1).join()}`),
  );
  const { metrics, names, left } = story(`date,who,${columns.join()}`, ...lines);
  assert.deepEqual([metrics.length, names.join()], [6, 'p6,p5,p4,p3,p2']);
  assert.deepEqual(left, { metrics: 4, names: 2 });
});

test('rates for the same day and profile are averaged', () => {
  const { metrics } = story('date,ctr', '2026-11-01,2%', '2026-11-01,4%', '2026-11-02,4%');
  assert.deepEqual(
    metrics[0]?.now.total.map(({ value }) => value),
    [3, 4],
  );
});

const nothing: [why: string, lines: string[]][] = [
  ['rows', ['date,likes']],
  ['dates', ['network,likes', 'tiktok,4', 'x,5']],
  ['dates', ['date,likes', 'yesterday,4', 'today,5']],
  ['dates', ['date,likes', '03/04/2026,4', '04/04/2026,5']],
  ['dates', ['views,likes', '1793000000,4', '1793086400,5']],
  ['one_date', ['date,likes', '2026-11-01,4']],
  ['numbers', ['date,mood', '2026-11-01,good', '2026-11-02,better']],
];
for (const [why, lines] of nothing) {
  test(`“${lines.join(' / ')}” is not charted: ${why}`, () => {
    const summary = read(lines);
    assert.equal(summary.missing[0]?.what, why);
    assert.deepEqual(chartsOf(summary, { charts: 2, points: 20 }), []);
  });
}

test('each kind of number is summed, taken at the end, or averaged', () => {
  const { metrics } = story(
    'date,provider,followers,reach,engagement_rate,saved',
    '2026-11-01,tiktok,100,10,2%,1',
    '2026-11-01,x,50,20,4%,1',
    '2026-11-02,tiktok,90,30,3%,1',
    '2026-11-02,x,55,40,5%,1',
  );
  assert.deepEqual(
    metrics.map(({ now }) => now.figure),
    [
      { name: 'Followers', percent: false, how: 'at_end', value: 145, change: -5 },
      { name: 'Reach per day', percent: false, how: 'per_date', value: 50 },
      { name: 'Engagement rate', percent: true, how: 'average', value: 3.5 },
      { name: 'Saved', percent: false, how: 'total', value: 4 },
    ],
  );
});

test('the work for each post of a report depends on its own rows, however long the export is', () => {
  const count = 200;
  const posts = Array.from({ length: count }, (_, n) => `post-${n}`);
  const columns = readColumns({
    columns: ['date', 'post', 'likes'],
    rows: posts.map((post, n) => ['2026-11-17', post, String(n)]),
  });
  const [, column] = columns?.all ?? [];
  assert.ok(columns && column);
  let reads = 0;
  const counted = <One extends { cells: string[] }>(column: One): One => ({
    ...column,
    cells: new Proxy(column.cells, {
      get(cells, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(cells, name);
      },
    }),
  });
  const { best } = summaryOf({
    columns: { ...columns, numbers: columns.numbers.map(counted) },
    posts: {
      column,
      posts: posts.map((id, row) => ({ id, caption: id, card: undefined, rows: [row] })),
    },
    period: undefined,
  });
  assert.deepEqual(
    best.posts.map(({ post }) => post.id),
    ['post-199', 'post-198', 'post-197', 'post-196', 'post-195'],
  );
  assert.ok(reads < 10 * count, `${reads} cells were read for ${count} rows`);
});

/** A day of November, and a number for it. */
const november = (days: readonly number[], value = (_day: number): string => '1'): string[] =>
  days.map((day) => `2026-11-${String(day).padStart(2, '0')},${value(day)}`);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const daysOf = (from: number, to: number): Period => ({
  from: utc(`2026-11-${String(from).padStart(2, '0')}`),
  to: utc(`2026-11-${String(to).padStart(2, '0')}`),
});

test('a period is compared with as many days before, and a short one with the same weekdays', () => {
  const lines = ['date,likes', ...november(range(1, 26))];
  for (const [period, before] of [
    [daysOf(16, 22), daysOf(9, 15)],
    [daysOf(17, 26), daysOf(7, 16)],
    [daysOf(23, 25), daysOf(16, 18)],
  ] as const)
    assert.deepEqual(read(lines, period).compared, { now: period, before });
  assert.deepEqual(story(...lines).compared, { now: daysOf(1, 26), before: undefined });
});

test('days without numbers have no point on a chart and are named, also for a single profile', () => {
  const missing = new Set([18, 19]);
  const has = range(9, 22).filter((day) => !missing.has(day));
  const { gaps, days, metrics, ...summary } = read(['date,likes', ...november(has)], daysOf(16, 22));
  assert.deepEqual(gaps, [{ days: [daysOf(18, 19)] }]);
  assert.deepEqual(days, { now: 5, before: 7 });
  const [chart] = chartsOf({ ...summary, gaps, days, metrics }, { charts: 2, points: 20 });
  assert.deepEqual(chart?.spans, [
    daysOf(16, 16),
    daysOf(17, 17),
    ...[20, 21, 22].map((day) => daysOf(day, day)),
  ]);
  assert.deepEqual(
    chart?.lines.map(({ values }) => values),
    [Array(5).fill(1), Array(5).fill(1)],
  );
  // the week before has numbers for those days, too
  assert.deepEqual(chart?.leftOut, { names: [], days: true });

  const ofTwo = story(
    'date,likes,provider',
    ...november(range(1, 10), () => '1,instagram'),
    ...november([1, 2, 3, 9, 10], () => '9,tiktok'),
  );
  assert.deepEqual(ofTwo.gaps, [{ name: 'TikTok', days: [daysOf(4, 8)] }]);
  // it would cost half of the points
  const [alone] = chartsOf(ofTwo, { charts: 2, points: 20 });
  assert.deepEqual(
    alone?.lines.map(({ name }) => name),
    ['Instagram'],
  );
  assert.deepEqual(alone?.leftOut, { names: ['TikTok'], days: false });
});

test('a gap of more than a year names the years', () => {
  const lines = ['date,likes', ...november(range(18, 25)), '2027-11-17,1'];
  const summary = read(lines, { from: utc('2026-11-18'), to: utc('2027-11-17') });
  const gaps = [{ days: [{ from: utc('2026-11-26'), to: utc('2027-11-16') }] }];
  const { notes } = summaryParts({ ...summary, gaps }, { slackUrl: '' });
  assert.match(notes.join(' '), /No data for Nov 26, 2026.*Nov 16, 2027\./);
});

test('totals and averages over different numbers of days show no change', () => {
  const lines = ['date,likes,reach', ...november(range(14, 22), () => '1,100')];
  const summary = read(lines, daysOf(16, 22));
  assert.deepEqual(
    inAll(summary).map(({ now, before }) => [now?.name, before]),
    [
      ['Likes', undefined],
      ['Reach per day', undefined],
    ],
  );
});

test('numbers that end before the period are compared with as many days', () => {
  const { compared, missing } = read(['date,likes', ...november(range(1, 20))], daysOf(16, 22));
  assert.deepEqual(compared, { now: daysOf(16, 20), before: daysOf(9, 13) });
  assert.deepEqual(missing[0], { what: 'days', until: utc('2026-11-20') });
});

test('if there’s one row per week, the days between them aren’t gaps', () => {
  const weekly = ['date,reach', ...november([2, 9, 16, 23])];
  const { gaps, metrics, isDaily } = story(...weekly);
  assert.deepEqual([gaps, isDaily, metrics[0]?.name], [[], false, 'Reach per date']);
  assert.equal(
    read(weekly, daysOf(16, 22)).missing.some(({ what }) => what === 'days'),
    false,
  );
});

test('posts that only have reach are compared by it, whether over several days or one', () => {
  const columns = readColumns(
    readTable({
      format: 'csv',
      text: ['date,post,reach', ...november([16, 17], () => 'a,70'), ...november([17], () => 'b,50')].join(
        '\n',
      ),
    }),
  );
  const [, column] = columns?.all ?? [];
  assert.ok(columns && column);
  const posts = [
    { id: 'a', caption: 'a', card: undefined, rows: [0, 1] },
    { id: 'b', caption: 'b', card: undefined, rows: [2] },
  ];
  const { best } = summaryOf({ columns, posts: { column, posts }, period: undefined });
  assert.deepEqual([best.by, ...best.posts.map(({ post }) => post.id)], ['Reach', 'a', 'b']);
});
