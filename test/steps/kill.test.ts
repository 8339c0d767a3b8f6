/** Processes that die between the steps of an execution: one post, and the workflow is told. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '#sandbox/redis.ts';
import { startMember } from '#test/chaos/member.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

test('workers that are killed after the request, after the result and after Slack took it: one post, and the workflow goes on', async (t) => {
  const started = await startBot(t, { settings: { ROLE: 'bot', WORKFLOW_STEPS: 'true' } });
  const { ana, chat, service, settings } = started;
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-steps-'));
  const ends: (string | undefined)[] = [];
  const workers: Awaited<ReturnType<typeof startMember>>[] = [];
  t.after(async () => {
    for (const worker of workers) await worker.stop();
    await rm(folder, { recursive: true });
  });
  const starts = async (step?: string) => {
    const worker = await startMember({
      ...{ role: 'worker', which: workers.length, port: await freePort(), folder, once: true },
      killed: (at) => ends.push(at.step),
      settings,
      surprised: (how) => ends.push(how),
    });
    workers.push(worker);
    await eventually(() => worker.ready);
    if (step) worker.arm(step);
  };
  const dies = ['step recorded', 'step decided', 'step told'];
  await starts(dies[0]);
  const id = await ana.runs('create_post', {
    ...{
      brand: 'Northwind Coffee',
      caption: 'Open until ten tonight',
      channel: 'C0SOCIAL',
      requester: 'U0ANA',
    },
  });
  await eventually(() => assert.deepEqual(ends, dies.slice(0, 1)));
  await starts(dies[1]);
  await eventually(() => assert.deepEqual(ends, dies.slice(0, 2)));
  assert.equal(chat.workflows.get(id)?.state, 'running');
  await starts(dies[2]);
  await eventually(() => assert.deepEqual(ends, dies));
  assert.equal(chat.workflows.get(id)?.state, 'completed');
  // the one that follows tells again, and hears that it's over
  await starts();
  await eventually(() =>
    assert.equal(chat.calls.filter(({ method }) => method === 'functions.completeSuccess').length, 2),
  );
  assert.equal(service.requestsTo('POST /post').length, 1);
  assert.equal(chat.workflows.get(id)?.outputs.status, 'Ready for review');
});
