/** Decisions about several posts of a campaign while the service, Redis, or Slack fails halfway, over signed HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startRedis } from '#test/support/redis.ts';
import { decisionsFor, report, withCampaign } from '#test/support/review.ts';
import { cardSays } from '#test/support/user-actions.ts';

test('if the service rejects one of three decisions, the others take effect', async (t) => {
  const { bo, card, posts, service } = await withCampaign(t, 3);
  const [first, , third] = posts;
  const form = await decisionsFor(bo, card, 1, 2, 3);
  await form.fill({ 'Post 1': 'Approve', 'Post 2': 'Publish now', 'Post 3': 'Reject' });
  await form.shows('Reason (post 3)');
  await form.submit({ 'Reason (post 3)': 'Sold out' });
  const check = await bo.seesModal(/Confirm 3 decisions\?/);
  const refused = service.faults.add({
    on: 'PATCH /post/*',
    kind: 'status',
    status: 422,
    body: { message: 'Too many posts that day.' },
    when: ({ body }) => JSON.stringify(body).includes('scheduledAt'),
  });
  await check.submit();
  const said = await report(bo, /\*1 post published, 1 rejected, 1 failed\*/);
  assert.match(said.text, /\*Failed\*\n\*1\.\*.*Too many posts that day\..*\n\*Done\*\n\*2\.\*/);
  await first.shows(/Too many posts that day\./);
  await third.shows(/Rejected by <@U0BO>/);
  assert.equal(service.publishes(), 1);

  refused.remove();
  const again = await decisionsFor(bo, card, 1);
  await again.submit({ 'Post 1': 'Approve' });
  await (await bo.seesModal(/Confirm 1 decision\?/)).submit();
  await first.shows(cardSays.scheduled);
  assert.equal(service.publishes(), 1);
});

longTest(
  'without Redis, the confirmation stays open with an error; once Redis is back, each post is decided once',
  async (t) => {
    const redis = await startRedis({ appendOnly: true });
    const started = await withCampaign(t, 3, { redis }).finally(() => {
      // closed after the bot, which would otherwise wait for its Redis
      t.after(() => redis.stop());
    });
    const { bo, card, posts, service } = started;
    const form = await decisionsFor(bo, card, 1, 2, 3);
    await form.fill({ 'Post 1': 'Approve', 'Post 2': 'Publish now', 'Post 3': 'Request changes' });
    await form.shows('What should change (post 3)');
    await form.submit({ 'What should change (post 3)': 'Name the street' });
    const check = await bo.seesModal(/Confirm 3 decisions\?/);
    await redis.kill();
    const { closed, errors, connectionError: trouble } = await check.submit();
    assert.deepEqual([closed, trouble], [false, undefined]);
    assert.match(`${Object.values(errors)}${check.text}`, /went wrong on our side|Couldn’t save this/);
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);

    await redis.restart();
    await eventually(async () => assert.equal((await check.submit()).closed, true));
    await report(bo, /\*1 post scheduled, 1 published, 1 with changes requested\*/);
    await posts[0].shows(cardSays.scheduled);
    await posts[2].shows(/Name the street/);
    assert.equal(service.publishes(), 1);
    const trail = await auditTrail(t, started);
    assert.equal(trail.filter(({ what }) => what === 'changes requested').length, 1);
    assert.equal(trail.filter(({ what }) => what === 'approved').length, 2);
  },
);
