import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Call, Priority, RateLimitInfo } from '#src/platform/publishing-api/service.ts';
import { startService } from './raw-server.ts';
import { errorOf } from './samples.ts';

function aQuota(refusal?: Error) {
  const priorities: Priority[] = [];
  const learned: RateLimitInfo[] = [];
  return {
    priorities,
    learned: (info: RateLimitInfo): void => void learned.push(info),
    infos: learned,
    acquire: async (priority: Priority): Promise<void> => {
      priorities.push(priority);
      if (refusal) throw refusal;
    },
  };
}

test('every request counts in the quota at its priority, even when it is tried again', async (t) => {
  const quota = aQuota();
  const { service, seen } = await startService(t, [{ status: 500 }, { json: [] }], { quota });
  await service.profiles('b', { priority: 'background' });
  await service.brands();
  assert.deepEqual(quota.priorities, ['background', 'background', 'check']);
  assert.equal(seen.length, 3);
});

test('a request that its caller acquired doesn’t use more of the quota', async (t) => {
  const quota = aQuota();
  const { service, seen } = await startService(t, { json: {} }, { quota });
  await service.publishPost('p', { acquired: true });
  assert.equal(seen.length, 1);
  assert.deepEqual(quota.priorities, []);
});

test('a read that its caller acquired is sent once, whatever the response', async (t) => {
  for (const reply of [
    { status: 500 },
    { status: 429, headers: { 'Retry-After': '0' } },
    { drop: 'before' },
  ] as const) {
    const quota = aQuota();
    const { service, seen } = await startService(t, reply, { quota });
    await errorOf(service.postPage('b', { n: 0 }, { first: 0, sized: true }, { acquired: true }));
    assert.deepEqual([seen.length, quota.priorities], [1, []]);
  }
});

const twoPages = [
  { json: { data: [{ id: 'p1' }], hasMore: true } },
  { json: { data: [{ id: 'p2' }], hasMore: false } },
];
const busy = new ServiceError('later', {
  kind: 'busy',
  endpoint: 'quota',
  retry: true,
  taken: 'no',
  retryAfterMs: 5,
});

test('a listing that hasn’t begun is postponed, and a named caller waits under its name', async (t) => {
  const who: (string | undefined)[] = [];
  const quota = {
    ...aQuota(),
    async acquire(_: Priority, options: Call = {}): Promise<void> {
      who.push(options.who);
      if (who.length === 1) throw busy;
    },
  };
  const { service } = await startService(t, twoPages, { quota });
  assert.equal(await errorOf(service.profiles('b', { who: 'w.b' })), busy);
  assert.equal((await service.profiles('b', { who: 'w.b' })).length, 2);
  assert.deepEqual(who, ['w.b', 'w.b', 'w.b']);
});

test('a call that was already aborted takes nothing from the quota', async (t) => {
  const quota = aQuota();
  const { service } = await startService(t, {}, { quota });
  await errorOf(service.publishPost('p', { signal: AbortSignal.abort() }));
  assert.deepEqual(quota.priorities, []);
});

test('if the quota refuses, or can’t be asked, nothing is sent', async (t) => {
  const first = await startService(t, {}, { quota: aQuota(busy) });
  assert.equal(await errorOf(first.service.publishPost('p')), busy);
  const second = await startService(t, {}, { quota: aQuota(new Error('lost the connection to Redis')) });
  const { kind, retry, taken } = await errorOf(second.service.publishPost('p'));
  assert.deepEqual([kind, retry, taken], ['down', true, 'no']);
  assert.equal(first.seen.length + second.seen.length, 0);
});

const at = Date.parse('2027-03-01T12:00:00Z');
const cases: [headers: Record<string, string>, info: Partial<RateLimitInfo>][] = [
  [{ 'Retry-After': '2' }, { retryAfterMs: 2_000 }],
  [{ 'Retry-After': 'Mon, 01 Mar 2027 12:00:03 GMT' }, { retryAfterMs: 3_000 }],
  [{ 'Retry-After': 'Mon, 01 Mar 2027 11:00:00 GMT' }, {}],
  [{ 'Retry-After': 'soon' }, {}],
  [{ 'Retry-After': '99999999' }, { retryAfterMs: 3_600_000 }],
  [{ 'X-RateLimit-Reset': String(at / 1000 + 4) }, { resetAt: at + 4_000, retryAfterMs: 4_000 }],
  [{ 'X-RateLimit-Reset': String(at + 4_500) }, { resetAt: at + 4_500, retryAfterMs: 4_500 }],
  [{ 'X-RateLimit-Reset': '2027-03-01T12:00:05.250Z' }, { resetAt: at + 5_000, retryAfterMs: 5_000 }],
  [{ 'X-RateLimit-Reset': '6' }, { resetAt: at + 6_000, retryAfterMs: 6_000 }],
  [{ 'X-RateLimit-Reset': String(at / 1000 - 4) }, { resetAt: at - 4_000 }],
  [
    { 'Retry-After': '1', 'X-RateLimit-Reset': String(at / 1000 + 30) },
    { resetAt: at + 30_000, retryAfterMs: 1_000 },
  ],
  [
    { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0' },
    { limit: 60, remaining: 0 },
  ],
  [{ 'X-RateLimit-Limit': 'many' }, {}],
];
for (const [headers, expected] of cases) {
  test(`429 with ${JSON.stringify(headers)}`, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: at });
    const quota = aQuota();
    const { service } = await startService(t, { status: 429, headers }, { quota });
    const error = await errorOf(service.publishPost('p'));
    const none = { limit: undefined, remaining: undefined, resetAt: undefined, retryAfterMs: undefined };
    assert.deepEqual(quota.infos, [{ exceeded: true, ...none, ...expected }]);
    assert.equal(error.retryAfterMs, expected.retryAfterMs);
  });
}

test('the quota is updated by every response with rate limit headers, and by no other', async (t) => {
  const quota = aQuota();
  const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59' };
  const { service } = await startService(t, [{ json: [], headers }, { json: [] }], { quota });
  await service.brands();
  await service.brands();
  assert.equal(quota.infos.length, 1);
  const [info] = quota.infos;
  assert.deepEqual([info?.exceeded, info?.limit, info?.remaining], [false, 60, 59]);
});
