/** Listings that say nothing about more pages: everything after a full page is found, with no more requests than needed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOf } from '#test/support/long-tests.ts';
import { answer, idsOf, rowsOf } from './paged-shop.ts';
import { startService } from './raw-server.ts';

const pages = [1, 7, 8, 12, 24, 32, 50].flatMap((size) => [0, 1].map((first) => ({ size, first })));
for (const { size, first } of shareOf(pages, { which: 2, shares: 5 }))
  test(`every listing is read to its end, and again when it grows: pages of ${size} from ${first} on`, async (t) => {
    for (const habit of [{}, { takesSize: false }, { ignoresSize: true }, { endIsRefused: true }]) {
      const shop = { style: 'short' as const, total: 0, size, first, ...habit };
      const { service } = await startService(t, (seen) => answer(shop)(seen));
      for (const total of [size - 1, size, size, size + 1, size + 1, 60, 60, size, 61]) {
        shop.total = Math.min(total, 39 * size);
        assert.deepEqual(idsOf(await service.profiles('b')), idsOf(rowsOf(shop.total)), JSON.stringify(shop));
      }
    }
  });

test('profiles beyond a first page that became full are found', async (t) => {
  for (const habit of [{}, { ignoresSize: true }]) {
    const shop = { style: 'short' as const, total: 12, size: 12, oldestFirst: true, ...habit };
    const { service } = await startService(t, (seen) => answer(shop)(seen));
    await service.profiles('b');
    shop.total = 13;
    // a complete listing is assumed to stay complete for a while
    for (let look = 1; look < 21; look += 1) await service.profiles('b');
    assert.equal((await service.profiles('b')).length, 13);
  }
});

test('a small account costs one request per read, once it’s known that there’s no second page', async (t) => {
  for (const habit of [
    {},
    { first: 1 },
    { endIsRefused: true },
    { ignoresSize: true },
    { ignoresPage: true },
  ]) {
    const { service, seen } = await startService(t, answer({ style: 'short', total: 7, size: 12, ...habit }));
    await service.profiles('b');
    const before = seen.length;
    for (let look = 0; look < 40; look += 1) await service.profiles('b');
    assert.ok(seen.length - before <= 44, `${JSON.stringify(habit)}: ${seen.length - before}`);
  }
});

test('a brand with fewer posts than another costs nothing more', async (t) => {
  const { service, seen } = await startService(t, ({ query }) => ({
    json: query.page ? [] : rowsOf(query.brandId === 'large' ? 9 : 8),
  }));
  await service.profiles('large');
  await service.profiles('small');
  assert.deepEqual(
    seen.map(({ query }) => Object.values(query).join()),
    ['large', 'large,1', 'small'],
  );
});
