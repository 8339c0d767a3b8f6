/** Switching a workflow while other parts fail or other workers take over. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SwitchWorkflow } from '#src/catalog/jobs.ts';
import { switchWorkflowHandler } from '#src/catalog/switch-workflow.ts';
import { createLocks } from '#src/platform/redis/locks.ts';
import { createLedger } from '#src/posts/operations/ledger.ts';
import { startStored } from '#test/support/stored.ts';

test('a worker whose switch another one carried out while it waited sends nothing', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  const at = new Date().toISOString();
  const payload = { workspace: 'T1', workflow: 'w', on: true, by: 'U0ANA', at, channel: 'C1', id: 'one' };
  const operation = `switch.one.${at}`;
  await ledger.begin('T1', operation, { sentAt: at });
  let sent = 0;
  const service = {
    async switchWorkflow(id: string, on: boolean) {
      sent += 1;
      return { id, name: 'Weekly', on };
    },
  };
  const quota = {
    async acquire() {
      const known = await ledger.read('T1', operation);
      assert.ok(known);
      const sentAt = new Date(Date.now() + 1_000).toISOString();
      assert.ok(await ledger.begin('T1', operation, { sentAt, known }));
    },
  };
  const deps = {
    ledger,
    service,
    quota,
    locks: createLocks(redis, prefix),
    personNotifier: { tell: async () => undefined },
    audit: { soon: () => undefined },
    now: Date.now,
  } as unknown as Parameters<typeof switchWorkflowHandler.make>[0];
  await assert.rejects(
    async () => switchWorkflowHandler.make(deps).run(payload satisfies SwitchWorkflow as never),
    /was noted by another worker/,
  );
  assert.equal(sent, 0);
});

test('after a person read that a switch failed, the job ends even without Redis, so nothing is sent again', async (t) => {
  const { redis, prefix } = await startStored(t);
  const at = new Date().toISOString();
  const payload = { workspace: 'T1', workflow: 'w', on: true, by: 'U0ANA', at, channel: 'C1', id: 'one' };
  let told = 0;
  const deps = {
    ledger: createLedger(redis, prefix, []),
    locks: createLocks(redis, prefix),
    personNotifier: {
      async tell() {
        told += 1;
        redis.disconnect();
      },
    },
    audit: { add: async () => undefined },
    log: { warn: () => undefined },
    now: Date.now,
  } as unknown as Parameters<typeof switchWorkflowHandler.make>[0];
  const handler = switchWorkflowHandler.make(deps);
  await handler.onExhausted(payload satisfies SwitchWorkflow as never, new Error('the service is down'));
  assert.equal(told, 1);
});
