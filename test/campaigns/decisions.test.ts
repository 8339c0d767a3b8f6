/** A decision for each post of a campaign in one submission, over signed HTTP. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { isLong, longTest } from '#test/support/long-tests.ts';
import {
  continueTo,
  decideEach,
  decisionsFor,
  report,
  reviews,
  tick,
  tickedCount,
  withCampaign,
} from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { chooseText } from '#views/campaigns/review.ts';
import { decisionsTitle } from '#views/campaigns/review-decisions.ts';
import { reviewErrors } from '#views/campaigns/review-parts.ts';
import { buttonText } from '#views/posts/card-buttons.ts';

test('one submission schedules, publishes, requests changes, and rejects, with one report', async (t) => {
  const started = await withCampaign(t, 5);
  const { bo, card, posts, service } = started;
  const form = await decisionsFor(bo, card, 1, 2, 3, 4, 5);
  assert.deepEqual(form.labels, ['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5']);
  assert.deepEqual((await form.submit()).errors, { 'Post 1': reviewErrors.noDecision });
  await form.fill({
    'Post 1': 'Approve',
    'Post 2': 'Publish now',
    'Post 3': 'Request changes',
    'Post 4': 'Reject',
  });
  await form.shows('What should change (post 3)');
  await form.shows('Reason (post 4)');
  // Slack accepts spaces as text
  await form.fill({ 'Reason (post 4)': ' ', 'What should change (post 3)': ' ' });
  assert.deepEqual((await form.submit()).errors, {
    'Reason (post 4)': 'Enter a short reason.',
    'What should change (post 3)': 'Describe what should change.',
  });
  await form.submit({ 'Reason (post 4)': 'Too late', 'What should change (post 3)': 'Name <the> street' });
  const check = await bo.seesModal(/Confirm 4 decisions\?/);
  for (const group of ['schedules 1 post', 'publishes 1 post right away', 'rejects 1 post.'])
    assert.ok(check.text.includes(`*This ${group}*`), group);
  assert.match(check.text, /\*This requests changes to 1 post\*/);
  assert.deepEqual(check.labels, ['Reason (post 4)', 'What should change (post 3)']);
  // as entered, and still editable
  await check.fill({ 'Reason (post 4)': ' ' });
  assert.deepEqual((await check.submit()).errors, { 'Reason (post 4)': 'Enter a short reason.' });
  assert.equal(service.publishes(), 0);
  await check.submit({ 'Reason (post 4)': 'Sold out' });
  const said = await report(bo, /\*1 post scheduled, 1 published, 1 with changes requested, 1 rejected\*/);
  assert.match(said.text, /You reviewed 4 posts in a campaign/);
  const [first, second, third, fourth, fifth] = posts;
  await first.shows(cardSays.scheduled);
  await second.shows(/Published/);
  await third.shows(/Name &lt;the&gt; street/);
  await fourth.shows(/Rejected by <@U0BO>:\* Sold out/);
  assert.match(fifth.text, cardSays.ready);
  assert.equal(service.publishes(), 1);
  assert.equal(service.requestsTo('PATCH /post/*').length, 2);
  const decided = (await auditTrail(t, started)).filter(
    ({ by, what }) => by === 'U0BO' && (what === 'changes requested' || what === 'rejected'),
  );
  assert.equal(decided.length, 2);
});

longTest('under a rule, its approver decides on five posts in five ways in one submission', async (t) => {
  const started = await withCampaign(t, 5);
  await (await ruleSetter(t, started))(aRule({ people: ['U0BO'] }));
  const { bo, card, posts, service } = started;
  const form = await decisionsFor(bo, card, 1, 2, 3, 4, 5);
  await form.fill({
    'Post 1': 'Approve',
    'Post 2': 'Publish now',
    'Post 3': 'Approve with a new time',
    'Post 4': 'Request changes',
    'Post 5': 'Reject',
  });
  await eventually(() => assert.equal(form.labels.length, 8));
  const later = Math.ceil(Date.now() / 1_000) + 9 * 86_400;
  await form.submit({
    'New time (post 3)': later,
    'What should change (post 4)': 'Say when',
    'Reason (post 5)': 'Sold out',
  });
  const check = await bo.seesModal(/Confirm 5 decisions\?/);
  assert.match(check.text, /\*This schedules 2 posts\*/);
  assert.match(check.text, /\*This publishes 1 post right away\*/);
  assert.ok(check.text.includes(`→ *<!date^${later}^`));
  await check.submit();
  await report(
    bo,
    /\*1 post approved, 1 published, 1 approved with a new time, 1 with changes requested, 1 rejected\*/,
  );
  const [first, second, third, fourth, fifth] = posts;
  await first.shows(cardSays.scheduled);
  await second.shows(/Published/);
  await third.shows(cardSays.scheduled);
  assert.ok(third.text.includes(`<!date^${later}^`));
  await fourth.shows(/Say when/);
  await fifth.shows(/Rejected by <@U0BO>:\* Sold out/);
  assert.equal(service.publishes(), 1);
  const approved = (await auditTrail(t, started)).filter(
    ({ by, what }) => by === 'U0BO' && what === 'approved',
  );
  assert.equal(approved.length, 3);
});

