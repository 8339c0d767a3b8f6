import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, idsOf, rowsOf, type Shop } from './paged-shop.ts';
import { type Seen, startService } from './raw-server.ts';
import { errorOf } from './samples.ts';

/** What each request added to `brandId`. */
const extras = (seen: Seen[]) =>
  seen.map(({ query: { brandId, ...extra } }) => {
    assert.equal(brandId, 'b');
    return new URLSearchParams(extra).toString();
  });

const one = ['', 'page=1'];
const two = [...one, 'page=2'];
const pages: [Shop, requests: string[]][] = [
  [{ style: 'short', total: 0, size: 50 }, ['']],
  [{ style: 'short', total: 7, size: 50 }, one],
  [{ style: 'short', total: 7, size: 50, endIsRefused: true }, one],
  [{ style: 'short', total: 50, size: 50 }, one],
  [{ style: 'short', total: 120, size: 50 }, two],
  [{ style: 'short', total: 23, size: 10 }, two],
  [{ style: 'short', total: 20, size: 10 }, two],
  [{ style: 'short', total: 60, size: 200, takesPage: false }, one],
  [{ style: 'short', total: 60, size: 200, ignoresPage: true }, two],
  [{ style: 'hasMore', total: 7, size: 3 }, two],
  [{ style: 'hasMore', total: 7, size: 3, first: 1 }, [...two, 'page=3']],
  [{ style: 'hasMore', total: 50, size: 50 }, ['']],
  [{ style: 'nextCursor', total: 7, size: 3 }, ['', 'cursor=c1', 'cursor=c2']],
  [{ style: 'nextCursor', total: 50, size: 50 }, ['']],
  [{ style: 'nextPage', total: 7, size: 3 }, two],
  [{ style: 'nextPage', total: 7, size: 3, first: 1 }, ['', 'page=2', 'page=3']],
  [{ style: 'nextPage', total: 50, size: 50 }, ['']],
  [{ style: 'total', total: 7, size: 3 }, two],
  [{ style: 'total', total: 7, size: 3, first: 1 }, [...two, 'page=3']],
  [{ style: 'total', total: 50, size: 50 }, ['']],
];
for (const [shop, requests] of pages) {
  test(`all pages: ${JSON.stringify(shop)}`, async (t) => {
    const { service, seen } = await startService(t, answer(shop));
    assert.deepEqual(idsOf(await service.profiles('b')), idsOf(rowsOf(shop.total)));
    assert.deepEqual(extras(seen), requests);
  });
}

/** The requests of three reads, one after the other. */
async function readThrice(t: Parameters<typeof startService>[0], shop: Shop) {
  const { service, seen } = await startService(t, answer(shop));
  const readings: string[][] = [];
  for (let reading = 0; reading < 3; reading += 1) {
    const before = seen.length;
    assert.equal((await service.profiles('b')).length, shop.total);
    readings.push(extras(seen.slice(before)));
  }
  return readings;
}

test('a page is requested only once from a service without pages', async (t) => {
  const shop = { style: 'short', total: 60, size: 200, takesPage: false } as const;
  assert.deepEqual(await readThrice(t, shop), [['', 'page=1'], [''], ['']]);
});

test('fewer rows than were once complete are complete', async (t) => {
  const replies = [60, 60, 60, 20].map((count) => ({ json: rowsOf(count) }));
  const { service, seen } = await startService(t, replies);
  assert.equal((await service.profiles('b')).length, 60);
  assert.equal((await service.profiles('b')).length, 20);
  assert.deepEqual(extras(seen), ['', 'page=1', 'page=2', '']);
});

test('rows that move between pages are returned once', async (t) => {
  const first = { data: rowsOf(3), hasMore: true };
  const second = { data: [{ id: 'p2' }, { id: 'p3' }], hasMore: false };
  const { service } = await startService(t, [{ json: first }, { json: second }]);
  assert.deepEqual(
    (await service.profiles('b')).map(({ id }) => id),
    ['p0', 'p1', 'p2', 'p3'],
  );
});

test('a listing with too many pages is an error, not cut', async (t) => {
  const openFacts = { paging: { maxPages: 3 } };
  const { service, seen } = await startService(t, answer({ style: 'hasMore', total: 50, size: 10 }), {
    openFacts,
  });
  const { kind, message } = await errorOf(service.profiles('b'));
  assert.deepEqual([kind, message, seen.length], ['shape', 'GET /social-profiles has more than 3 pages', 3]);
});

const sames = [
  [{ hasMore: true }, 3],
  [{ nextCursor: 'same' }, 2],
  [{ nextPage: 1 }, 2],
  [{ total: 9 }, 3],
] as const;
for (const [more, requests] of sames) {
  test(`a service that returns the same page again is an error: ${JSON.stringify(more)}`, async (t) => {
    const { service, seen } = await startService(t, { json: { data: rowsOf(3), ...more } });
    const { kind, message } = await errorOf(service.profiles('b'));
    assert.deepEqual([kind, seen.length], ['shape', requests]);
    assert.match(message, /returns the same one again/);
  });
}

test('if the total is higher than the number of rows, reading ends with the rows', async (t) => {
  const { service } = await startService(t, [
    { json: { data: rowsOf(3), total: 9 } },
    { json: { data: [], total: 9 } },
  ]);
  assert.equal((await service.profiles('b')).length, 3);
});

test('a next page that isn’t a number is an error', async (t) => {
  const { service } = await startService(t, { json: { data: rowsOf(3), nextPage: '/post?page=2' } });
  assert.match((await errorOf(service.profiles('b'))).message, /without a numeric nextPage/);
});

test('a failure on a later page fails the whole listing', async (t) => {
  const { service } = await startService(t, [
    { json: { data: rowsOf(3), hasMore: true } },
    { status: 404, json: { message: 'gone' } },
  ]);
  assert.equal((await errorOf(service.profiles('b'))).kind, 'refused');
});

test('a page without a valid row is no error if other pages have some', async (t) => {
  const { service } = await startService(t, [
    { json: { data: rowsOf(2), hasMore: true } },
    { json: { data: [{ title: 'odd' }], hasMore: false } },
  ]);
  assert.equal((await service.profiles('b')).length, 2);
});
