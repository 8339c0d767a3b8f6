import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readBrandJob } from '#src/posts/jobs.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { faultsFor, lostAnswers, pauses, refusals, settingsFor } from './service-faults.ts';

const on = 'PATCH /post/*';
const inReview = [
  'Preview',
  'Duplicate',
  'Approve & publish',
  'Schedule',
  'Edit',
  'Request changes',
  'Reject',
];

describe('publishing', { concurrency: 4 }, () => {
  for (const { what, fault, says } of faultsFor('publish', refusals)) {
    test(`when the service ${what}, the card says why the post wasn’t published, and people can try again`, async (t) => {
      const { ana, bo, cy, service } = await startBot(t);
      const card = await makesDraft(ana, 'Beans from Huila');
      service.faults.add({ on, ...fault });
      await bo.clicks(card, 'Approve & publish', { shows: says });
      assert.match(card.text, /The post wasn’t published\./);
      assert.deepEqual(card.buttons, inReview);
      assert.equal(service.requestsTo(on).length, 1);
      assert.equal(service.publishes(), 0);

      await cy.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0CY') });
      assert.equal(service.publishes(), 1);
    });
  }

  for (const { what, fault } of faultsFor('publish', pauses)) {
    test(`when the service ${what}, the post is published once afterwards`, async (t) => {
      const { ana, bo, service } = await startBot(t);
      const card = await makesDraft(ana, 'Beans from Huila');
      service.faults.add({ on, ...fault });
      await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
      const [first, second, ...more] = service.requestsTo(on);
      assert.ok(first && second && second.at - first.at >= 1_000);
      assert.deepEqual(more, []);
      assert.equal(service.publishes(), 1);
    });
  }

  for (const trouble of faultsFor('publish', lostAnswers)) {
    test(`when the service ${trouble.what}, the card shows the post as published, and nothing is sent twice`, async (t) => {
      // this service would publish a published post twice
      const { ana, bo, service } = await startBot(t, {
        settings: settingsFor(trouble),
        service: { variants: { republish: 'accepted' } },
      });
      const card = await makesDraft(ana, 'Beans from Huila');
      service.faults.add({ on, ...trouble.fault });
      await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
      assert.equal(service.requestsTo(on).length, 1);
      assert.equal(service.publishes(), 1);
    });
  }

  longTest('when the service is slow to publish, the card waits, and nothing is sent twice', async (t) => {
    const { ana, bo, service } = await startBot(t, {
      // longer than all checks for a post that never appears
      settings: { RECONCILE_INTERVAL_MS: '5' },
      service: { publishingMs: 1_000, variants: { republish: 'accepted' } },
    });
    const card = await makesDraft(ana, 'Beans from Huila');
    service.faults.add({ on, kind: 'drop-after' });
    await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
    assert.equal(service.requestsTo(on).length, 1);
    assert.equal(service.publishes(), 1);
  });

  test('while the service keeps publishing, nothing is sent, and the card shows it once it’s published', async (t) => {
    const bot = await startBot(t, {
      // long enough to read the listing once before the timeout, even on a busy machine
      settings: { RECONCILE_INTERVAL_MS: '100', WATCH_TIMEOUT_MS: '5000', RESTING_INTERVAL_MS: '200' },
      service: { publishingMs: 600_000, variants: { republish: 'accepted' } },
    });
    const { ana, bo, cy, service } = bot;
    const card = await makesDraft(ana, 'Beans from Huila');
    service.faults.add({ on, kind: 'drop-after' });
    await bo.clicks(card, 'Approve & publish');
    for (const again of [retryButtons.publish, retryButtons.check]) {
      await card.shows(
        /Outcome unknown.*the publishing service didn’t respond\. It still shows the status “PUBLISHING”/s,
      );
      assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
      const held = holdCalls(t);
      service.faults.add({ on: 'GET /post', times: Number.POSITIVE_INFINITY, ...held.fault });
      await cy.clicks(card, again, { shows: /Publishing…/ });
      held.release();
    }
    await card.shows(cardSays.unknown);
    assert.equal(service.requestsTo(on).length, 1);
    const [post] = service.posts();
    service.edit(post?.id ?? '', { state: 'published' });
    const { workspace } = bot.chat.world;
    await openQueue(t, bot).enqueue(readBrandJob, { workspace: workspace.id, brand: 'brand-1' });
    await card.shows(cardSays.publishedBy('U0CY'));
    assert.deepEqual(card.buttons, ['Duplicate']);
    assert.equal(service.requestsTo(on).length, 1);
  });

  longTest('`Publish now` while the service publishes on schedule sends nothing', async (t) => {
    let aheadMs = 0;
    const { ana, bo, service } = await startBot(t, { now: () => Date.now() + aheadMs });
    const at = Math.ceil(Date.now() / 1_000) + 3_600;
    await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': at } });
    const card = await ana.sees('social', cardSays.scheduled);
    await card.offers('Publish now');
    const id = service.posts()[0]?.id ?? '';
    service.edit(id, { state: 'publishing' });
    aheadMs = 3_601_000;
    await bo.clicks(card, 'Publish now', { shows: /Publishing…/ });
    const reads = service.requestsTo('GET /post').length;
    await eventually(() => assert.ok(service.requestsTo('GET /post').length > reads + 1));
    service.edit(id, { state: 'published' });
    await card.shows(/Published on schedule/);
    assert.deepEqual(service.requestsTo(on), []);
  });

  test('a refusal doesn’t settle the previous request, whose response was lost', async (t) => {
    const settings = { OPEN_FACTS: JSON.stringify({ listingLag: 0.3 }) };
    const { ana, bo, cy, service } = await startBot(t, { settings });
    const card = await makesDraft(ana, 'Beans from Huila');
    service.faults.add({ on, kind: 'drop-before' });
    await bo.clicks(card, 'Approve & publish', { shows: cardSays.unknown });
    service.faults.add({ on, kind: 'status', status: 409, body: { message: 'Not now.' } });
    await cy.clicks(card, retryButtons.publish);
    const said =
      /It says: “Not now\.”.*An earlier request to publish was sent and may have published the post anyway/s;
    await card.shows(said);
    assert.match(card.text, cardSays.unknown);
    assert.doesNotMatch(card.text, /The post wasn’t published/);
    assert.equal(service.requestsTo(on).length, 2);
    // checking again doesn't send the request again
    await cy.clicks(card, retryButtons.check, {
      shows: /The request to publish was sent, but the publishing service didn’t respond.*status “DRAFT”/s,
    });
    assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
    assert.equal(service.requestsTo(on).length, 2);
  });

  test('a post published in the web app meanwhile is shown as published, and not published twice', async (t) => {
    const { ana, bo, service } = await startBot(t);
    const card = await makesDraft(ana, 'Beans from Huila');
    const [post] = service.posts();
    assert.ok(post);
    service.publish(post.id);
    await bo.clicks(card, 'Approve & publish', { shows: /[Pp]ublished/ });
    assert.equal(service.publishes(), 1);
  });
});
