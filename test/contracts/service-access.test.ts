import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCall, startService } from '#test/contracts/service-client.ts';

const endpoints = [
  'GET /me',
  'GET /brands',
  'GET /social-profiles',
  'GET /social-profiles/connection-url',
  'POST /post',
  'PATCH /post/some-post',
  'GET /post',
  'POST /post/ai',
  'POST /campaigns',
  'GET /workflow/workflow-1',
  'POST /workflow/workflow-1',
  'GET /hashtag-libraries',
  'GET /studio-templates',
  'GET /analytics/export',
];

test('every endpoint refuses a missing and a wrong key, in the documented words', async (t) => {
  const { call, service } = await startService(t);
  for (const endpoint of endpoints) {
    const missing = await call(endpoint, { headers: { 'X-API-Key': null } });
    assert.deepEqual([missing.status, missing.body], [401, { message: 'Missing API token.' }], endpoint);
    const wrong = await call(endpoint, { headers: { 'X-API-Key': 'other' } });
    assert.deepEqual([wrong.status, wrong.body], [403, { message: 'Invalid API token.' }], endpoint);
  }
  assert.equal(service.requests.length, endpoints.length * 2);
});

test('the base address ends in the version segment, and the key can be chosen', async (t) => {
  const { service } = await startService(t, { key: 'a-key-of-my-own' });
  assert.match(service.url, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  assert.equal((await createCall(service.url, 'a-key-of-my-own')('GET /me')).status, 200);
});

test('removed endpoints and unknown paths are 404, even with correct parameters', async (t) => {
  const { call } = await startService(t);
  for (const request of [
    'GET /workspaces',
    'GET /brand-kits',
    'GET /brand-kits?brandId=brand-1',
    'GET /nothing',
  ]) {
    assert.equal((await call(request)).status, 404, request);
  }
});

test('the renamed parameter workspaceId is refused, alone and together with brandId', async (t) => {
  const { call, service } = await startService(t);
  const renamed = [
    'GET /social-profiles',
    'GET /post',
    'POST /post',
    'POST /post/ai',
    'POST /campaigns',
    'GET /hashtag-libraries',
    'GET /studio-templates',
    'GET /analytics/export',
  ];
  for (const request of renamed) {
    const body = request.startsWith('POST')
      ? { body: { caption: 'Hi', mediaUrls: [], prompt: 'Write about tea' } }
      : {};
    assert.equal((await call(`${request}?workspaceId=brand-1`, body)).status, 400, request);
    assert.equal((await call(`${request}?brandId=brand-1&workspaceId=brand-1`, body)).status, 400, request);
  }
  assert.equal(service.effects().length, 0);
});

test('parameters that are unknown, missing, empty or repeated are 400', async (t) => {
  const { call } = await startService(t);
  const refused = [
    'GET /me?verbose=1',
    'GET /brands?page=0',
    'GET /post',
    'GET /post?brandId=',
    'GET /post?brandId=brand-1&brandId=brand-1',
    'GET /post?brandId=brand-1&statuses=DRAFT',
    'GET /post?brandId=brand-1&page=-1',
    'GET /post?brandId=brand-1&page=one',
    'GET /post?brandId=brand-1&perPage=0',
    'GET /workflow/workflow-1?brandId=brand-1',
    'GET /analytics/export?brandId=brand-1&format=csv',
  ];
  for (const request of refused) assert.equal((await call(request)).status, 400, request);
});

/** Everything that takes a brand, with a body that is right. */
const ofABrand: [endpoint: string, body?: Record<string, unknown>][] = [
  ['GET /post'],
  ['GET /social-profiles'],
  ['GET /hashtag-libraries'],
  ['GET /studio-templates'],
  ['GET /analytics/export'],
  ['POST /post', { caption: 'Hi', mediaUrls: [] }],
  ['POST /post/ai', { prompt: 'Announce our tea' }],
  ['POST /campaigns', { prompt: 'Tea' }],
];

test('wherever a brand is required, a missing one is 400 and an unknown one 404, without effect', async (t) => {
  const { call, service } = await startService(t);
  for (const [endpoint, body] of ofABrand) {
    const sending = body ? { body } : {};
    assert.equal((await call(endpoint, sending)).status, 400, endpoint);
    assert.equal((await call(`${endpoint}?brandId=`, sending)).status, 400, endpoint);
    assert.equal((await call(`${endpoint}?brandId=brand-2`, sending)).status, 404, endpoint);
  }
  assert.deepEqual([service.posts(), service.generations()], [[], 0]);
});

test('a body needs its content type, and must be JSON', async (t) => {
  const { call, service } = await startService(t);
  const send = (raw: string, type: string | null) =>
    call('POST /post?brandId=brand-1', { raw, headers: { 'Content-Type': type } });
  const good = JSON.stringify({ caption: 'Hi', mediaUrls: [] });
  assert.equal((await send(good, null)).status, 415);
  assert.equal((await send(good, 'text/plain')).status, 415);
  assert.equal((await send(good, 'application/jsonp')).status, 415);
  assert.equal((await send('{"caption":', 'application/json')).status, 400);
  assert.equal((await send('', 'application/json')).status, 400);
  assert.equal((await send('[]', 'application/json')).status, 422);
  assert.equal((await send(`"${'x'.repeat(1_000_001)}"`, 'application/json')).status, 413);
  assert.equal(service.creations(), 0);
  assert.equal((await send(good, 'application/json; charset=utf-8')).status, 201);
});
