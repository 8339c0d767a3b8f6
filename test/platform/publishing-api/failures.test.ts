import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { createService } from '#src/platform/publishing-api/client.ts';
import type { ServiceErrorKind } from '#src/platform/publishing-api/errors.ts';
import { type Replies, type Reply, startService, testKey } from './raw-server.ts';
import { aCampaign, anAiPost, aPost, errorOf, postsOf } from './samples.ts';

type Meaning = [kind: ServiceErrorKind, retry: boolean, taken: 'no' | 'maybe'];

const now = { 'Retry-After': '0' };
const operations: [Reply, ...Meaning][] = [
  [{ status: 400 }, 'refused', false, 'no'],
  [{ status: 401 }, 'key', false, 'no'],
  [{ status: 403 }, 'key', false, 'no'],
  [{ status: 403, json: { message: 'Invalid API token.' } }, 'key', false, 'no'],
  [{ status: 403, json: { message: 'You may not see this workflow.' } }, 'refused', false, 'no'],
  [{ status: 404 }, 'refused', false, 'no'],
  [{ status: 405 }, 'refused', false, 'no'],
  [{ status: 408 }, 'down', true, 'maybe'],
  [{ status: 409 }, 'refused', false, 'no'],
  [{ status: 422 }, 'refused', false, 'no'],
  [{ status: 429 }, 'busy', true, 'no'],
  [{ status: 500 }, 'down', true, 'maybe'],
  [{ status: 502 }, 'down', true, 'maybe'],
  [{ status: 503 }, 'down', true, 'maybe'],
  [{ status: 503, headers: now }, 'busy', true, 'maybe'],
  [{ status: 504 }, 'down', true, 'maybe'],
  [{ status: 302, headers: { Location: '/elsewhere' } }, 'shape', false, 'maybe'],
  [{ drop: 'before' }, 'down', true, 'maybe'],
  [{ drop: 'within', status: 422 }, 'refused', false, 'no'],
  [{ hang: true }, 'timeout', true, 'maybe'],
];

for (const [reply, ...meaning] of operations) {
  test(`an effect with the response ${JSON.stringify(reply)}: ${meaning.join(', ')}, and sent once`, async (t) => {
    const { service, seen } = await startService(t, reply);
    const call = { timeoutMs: 'hang' in reply ? 1_000 : 20_000 };
    const calls = [
      () => service.createPost(aPost(), call),
      () => service.createAiPost(anAiPost(), call),
      () => service.createCampaign(aCampaign(), call),
      () => service.updatePost('p', { caption: 'New' }, call),
      () => service.publishPost('p', call),
      () => service.switchWorkflow('w', true, call),
    ];
    for (const [index, run] of calls.entries()) {
      const { kind, retry, taken } = await errorOf(run());
      assert.deepEqual([kind, retry, taken], meaning);
      assert.equal(seen.length, index + 1);
    }
  });
}

const reads: [reply: Reply, kind: ServiceErrorKind, retry: boolean, requests: number][] = [
  [{ status: 404 }, 'refused', false, 1],
  [{ status: 401 }, 'key', false, 1],
  [{ status: 429 }, 'busy', true, 1],
  [{ status: 429, headers: { 'Retry-After': '2' } }, 'busy', true, 1],
  [{ status: 429, headers: now }, 'busy', true, 3],
  [{ status: 503, headers: now }, 'busy', true, 3],
  [{ status: 408 }, 'down', true, 3],
  [{ status: 500 }, 'down', true, 3],
  [{ drop: 'before' }, 'down', true, 3],
  [{ drop: 'within', status: 200 }, 'down', true, 3],
  [{ drop: 'within', status: 404 }, 'refused', false, 1],
  [{ status: 302, headers: { Location: '/elsewhere' } }, 'shape', false, 1],
  [{ text: '<!doctype html><title>One moment</title>' }, 'shape', true, 1],
  [{ text: '' }, 'shape', true, 1],
  [{ status: 204 }, 'shape', true, 1],
  [{ text: '[{"id":"a","na' }, 'shape', true, 1],
  [{ text: '[{"id":"a"},,]' }, 'shape', true, 1],
  [{ json: { unexpected: { nothing: ['here'] } } }, 'shape', false, 1],
  [{ json: 'text' }, 'shape', false, 1],
  [{ json: null }, 'shape', false, 1],
];

