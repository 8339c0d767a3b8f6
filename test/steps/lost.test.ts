/** Steps that lost their job or their card, or whose error repeats. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fieldOf } from '#src/posts/rule-store.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { stepJob } from '#src/steps/jobs.ts';
import { createStepStore } from '#src/steps/step-store.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type BotOptions, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { postInputs, startSteps } from '#test/support/steps.ts';
import { redisOf } from '#test/support/stored.ts';
import { fromWorkflow } from '#views/posts/card.ts';
import { stepErrors } from '#views/steps/wrong-inputs.ts';

const message = 'Needed for Friday’s launch';

async function start(t: TestContext, options: BotOptions = {}) {
  const started = await startSteps(t, options);
  const { redis, prefix, keys } = redisOf(t, started.settings);
  return { ...started, redis, prefix, keys: keys, queue: openQueue(t, started) };
}

test('approvers who were never asked, because the job got lost, are asked by the sweep', async (t) => {
  const started = await start(t);
  const { ana, chat, ended, keys, redis, prefix, queue } = started;
  await (await ruleSetter(t, started))(aRule());
  const made = await ended(await ana.runs('create_post', postInputs));
  const post = String(made?.outputs.post);
  await createStepStore(redis, prefix).add(workspace, {
    id: 'FxLost',
    step: 'request_approval',
    workflowRun: 'WxLost',
    card: post,
    inputs: { post, requester: 'U0ANA', message },
    receivedAt: new Date().toISOString(),
  });
  // an event of its card would run the job, too
  await redis.srem(keys.stepsOf(workspace, post), 'FxLost');
  await queue.enqueue(sweepJob, {});
  await eventually(() => assert.ok(chat.notified('Bo').some(({ text }) => text.includes(message))));
});

longTest(
  'approvers of a post that was sent back at that moment are asked once it’s resubmitted',
  async (t) => {
    const [asking, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    t.after(() => goesOn.resolve());
    const started = await start(t, {
      async failpoint(step) {
        if (step !== 'step requesting') return;
        asking.resolve();
        await goesOn.promise;
      },
    });
    const { ana, bo, chat, ended, logs } = started;
    await (await ruleSetter(t, started))(aRule());
    const post = String((await ended(await ana.runs('create_post', postInputs)))?.outputs.post);
    const card = await bo.sees('social', new RegExp(fromWorkflow));
    const id = await ana.runs('request_approval', { post, requester: 'U0ANA', message });
    await asking.promise;
    const modal = await bo.opensOn(card, 'Request changes', /Request changes/);
    await modal.submit({ 'What should change': 'Say which day' });
    await card.offers('Resubmit');
    goesOn.resolve();
    const requested = async () =>
      (await auditTrail(t, started)).filter(({ what }) => what === 'asked for approval').length;
    await ana.clicks(card, 'Resubmit');
    await eventually(async () => assert.equal(await requested(), 1));
    await eventually(() => assert.ok(chat.notified('Bo').some(({ text }) => text.includes(message))));
    assert.equal(chat.workflows.get(id)?.state, 'running');
    assert.ok(!logs.some(({ msg }) => msg === 'a job failed'));
  },
);

test('a step whose card was deleted creates no second post, and its workflow gets an error', async (t) => {
  const { ana, chat, ended, keys, queue, redis, service } = await start(t);
  service.holdGeneration();
  const { caption: _, ...rest } = postInputs;
  const id = await ana.runs('generate_post', { ...rest, prompt: 'Our autumn menu is here' });
  await eventually(() => assert.equal(service.generations(), 1));
  await redis.del(keys.card(workspace, `step-${id}`));
  await eventually(async () => {
    await queue.enqueue(stepJob, { workspace, execution: id }, { soon: true });
    assert.notEqual(chat.workflows.get(id)?.state, 'running');
  });
  assert.equal((await ended(id))?.error, stepErrors.postGone);
  assert.equal(service.requestsTo('POST /post/ai').length, 1);
});

test('a step that fails repeatedly is given up, and its workflow gets an error', async (t) => {
  const { ana, chat, ended, keys, queue, redis, service } = await start(t);
  await redis.hset(keys.rules(workspace), fieldOf('brand-1'), 'no rule of any release');
  const id = await ana.runs('create_post', postInputs);
  await eventually(async () => {
    await queue.enqueue(stepJob, { workspace, execution: id }, { soon: true });
    assert.notEqual(chat.workflows.get(id)?.state, 'running');
  });
  assert.equal((await ended(id))?.error, stepErrors.notCreated);
  assert.equal(service.posts().length, 0);
});
