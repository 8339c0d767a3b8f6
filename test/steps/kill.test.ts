/** Processes that die between the parts of a step: one post, and the workflow gets its result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReplacement, startWorkerDyingAt } from '#test/faults/dying-workers.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { isLong, longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { postInputs } from '#test/support/steps.ts';
import { approve } from '#test/support/user-actions.ts';
import { fromWorkflow } from '#views/posts/card.ts';

const settings = { ROLE: 'bot', WORKFLOW_STEPS: 'true' };

const failpoints = ['step recorded', 'step decided', 'step reported'] as const;
const killedAt = isLong ? failpoints : failpoints.slice(1, 2);

test(`workers that are killed at ${killedAt.join(', ')}: one post, and the workflow continues`, async (t) => {
  const started = await startBot(t, { settings });
  const { ana, chat, service } = started;
  const workers = killedAt.map((failpoint) => () => startWorkerDyingAt(t, started, failpoint));
  const first = await workers.shift()?.();
  const id = await ana.runs('create_post', postInputs);
  await first?.ended;
  for (const next of workers) await (await next()).ended;
  const told = () => chat.calls.filter(({ method }) => method === 'functions.completeSuccess').length;
  const before = killedAt.includes('step reported') ? 1 : 0;
  assert.equal(told(), before);
  assert.equal(chat.workflows.get(id)?.state, before === 0 ? 'running' : 'completed');
  // if Slack already has the result, the next worker sends it again, and Slack says that the step is over
  await startReplacement(t, started);
  await eventually(() => assert.equal(told(), before + 1));
  assert.equal(service.requestsTo('POST /post').length, 1);
  assert.equal(chat.workflows.get(id)?.outputs.status, 'Ready for review');
});

longTest(
  'if workers are killed around an approval request, other workers request it again, and the workflow continues',
  async (t) => {
    const started = await startBot(t, { settings });
    const { ana, bo, chat, service } = started;
    await (await ruleSetter(t, started))(aRule());
    const first = await startWorkerDyingAt(t, started, 'step requesting');
    const create = await ana.runs('create_post', postInputs);
    await eventually(() => assert.equal(chat.workflows.get(create)?.state, 'completed'));
    const post = String(chat.workflows.get(create)?.outputs.post);
    const message = 'For Friday';
    const id = await ana.runs('request_approval', { post, requester: 'U0ANA', message });
    await first.ended;
    const requested = async () =>
      (await auditTrail(t, started)).filter(({ what }) => what === 'asked for approval').length;
    assert.equal(await requested(), 0);
    await (await startWorkerDyingAt(t, started, 'step requested')).ended;
    assert.equal(await requested(), 1);
    await startReplacement(t, started);
    await eventually(async () => assert.equal(await requested(), 2));
    assert.equal(chat.workflows.get(id)?.state, 'running');
    await approve(bo, await bo.sees('social', new RegExp(fromWorkflow)));
    await eventually(() => assert.equal(chat.workflows.get(id)?.state, 'completed'));
    assert.equal(chat.workflows.get(id)?.outputs.approver, 'U0BO');
    assert.equal(service.requestsTo('POST /post').length, 1);
  },
);
