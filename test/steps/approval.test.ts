/** The workflow steps that wait for people. They request and read decisions, but make none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultUsers } from '#sandbox/chat/defaults.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { allNotified, cardsBelow, sentNotifications } from '#test/support/notifications.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { postInputs, startSteps } from '#test/support/steps.ts';
import { approve, cardSays, submits } from '#test/support/user-actions.ts';
import { anyoneCanApprove } from '#views/notifications/sentences.ts';
import { fromWorkflow } from '#views/posts/card.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { deniedToAsk, stepErrors } from '#views/steps/wrong-inputs.ts';

test('from an intake form to a published post: each step continues once people have acted', async (t) => {
  const started = await startSteps(t);
  const { ana, bo, chat, ended, service } = started;
  await (await ruleSetter(t, started))(aRule());
  const made = await ended(await ana.runs('create_post', { ...postInputs, profiles: 'Instagram' }));
  const post = String(made?.outputs.post);
  const message = 'Needed for Friday’s launch';
  const asking = await ana.runs('request_approval', { post, requester: 'U0ANA', message });
  // as a link, and as the service's id
  const waiting = await ana.runs('wait_until_published', { post: String(made?.outputs.card_link) });
  const again = await ana.runs('wait_until_published', { post: String(made?.outputs.post_id) });
  await eventually(() =>
    assert.ok(chat.notified('Bo').some(({ text }) => text.includes(`Ana requested approval for`))),
  );
  assert.ok(chat.notified('Bo').some(({ text }) => text.includes(message)));
  assert.deepEqual(
    [asking, waiting, again].map((id) => chat.workflows.get(id)?.state),
    ['running', 'running', 'running'],
  );
  assert.equal(service.publishes(), 0);

  const card = await bo.sees('social', new RegExp(fromWorkflow));
  await approve(bo, card);
  const approved = await ended(asking);
  assert.equal(approved?.error, '');
  assert.equal(approved?.outputs.approver, 'U0BO');
  assert.match(String(approved?.outputs.status), /^(Approved|Published)$/);
  for (const id of [waiting, again]) assert.equal((await ended(id))?.outputs.status, 'Published');
  assert.equal(service.publishes(), 1);

  const entries = await auditTrail(t, started);
  const requested = entries.find(({ what }) => what === 'asked for approval');
  assert.deepEqual([requested?.by, requested?.via, requested?.note], ['U0ANA', 'job', message]);
  assert.deepEqual(
    entries.filter(({ what }) => what === 'approved').map(({ by, via }) => [by, via]),
    [['U0BO', 'click']],
  );
});

test('without a rule, the channel reads the request and its message, and who can approve', async (t) => {
  const started = await startSteps(t);
  const { ana, bo, ended } = started;
  const made = await ended(await ana.runs('create_post', { ...postInputs, profiles: 'LinkedIn' }));
  const post = String(made?.outputs.post);
  const message = 'Needed for Friday’s launch';
  const asking = await ana.runs('request_approval', { post, requester: 'U0ANA', message });
  const card = await bo.sees('social', new RegExp(fromWorkflow));
  const [said] = await eventually(() => {
    const sent = sentNotifications(started).filter(({ text }) => text.includes(message));
    return sent.length > 0 ? sent : null;
  });
  assert.equal(said?.text, `Ana requested approval for this post. ${anyoneCanApprove()}\n>${message}`);
  assert.deepEqual([said?.channel, said?.thread, said?.broadcast], [card.channel, card.ts, true]);
  await bo.clicks(card, buttonText.approveAndPublish);
  assert.equal((await ended(asking))?.outputs.approver, 'U0BO');
});

longTest('without a rule, no one gets a request for a card that only its author can see', async (t) => {
  const started = await startSteps(t);
  const { ana, ended } = started;
  const made = await ended(
    await ana.runs('create_post', { ...postInputs, profiles: 'LinkedIn', channel: 'C0LEADERS' }),
  );
  const post = String(made?.outputs.post);
  const asking = await ana.runs('request_approval', { post, requester: 'U0ANA', message: 'For Friday' });
  await eventually(async () =>
    assert.ok((await auditTrail(t, started)).some(({ what }) => what === 'asked for approval')),
  );
  await allNotified(t, started);
  assert.deepEqual(sentNotifications(started), []);
  await ana.clicks(await ana.sees('Presscheck', new RegExp(fromWorkflow)), buttonText.approveAndPublish);
  assert.equal((await ended(asking))?.outputs.approver, 'U0ANA');
});

longTest('the requester and the author are notified once that steps wait because of a pause', async (t) => {
  const started = await startSteps(t);
  const { ana, bo, cy, chat, ended } = started;
  const made = await ended(await ana.runs('create_post', postInputs));
  const post = String(made?.outputs.post);
  const asking = await ana.runs('request_approval', { post, requester: 'U0CY' });
  const card = await bo.sees('social', new RegExp(fromWorkflow));
  await bo.types('/social pause Northwind Coffee wrong prices');
  const told = (name: 'Ana' | 'Cy') =>
    chat.notified(name).filter(({ text }) => text.includes('A workflow is waiting for'));
  await eventually(() => assert.equal(told('Cy').length, 1));
  assert.match(told('Cy')[0]?.text ?? '', /to be approved[\s\S]*wrong prices/);
  // a step that starts during the pause
  await ana.runs('wait_until_published', { post });
  await eventually(() => assert.match(told('Ana')[0]?.text ?? '', /to be published[\s\S]*wrong prices/));

  await bo.types('/social resume Northwind Coffee');
  await card.shows(cardSays.ready);
  await bo.clicks(card, buttonText.approveAndPublish);
  assert.equal((await ended(asking))?.error, '');
  assert.deepEqual([told('Ana').length, told('Cy').length], [1, 1]);
  assert.ok(await cy.sees('Presscheck', /A workflow is waiting for/));
});

test('approvers are notified once publishing resumes, and the requester is notified that the step waits', async (t) => {
  const started = await startSteps(t);
  const { ana, bo, cy, chat, ended } = started;
  await (await ruleSetter(t, started))(aRule());
  const made = await ended(await ana.runs('create_post', { ...postInputs, profiles: 'LinkedIn' }));
  const card = await bo.sees('social', new RegExp(fromWorkflow));
  await bo.types('/social pause Northwind Coffee wrong prices');
  await bo.sees('social', /paused \*Northwind Coffee\*/);
  const message = 'Needed for Friday’s launch';
  const inputs = { post: String(made?.outputs.post), requester: 'U0CY', message };
  const asking = await ana.runs('request_approval', inputs);
  await cy.sees('Presscheck', /A workflow is waiting for/);
  const requested = async () =>
    (await auditTrail(t, started)).filter(({ what }) => what === 'asked for approval').length;
  assert.equal(await requested(), 0);

  await bo.types('/social resume Northwind Coffee');
  await eventually(() => assert.ok(chat.notified('Bo').some(({ text }) => text.includes(message))));
  await approve(bo, card);
  assert.equal((await ended(asking))?.outputs.approver, 'U0BO');
  assert.equal(await requested(), 1);
});

