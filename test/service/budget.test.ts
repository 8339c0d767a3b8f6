import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#src/service/errors.ts';
import type { Call, Priority, RateLimitInfo } from '#src/service/service.ts';
import { startService } from './raw-server.ts';
import { errorOf } from './samples.ts';

function aBudget(refusal?: Error) {
  const priorities: Priority[] = [];
  const learned: RateLimitInfo[] = [];
  return {
    priorities,
    learned: (info: RateLimitInfo): void => void learned.push(info),
    infos: learned,
    take: async (priority: Priority): Promise<void> => {
      priorities.push(priority);
      if (refusal) throw refusal;
    },
  };
}

test('every request takes from the budget at its priority, also one that is tried again', async (t) => {
  const budget = aBudget();
  const { service, seen } = await startService(t, [{ status: 500 }, { json: [] }], { budget });
  await service.posts('b', { priority: 'background' });
  await service.brands();
  assert.deepEqual(budget.priorities, ['background', 'background', 'check']);
  assert.equal(seen.length, 3);
});

test('what is not wanted any more when its turn comes is not sent, and costs whoever wanted it no attempt', async (t) => {
  const asked: string[] = [];
  const budget = { ...aBudget(), take: async (): Promise<void> => void asked.push('turn') };
  const { service, seen } = await startService(t, { json: {} }, { budget });
  const unless = (answer: boolean) => async (): Promise<boolean> => {
    asked.push('unless');
    return answer;
  };
  const failure = await errorOf(service.publishPost('p', { unless: unless(true) }));
  assert.deepEqual([failure.postponed, failure.taken, seen.length], [true, 'no', 0]);
  await service.publishPost('p', { unless: unless(false) });
  assert.equal(seen.length, 1);
  assert.deepEqual(asked, ['turn', 'unless', 'turn', 'unless']);
});

test('a listing of several pages takes one turn, and what has begun does not wait for another', async (t) => {
  const taken: [Priority, string | undefined, boolean | undefined][] = [];
  const budget = {
    ...aBudget(),
    take: async (priority: Priority, { turn, begun }: Call = {}): Promise<void> =>
      void taken.push([priority, turn, begun]),
  };
  const { service } = await startService(
    t,
    [{ json: { data: [{ id: 'p1' }], hasMore: true } }, { json: { data: [{ id: 'p2' }], hasMore: false } }],
    { budget },
  );
  assert.equal((await service.posts('b', { priority: 'background', turn: 'w.b' })).length, 2);
  assert.deepEqual(taken, [
    ['background', 'w.b', undefined],
    ['background', 'w.b', true],
  ]);
});

test('a listing that begins something leaves room for what has begun, and its next pages have begun', async (t) => {
  const taken: Pick<Call, 'begins' | 'begun'>[] = [];
  const budget = {
    ...aBudget(),
    take: async (_priority: Priority, { begins = false, begun = false }: Call = {}): Promise<void> =>
      void taken.push({ begins, begun }),
  };
  const { service } = await startService(
    t,
    [{ json: { data: [{ id: 'p1' }], hasMore: true } }, { json: { data: [{ id: 'p2' }], hasMore: false } }],
    { budget },
  );
  await service.posts('b', { priority: 'check', begins: true });
  assert.deepEqual(taken, [
    { begins: true, begun: false },
    { begins: false, begun: true },
  ]);
});

test('a call that was ended before takes nothing from the budget', async (t) => {
  const budget = aBudget();
  const { service } = await startService(t, {}, { budget });
  await errorOf(service.publishPost('p', { signal: AbortSignal.abort() }));
  assert.deepEqual(budget.priorities, []);
});

test('a budget that says no, or cannot be asked, sends nothing', async (t) => {
  const failure = { kind: 'busy', endpoint: 'budget', retry: true, taken: 'no', retryAfterMs: 5 } as const;
  const busy = new ServiceError('later', failure);
  const first = await startService(t, {}, { budget: aBudget(busy) });
  assert.equal(await errorOf(first.service.publishPost('p')), busy);
  const second = await startService(t, {}, { budget: aBudget(new Error('Redis is away')) });
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
    const budget = aBudget();
    const { service } = await startService(t, { status: 429, headers }, { budget });
    const error = await errorOf(service.publishPost('p'));
    const none = { limit: undefined, remaining: undefined, resetAt: undefined, retryAfterMs: undefined };
    assert.deepEqual(budget.infos, [{ exceeded: true, ...none, ...expected }]);
    assert.equal(error.retryAfterMs, expected.retryAfterMs);
  });
}

test('the budget learns from every answer that says something, and from no other', async (t) => {
  const budget = aBudget();
  const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59' };
  const { service } = await startService(t, [{ json: [], headers }, { json: [] }], { budget });
  await service.brands();
  await service.brands();
  assert.equal(budget.infos.length, 1);
  const [info] = budget.infos;
  assert.deepEqual([info?.exceeded, info?.limit, info?.remaining], [false, 60, 59]);
});
