import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, makesDraft } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { aRule, ruled } from '#test/support/rules.ts';

const nowhere = { fill: { 'Social profiles': [] } };
const patch = 'PATCH /post/*';
const whatToDo =
  /no social profile, so it can go nowhere\. Press \*Edit\*, choose it under \*Social profiles\*/;

test('a draft without a profile is neither published nor scheduled, says so, and goes out once it has one', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila', nowhere);
  assert.match(card.text, /No social profile chosen: choose one with \*Edit\*/);
  await eventually(() => assert.ok(card.buttons.includes('Schedule')));
  for (const button of ['Approve & publish', 'Schedule']) {
    await bo.clicks(card, button);
    assert.match(await bo.seesPrivately(whatToDo), whatToDo);
  }
  assert.match(card.text, /Ready for review/);
  assert.equal(service.requestsTo(patch).length, 0);

  await bo.clicks(card, 'Edit');
  const edit = await bo.seesModal('Edit the post');
  const inADay = Math.ceil(Date.now() / 1_000) + 86_400;
  await edit.fill({ 'Publish at': inADay });
  assert.match((await edit.submit()).errors['Social profiles'] ?? '', /a post with a time needs a social/);
  await edit.fill({ 'Social profiles': ['Instagram · northwind.coffee'] });
  assert.deepEqual((await edit.submit()).errors, {});
  await eventually(() => assert.match(card.text, /Scheduled for/));
  assert.deepEqual(service.posts()[0]?.socialProfileIds, ['profile-1']);
});

test('a post that was not made says nothing of a button that it does not have', async (t) => {
  const { ana, service } = await startBot(t);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 400 });
  await asks(ana, '/post Beans from Huila', nowhere);
  const card = await ana.sees('social', /Not made/);
  assert.deepEqual(card.buttons, ['Try again']);
  assert.match(card.text, /No social profile chosen/);
  assert.doesNotMatch(card.text, /\*Edit\*/);
});

test('under a rule nobody approves a post that goes nowhere', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t);
  const setRule = await ruled(t, started);
  await setRule(aRule());
  const card = await makesDraft(ana, 'Beans from Huila', nowhere);
  await eventually(() => assert.ok(card.buttons.includes('Approve')));
  await bo.clicks(card, 'Approve');
  assert.match(await bo.seesPrivately(), whatToDo);
  assert.match(card.text, /0 of 1/);
  assert.equal(service.requestsTo(patch).length, 0);
});

test('a post whose profile was taken away in the web app is not sent, and its card says why', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  service.edit(service.posts()[0]?.id ?? '', { socialProfileIds: [] });
  await bo.clicks(card, 'Approve & publish');
  await eventually(() => assert.match(card.text, /no social profile any more in the publishing service/));
  assert.equal(service.requestsTo(patch).length, 0);
});

test('a refusal of profiles is told in words that people can act on, not in those of the API', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  service.faults.add({
    on: patch,
    kind: 'status',
    status: 422,
    body: { message: 'socialProfileIds: this brand has no social profile profile-1.' },
  });
  await bo.clicks(card, 'Approve & publish');
  await eventually(() => assert.match(card.text, /refused its social profiles.*It was not published/));
  assert.doesNotMatch(card.text, /socialProfileIds/);
});

test('a post with a time and no profile is refused at the field', async (t) => {
  const { ana, service } = await startBot(t);
  const inADay = Math.ceil(Date.now() / 1_000) + 86_400;
  const fill = { 'Schedule for': inADay, 'Social profiles': [] };
  const { errors } = await asks(ana, '/post Beans from Huila', { fill });
  assert.deepEqual(Object.keys(errors), ['Social profiles']);
  assert.equal(service.creations(), 0);
});
