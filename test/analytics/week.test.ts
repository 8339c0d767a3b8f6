/** The weekly report of an export with many posts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf } from '#src/analytics/over-time.ts';
import { weekReportOf } from '#src/analytics/week.ts';

test('each post of a report costs as much as its own rows, however long the export is', () => {
  const count = 200;
  const posts = Array.from({ length: count }, (_, n) => `post-${n}`);
  const columns = columnsOf({
    columns: ['date', 'post', 'likes'],
    rows: posts.map((post, n) => ['2026-11-17', post, String(n)]),
  });
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
  const { best } = weekReportOf({
    brand: { id: 'b', name: 'Acme' },
    date: '2026-11-23',
    columns: { ...columns, numbers: columns.numbers.map(counted) },
    posts: posts.map((id, row) => ({ id, caption: id, card: undefined, rows: [row] })),
    published: new Set(),
  });
  assert.deepEqual(
    best.map(({ post }) => post.id),
    ['post-199', 'post-198', 'post-197', 'post-196', 'post-195'],
  );
  assert.ok(reads < 10 * count, `${reads} cells were read for ${count} rows`);
});
