import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OverTime, readOverTime } from '#src/analytics/over-time.ts';
import { readTable } from '#src/analytics/table.ts';

const read = (...lines: string[]) => readOverTime(readTable({ format: 'csv', text: lines.join('\n') }));

function story(...lines: string[]): OverTime {
  const read_ = read(...lines);
  if (typeof read_ === 'string') assert.fail(`there is nothing to draw: ${read_}`);
  return read_;
}

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

test('a line for each network, in a panel for each kind of number', () => {
  const { panels, names, from, to } = story(
    'date,provider,engagementRate,Reach',
    '2026-11-02,tiktok,1.5%,"1,200"',
    '2026-11-01,tiktok,2%,900',
    '2026-11-01,instagram,3%,40',
    '2026-11-02,instagram,4%,50',
  );
  assert.deepEqual(names, ['Instagram', 'TikTok']);
  assert.deepEqual(
    panels.map(({ name, percent }) => [name, percent]),
    [
      ['Engagement rate', true],
      ['Reach', false],
    ],
  );
  const tiktok = panels[1]?.lines.find(({ name }) => name === 'TikTok');
  assert.deepEqual(tiktok?.points, [
    { at: utc('2026-11-01'), value: 900 },
    { at: utc('2026-11-02'), value: 1_200 },
  ]);
  assert.deepEqual([from, to], [utc('2026-11-01'), utc('2026-11-02')]);
});

test('ids are no numbers, and words that end like one are', () => {
  const { panels } = story(
    'date,id,post_id,postId,PostID,Paid,Android',
    '2026-11-01,1,1,1,1,10,20',
    '2026-11-02,2,2,2,2,11,21',
  );
  assert.deepEqual(
    panels.map(({ name }) => name),
    ['Paid', 'Android'],
  );
});

test('no more is said of a line than tells it apart', () => {
  const { names } = story(
    'date,provider,profile,reach',
    ...['2026-11-01', '2026-11-02'].flatMap((day) => [`${day},linkedin,northwind,1`, `${day},x,coffee,2`]),
  );
  assert.deepEqual(names, ['X (Twitter)', 'LinkedIn']);
});

test('two profiles of one network are told apart by their names', () => {
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

test('without anybody whose numbers they are there is one line, without a name', () => {
  const { names, panels } = story('day,posts', '2026-11-01,1', '2026-11-02,', '2026-11-03,3');
  assert.deepEqual(names, ['']);
  assert.deepEqual(
    panels[0]?.lines[0]?.points.map(({ value }) => value),
    [1, 3],
  );
});

for (const [what, first, second] of [
  ['with slashes', '2026/11/1', '2026/11/2'],
  ['months', '2026-11', '2026-12'],
  ['times with a zone', '2026-11-01T10:00:00+02:00', '2026-11-01T11:00:00+02:00'],
  ['times without one', '2026-11-01 10:00:00', '2026-11-01 11:00:00'],
  ['seconds', '1793000000', '1793086400'],
  ['milliseconds', '1793000000000', '1793086400000'],
] as const) {
  test(`dates are read that are ${what}`, () => {
    const { from, to } = story('n,date', `1,${first}`, `2,${second}`);
    assert.ok(from < to);
    assert.ok(from > utc('2026-10-01') && to < utc('2027-01-01'), `${from} – ${to}`);
  });
}

test('numbers of ids are no numbers over time, and a last row with totals is no date', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `2026-11-0${at + 1},77${at},1`);
  const { panels } = story('date,post_id,likes', ...lines, 'Total,,9');
  assert.deepEqual(
    panels.map(({ name, lines }) => [name, lines.flatMap(({ points }) => points).length]),
    [['Likes', 9]],
  );
});

test('rows that nothing tells apart are added up', () => {
  const { panels } = story('date,likes', '2026-11-01,1', '2026-11-01,2', '2026-11-02,4');
  assert.deepEqual(
    panels[0]?.lines[0]?.points.map(({ value }) => value),
    [3, 4],
  );
});

test('what is too much for one picture is left out, and counted', () => {
  const columns = Array.from({ length: 10 }, (_, at) => `n${at}`);
  const lines = ['2026-11-01', '2026-11-02'].flatMap((day) =>
    Array.from({ length: 7 }, (_, who) => `${day},p${who},${columns.map(() => who + 1).join()}`),
  );
  const { panels, names, left } = story(`date,who,${columns.join()}`, ...lines);
  assert.deepEqual([panels.length, names.join()], [6, 'p6,p5,p4,p3,p2']);
  assert.deepEqual(left, { panels: 4, lines: 2 });
});

test('rates of rows that nothing tells apart are averaged', () => {
  const { panels } = story('date,ctr', '2026-11-01,2%', '2026-11-01,4%', '2026-11-02,4%');
  assert.deepEqual(
    panels[0]?.lines[0]?.points.map(({ value }) => value),
    [3, 4],
  );
});

const nothing: [why: string, lines: string[]][] = [
  ['no rows', ['date,likes']],
  ['no dates', ['network,likes', 'tiktok,4', 'x,5']],
  ['no dates', ['date,likes', 'yesterday,4', 'today,5']],
  ['no dates', ['date,likes', '03/04/2026,4', '04/04/2026,5']],
  ['no dates', ['views,likes', '1793000000,4', '1793086400,5']],
  ['one date', ['date,likes', '2026-11-01,4']],
  ['no numbers', ['date,mood', '2026-11-01,good', '2026-11-02,better']],
];
for (const [why, lines] of nothing) {
  test(`“${lines.join(' / ')}” is not drawn: ${why}`, () => assert.equal(read(...lines), why));
}

test('each kind of number comes to a total, to where it stands at the end, or to an average', () => {
  const { panels } = story(
    'date,provider,followers,reach,engagement_rate,saved',
    '2026-11-01,tiktok,100,10,2%,1',
    '2026-11-01,x,50,20,4%,1',
    '2026-11-02,tiktok,90,30,3%,1',
    '2026-11-02,x,55,40,5%,1',
  );
  assert.deepEqual(
    panels.map(({ figure }) => figure),
    [
      { name: 'Followers', percent: false, how: 'at the end', value: 145, change: -5 },
      { name: 'Reach', percent: false, how: 'each date', value: 50 },
      { name: 'Engagement rate', percent: true, how: 'average', value: 3.5 },
      { name: 'Saved', percent: false, how: 'total', value: 4 },
    ],
  );
});
