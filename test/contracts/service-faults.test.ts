import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultKind } from '#sandbox/service/http/faults.ts';
import { brand, type Call, createPost, startService } from '#test/contracts/service-client.ts';
import { eventually } from '#test/support/eventually.ts';

const create = (call: Call) => call(`POST /post?${brand}`, { body: { caption: 'Hello', mediaUrls: [] } });

/** Each fault, what the client sees (a status and the text, or an error), and whether it had its effect. */
const faults: [FaultKind, number | 'error', RegExp, boolean][] = [
  [{ kind: 'delay', ms: 5 }, 201, /postGroupId/, true],
  [{ kind: 'status', status: 500 }, 500, /^\{"message":"Unknown error"\}$/, false],
  [{ kind: 'status', status: 502, body: { error: 'gateway' } }, 502, /^\{"error":"gateway"\}$/, false],
  [{ kind: 'status', status: 503, retryAfter: 2 }, 503, /Unknown error/, false],
  [{ kind: 'status', status: 408 }, 408, /Unknown error/, false],
  [{ kind: 'status', status: 429 }, 429, /You've exceeded the request limit\./, false],
  [{ kind: 'status', status: 401 }, 401, /Missing API token\./, false],
  [{ kind: 'status', status: 403 }, 403, /Invalid API token\./, false],
  [{ kind: 'status-after', status: 504 }, 504, /Unknown error/, true],
  [{ kind: 'drop-before' }, 'error', /fetch failed/, false],
  [{ kind: 'drop-after' }, 'error', /fetch failed/, true],
  [{ kind: 'html' }, 201, /^<!doctype html>/, true],
  [{ kind: 'empty' }, 201, /^$/, true],
  [{ kind: 'malformed' }, 201, /,,$/, true],
  [{ kind: 'wrong-shape' }, 201, /^\{"unexpected"/, true],
  [{ kind: 'truncated' }, 'error', /terminated/, true],
];

for (const [fault, status, text, operation] of faults) {
  test(`fault ${Object.values(fault).slice(0, 2).join(' ')}`, async (t) => {
    const { call, service } = await startService(t);
    const added = service.faults.add({ on: 'POST /post', ...fault });
    if (status === 'error') await assert.rejects(create(call), text);
    else {
      const answer = await create(call);
      assert.deepEqual([answer.status, text.test(answer.text)], [status, true], answer.text);
    }
    assert.deepEqual([added.hits, service.creations()], [1, operation ? 1 : 0]);
    assert.equal((await create(call)).status, 201);
  });
}

test('Retry-After is sent on request, in seconds or as a date', async (t) => {
  const { call, service } = await startService(t);
  const retryAfter = 'Wed, 21 Oct 2026 07:28:00 GMT';
  service.faults.add({ on: 'GET /me', kind: 'status', status: 429, retryAfter: 7 });
  service.faults.add({ on: 'GET /me', kind: 'status', status: 429, retryAfter });
  service.faults.add({ on: 'GET /me', kind: 'status', status: 429 });
  const seen = [await call('GET /me'), await call('GET /me'), await call('GET /me')];
  assert.deepEqual(
    seen.map(({ headers }) => headers.get('retry-after')),
    ['7', retryAfter, null],
  );
});

for (const [kind, operations] of [
  ['hang-before', 0],
  ['hang-after', 1],
] as const) {
  test(`${kind}: no response ever arrives`, async (t) => {
    const { service } = await startService(t);
    const fault = service.faults.add({ on: '* /post', kind });
    const giveUp = new AbortController();
    const hanging = fetch(`${service.url}/post?${brand}`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ caption: 'Hello', mediaUrls: [] }),
      signal: giveUp.signal,
    });
    await eventually(() => fault.hits === 1);
    assert.deepEqual([service.creations(), service.requests[0]?.status], [operations, undefined]);
    giveUp.abort();
    await assert.rejects(hanging, { name: 'AbortError' });
  });
}

test('a slow request takes effect even if the client has gone', async (t) => {
  const { service, call } = await startService(t);
  const id = await createPost(call, { socialProfileIds: ['profile-1'] });
  const slow = service.faults.add({ on: 'PATCH /post/{postId}', kind: 'delay', ms: 50 });
  const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ publishNow: true });
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const asking = fetch(`${service.url}/post/${id}`, { method: 'PATCH', headers, body, signal });
  const onExhausted = assert.rejects(asking, { name: 'AbortError' });
  await eventually(() => slow.hits === 1);
  giveUp.abort();
  await onExhausted;
  await eventually(() => service.publishes(id) === 1);
});

test('a fault affects only matching requests, as often as it says, and can be removed', async (t) => {
  const { call, service } = await startService(t);
  service.faults.add({ on: 'GET /post', kind: 'status', status: 503, times: 2 });
  const always = service.faults.add({
    on: '*',
    kind: 'status',
    status: 500,
    times: Number.POSITIVE_INFINITY,
  });
  const statuses = async (request: string, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => call(request)))).map(({ status }) => status);
  assert.deepEqual(await statuses(`GET /post?${brand}`, 3), [503, 503, 500]);
  assert.deepEqual(await statuses('GET /me', 2), [500, 500]);
  assert.equal(always.hits, 3);
  always.remove();
  assert.deepEqual(await statuses('GET /me', 1), [200]);
  service.faults.add({ on: 'GET /me', kind: 'status', status: 500 });
  service.faults.clear();
  assert.deepEqual(await statuses('GET /me', 1), [200]);
});

test('a fault can select requests by their content', async (t) => {
  const { call, service } = await startService(t);
  service.faults.add({
    on: 'PATCH /post/*',
    kind: 'drop-after',
    when: ({ body }) => (body as { publishNow?: boolean }).publishNow === true,
  });
  const id = await createPost(call, { socialProfileIds: ['profile-1'] });
  assert.equal((await call(`PATCH /post/${id}`, { body: { caption: 'After' } })).status, 200);
  await assert.rejects(call(`PATCH /post/${id}`, { body: { publishNow: true } }));
  assert.equal(service.publishes(id), 1);
});

test('stopping the service ends hanging and delayed requests', async (t) => {
  const { call, service } = await startService(t);
  const slow = service.faults.add({ on: 'GET /me', kind: 'delay', ms: 60_000 });
  const hang = service.faults.add({ on: 'GET /brands', kind: 'hang-before' });
  const ends = Promise.allSettled([call('GET /me'), call('GET /brands')]);
  await eventually(() => slow.hits + hang.hits === 2);
  await service.stop();
  assert.deepEqual(
    (await ends).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});
