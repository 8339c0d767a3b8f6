import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '#src/analytics/table.ts';

const csv = (text: string) => readTable({ format: 'csv', text });

test('commas, semicolons and tabs are read, also with a byte order mark and quoted names', () => {
  const wanted = { columns: ['date', 'likes, all'], rows: [['2026-11-01', '4']] };
  assert.deepEqual(csv('\uFEFFdate,"likes, all"\r\n2026-11-01,4\r\n'), wanted);
  assert.deepEqual(csv('date;"likes, all"\n2026-11-01;4'), wanted);
  assert.deepEqual(csv('date\t"likes, all"\n\n2026-11-01\t4\n'), wanted);
});

test('a row longer or shorter than the header loses nothing', () => {
  assert.deepEqual(csv('a,b\n1\n1,2,3\n'), {
    columns: ['a', 'b', ''],
    rows: [
      ['1', '', ''],
      ['1', '2', '3'],
    ],
  });
});

test('JSON rows, even nested ones, become columns in the order of their first appearance', () => {
  const rows = [
    { day: '2026-11-01', metrics: { reach: 4, likes: null } },
    { day: '2026-11-02', tags: ['a', 'b'], ok: true },
  ];
  assert.deepEqual(readTable({ format: 'rows', rows }), {
    columns: ['day', 'metrics.reach', 'metrics.likes', 'tags', 'ok'],
    rows: [
      ['2026-11-01', '4', '', '', ''],
      ['2026-11-02', '', '', '["a","b"]', 'true'],
    ],
  });
});
