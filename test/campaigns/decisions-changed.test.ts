/** Changes between a decision on a campaign's post and its job, over signed HTTP. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import {
  continueTo,
  decideEach,
  decisionsFor,
  report,
  reviews,
  tick,
  withCampaign,
} from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardSays, nthVersion, rewrites } from '#test/support/user-actions.ts';
import { batchCheck } from '#views/campaigns/review-check.ts';
import { reviewErrors } from '#views/campaigns/review-parts.ts';
import { versionApproved } from '#views/posts/refusals.ts';

const inDays = (days: number): number => Math.ceil(Date.now() / 1_000) + days * 86_400;
const both = { people: ['U0BO', 'U0CY'] };
const notAlone = /requires more than your approval/;

longTest('if the rule now requires more approvals, no one sets the time alone', async (t) => {
  const started = await withCampaign(t, 1);
  const set = await ruleSetter(t, started);
  await set(aRule(both));
  const { bo, cy, card, posts } = started;
  const form = await decisionsFor(bo, card, 1);
  await form.fill({ 'Post 1': 'Approve with a new time' });
  await form.shows('New time (post 1)');
  await form.fill({ 'New time (post 1)': inDays(9) });
  await set(aRule({ ...both, needed: 2 }));
  const approves = await decisionsFor(cy, card, 1);
  await approves.submit({ 'Post 1': 'Approve' });
  await (await cy.seesModal(/Confirm 1 decision\?/)).submit();
  await posts[0].shows(/1 of 2/);
  await form.submit();
  const check = await bo.seesModal(/Nothing to confirm/);
  assert.match(check.text, notAlone);
  assert.match(posts[0].text, /1 of 2/);
});

test('of two people who approve a post together with others, the second schedules nothing without reading so', async (t) => {
  const first = Promise.withResolvers<void>();
  t.after(() => first.resolve());
  let isHeld = false;
  const started = await withCampaign(t, 2, {
    async failpoint(step) {
      if (step !== 'batch post decided' || isHeld) return;
      isHeld = true;
      await first.promise;
    },
  });
  await (await ruleSetter(t, started))(aRule({ ...both, needed: 2 }));
  const { bo, cy, card, posts, service } = started;
  const approves = async (who: typeof bo, ...numbers: number[]): Promise<void> => {
    const form = await decisionsFor(who, card, ...numbers);
    await form.submit(Object.fromEntries(numbers.map((n) => [`Post ${n}`, 'Approve'])));
    const check = await who.seesModal(/Confirm \d decisions?\?/);
    assert.match(check.text, /still needs? more approvals/);
    await check.submit();
  };
  await approves(bo, 1, 2);
  await posts[0].shows(/1 of 2/);
  await approves(cy, 2);
  await posts[1].shows(/1 of 2/);
  first.resolve();
  const said = await report(bo, /reviewed 2 posts/);
  assert.match(said.text, /<@U0CY> approved this first, so your approval would schedule this post/);
  assert.match(posts[1].text, /1 of 2/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest('if the rule tightens after the confirmation, the post isn’t reported as published', async (t) => {
  let tighten = async (): Promise<void> => {};
  const started = await withCampaign(t, 3, {
    async failpoint(step) {
      if (step === 'batch post decided') await tighten();
    },
  });
  const set = await ruleSetter(t, started);
  await set(aRule(both));
  tighten = () => set(aRule({ ...both, needed: 2 }));
  const { bo, card, posts, service } = started;
  const form = await decisionsFor(bo, card, 1, 2, 3);
  await form.fill({ 'Post 1': 'Reject', 'Post 2': 'Publish now', 'Post 3': 'Approve with a new time' });
  await eventually(() => assert.equal(form.labels.length, 5));
  await form.submit({ 'Reason (post 1)': 'Sold out', 'New time (post 3)': inDays(9) });
  await (await bo.seesModal(/Confirm 3 decisions\?/)).submit();
  const said = await report(bo, /\*1 post rejected, 2 failed\*/);
  assert.match(said.text, notAlone);
  assert.equal(service.publishes(), 0);
  for (const post of posts.slice(1)) assert.doesNotMatch(post.text, /Approved by|1 of 2/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest('a new time that passes before the job runs is refused, and the planned times stay', async (t) => {
  let aheadMs = 0;
  const started = await withCampaign(t, 3, {
    now: () => Date.now() + aheadMs,
    async failpoint(step) {
      if (step === 'batch post decided') aheadMs = 2 * 86_400_000;
    },
  });
  await (await ruleSetter(t, started))(aRule());
  const { bo, card, posts, service } = started;
  const form = await decisionsFor(bo, card, 1, 2, 3);
  await form.fill({
    'Post 1': 'Reject',
    'Post 2': 'Approve with a new time',
    'Post 3': 'Change time without approving',
  });
  await eventually(() => assert.equal(form.labels.length, 6));
  const soon = inDays(1);
  await form.submit({
    'Reason (post 1)': 'Sold out',
    'New time (post 2)': soon,
    'New time (post 3)': soon,
  });
  await (await bo.seesModal(/Confirm 3 decisions\?/)).submit();
  const said = await report(bo, /\*1 post rejected, 2 failed\*/);
  assert.match(said.text, /That time has passed\. Choose a later one\./);
  for (const post of posts.slice(1)) assert.ok(!post.text.includes(String(soon)), post.text);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest('under a rule, overdue posts are left out of a joint approval', async (t) => {
  let aheadMs = 0;
  const started = await withCampaign(t, 1, { now: () => Date.now() + aheadMs });
  await (await ruleSetter(t, started))(aRule());
  const { bo, card } = started;
  aheadMs = 30 * 86_400_000;
  const modal = await reviews(bo, card);
  await tick(modal, 1);
  const check = await continueTo(bo, modal, 'Approve', /Nothing to confirm/);
  assert.match(check.text, /Not approved because the planned time has passed/);
});

longTest('without a rule, approving with a new time schedules the post, if the time differs', async (t) => {
  const { bo, card, posts, service } = await withCampaign(t, 1);
  const form = await decisionsFor(bo, card, 1);
  await form.fill({ 'Post 1': 'Approve with a new time' });
  await form.shows('New time (post 1)');
  assert.deepEqual((await form.submit()).errors, { 'New time (post 1)': reviewErrors.sameTime });
  const later = inDays(9);
  await form.submit({ 'New time (post 1)': later });
  await (await bo.seesModal(/Confirm 1 decision\?/)).submit();
  await report(bo, /\*1 post approved with a new time\*/);
  await posts[0].shows(cardSays.scheduled);
  assert.ok(posts[0].text.includes(`<!date^${later}^`), posts[0].text);
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
});

longTest('a confirmation from an earlier release doesn’t clear times', async (t) => {
  const { bo, card, chat, service } = await withCampaign(t, 2);
  const modal = await reviews(bo, card);
  await tick(modal, 1, 2);
  const form = await decideEach(bo, modal);
  await form.fill({ 'Post 1': 'Change time', 'Post 2': 'Reject' });
  await eventually(() => assert.equal(form.labels.length, 4));
  await form.submit({ 'New time (post 1)': inDays(9), 'Reason (post 2)': 'Sold out' });
  const check = await bo.seesModal(/Confirm 2 decisions\?/);
  const metadata = JSON.parse(check.privateMetadata) as { items: { to?: number }[] };
  for (const item of metadata.items) delete item.to;
  const { body } = await chat.deliver.interaction({
    type: 'view_submission',
    team: { id: chat.world.workspace.id, domain: 'x' },
    user: { id: 'U0BO', name: 'Bo', team_id: chat.world.workspace.id },
    view: {
      id: 'V0BEFORE',
      type: 'modal',
      callback_id: batchCheck.id,
      blocks: check.blocks,
      private_metadata: JSON.stringify(metadata),
      state: {
        values: {
          'time.1': { 'time.1': { selected_date_time: inDays(9) } },
          'reason.2': { 'reason.2': { value: 'Sold out' } },
        },
      },
    },
  });
  assert.deepEqual(body, { response_action: 'clear' });
  const said = await report(bo, /\*1 post rejected, 1 failed\*/);
  assert.match(said.text, /Choose a date and time\./);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest(
  'a version isn’t published while another version, approved after the confirmation, is about to be',
  async (t) => {
    let faster = async (): Promise<void> => {};
    const started = await withCampaign(t, 2, {
      settings: { UNDO_SECONDS: '3' },
      async failpoint(step) {
        if (step === 'batch post decided') await faster();
      },
    });
    const { bo, cy, card, posts, service } = started;
    const [, second] = posts;
    await rewrites(bo, second, { 'What should change': 'Shorter' });
    const version = await nthVersion(card, 3);
    faster = async () => {
      faster = async () => {};
      await cy.clicks(version, 'Publish now', { shows: /Approved by <@U0CY>/ });
    };
    const form = await decisionsFor(bo, card, 1, 2);
    await form.fill({ 'Post 1': 'Reject', 'Post 2': 'Publish now' });
    await eventually(() => assert.equal(form.labels.length, 3));
    await form.submit({ 'Reason (post 1)': 'Sold out' });
    await (await bo.seesModal(/Confirm 2 decisions\?/)).submit();
    const said = await report(bo, /\*1 post rejected, 1 failed\*/);
    assert.ok(said.text.includes(versionApproved), said.text);
    await version.shows(/Published/);
    assert.equal(service.publishes(), 1);
  },
);