const many = isLong ? 30 : 12;

longTest(`a campaign of ${many} is decided post by post across the pages`, async (t) => {
  const { bo, card, posts, service } = await withCampaign(t, many);
  const modal = await reviews(bo, card);
  await modal.clicks(chooseText(many), { nth: 2 });
  await eventually(() => assert.equal(tickedCount(modal), 10));
  const form = await decideEach(bo, modal);
  assert.equal(form.labels.length, many);
  await form.fill(Object.fromEntries(form.labels.map((label) => [label, 'Request changes'])));
  await eventually(() => assert.equal(form.labels.length, 2 * many));
  const asked = form.labels.filter((label) => label.startsWith('What should change'));
  await form.submit(Object.fromEntries(asked.map((label, i) => [label, `Shorter, please: ${i + 1}`])));
  await (await bo.seesModal(new RegExp(`Confirm ${many} decisions\\?`))).submit();
  await report(bo, new RegExp(`\\*${many} posts with changes requested\\*`));
  for (const post of posts) await post.shows(/Shorter, please/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest('a post gets a new time in the same submission, which refuses past times', async (t) => {
  const { bo, card, posts, service } = await withCampaign(t, 2);
  const form = await decisionsFor(bo, card, 1, 2);
  await form.fill({ 'Post 1': 'Reject', 'Post 2': 'Change time' });
  await form.shows('New time (post 2)');
  await form.fill({ 'Reason (post 1)': 'Sold out' });
  assert.deepEqual((await form.submit()).errors, { 'New time (post 2)': reviewErrors.sameTime });
  const later = Math.ceil(Date.now() / 1_000) + 9 * 86_400;
  assert.deepEqual((await form.submit({ 'New time (post 2)': later - 10 * 86_400 })).errors, {
    'New time (post 2)': 'That time has passed. Choose a later one.',
  });
  await form.submit({ 'New time (post 2)': later });
  const check = await bo.seesModal(/Confirm 2 decisions\?/);
  assert.match(check.text, /\*1 post gets a new time\*/);
  assert.ok(check.text.includes(`→ *<!date^${later}^`));
  await check.submit();
  await report(bo, /\*1 post rejected, 1 with a new time\*|\*1 post with a new time, 1 rejected\*/);
  await posts[1].shows(`Planned for <!date^${later}^`);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest(
  'posts are queued one after the other, and the report names the post without an open slot',
  async (t) => {
    const started = await withCampaign(t, 3);
    const { bo, card, posts, service } = started;
    const brand = { id: 'brand-1', name: 'Northwind Coffee' };
    await postingTimes(t, started, brand);
    const form = await decisionsFor(bo, card, 1, 2, 3);
    await form.submit({ 'Post 1': 'Add to queue', 'Post 2': 'Add to queue' });
    const check = await bo.seesModal(/Confirm 2 decisions\?/);
    for (const at of nextSlots(2)) assert.ok(check.text.includes(`→ *<!date^${at / 1_000}^`), check.text);
    await check.submit();
    await report(bo, /\*2 posts added to the queue\*/);
    for (const [i, at] of nextSlots(2).entries())
      await eventually(() => assert.ok(posts[i]?.text.includes(`Planned for <!date^${at / 1_000}^`)));
    const { text } = await bo.hears('/social calendar', /four weeks/);
    // including the post that still has its campaign's time
    assert.equal(text.match(/^eyes /gm)?.length, 3, text);

    const again = await decisionsFor(bo, card, 3);
    await again.submit({ 'Post 3': 'Add to queue' });
    await postingTimes(t, started, brand, { times: [] });
    await (await bo.seesModal(/Confirm 1 decision\?/)).submit();
    await report(bo, /Not added to the queue because there are no open posting slots/);
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  },
);

longTest('all selected posts are added to the queue, and one without an open slot is skipped', async (t) => {
  const started = await withCampaign(t, 3);
  const { bo, card, posts, service } = started;
  const brand = { id: 'brand-1', name: 'Northwind Coffee' };
  await postingTimes(t, started, brand);
  const modal = await reviews(bo, card);
  await tick(modal, 1, 2);
  const check = await continueTo(bo, modal, buttonText.addToQueue, /Add 2 posts to queue\?/);
  for (const at of nextSlots(2)) assert.ok(check.text.includes(`→ *<!date^${at / 1_000}^`), check.text);
  await check.submit();
  await report(bo, /\*2 posts added to the queue\*/);
  for (const [i, at] of nextSlots(2).entries())
    await eventually(() => assert.ok(posts[i]?.text.includes(`Planned for <!date^${at / 1_000}^`)));
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);

  const last = await reviews(bo, card);
  await tick(last, 3);
  await postingTimes(t, started, brand, { times: [] });
  const none = await continueTo(bo, last, buttonText.addToQueue, /Nothing to confirm/);
  assert.match(none.text, /there are no open posting slots/);
});

longTest('two quick decisions each get their field, whichever is shown first', async (t) => {
  const { bo, card, chat } = await withCampaign(t, 2);
  const form = await decisionsFor(bo, card, 1, 2);
  const gate = Promise.withResolvers<void>();
  chat.faults.next('views.update', { kind: 'held', until: gate.promise });
  await form.fill({ 'Post 1': 'Reject' });
  await eventually(() => assert.equal(chat.faults.applied.at(-1)?.kind, 'held'));
  await form.fill({ 'Post 2': 'Request changes' });
  gate.resolve();
  const both = ['Post 1', 'Reason (post 1)', 'Post 2', 'What should change (post 2)'];
  await eventually(() => assert.deepEqual(form.labels, both));

  // another process has rendered the form meanwhile
  chat.faults.next('views.update', { kind: 'refused', error: 'hash_conflict' });
  await form.fill({ 'Post 2': 'Reject' });
  await eventually(() => assert.deepEqual(form.labels, [...both.slice(0, 3), 'Reason (post 2)']));
});

longTest('if Slack doesn’t show the field below a menu, *Continue* shows it', async (t) => {
  const { bo, card, posts, chat } = await withCampaign(t, 1);
  const form = await decisionsFor(bo, card, 1);
  chat.faults.next('views.update', { kind: 'refused', error: 'not_found' });
  assert.deepEqual(await form.submit({ 'Post 1': 'Reject' }), { closed: false, errors: {} });
  assert.deepEqual(form.labels, ['Post 1', 'Reason (post 1)']);
  await form.submit({ 'Reason (post 1)': 'Sold out' });
  await (await bo.seesModal(/Confirm 1 decision\?/)).submit();
  await posts[0].shows(/Rejected by <@U0BO>:\* Sold out/);
});

longTest('*Back* in the confirmation returns to the decisions, which are kept with the reason', async (t) => {
  const { bo, card, posts, service } = await withCampaign(t, 2);
  const form = await decisionsFor(bo, card, 1, 2);
  await form.fill({ 'Post 1': 'Reject', 'Post 2': 'Reject' });
  await form.shows('Reason (post 2)');
  await form.submit({ 'Reason (post 1)': 'Sold out', 'Reason (post 2)': 'Off brand' });
  await (await bo.seesModal(/Confirm 2 decisions\?/)).close();
  const again = await bo.seesModal(new RegExp(decisionsTitle));
  await again.fill({ 'Post 2': 'Publish now' });
  await eventually(() => assert.deepEqual(again.labels, ['Post 1', 'Reason (post 1)', 'Post 2']));
  await again.submit();
  await (await bo.seesModal(/Confirm 2 decisions\?/)).submit();
  await report(bo, /\*1 post rejected, 1 published\*|\*1 post published, 1 rejected\*/);
  await posts[0].shows(/Rejected by <@U0BO>:\* Sold out/);
  assert.equal(service.publishes(), 1);
});

test('a row offers only what its reviewer can do, and viewing it records no refusal', async (t) => {
  const started = await withCampaign(t, 2);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0BO'] }));
  const { bo, cy, card, posts } = started;
  const theirs = await decisionsFor(cy, card, 1, 2);
  assert.deepEqual(await theirs.optionsOf('Post 1'), ['Change time']);
  assert.equal((await auditTrail(t, started)).filter(({ what }) => what === 'refused').length, 0);
  const form = await decisionsFor(bo, card, 1, 2);
  const offered = JSON.stringify(form.blocks);
  for (const what of [
    'Approve',
    'Approve with a new time',
    'Publish now',
    'Request changes',
    'Reject',
    'Change time without approving',
  ])
    assert.ok(offered.includes(`"text":"${what}"`), what);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  const oneOfTwo = await decisionsFor(bo, card, 1);
  assert.deepEqual(
    await oneOfTwo.optionsOf('Post 1'),
    ['Approve', 'Request changes', 'Reject', 'Change time'],
    'no publishing now and no time picker for a planned post',
  );
  await setRule(aRule({ people: ['U0BO'] }));
  await bo.types('/social pause Northwind Coffee for the recall', { in: 'launches' });
  await posts[0].shows(/[Pp]aused/);
  const none = await decisionsFor(cy, card, 1, 2);
  assert.deepEqual(none.labels, []);
  assert.match(none.text, /\*Post 1\*.*You can’t review it right now\./s);
  assert.equal(none.submitText, undefined);
});

longTest('posts that others published or paused before the confirmation are left alone', async (t) => {
  const { bo, cy, ana, card, posts, service } = await withCampaign(t, 3);
  const form = await decisionsFor(bo, card, 1, 2, 3);
  await form.fill({ 'Post 1': 'Approve', 'Post 2': 'Approve', 'Post 3': 'Reject' });
  await form.shows('Reason (post 3)');
  await form.submit({ 'Reason (post 3)': 'Sold out' });
  const check = await bo.seesModal(/Confirm 3 decisions\?/);

  const [, second, third] = posts;
  const decides = await decisionsFor(cy, card, 1, 3);
  await decides.fill({ 'Post 1': 'Publish now', 'Post 3': 'Request changes' });
  await decides.shows('What should change (post 3)');
  await decides.submit({ 'What should change (post 3)': 'Say when' });
  await (await cy.seesModal(/Confirm 2 decisions\?/)).submit();
  await report(cy, /\*1 post published, 1 with changes requested\*/);
  await ana.types('/social pause Northwind Coffee for the recall', { in: 'launches' });
  await second.shows(/[Pp]aused/);

  await check.submit();
  const said = await report(bo, /\*1 post rejected, 2 failed\*/);
  assert.match(said.text, /\*Failed\*\n\*1\.\*.*\n(?:.*\n)*\*2\.\*/);
  assert.equal(service.publishes(), 1);
  // like on its card, a post with changes requested can be rejected
  await third.shows(/Rejected by <@U0BO>:\* Sold out/);
  assert.ok(!cardSays.scheduled.test(second.text));
});

test('if a worker dies between two decisions, another worker continues, and nothing is decided twice', async (t) => {
  let died = false;
  const started = await withCampaign(t, 3, {
    async failpoint(step) {
      if (step !== 'batch post decided' || died) return;
      died = true;
      throw new Error('the worker ends here');
    },
  });
  const { bo, card, posts, chat, service } = started;
  const form = await decisionsFor(bo, card, 1, 2, 3);
  await form.fill({ 'Post 1': 'Request changes', 'Post 2': 'Reject', 'Post 3': 'Publish now' });
  await eventually(() => assert.equal(form.labels.length, 5));
  await form.submit({ 'What should change (post 1)': 'Say when', 'Reason (post 2)': 'Sold out' });
  const check = await bo.seesModal(/Confirm 3 decisions\?/);
  // Slack refuses the first report as well
  chat.faults.next('chat.postMessage', { kind: 'server-error' }, 1, ({ channel }) => channel === 'U0BO');
  await check.submit();
  await report(
    bo,
    /\*1 post published, 1 with changes requested, 1 rejected\*|\*1 post with changes requested, 1 rejected, 1 published\*/,
  );
  assert.equal(service.publishes(), 1);
  await posts[0].shows(/Say when/);
  const trail = await auditTrail(t, started);
  assert.equal(trail.filter(({ what }) => what === 'rejected').length, 1);
});
