import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultKind } from '#sandbox/service/http/faults.ts';
import { brand, type Call, startService } from '#test/contracts/service-client.ts';
import { eventually } from '#test/support/eventually.ts';

const create = (call: Call) => call(`POST /post?${brand}`, { body: { caption: 'Hello', mediaUrls: [] } });

/** Each kind of fault, what the client sees (a status and the text, or an error), and whether it had its effect. */
const faults: [FaultKind, number | 'error', RegExp, boolean][] = [
  [{ kind: 'delay', ms: 5 }, 201, /postGroupId/, true],
  [{ kind: 'status', status: 502, body: { error: 'gateway' } }, 502, /^\{"error":"gateway"\}$/, false],
  [{ kind: 'status-after', status: 504 }, 504, /Unknown error/, true],
  [{ kind: 'drop-before' }, 'error', /fetch failed/, false],
  [{ kind: 'drop-after' }, 'error', /fetch failed/, true],
  [{ kind: 'html' }, 201, /^<!doctype html>/, true],
  [{ kind: 'empty' }, 201, /^$/, true],
  [{ kind: 'malformed' }, 201, /,,$/, true],
  [{ kind: 'wrong-shape' }, 201, /^\{"unexpected"/, true],
  [{ kind: 'truncated' }, 'error', /terminated/, true],
];

test('each fault breaks one request as it says, before or after its effect', async (t) => {
  const { call, service } = await startService(t);
  let creations = 0;
  for (const [fault, status, text, hasEffect] of faults) {
    service.faults.add({ on: 'POST /post', ...fault });
    if (status === 'error') await assert.rejects(create(call), text);
    else {
      const answer = await create(call);
      assert.deepEqual([answer.status, text.test(answer.text)], [status, true], answer.text);
    }
    if (hasEffect) creations += 1;
    assert.equal(service.creations(), creations, fault.kind);
  }
  assert.equal((await create(call)).status, 201);
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
