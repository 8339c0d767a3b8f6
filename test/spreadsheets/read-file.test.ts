import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { writeCsv } from '#src/platform/csv.ts';
import {
  cardIdsOf,
  createdAtOnce,
  groupsOf,
  type ImportedPost,
  postsAtOnce,
} from '#src/spreadsheets/import.ts';
import { readRows } from '#src/spreadsheets/read-file.ts';
import { aCard, at } from '#test/posts/card/samples.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => {
  const found = readRows(bytes(text));
  if ('wrong' in found) throw new Error(JSON.stringify(found.wrong));
  return found.rows;
};

test('whatever a caption contains, its export is imported unchanged', () => {
  const sign = fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\n', ' ', 'a', '＝', '🍪');
  const caption = fc
    .array(sign, { minLength: 1, maxLength: 12 })
    .map((signs) => signs.join(''))
    .filter((text) => text.trim() !== '' && text.trim() === text);
  fc.assert(
    fc.property(caption, (text) => {
      const rows = read(
        writeCsv({ columns: ['Brand', 'Caption', 'Complete caption'], rows: [['Acme', text, 'yes']] }),
      );
      assert.deepEqual(
        rows.map(({ row, caption }) => [row, caption]),
        [[2, text]],
      );
    }),
    { numRuns: 1_000 },
  );
});

test('commas, semicolons and tabs give the same rows, with a byte order mark or without', () => {
  const rows = [',', ';', '\t'].flatMap((mark) =>
    ['', '\uFEFF'].map((bom) =>
      read(
        `${bom}${['Brand', 'CAPTION', 'Schedule'].join(mark)}\r\n${['Acme', '"two\r\nlines"', 'x'].join(mark)}\r\n\r\n${['Acme', 'last', ''].join(mark)}`,
      ),
    ),
  );
  for (const found of rows)
    assert.deepEqual(
      found.map(({ row, caption, time }) => [row, caption, time]),
      [
        [2, 'two\nlines', 'x'],
        [4, 'last', ''],
      ],
    );
});

test('a day in its own column belongs to the time, and unknown columns are named', () => {
  const found = readRows(
    bytes('Date,Brand,Caption,Images,Time,Notes,\n2026-12-05,Acme,Hi,https://a.test/1.png,09:30,mine,'),
  );
  assert.ok('rows' in found);
  assert.deepEqual(
    found.rows.map(({ time, media }) => [time, media]),
    [['2026-12-05 09:30', 'https://a.test/1.png']],
  );
  assert.deepEqual(found.ignored, ['Notes']);
});

test('a comma outside quotation marks makes a row too long, and empty cells at its end don’t', () => {
  const rows = read('Brand,Time,Caption\nAcme,,Beans, now 20% off\nAcme,,Beans,,\nAcme,,"Beans, now"');
  assert.deepEqual(
    rows.map(({ row, isTooLong }) => [row, isTooLong]),
    [
      [2, true],
      [3, false],
      [4, false],
    ],
  );
});

test('every kind of line break ends a row, even mixed in one file', () => {
  const rows = read('Brand,Caption\r\nAcme,one\nAcme,two\rAcme,"three\nlines"\r\n\nAcme,last');
  assert.deepEqual(
    rows.map(({ row, caption }) => [row, caption]),
    [
      [2, 'one'],
      [3, 'two'],
      [4, 'three\nlines'],
      [6, 'last'],
    ],
  );
});

test('a leading apostrophe in a file that isn’t an export is part of the text', () => {
  assert.equal(
    read("Brand,Caption,Status\nAcme,'@home' is our word,draft")[0]?.caption,
    "'@home' is our word",
  );
});

test('the same row has the same card in every file, and a repeated row two', () => {
  const row = (cells: string[]) => ({ brand: { id: 'b', name: 'Acme' }, cells });
  const [one, two, other] = cardIdsOf([row(['x', '']), row(['x', '']), row(['', 'x'])]);
  assert.deepEqual(cardIdsOf([row(['y', '']), row(['x', ''])])[1], one);
  assert.equal(new Set([one, two, other]).size, 3);
});

test('while posts fail for a cause that isn’t theirs, they’re created one at a time', () => {
  const cause = {
    code: 'create_failed',
    step: 'create',
    at,
    failure: { kind: 'internal' },
    cause: 'key',
  } as const;
  const failed = aCard({ id: 'a', state: 'failed', problem: cause, updatedAt: '2026-11-20T10:00:00Z' });
  const own = { ...failed, problem: { ...cause, cause: undefined } };
  const made = aCard({ id: 'b', state: 'review', postId: 'p', updatedAt: '2026-11-20T10:01:00Z' });
  assert.equal(postsAtOnce([]), createdAtOnce);
  assert.equal(postsAtOnce([failed]), 1);
  assert.equal(postsAtOnce([own]), createdAtOnce);
  assert.equal(postsAtOnce([failed, made]), createdAtOnce, 'it works again');
});

test('posts go by brand into threads of up to fifty', () => {
  const post = (id: string, row: number): ImportedPost => ({
    row,
    card: `${row}`,
    brand: { id, name: id },
    caption: '',
    mediaUrls: [],
    profiles: [],
  });
  const posts = [...Array.from({ length: 51 }, (_, i) => post('a', i)), post('b', 60)];
  assert.deepEqual(
    groupsOf('I', posts).map(({ id, brand, posts }) => [id, brand.id, posts.length]),
    [
      ['I-1', 'a', 50],
      ['I-2', 'a', 1],
      ['I-3', 'b', 1],
    ],
  );
});
