import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogUnavailable } from '#src/catalog/catalog.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { fresh, old, settle, setUp } from './catalog-parts.ts';

test('a fresh list is returned without a request', async (t) => {
  const { catalog, requests } = setUp(t, { list: old, ageMs: 60_000 });
  assert.deepEqual(await catalog.brands(), old);
  assert.equal(requests.length, 0);
});

test('a stale list is returned at once, refreshed in the background, and new the next time', async (t) => {
  const { catalog, requests, answers, ttls } = setUp(t, { list: old, ageMs: 60_001 });
  assert.deepEqual(await catalog.brands(), old);
  assert.deepEqual(await catalog.brands(), old);
  assert.deepEqual(
    requests.map(({ priority }) => priority),
    ['interactive'],
    'one request for both',
  );
  answers(fresh);
  await settle();
  assert.deepEqual(await catalog.brands(), fresh);
  assert.deepEqual([requests.length, ttls], [1, [600_000]]);
});

test('a stale list is returned even if the background refresh fails, and again the next time', async (t) => {
  for (const kind of ['down', 'timeout', 'busy', 'shape'] as const) {
    const { catalog, fails, warned, entries } = setUp(t, { list: old, ageMs: 60_001 });
    assert.deepEqual(await catalog.brands(), old);
    fails(kind);
    await settle();
    assert.deepEqual(warned, ["couldn't read a list from the publishing service"]);
    assert.equal(entries.size, 1, kind);
    t.mock.timers.reset();
  }
});

test('callers that arrive while a response is being stored share it', async (t) => {
  const { catalog, requests, answers, holdWriting, entries } = setUp(t);
  const write = holdWriting();
  answers(fresh);
  assert.deepEqual(await catalog.brands(), fresh);
  assert.deepEqual(await catalog.brands(), fresh);
  assert.deepEqual([requests.length, entries.size], [1, 0]);
  write();
  await settle();
  assert.equal(entries.size, 1);
});

test('a response stored between a caller’s cache read and its request is shared, too', async (t) => {
  const { catalog, requests, answers, holdReading } = setUp(t);
  const first = catalog.brands();
  await settle();
  const read = holdReading();
  const second = catalog.brands();
  answers(fresh);
  assert.deepEqual(await first, fresh);
  await settle();
  read();
  assert.deepEqual(await second, fresh);
  assert.equal(requests.length, 1);
});

test('a list that is too old isn’t returned', async (t) => {
  const { catalog, answers } = setUp(t, { list: old, ageMs: 600_001 });
  answers(fresh);
  assert.deepEqual(await catalog.brands(), fresh);
});

test('a missing list is requested once for all waiting callers, and stored with the request’s time', async (t) => {
  const { catalog, requests, answers, entries, now } = setUp(t);
  const both = Promise.all([catalog.brands(), catalog.brands()]);
  await settle();
  answers(fresh);
  assert.deepEqual(await both, [fresh, fresh]);
  assert.deepEqual([requests.length, entries.get('brands')], [1, { value: fresh, at: now }]);
});

test('if the service is slow, the caller fails in time, and the request continues and fills the cache', async (t) => {
  const { catalog, requests, answers } = setUp(t);
  const waiting = assert.rejects(catalog.brands(), CatalogUnavailable);
  await settle();
  t.mock.timers.tick(2_000);
  await waiting;
  answers(fresh);
  await settle();
  assert.deepEqual(await catalog.brands(), fresh);
  assert.equal(requests.length, 1);
});

test('a failing service is unavailable, and asked again the next time', async (t) => {
  for (const kind of ['down', 'timeout', 'busy', 'refused', 'shape'] as const) {
    const { catalog, requests, answers, fails } = setUp(t);
    const waiting = assert.rejects(
      catalog.brands(),
      (cause: Error) => cause instanceof CatalogUnavailable && cause.cause instanceof ServiceError,
    );
    await settle();
    fails(kind);
    await waiting;
    answers(fresh);
    assert.deepEqual(await catalog.brands(), fresh);
    assert.equal(requests.length, 2);
    t.mock.timers.reset();
  }
});

test('a rejected key is reported as such', async (t) => {
  const { catalog, fails } = setUp(t);
  const waiting = assert.rejects(catalog.brands(), { name: 'ServiceError', kind: 'key' });
  await settle();
  fails('key');
  await waiting;
});

test('an empty list isn’t stored', async (t) => {
  const { catalog, requests, answers, entries } = setUp(t);
  answers([]);
  assert.deepEqual(await catalog.brands(), []);
  assert.deepEqual(await catalog.brands(), []);
  assert.deepEqual([requests.length, entries.size], [2, 0]);
});

test('a list written by an older release is dropped and requested', async (t) => {
  const { catalog, answers, entries } = setUp(t, { list: [{ brand: 'b1' }], ageMs: 0 });
  assert.equal(await catalog.peekBrands(), undefined);
  assert.equal(entries.size, 0);
  answers(fresh);
  assert.deepEqual(await catalog.brands(), fresh);
});

test('a cache that is away costs a request and nothing else', async (t) => {
  const { catalog, answers, down, warned } = setUp(t, { list: old, ageMs: 0 });
  down.get = true;
  down.set = true;
  assert.equal(await catalog.peekBrands(), undefined);
  answers(fresh);
  assert.deepEqual(await catalog.brands(), fresh);
  await settle();
  assert.deepEqual(
    new Set(warned),
    new Set(["couldn't read a list from the cache", "couldn't cache a list"]),
  );
});

test('peeking sends no request: a stale list is returned, and a missing one isn’t', async (t) => {
  const stale = setUp(t, { list: old, ageMs: 600_000 });
  assert.deepEqual(await stale.catalog.peekBrands(), old);
  t.mock.timers.reset();
  const empty = setUp(t);
  assert.equal(await empty.catalog.peekBrands(), undefined);
  assert.deepEqual([stale.requests.length, empty.requests.length], [0, 0]);
});

test('glancing at profiles doesn’t wait: stale and missing lists are refreshed for the next time', async (t) => {
  const { catalog, service, entries, now } = setUp(t);
  let name = 'First';
  service.profiles = async (id) => [{ id, name, provider: 'facebook', image: undefined }];
  const glance = async () => (await catalog.glanceProfiles('a'))?.map((profile) => profile.name);
  assert.equal(await glance(), undefined);
  await settle();
  name = 'Second';
  assert.deepEqual(await glance(), ['First']);
  await settle();
  entries.set('profiles.a', { value: entries.get('profiles.a')?.value, at: now - 60_001 });
  assert.deepEqual(await glance(), ['First']);
  await settle();
  assert.deepEqual(await glance(), ['Second']);
});

test('lists are stored by kind and brand, and returned unchanged', async (t) => {
  const { catalog, entries } = setUp(t);
  const profile = { id: 'a', name: 'Page', provider: 'facebook', image: undefined };
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(await catalog.profiles('a'), [profile]);
    assert.deepEqual(await catalog.profiles('b'), [{ ...profile, id: 'b' }]);
    assert.deepEqual(await catalog.hashtagLibraries('a'), [{ id: 'a', name: 'Library' }]);
    assert.deepEqual(await catalog.studioDesigns('a'), [{ id: 'a', name: 'Design' }]);
  }
  assert.deepEqual(
    [...entries.keys()],
    ['profiles.a', 'profiles.b', 'hashtag-libraries.a', 'studio-designs.a'],
  );
});