for (const [reply, kind, retry, requests] of reads) {
  test(`a read with the response ${JSON.stringify(reply)}: ${kind}, retry ${retry}, ${requests} requests`, async (t) => {
    const { service, seen } = await startService(t, reply);
    const error = await errorOf(service.brands({ timeoutMs: 10_000 }));
    assert.deepEqual(
      [error.kind, error.retry, error.taken, error.endpoint],
      [kind, retry, 'no', 'GET /brands'],
    );
    assert.equal(seen.length, requests);
  });
}

test('open facts say what a status means, and change nothing for others', async (t) => {
  const openFacts = { errorStatuses: { key: [401, 419], busy: [420], down: [409] } };
  const temporary = { 408: 'down maybe', 409: 'down maybe', 500: 'down maybe' };
  const meant = { ...temporary, 419: 'key no', 420: 'busy no', 429: 'refused no' };
  for (const [status, means] of Object.entries(meant)) {
    const { service } = await startService(t, { status: Number(status) }, { openFacts });
    const { kind, taken } = await errorOf(service.publishPost('p'));
    assert.equal(`${kind} ${taken}`, means, status);
  }
});

test('a read that fails once is tried again', async (t) => {
  for (const first of [{ status: 500 }, { drop: 'before' }, { status: 429, headers: now }] as Reply[]) {
    const { service, seen } = await startService(t, [first, { json: [{ id: 'b', name: 'B' }] }]);
    assert.deepEqual(await service.brands(), [{ id: 'b', name: 'B' }]);
    assert.equal(seen.length, 2);
  }
});

test('a response that hangs after its headers times out', async (t) => {
  const { service } = await startService(t, { status: 200, headers: { 'Content-Length': '9' }, text: '[' });
  const error = await errorOf(service.brands({ timeoutMs: 60 }));
  assert.equal(error.kind, 'timeout');
});

test('a refused connection certainly took nothing', async (t) => {
  const { service, stop } = await startService(t, {});
  await stop();
  const { kind, retry, taken, message } = await errorOf(service.publishPost('p'));
  assert.deepEqual([kind, retry, taken], ['down', true, 'no']);
  assert.match(message, /^PATCH \/post\/\{postId\} could not be sent \(ECONNREFUSED\)$/);
});

test('a request that never left its connection’s queue had no effect, and isn’t sent later', async (t) => {
  const { service, seen, nextRequest } = await startService(t, { hang: true }, { timeoutMs: 30_000 });
  const busy = new AbortController();
  const full = Array.from({ length: 16 }, () =>
    errorOf(service.publishPost('busy', { signal: busy.signal })),
  );
  while (seen.length < 16) await nextRequest();
  const { kind, taken } = await errorOf(service.publishPost('queued', { timeoutMs: 50 }));
  assert.deepEqual([kind, taken], ['timeout', 'no']);
  busy.abort(new Error('closing'));
  await Promise.all(full);
  const last = new AbortController();
  const came = nextRequest();
  const after = errorOf(service.publishPost('after', { signal: last.signal }));
  await came;
  last.abort(new Error('closing'));
  await after;
  assert.deepEqual(
    seen.slice(16).map(({ path }) => path),
    ['/api/v1/post/after'],
  );
});

test('the caller can abort a call before it’s sent and during its response', async (t) => {
  const { service, seen, nextRequest } = await startService(t, { hang: true });
  const before = await errorOf(service.publishPost('p', { signal: AbortSignal.abort() }));
  assert.deepEqual([before.kind, before.retry, before.taken, seen.length], ['timeout', true, 'no', 0]);

  const controller = new AbortController();
  const came = nextRequest();
  const call = errorOf(service.publishPost('p', { signal: controller.signal }));
  await came;
  controller.abort(new Error('closing'));
  const during = await call;
  assert.deepEqual([during.kind, during.retry, during.taken], ['timeout', true, 'maybe']);
});

