/** Processes that die between the steps of an execution: one post, and the workflow is told. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { freePort } from '#sandbox/redis.ts';
import { startMember } from '#test/chaos/member.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { aPost } from '#test/support/steps.ts';
import { fromWorkflow } from '#views/posts/card.ts';

/** Workers that are killed at the step they are started with; without one, they live. */
async function startKilled(t: TestContext) {
  const started = await startBot(t, { settings: { ROLE: 'bot', WORKFLOW_STEPS: 'true' } });
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
      settings: started.settings,
      surprised: (how) => ends.push(how),
    });
    workers.push(worker);
    await eventually(() => worker.ready);
    if (step) worker.arm(step);
  };
  return { ...started, ends, starts };
}

test('workers that are killed after the request, after the result and after Slack took it: one post, and the workflow goes on', async (t) => {
  const { ana, chat, service, ends, starts } = await startKilled(t);
  const dies = ['step recorded', 'step decided', 'step told'];
  await starts(dies[0]);
  const id = await ana.runs('create_post', aPost);
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

test('workers that are killed before they ask for approval, and right after: people are asked again rather than never, and the workflow goes on', async (t) => {
  const started = await startKilled(t);
  const { ana, bo, chat, service, ends, starts } = started;
  await (await ruleSetter(t, started))(aRule());
  const dies = ['step asking', 'step asked'];
  await starts(dies[0]);
  const create = await ana.runs('create_post', aPost);
  await eventually(() => assert.equal(chat.workflows.get(create)?.state, 'completed'));
  const post = String(chat.workflows.get(create)?.outputs.post);
  const message = 'For Friday';
  const id = await ana.runs('request_approval', { post, requester: 'U0ANA', message });
  await eventually(() => assert.deepEqual(ends, dies.slice(0, 1)));
  const asked = async () =>
    (await auditTrail(t, started)).filter(({ what }) => what === 'asked for approval').length;
  assert.equal(await asked(), 0);
  await starts(dies[1]);
  await eventually(() => assert.deepEqual(ends, dies));
  assert.equal(await asked(), 1);
  await starts();
  await eventually(async () => assert.equal(await asked(), 2));
  assert.equal(chat.workflows.get(id)?.state, 'running');
  await bo.clicks(await bo.sees('social', new RegExp(fromWorkflow)), 'Approve');
  await eventually(() => assert.equal(chat.workflows.get(id)?.state, 'completed'));
  assert.equal(chat.workflows.get(id)?.outputs.approver, 'U0BO');
  assert.equal(service.requestsTo('POST /post').length, 1);
});