test('a pause that stops an approved post in its time to undo doesn’t end the step that waits for it', async (t) => {
  const { ana, bo, chat, ended } = await startSteps(t, { settings: { UNDO_SECONDS: '600' } });
  const made = await ended(await ana.runs('create_post', { ...postInputs, profiles: 'Instagram' }));
  const waiting = await ana.runs('wait_until_published', { post: String(made?.outputs.post) });
  const card = await bo.sees('social', new RegExp(fromWorkflow));
  await bo.clicks(card, buttonText.approveAndPublish);
  await card.offers('Undo');
  await bo.types('/social pause Northwind Coffee wrong prices');
  await card.noLongerOffers('Undo');
  await eventually(() => {
    assert.equal(chat.workflows.get(waiting)?.error, '');
    assert.ok(chat.notified('Ana').some(({ text }) => text.includes('A workflow is waiting for')));
  });
  assert.equal(chat.workflows.get(waiting)?.state, 'running');
});

longTest('a card that has just asked its approvers doesn’t ask again without a message', async (t) => {
  const started = await startSteps(t);
  const { ana, chat, ended } = started;
  await (await ruleSetter(t, started))(aRule());
  const made = await ended(await ana.runs('create_post', postInputs));
  const id = await ana.runs('request_approval', { post: String(made?.outputs.post), requester: 'U0ANA' });
  const bo = chat.user('Bo');
  const card = await bo.sees('social', new RegExp(fromWorkflow));
  await bo.clicks(card, 'Reject');
  await (await bo.seesModal()).submit({ Reason: 'Too early.' });
  const run = await ended(id);
  assert.equal(
    run?.error,
    `The post for Northwind Coffee was rejected: “Too early”. If you run the workflow again, it may create another post. To use this one after all, reopen it on its card: ${made?.outputs.card_link}`,
  );
  await card.shows(/To create a new one, run the workflow again\./);
  const requested = (await auditTrail(t, started)).filter(({ what }) => what === 'asked for approval');
  assert.deepEqual(requested, []);
});

