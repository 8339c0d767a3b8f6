/** What doesn't count as an approval, whatever the service shows: *Request approval* never reports such a post as approved. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { defaultUsers } from '#sandbox/chat/defaults.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { publishJob } from '#src/posts/operations/publish.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { stepJob } from '#src/steps/jobs.ts';
import { type BotOptions, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { postInputs, startSteps } from '#test/support/steps.ts';
import { approve, cardSays } from '#test/support/user-actions.ts';
import { fromWorkflow } from '#views/posts/card.ts';
import { deniedStep, deniedToAsk } from '#views/steps/wrong-inputs.ts';

/** A draft for which a workflow has requested approval. */
async function startAsking(t: TestContext, rule = aRule(), { settings, ...options }: BotOptions = {}) {
  const started = await startSteps(t, { ...options, settings: { RESTING_INTERVAL_MS: '10', ...settings } });
  const { ana, bo, chat, ended, service } = started;
  await (await ruleSetter(t, started))(rule);
  const made = await ended(await ana.runs('create_post', { ...postInputs, profiles: 'Instagram' }));
  const card = await bo.sees('social', new RegExp(fromWorkflow));
  const id = await ana.runs('request_approval', { post: String(made?.outputs.post), requester: 'U0ANA' });
  const queue = openQueue(t, started);
  return {
    ...started,
    card,
    queue,
    made: String(made?.outputs.post),
    link: made?.outputs.card_link,
    postId: service.posts()[0]?.id ?? '',
    run: () => chat.workflows.get(id),
    /** Reads the brand's listing until this is so. */
    comes: (look: () => void) =>
      eventually(async () => {
        await queue.enqueue(readBrandJob, { workspace, brand: 'brand-1' });
        await queue.enqueue(sweepJob, {});
        look();
      }),
  };
}

longTest('a post scheduled in the web app waits for its approval', async (t) => {
  const { card, comes, postId, run, service } = await startAsking(t);
  const times = Number.POSITIVE_INFINITY;
  service.faults.add({ on: `PATCH /post/${postId}`, kind: 'status', status: 401, times });
  service.edit(postId, { state: 'scheduled', scheduledAt: inDays(1) });
  await comes(() => assert.match(card.text, /rejected the API key.*The post wasn’t changed/s));
  assert.equal(run()?.state, 'running');
});

test('a post published in the web app without approval counts as not approved', async (t) => {
  const { comes, link, postId, run, service } = await startAsking(t);
  service.publish(postId);
  await comes(() => assert.equal(run()?.state, 'failed'));
  assert.equal(
    run()?.error,
    `The post for Northwind Coffee was published from the publishing service without approval. Go to its card: ${link}`,
  );
});

const undo = { settings: { UNDO_SECONDS: '600' } };

longTest(
  'a post published in the web app while its approval can still be undone counts as approved',
  async (t) => {
    let aheadMs = 0;
    const now = () => Date.now() + aheadMs;
    const { bo, card, made, postId, queue, run, service } = await startAsking(t, aRule(), { ...undo, now });
    await approve(bo, card, { shows: /Approved/ });
    service.publish(postId);
    assert.equal(run()?.state, 'running');
    // the end of that time is when Presscheck looks at the post again
    aheadMs = 601_000;
    await queue.enqueue(publishJob, { workspace, card: made }, { soon: true });
    await eventually(() => assert.notEqual(run()?.state, 'running'));
    const { error, outputs } = run() ?? {};
    assert.deepEqual([error, outputs?.approver], ['', 'U0BO']);
    // the sweeper may run before the job has read that the post is published
    assert.match(String(outputs?.status), /^(Approved|Published)$/);
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  },
);

for (const what of oneOf(['undone', 'the first of two']))
  test(`a post published in the web app after an approval that is ${what} counts as not approved`, async (t) => {
    const isUndone = what === 'undone';
    const rule = isUndone ? aRule() : aRule({ people: ['U0BO', 'U0CY'], needed: 2 });
    const { bo, card, comes, postId, run, service } = await startAsking(t, rule, undo);
    await approve(bo, card);
    if (isUndone) await bo.clicks(await card.shows(/Approved/), 'Undo');
    await card.shows(isUndone ? cardSays.ready : /1 of 2/);
    service.publish(postId);
    await comes(() => assert.notEqual(run()?.state, 'running'));
    assert.match(run()?.error ?? '', /without approval/);
  });

longTest(
  'the first of two approvals of a post that fails in the service doesn’t count as an approval',
  async (t) => {
    const rule = aRule({ people: ['U0BO', 'U0CY'], needed: 2 });
    const { bo, card, comes, postId, run, service } = await startAsking(t, rule);
    await approve(bo, card, { shows: /1 of 2/ });
    service.edit(postId, { state: 'failed' });
    await comes(() => assert.notEqual(run()?.state, 'running'));
    assert.match(run()?.error ?? '', /^The post for Northwind Coffee couldn’t be published\./);
  },
);

for (const step of oneOf(['create_post', 'request_approval']))
  test(`a requester whom Slack cannot look up waits, even without a rule: ${step}`, async (t) => {
    const people = [...defaultUsers, { id: 'U0GUS', name: 'Gus', role: 'guest' as const }];
    const started = await startSteps(t, { chat: { users: people } });
    const { ana, chat, ended, service } = started;
    const post = String((await ended(await ana.runs('create_post', postInputs)))?.outputs.post);
    const ofGus = ({ user }: { user?: unknown }) => user === 'U0GUS';
    chat.faults.next('users.info', { kind: 'refused', error: 'internal_error' }, 2, ofGus);
    const id = await ana.runs(step, {
      ...(step === 'create_post' ? postInputs : { post }),
      requester: 'U0GUS',
    });
    await eventually(() => assert.equal(chat.faults.applied.length, 2));
    const queue = openQueue(t, started);
    await eventually(async () => {
      await queue.enqueue(stepJob, { workspace, execution: id }, { soon: true });
      assert.notEqual(chat.workflows.get(id)?.state, 'running');
    });
    const denied = step === 'create_post' ? deniedStep : deniedToAsk;
    const says = denied({ why: 'guest' }, 'Northwind Coffee', '/social settings');
    assert.equal((await ended(id))?.error, says);
    assert.equal(service.posts().length, 1);
  });
