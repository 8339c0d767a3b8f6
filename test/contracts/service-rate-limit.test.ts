import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#test/contracts/service-client.ts';

const start = Date.parse('2026-03-02T15:00:00.250Z');

test('sixty requests a minute are allowed, counted in headers, then 429 until the minute is over', async (t) => {
  let now = start;
  const { call, service } = await startService(t, { now: () => now, requestsPerMinute: 60 });
  const read = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  const reset = String(Math.ceil((start + 60_000) / 1000));
  assert.deepEqual(read(await call('GET /me')), ['60', '59', reset]);
  for (let count = 0; count < 59; count += 1) await call('GET /me');
  const refused = await call('GET /me');
  assert.deepEqual([refused.status, refused.body], [429, { message: "You've exceeded the request limit." }]);
  assert.deepEqual(read(refused), ['60', '0', reset]);
  now += 59_999;
  assert.equal((await call('GET /me')).status, 429);
  now += 1;
  assert.equal((await call('GET /me')).status, 200);
  assert.equal(service.requests.length, 63);
});

test('a refused request has no effect, and one with a wrong key uses no quota', async (t) => {
  const { call, service } = await startService(t, { requestsPerMinute: 1 });
  for (let count = 0; count < 3; count += 1) await call('GET /me', { headers: { 'X-API-Key': 'other' } });
  const body = { caption: 'Hi', mediaUrls: [] };
  assert.equal((await call('POST /post?brandId=brand-1', { body })).status, 201);
  assert.equal((await call('POST /post?brandId=brand-1', { body })).status, 429);
  assert.equal(service.creations(), 1);
});