const unreadable: Replies[] = [
  { status: 201, text: '<html><body>Created</body></html>' },
  { status: 201, text: '{"id":"cut' },
  { drop: 'within', status: 201 },
];
const accepted: Replies[] = [
  ...unreadable,
  { status: 201, text: '' },
  { status: 202, json: { status: 'GENERATING' } },
  { status: 200, json: [] },
  { status: 200, json: null },
];
for (const reply of accepted) {
  test(`a 2xx means that an effect happened, whatever the body says: ${JSON.stringify(reply)}`, async (t) => {
    const { service, seen } = await startService(t, reply);
    const says = unreadable.includes(reply) ? { isUnreadable: true } : {};
    assert.deepEqual(await service.createPost(aPost()), { postId: undefined, ...says });
    assert.deepEqual(await service.createAiPost(anAiPost()), { postId: undefined, ...says });
    assert.deepEqual(await service.createCampaign(aCampaign()), { campaignId: undefined, ...says });
    await service.updatePost('p', { caption: 'New' });
    await service.publishPost('p');
    assert.deepEqual(await service.switchWorkflow('w', true), { id: 'w', name: undefined, on: true });
    assert.equal(seen.length, 6);
  });
}

const long = 'x'.repeat(400);
const words: [body: { json?: unknown; text?: string }, words: string | undefined][] = [
  [{ json: { message: 'Invalid API token.' } }, 'Invalid API token.'],
  [{ json: { error: 'No such brand' } }, 'No such brand'],
  [{ json: { error: { message: 'No such brand' } } }, 'No such brand'],
  [{ json: { errors: ['first', 'second'] } }, 'first; second'],
  [{ json: { errors: [{ message: 'first' }, { message: 'second', path: ['x'] }] } }, 'first; second'],
  [{ json: { message: ['first', 'second'] } }, 'first; second'],
  [{ json: { message: '', error: 'Bad Request' } }, 'Bad Request'],
  [{ text: 'Bad Gateway\n' }, 'Bad Gateway'],
  [{ text: '' }, undefined],
  [{ json: {} }, undefined],
  [{ json: { error: 5 } }, undefined],
  [
    {
      text: '<!doctype html><html><head><title>T</title><style>p{}</style></head><body><h1>Bad</h1>\n<p>gate &lt; way</p></body>',
    },
    'Bad gate &lt; way',
  ],
  [{ json: { message: 'a < b and <b>bold</b>' } }, 'a < b and bold'],
  [{ json: { message: long } }, `${'x'.repeat(299)}…`],
  [{ json: { message: `The key ${testKey} is wrong` } }, 'The key … is wrong'],
];
for (const [body, expected] of words) {
  test(`the service's own words: ${JSON.stringify(body).slice(0, 80)}`, async (t) => {
    const { service } = await startService(t, { status: 422, ...body });
    const error = await errorOf(service.createPost(aPost()));
    assert.equal(error.serviceMessage, expected);
    assert.equal(error.message, `POST /post answered 422${expected === undefined ? '' : `: ${expected}`}`);
    assert.equal(error.status, 422);
  });
}

test('no error contains the key', async (t) => {
  const replies: Reply[] = [
    { status: 500 },
    { drop: 'before' },
    { hang: true },
    { status: 403, text: testKey },
  ];
  for (const reply of replies) {
    const { service } = await startService(t, reply);
    const error = await errorOf(service.publishPost('p', { timeoutMs: 60 }));
    assert.doesNotMatch(inspect(error, { depth: 12, showHidden: true }), new RegExp(testKey));
  }
});

test('a response in an unknown shape is described by its field names, never by their values', async (t) => {
  const { service } = await startService(t, { json: { token: 'secret', rows: 3 } });
  const { message, serviceMessage } = await errorOf(postsOf(service, 'b'));
  assert.equal(message, 'GET /post answered without a list; it has: token, rows');
  assert.equal(serviceMessage, undefined);
});

test('a response above the size limit isn’t read to its end', async (t) => {
  const { service, seen } = await startService(t, { text: `["${'x'.repeat(9 * 1024 * 1024)}"]` });
  const { kind, retry, message } = await errorOf(service.brands());
  assert.deepEqual([kind, retry, seen.length], ['shape', false, 1]);
  assert.match(message, /a body that.s too large/);
});

test('close ends the pool: a later call says so and sends nothing', async (t) => {
  const { url, seen } = await startService(t, {});
  const service = createService({ url, key: testKey, timeoutMs: 1_000 });
  await service.close();
  const { kind, taken } = await errorOf(service.publishPost('p'));
  assert.deepEqual([kind, taken, seen.length], ['down', 'no', 0]);
});
