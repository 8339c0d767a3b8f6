import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { asks, makesDraft } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { lostAnswers, pauses, refusals, settingsFor } from './troubles.ts';

const on = 'PATCH /post/*';
const inReview = ['Preview', 'Approve & publish', 'Schedule', 'Edit', 'Reject'];

describe('publishing', { concurrency: 4 }, () => {
  for (const { what, fault, says } of refusals) {
    test(`when the service ${what}, the card says why, it was not published, and people may decide again`, async (t) => {
      const { ana, bo, cy, service } = await startBot(t);
      const card = await makesDraft(ana, 'Beans from Huila');
      service.faults.add({ on, ...fault });
      await bo.clicks(card, 'Approve & publish');
      await eventually(() => assert.match(card.text, says));
      assert.match(card.text, /It was not published\./);
      assert.deepEqual(card.buttons, inReview);
      assert.equal(service.requestsTo(on).length, 1);
      assert.equal(service.publishes(), 0);

      await cy.clicks(card, 'Approve & publish');
      await eventually(() => assert.match(card.text, /Published by <@U0CY>/));
      assert.equal(service.publishes(), 1);
    });
  }

  for (const { what, fault } of pauses) {
    test(`when the service ${what}, it is published once, after that`, async (t) => {
      const { ana, bo, service } = await startBot(t);
      const card = await makesDraft(ana, 'Beans from Huila');
      service.faults.add({ on, ...fault });
      await bo.clicks(card, 'Approve & publish');
      await eventually(() => assert.match(card.text, /Published by <@U0BO>/));
      const [first, second, ...more] = service.requestsTo(on);
      assert.ok(first && second && second.at - first.at >= 1_000);
      assert.deepEqual(more, []);
      assert.equal(service.publishes(), 1);
    });
  }

  for (const trouble of lostAnswers) {
    test(`when the service ${trouble.what}, the card finds that it is published, and sends nothing twice`, async (t) => {
      // this service would publish a published post again
      const { ana, bo, service } = await startBot(t, {
        settings: settingsFor(trouble),
        service: { variants: { republish: 'accepted' } },
      });
      const card = await makesDraft(ana, 'Beans from Huila');
      service.faults.add({ on, ...trouble.fault });
      await bo.clicks(card, 'Approve & publish');
      await eventually(() => assert.match(card.text, /Published by <@U0BO>/));
      assert.equal(service.requestsTo(on).length, 1);
      assert.equal(service.publishes(), 1);
    });
  }

  test('when the service takes its time to publish, the card waits for it and sends nothing twice', async (t) => {
    const { ana, bo, service } = await startBot(t, {
      service: { publishingMs: 600, variants: { republish: 'accepted' } },
    });
    const card = await makesDraft(ana, 'Beans from Huila');
    service.faults.add({ on, kind: 'drop-after' });
    await bo.clicks(card, 'Approve & publish');
    await eventually(() => assert.match(card.text, /Published by <@U0BO>/));
    assert.equal(service.requestsTo(on).length, 1);
    assert.equal(service.publishes(), 1);
  });

  test('a post that was published in the web app meanwhile is shown so, and not published twice', async (t) => {
    const { ana, bo, service } = await startBot(t);
    const card = await makesDraft(ana, 'Beans from Huila');
    const [post] = service.posts();
    assert.ok(post);
    service.publish(post.id);
    await bo.clicks(card, 'Approve & publish');
    await eventually(() => assert.match(card.text, /[Pp]ublished/));
    assert.equal(service.publishes(), 1);
  });
});

test('posts that fail for one cause are one alert in the channel, which counts them in its place', async (t) => {
  let aheadMs = 0;
  const { ana, bo, chat, service } = await startBot(t, { now: () => Date.now() + aheadMs });
  const cards: ShownMessage[] = [];
  for (let n = 0; n < 6; n += 1) {
    await asks(ana, `/post Beans number ${n}.`);
    cards.push(await ana.sees('social', new RegExp(`Ready for review.*Beans number ${n}\\.`, 's')));
  }
  service.faults.add({ on, kind: 'status', status: 401, times: 100 });
  await Promise.all(cards.map((card) => bo.clicks(card, 'Approve & publish')));
  for (const card of cards) await bo.seesOn(card, /does not accept our API key.*It was not published/s);
  const alerts = () => chat.messages('social').filter(({ text }) => text.includes(':rotating_light:'));
  await eventually(() => assert.match(alerts()[0]?.text ?? '', /6 posts are affected since/));
  assert.equal(alerts().length, 1);
  assert.match(alerts()[0]?.text ?? '', /<@U0ANA> \*The publishing service does not accept our API key/);
  assert.deepEqual(
    cards.flatMap(({ threadMessages }) => threadMessages),
    [],
  );

  // nobody looks at the first any more
  aheadMs = 3_601_000;
  await asks(ana, '/post Beans number 6.');
  await bo.clicks(await ana.sees('social', /Ready for review.*Beans number 6\./s), 'Approve & publish');
  await eventually(() => assert.match(alerts()[1]?.text ?? '', /7 posts are affected since/));
  assert.match(alerts()[0]?.text ?? '', /6 posts are affected/);
});
