/** *Edit* in the review of a campaign, over signed HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { continueTo, report, reviews, tick, tickedCount, withCampaign } from '#test/support/review.ts';
import { buttonText } from '#views/posts/card-buttons.ts';

const form = 'Edit post';
const { edit } = buttonText;

test('a post is edited from its row in the review, and the others stay selected', async (t) => {
  const started = await withCampaign(t, 12);
  const { bo, card, posts, service } = started;
  const modal = await reviews(bo, card);
  await modal.clicks('Next');
  await modal.shows(/ \*11\.\* /);
  await tick(modal, 11, 12);
  await modal.clicks('Previous');
  await modal.shows(/ \*1\.\* /);
  await tick(modal, 1, 2);
  assert.equal(modal.buttons.filter((text) => text === edit).length, 10);

  await modal.clicks(edit, { nth: 2 });
  const editing = await bo.seesModal(form);
  await editing.fill({ Caption: 'The <terrace> opens on Friday' });
  assert.deepEqual(await editing.submit(), { closed: true, errors: {} });
  const below = await bo.seesModal('Review campaign');
  assert.equal(below.id, modal.id);
  await below.shows(/\*Saving changes…\* Edited by <@U0BO>|The &lt;terrace&gt; opens/);
  await eventually(() => assert.equal(tickedCount(below), 1));
  assert.match(below.text, /2 posts\* selected on the other page/);
  await posts[1].shows(/The <terrace> opens on Friday/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);

  await below.clicks('Refresh');
  await below.shows(/The &lt;terrace&gt; opens on Friday/);
  await tick(below, 2);
  const check = await continueTo(bo, below, 'Reject', /Reject 4 posts\?/);
  await check.submit({ Reason: 'Sold out' });
  await report(bo, /\*4 posts rejected\*/);
  const edited = (await auditTrail(t, started)).filter(({ what }) => what === 'asked to edit');
  assert.deepEqual(
    edited.map(({ by, via }) => [by, via]),
    [['U0BO', 'submission']],
  );
});

longTest(
  'a post that someone decided about meanwhile isn’t edited: a modal on top of the list says why',
  async (t) => {
    const { bo, cy, card, posts, service } = await withCampaign(t, 2);
    const modal = await reviews(bo, card);
    const [first] = posts;
    const reason = await cy.opensOn(first, 'Reject', 'Reject post');
    await reason.submit({ Reason: 'Sold out' });
    await first.shows(/Rejected by/);
    await modal.clicks(edit, { nth: 1 });
    const refused = await bo.seesModal('No changes made');
    assert.match(refused.text, /rejected/);
    await refused.close();
    assert.match((await bo.seesModal('Review campaign')).text, / \*1\.\* /);
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  },
);

longTest('a selected post that someone edits meanwhile is deselected', async (t) => {
  const { bo, cy, card, posts } = await withCampaign(t, 3);
  const [, second] = posts;
  const modal = await reviews(bo, card);
  await tick(modal, 2, 3);
  await modal.clicks(edit, { nth: 1 });
  const editing = await bo.seesModal(form);
  const other = await cy.opensOn(second, edit, form);
  await other.submit({ Caption: 'Closed on Friday' });
  await second.shows(/Closed on Friday/);
  await second.offers(edit);
  await editing.submit({ Caption: 'Open on Friday' });
  const below = await bo.seesModal('Review campaign');
  await below.shows(/Closed on Friday/);
  assert.equal(tickedCount(below), 1);
});

longTest('the edit is kept while Slack refuses to show the list again, and *Refresh* shows it', async (t) => {
  const { bo, card, posts, chat } = await withCampaign(t, 2);
  const modal = await reviews(bo, card);
  await modal.clicks(edit, { nth: 1 });
  const editing = await bo.seesModal(form);
  await editing.fill({ Caption: 'Open until ten' });
  chat.faults.next('views.update', { kind: 'refused', error: 'internal_error' }, 1);
  assert.deepEqual(await editing.submit(), { closed: true, errors: {} });
  await posts[0].shows(/Open until ten/);
  const below = await bo.seesModal('Review campaign');
  assert.ok(!below.text.includes('Open until ten'));
  await below.clicks('Refresh');
  await below.shows(/Open until ten/);
});
