/** Who is left how much of the minute, on a real Redis; the clock stands still. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { pino } from 'pino';
import { createBudget } from '#src/service/budget.ts';
import type { Call } from '#src/service/service.ts';
import { connectFailingFast, whenReady } from '#src/store/redis.ts';
import { createRequestWindow } from '#src/store/request-window.ts';
import { startRedis } from '#test/support/redis.ts';

test('what begins leaves room for what has begun, checks leave a fifth to operations and people, and what has begun waits', async (t) => {
  const server = await startRedis();
  const redis = connectFailingFast({ REDIS_URL: server.url }, () => undefined);
  t.after(async () => {
    redis.disconnect();
    await server.stop();
  });
  await whenReady(redis, 5_000);
  const budget = createBudget({
    window: createRequestWindow(redis, `test-${randomUUID()}`, 'a-key'),
    requestsPerMinute: 60,
    log: pino({ level: 'silent' }),
    now: () => 1_800_000_000_000,
  });
  // whoever would wait is ended at once: they are not put off
  const signal = AbortSignal.abort();
  const waits = (call: Call): Promise<void> =>
    assert.rejects(budget.take(call.priority ?? 'check', { ...call, signal }), { name: 'AbortError' });
  const takenBy = async (call: Call): Promise<number> => {
    for (let taken = 0; ; taken += 1)
      try {
        await budget.take(call.priority ?? 'check', call);
      } catch (cause) {
        assert.equal((cause as { kind?: string }).kind, 'busy');
        return taken;
      }
  };
  assert.equal(await takenBy({ priority: 'check', begins: true }), 42);
  assert.equal(await takenBy({ priority: 'background' }), 6);
  assert.equal(await takenBy({ priority: 'check' }), 0);
  const left = { interactive: 12, operation: 12, check: 0, background: 0 };
  assert.deepEqual((await budget.state()).left, left);
  await waits({ priority: 'check', begun: true });
  await waits({ priority: 'check', begun: true, turn: 'w.b' });
  assert.equal(await takenBy({ priority: 'operation' }), 12);
  assert.equal(await takenBy({ priority: 'interactive' }), 0);
});
