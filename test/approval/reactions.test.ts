import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { startRedis } from '#test/support/redis.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, cardSays, makesDraft, requestsCard } from '#test/support/user-actions.ts';

const says = /Reactions don’t count as approval/;

async function aDraft(t: TestContext, options: BotOptions = {}) {
  const started = await startBot(t, options);
  const { ana, bo, chat } = started;
  const card = await makesDraft(ana, 'Beans from\nHuila');
  const item = { type: 'message', channel: card.channel, ts: card.ts };
  return {
    ...started,
    card,
    /** A reaction from Bo, as Slack delivers it. */
    reaction: { type: 'reaction_added', user: bo.id, reaction: 'white_check_mark', item, event_ts: '9.1' },
    offered: () => chat.calls.flatMap(({ method, args }) => (method === 'chat.postEphemeral' ? [args] : [])),
  };
}

for (const mode of oneOf(['http', 'socket'] as const))
  test(`over ${mode}, an approver's ✅ on a card gets a private message with its button, which publishes`, async (t) => {
    const { bo, card, service, offered } = await aDraft(t, { mode });
    await bo.reacts(card);
    const offer = await bo.privateMessage(says);
    assert.match(offer.text, /To approve “Beans from Huila” as shown on its card, press the button\./);
    assert.equal(offer.channel, card.channel);
    // in the thread, Slack shows ephemeral messages only to people who have it open
    assert.equal(offer.thread, undefined);
    assert.deepEqual(offer.buttons, ['Approve & publish']);
    assert.deepEqual(
      JSON.stringify(offer.blocks).match(/"confirm":\{.*?\}\}/)?.[0],
      JSON.stringify(card.blocks).match(/"confirm":\{.*?\}\}/)?.[0],
    );
    assert.equal(service.publishes(), 0);
    await bo.clicks(offer, 'Approve & publish');
    await card.shows(cardSays.publishedBy('U0BO'));
    await offer.disappears();
    assert.equal(service.publishes(), 1);
    assert.equal(offered().length, 1);
  });

longTest('other emoji, other messages, removed reactions and bots’ reactions offer no button', async (t) => {
  const { ana, bo, cy, card, chat, reaction, offered } = await aDraft(t);
  for (const name of ['+1', 'eyes', 'white_check_mark_', 'ballot_box_with_check'])
    await bo.reacts(card, name);
  await bo.reacts(await ana.says('What about lunch?', { in: 'social' }));
  await bo.reacts(await ana.says('lgtm', { thread: card }));
  await ana.privateMessage(/Replies don’t count/);
  const helper = chat.world.user('U0CY');
  assert.ok(helper);
  chat.world.users.push({ ...helper, id: 'U0HELPER', name: 'Helper', bot: true });
  for (const odd of [
    { type: 'reaction_removed' },
    { user: 'U0PRESS' },
    { user: 'U0HELPER' },
    { user: undefined },
    { reaction: undefined },
    { item: undefined },
    { item: { type: 'file', file: 'F1', channel: card.channel, ts: card.ts } },
    { item: { ...reaction.item, ts: 'C1:card' } },
    { item: { ...reaction.item, channel: 'C1:2' } },
    { event_ts: undefined },
  ])
    assert.equal((await chat.deliver.event({ ...reaction, event_ts: '9.2', ...odd })).status, 200);
  await cy.reacts(card, 'heavy_check_mark');
  await cy.privateMessage(says);
  // she's its author
  await ana.reacts(card);
  await ana.privateMessage(says);
  assert.deepEqual(
    offered().map(({ user }) => user),
    [ana.id, cy.id, ana.id],
  );
});

test('each reaction offers one button, and only the first button publishes', async (t) => {
  const { bo, card, chat, service, reaction, offered } = await aDraft(t);
  await chat.deliver.event(reaction);
  await chat.deliver.event(reaction, { num: 1, reason: 'http_timeout' });
  assert.equal(offered().length, 1);
  await Promise.all([
    chat.deliver.event({ ...reaction, event_ts: '9.2' }),
    chat.deliver.event({ ...reaction, event_ts: '9.2' }, { num: 1, reason: 'http_timeout' }),
  ]);
  assert.equal(offered().length, 2);
  const first = await bo.privateMessage(says);
  const second = await bo.privateMessage((text) => says.test(text));
  await bo.clicks(first, 'Approve & publish');
  await card.shows(cardSays.publishedBy('U0BO'));
  await bo.clicks(second, 'Approve & publish', { shows: /already/ });
  assert.equal(service.publishes(), 1);
});

