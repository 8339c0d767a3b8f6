/** Steps whose service or Redis goes away: each continues once it's back, and a workflow never waits forever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepJob } from '#src/steps/jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { startRedis } from '#test/support/redis.ts';
import { postInputs, startSteps } from '#test/support/steps.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { stepErrors } from '#views/steps/wrong-inputs.ts';

const workspace = 'T0PRESS';

test('a workflow that runs while Redis is away creates its post once Redis is back', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const started = await startSteps(t, {
    redis,
    chat: { eventRetriesAfterMs: Array.from({ length: 600 }, () => 200) },
  }).finally(() =>
    // closed after the bot, which would otherwise wait for its Redis
    t.after(() => redis.stop()),
  );
  const { ana, chat, ended, logs, service } = started;
  const isAway = (times: number) =>
    eventually(() =>
      assert.ok(logs.filter(({ msg }) => msg === 'lost the connection to Redis').length >= times),
    );
  await redis.kill();
  await isAway(1);
  const delivered = ana.runs('create_post', postInputs);
  await eventually(() => assert.equal(chat.workflows.all.length, 1));
  await redis.restart();
  assert.equal((await ended(await delivered))?.error, '');
  await ana.sees('social', cardSays.readyWith(/Open until ten tonight/));

  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  t.after(() => answer());
  chat.faults.next('functions.completeSuccess', { kind: 'held', until });
  const later = await ana.runs('create_post', { ...postInputs, caption: 'Closed on Monday' });
  await eventually(() => assert.ok(chat.faults.applied.some(({ kind }) => kind === 'held')));
  await redis.kill();
  answer();
  await isAway(2);
  assert.equal((await ended(later))?.outputs.caption, 'Closed on Monday');
  await redis.restart();
  // Slack accepted it, but that wasn't recorded, so it's sent again
  await eventually(() =>
    assert.equal(chat.calls.filter(({ method }) => method === 'functions.completeSuccess').length, 3),
  );
  assert.equal(service.requestsTo('POST /post').length, 2);
});

for (const minutes of oneOf([11, 2]))
  test(`with the service away for ${minutes} minutes, a step ${minutes > 10 ? 'fails and creates nothing' : 'waits and continues'}`, async (t) => {
    let now = Date.now();
    const started = await startSteps(t, {
      now: () => now,
      before: ({ service }) =>
        void service.faults.add({
          on: 'GET /brands',
          kind: 'status',
          status: 503,
          times: Number.POSITIVE_INFINITY,
        }),
    });
    const { ana, chat, ended, service } = started;
    const queue = openQueue(t, started);
    const id = await ana.runs('create_post', postInputs);
    const sent = () => service.requestsTo('GET /brands').length;
    await eventually(() => assert.ok(sent() > 0));
    assert.equal(chat.workflows.get(id)?.state, 'running');
    now += minutes * 60_000;
    if (minutes < 10) service.faults.clear();
    const run = await eventually(async () => {
      // its next attempt, without the wait
      await queue.enqueue(stepJob, { workspace, execution: id }, { soon: true });
      assert.notEqual(chat.workflows.get(id)?.state, 'running');
      return ended(id);
    });
    assert.equal(run?.error, minutes > 10 ? stepErrors.lists : '');
    assert.equal(service.posts().length, minutes > 10 ? 0 : 1);
  });
