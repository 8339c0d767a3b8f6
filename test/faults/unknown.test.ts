/** Unknown outcomes. Each test takes as long as the bot tries to reconcile, which is short here, and all run concurrently. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { cardSays, makesDraft, opensPosts, requestsCard, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { faultsFor, lostRequests, settingsFor } from './service-faults.ts';

/** How long the listing can lag (s). */
const soon = { OPEN_FACTS: JSON.stringify({ listingLag: 0.3 }) };

describe('an unknown outcome', { concurrency: 10 }, () => {
  for (const trouble of faultsFor('publish', lostRequests)) {
    test(`when the service ${trouble.what} at a publish, the card asks, and only a click sends it again`, async (t) => {
      const { ana, bo, cy, service } = await startBot(t, { settings: { ...soon, ...settingsFor(trouble) } });
      const card = await makesDraft(ana, 'Beans from Huila');
      service.faults.add({ on: 'PATCH /post/*', ...trouble.fault });
      await bo.clicks(card, 'Approve & publish', { shows: cardSays.unknown });
      assert.match(
        card.text,
        /The request to publish was sent, but the publishing service didn’t respond\. It still shows the status “DRAFT”/,
      );
      assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
      assert.equal(service.requestsTo('PATCH /post/*').length, 1);
      assert.equal(service.publishes(), 0);

      await cy.clicks(card, retryButtons.publish, { shows: cardSays.publishedBy('U0CY') });
      assert.equal(service.publishes(), 1);
    });
  }

  for (const [command, on, ends] of [
    ['/post', 'POST /post', cardSays.ready],
    ['/ai-post', 'POST /post/ai', cardSays.ready],
    ['/campaign', 'POST /campaigns', /2 posts to review/],
  ] as const) {
    for (const trouble of faultsFor(command, lostRequests))
      test(`when the service ${trouble.what} at \`${command}\`, only a click sends it again`, async (t) => {
        const { ana, bo, service } = await startBot(t, { settings: { ...soon, ...settingsFor(trouble) } });
        service.faults.add({ on, ...trouble.fault });
        const card = await requestsCard(ana, `${command} Words of a person`, cardSays.unknown, {
          fill: command === '/campaign' ? { Posts: '2' } : {},
        });
        assert.match(card.text, /didn’t respond[\s\S]*may have been created anyway/);
        await eventually(() => assert.equal(card.buttons[0], retryButtons.check));
        assert.equal(card.buttons.length, 2);
        assert.equal(service.requestsTo(on).length, 1);
        assert.equal(service.creations() + service.generations(), 0);

        await bo.clicks(card, card.buttons[1] ?? '');
        await ana.sees('social', ends);
        assert.equal(service.creations() + service.generations(), 1);
      });
  }

  const others = [
    {
      what: 'colleagues create two campaigns',
      command: '/campaign',
      on: 'POST /campaigns',
      foreign: [{ campaignId: 'campaign-a' }, { campaignId: 'campaign-b' }],
      says: /It lists 2 new campaigns, and I can’t tell whether any of them belongs to this card/,
    },
    {
      what: 'a colleague creates a draft',
      command: '/campaign',
      on: 'POST /campaigns',
      foreign: [{}],
      says: /It doesn’t list a new campaign that matches this one/,
    },
    {
      what: 'a colleague creates a draft without profiles',
      command: '/ai-post',
      on: 'POST /post/ai',
      foreign: [{ socialProfileIds: [] }],
      says: /It doesn’t list a new post that matches this one/,
    },
  ];
  for (const { what, command, on, foreign, says } of oneOf(others)) {
    test(`when \`${command}\` is lost and ${what}, the other post isn’t mistaken for ours`, async (t) => {
      const { ana, chat, service } = await startBot(t, { settings: soon });
      const theirs = { brandId: 'brand-1', caption: 'Words of a colleague', socialProfileIds: ['profile-1'] };
      service.faults.add({
        on,
        kind: 'drop-before',
        when() {
          for (const post of foreign) service.putPost({ ...theirs, ...post });
          return true;
        },
      });
      const card = await requestsCard(ana, `${command} Words of a person`, cardSays.unknown, {
        fill: command === '/campaign' ? { Posts: '1' } : {},
      });
      assert.match(card.text, says);
      await eventually(() =>
        assert.equal(
          chat.messages('social').flatMap((message) => [message, ...message.threadMessages]).length,
          1,
        ),
      );
      assert.equal(service.generations(), 0);
    });
  }

  longTest('`Check again` finds a publish that took effect late', async (t) => {
    const { ana, bo, cy, service } = await startBot(t, { settings: soon });
    const card = await makesDraft(ana, 'Beans from Huila');
    service.faults.add({ on: 'PATCH /post/*', kind: 'drop-before' });
    await bo.clicks(card, 'Approve & publish', { shows: cardSays.unknown });
    const [post] = service.posts();
    assert.ok(post);
    service.publish(post.id);
    await cy.clicks(card, retryButtons.check, { shows: /Published by/ });
    assert.equal(service.publishes(), 1);
    assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  });

  test('if the service rejects the API key while a post generates, the card says so and keeps waiting', async (t) => {
    const { ana, service } = await startBot(t);
    service.holdGeneration();
    const status = await requestsCard(
      ana,
      '/ai-post Our autumn menu starts on Monday',
      /Generating an AI post/,
    );
    await eventually(() => assert.equal(service.generations(), 1));
    service.faults.add({ on: 'GET /post', kind: 'status', status: 403 });
    await status.shows(/rejected the API key[\s\S]*I’ll keep checking/);
    service.releaseGeneration();
    const card = await ana.sees('social', cardSays.ready);
    assert.doesNotMatch(card.text, /API key/);
    assert.equal(service.generations(), 1);
  });

  const lost = [
    ['/post', 'POST /post', /The request may have gone through anyway\./],
    ['/ai-post', 'POST /post/ai', /The request may have gone through anyway\./],
  ] as const;

  for (const [command, on, says] of lost) {
    longTest(
      `if the response to \`${command}\` is lost, the card never says that no post was created`,
      async (t) => {
        const { ana, service } = await startBot(t);
        service.faults.add({
          on: 'GET /post',
          kind: 'status',
          status: 403,
          times: 5,
          when: () => service.creations() + service.generations() > 0,
        });
        service.faults.add({ on, kind: 'drop-after' });
        await opensPosts(ana);
        await submits(ana, `${command} Beans from Huila`);
        const card = await ana.sees('social', cardSays.unknown);
        assert.match(card.text, says);
        assert.doesNotMatch(card.text, /Nothing was created/);
        await eventually(() => assert.equal(card.buttons[0], retryButtons.check));
      },
    );
  }

  test('if the response to a publish is lost and the list can’t be read, the card doesn’t say it failed', async (t) => {
    const { ana, bo, service } = await startBot(t, { service: { variants: { republish: 'accepted' } } });
    const card = await makesDraft(ana, 'Beans from Huila');
    service.faults.add({ on: 'PATCH /post/*', kind: 'drop-after' });
    const unreadable = service.faults.add({
      on: 'GET /post',
      kind: 'status',
      status: 403,
      times: Number.POSITIVE_INFINITY,
      when: () => service.publishes() > 0,
    });
    await bo.clicks(card, 'Approve & publish', {
      shows: /The request to publish may have gone through anyway/,
    });
    assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
    assert.doesNotMatch(card.text, /wasn’t published/);
    unreadable.remove();

    await eventually(async () => {
      if (card.buttons.includes(retryButtons.check)) await bo.clicks(card, retryButtons.check);
      await eventually(() => assert.match(card.text, /Published by/), { withinMs: 2_000 });
    });
    assert.equal(service.publishes(), 1);
  });

  longTest(
    'a campaign whose request was lost doesn’t claim the posts of another generating campaign',
    async (t) => {
      // the listing is read rarely, so the posts have no card yet when they're first checked
      const { ana, bo, chat, service } = await startBot(t, {
        settings: { WATCH_INTERVAL_MS: '1000' },
      });
      service.holdGeneration();
      await requestsCard(ana, '/campaign Opening week', /0 of 2 posts generated/, { fill: { Posts: '2' } });
      service.faults.add({ on: 'POST /campaigns', kind: 'drop-before' });
      await submits(bo, '/campaign Closing week', { fill: { Posts: '2' }, in: 'launches' });
      await eventually(() => assert.equal(service.requestsTo('POST /campaigns').length, 2));
      service.releaseGeneration();

      await bo.sees('launches', cardSays.unknown);
      await ana.sees('social', /2 posts to review/);
      const [first] = chat.messages('social').filter(({ thread }) => !thread);
      await eventually(() => assert.equal(first && cardsBelow(first).length, 2));
      assert.equal(service.generations(), 1);
    },
  );
});