test('a button that Slack or Redis failed to deliver is sent when Slack sends the reaction again', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const { bo, chat, reaction, offered } = await aDraft(t, { redis }).finally(() =>
    t.after(() => redis.stop()),
  );
  chat.faults.next('chat.postEphemeral', { kind: 'rate-limited', retryAfterSeconds: 1 });
  assert.equal((await chat.deliver.event(reaction)).status, 500);
  assert.equal((await chat.deliver.event(reaction, { num: 1, reason: 'http_error' })).status, 200);
  await bo.privateMessage(says);
  const before = offered().length;
  await redis.kill();
  const later = { ...reaction, event_ts: '9.2' };
  assert.equal((await chat.deliver.event(later)).status, 500);
  await redis.restart();
  await eventually(async () =>
    assert.equal((await chat.deliver.event(later, { num: 1, reason: 'http_error' })).status, 200),
  );
  assert.equal(offered().length, before + 1);
});

longTest(
  'under a rule, approvers get the card’s button, and no one gets one for a finished card',
  async (t) => {
    const { ana, bo, cy, chat, service, ...started } = await startBot(t);
    const setRule = await ruleSetter(t, { ...started, chat });
    await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
    const card = await makesDraft(ana, 'Beans from Huila');
    await approveButton(card);
    await ana.reacts(card);
    await bo.reacts(card);
    await approve(bo, await bo.privateMessage(says));
    await card.shows(/1 of 2/);
    // removed and added again by someone who has already approved
    await bo.reacts(card);
    await bo.reacts(card);
    await cy.reacts(card);
    await approve(cy, await cy.privateMessage(says));
    await card.shows(cardSays.publishedBy('U0CY'));
    await cy.reacts(card, 'heavy_check_mark');
    const next = await makesDraft(ana, 'Beans from Cauca');
    await approveButton(next);
    await cy.reacts(next);
    await cy.privateMessage(/Reactions don’t count as approval[\s\S]*Cauca/);
    const told = chat.calls.flatMap(({ method, args }) =>
      method === 'chat.postEphemeral' ? [args.user] : [],
    );
    assert.deepEqual(told, [bo.id, cy.id, cy.id]);
    assert.equal(service.publishes(), 1);
  },
);

longTest(
  'on a campaign, the response says where to approve its posts; on one of its posts, it’s in the thread',
  async (t) => {
    const { ana, bo } = await startBot(t);
    const card = await requestsCard(ana, '/campaign Opening week', /2 posts to review/, {
      fill: { Posts: '2' },
    });
    await bo.reacts(card);
    const told = await bo.privateMessage(
      /Reactions don’t count.*Approve a campaign’s posts with the buttons/,
    );
    assert.deepEqual(told.buttons, []);
    assert.equal(told.thread, undefined);
    const [post] = await eventually(() => {
      const posts = cardsBelow(card).filter(({ buttons }) => buttons.includes('Publish now'));
      assert.equal(posts.length, 2);
      return posts;
    });
    assert.ok(post);
    await bo.reacts(post);
    const offer = await bo.privateMessage(/Reactions don’t count as approval\. To approve “/);
    assert.equal(offer.thread, card.ts);
    assert.equal(offer.buttons.length, 1);
    assert.match(offer.buttons.join(), /^Approve & schedule for /);
  },
);

longTest('Slack delivers no reactions from channels that the bot isn’t in', async (t) => {
  const { ana, bo, cy, card, offered } = await aDraft(t);
  const elsewhere = await makesDraft(ana, 'Beans from Cauca', { in: 'general' });
  await bo.reacts(elsewhere);
  await cy.reacts(card);
  await cy.privateMessage(says);
  assert.deepEqual(
    offered().map(({ user }) => user),
    [cy.id],
  );
});
