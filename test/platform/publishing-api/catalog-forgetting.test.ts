import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fresh, old, settle, setUp } from './catalog-parts.ts';

test('a stale list that the service refuses to send again is dropped', async (t) => {
  for (const kind of ['refused', 'key'] as const) {
    const { catalog, fails, entries, answers } = setUp(t, { list: old, ageMs: 60_001 });
    assert.deepEqual(await catalog.brands(), old);
    fails(kind);
    await settle();
    assert.equal(entries.size, 0, kind);
    answers(fresh);
    assert.deepEqual(await catalog.brands(), fresh);
    t.mock.timers.reset();
  }
});

test('a stale list that became empty is dropped', async (t) => {
  const { catalog, entries, answers } = setUp(t, { list: old, ageMs: 60_001 });
  assert.deepEqual(await catalog.brands(), old);
  answers([]);
  await settle();
  assert.equal(entries.size, 0);
});

test('a list that is forgotten during its request is requested again', async (t) => {
  const { catalog, service, ask, requests, answers, ttls } = setUp(t);
  service.studioDesigns = (_brand, call) => ask(call);
  const waiting = catalog.studioDesigns('b1');
  await settle();
  await catalog.forget('b1');
  const after = catalog.studioDesigns('b1');
  await settle();
  assert.equal(requests.length, 2);
  answers(fresh);
  assert.deepEqual([await waiting, await after], [fresh, fresh]);
  await settle();
  assert.equal(ttls.length, 1);
});

test('the profiles of a brand are forgotten alone, or with its other lists', async (t) => {
  const { catalog, entries } = setUp(t, { list: old, ageMs: 0 });
  for (const id of ['a', 'b'])
    await Promise.all([catalog.profiles(id), catalog.hashtagLibraries(id), catalog.studioDesigns(id)]);
  await settle();
  const left = () => [...entries.keys()].toSorted();
  const ofB = ['hashtag-libraries.b', 'profiles.b', 'studio-designs.b'];
  await catalog.forget('a', 'profiles');
  assert.deepEqual(left(), ['brands', 'hashtag-libraries.a', 'studio-designs.a', ...ofB].toSorted());
  await catalog.forget('a');
  assert.deepEqual(left(), ['brands', ...ofB], 'a form still opens with its brand');
});