longTest(
  'steps that wait for a version of an AI post continue with the version that people keep',
  async (t) => {
    const started = await startSteps(t);
    const { ana, bo, chat, ended } = started;
    await (await ruleSetter(t, started))(aRule());
    const { caption: _, ...rest } = { ...postInputs, profiles: 'Instagram' };
    const made = await ended(await ana.runs('generate_post', { ...rest, prompt: 'Our autumn menu is here' }));
    const post = String(made?.outputs.post);
    const asking = await ana.runs('request_approval', { post, requester: 'U0ANA', message: 'For Friday' });
    const waiting = await ana.runs('wait_until_published', { post });
    const requested = async () =>
      (await auditTrail(t, started)).flatMap(({ what, card }) =>
        what === 'asked for approval' ? [card] : [],
      );
    await eventually(async () => assert.deepEqual(await requested(), [post]));
    const card = await bo.sees('social', new RegExp(fromWorkflow));
    const modal = await ana.opensOn(await card.shows(cardSays.ready), 'Rewrite', 'Rewrite post');
    await modal.submit({ 'What should change': 'Shorter' });
    const shorter = await eventually(() => {
      const version = cardsBelow(card)[0];
      return version?.buttons.includes('Keep this version') ? version : null;
    });
    await bo.clicks(shorter, 'Keep this version');
    await card.shows(/Discarded by/);
    await eventually(async () => assert.equal((await requested()).length, 2));
    assert.notEqual((await requested())[1], post, 'approvers get requests for the kept version');
    for (const id of [asking, waiting]) assert.equal(chat.workflows.get(id)?.state, 'running');
    await approve(bo, shorter);
    const [approved, published] = [await ended(asking), await ended(waiting)];
    assert.deepEqual([approved?.error, approved?.outputs.approver], ['', 'U0BO']);
    assert.equal(published?.outputs.status, 'Published');
    assert.equal(published?.outputs.post, (await requested())[1]);
  },
);

test('an approval that can still be undone doesn’t count yet', async (t) => {
  const { ana, bo, chat, ended } = await startSteps(t, { settings: { UNDO_SECONDS: '600' } });
  const made = await ended(await ana.runs('create_post', { ...postInputs, profiles: 'Instagram' }));
  const id = await ana.runs('request_approval', { post: String(made?.outputs.post), requester: 'U0ANA' });
  const card = await bo.sees('social', new RegExp(fromWorkflow));
  await bo.clicks(card, 'Approve & publish');
  await bo.clicks(await card.shows(/Undo|Approved/), 'Undo');
  await card.shows(cardSays.ready);
  assert.equal(chat.workflows.get(id)?.state, 'running');
});

test('if the post isn’t found or the requester isn’t allowed, the step says so, and no one is notified', async (t) => {
  const people = [...defaultUsers, { id: 'U0GUS', name: 'Gus', role: 'guest' as const }];
  const started = await startSteps(t, { chat: { users: people } });
  const { ana, ended } = started;
  const lost = await ended(await ana.runs('wait_until_published', { post: 'post-of-nobody' }));
  assert.equal(lost?.error, stepErrors.noPost('post-of-nobody'));
  const made = await ended(await ana.runs('create_post', postInputs));
  const post = String(made?.outputs.post);
  const refused = await ended(await ana.runs('request_approval', { post, requester: 'U0GUS' }));
  assert.doesNotMatch(refused?.error ?? '', /\byou/i);
  assert.equal(refused?.error, deniedToAsk({ why: 'guest' }, 'Northwind Coffee', '/social settings'));
  const [entry] = (await auditTrail(t, started)).filter(({ what }) => what === 'refused');
  assert.deepEqual([entry?.by, entry?.note, entry?.result], ['U0GUS', 'request_approval', 'guest']);
});

longTest('a campaign isn’t a post: the step says to use one of its posts', async (t) => {
  const { ana, chat, ended } = await startSteps(t);
  await submits(ana, '/campaign Opening week of the new shop', { fill: { Posts: '2', Days: '7' } });
  const { ts } = await ana.sees('social', /2 posts to review/);
  const post = `${chat.url}/archives/C0SOCIAL/p${ts.replace('.', '')}`;
  for (const step of ['request_approval', 'wait_until_published'])
    assert.equal(
      (await ended(await ana.runs(step, { post, requester: 'U0ANA' })))?.error,
      stepErrors.campaign,
    );
});

test('a post that the service doesn’t publish fails the step that waits for it', async (t) => {
  const { ana, bo, ended, service } = await startSteps(t);
  const made = await ended(await ana.runs('create_post', { ...postInputs, profiles: 'Instagram' }));
  const id = await ana.runs('wait_until_published', { post: String(made?.outputs.post) });
  service.faults.add({ on: 'PATCH /post/{postId}', kind: 'status', status: 422, times: 1 });
  const card = await bo.sees('social', new RegExp(fromWorkflow));
  await bo.clicks(card, 'Approve & publish');
  const run = await ended(id);
  assert.match(
    run?.error ?? '',
    /^The post for Northwind Coffee couldn’t be published\. .*Its card says what to do: /,
  );
});
