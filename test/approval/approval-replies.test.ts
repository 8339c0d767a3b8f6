import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';

async function aDraft(t: TestContext, options: BotOptions = {}) {
  const started = await startBot(t, options);
  const card = await makesDraft(started.ana, 'Beans from Huila');
  const offers = () => started.chat.calls.filter(({ method }) => method === 'chat.postEphemeral').length;
  return { ...started, card, offers };
}

test('an approving reply in a card’s thread gets a private message with its button, which publishes', async (t) => {
  const { bo, card, service, offers } = await aDraft(t);
  await bo.says('LGTM 👍, thanks!', { thread: card });
  const offer = await bo.privateMessage(/Replies don’t count as approval/);
  assert.equal(offer.thread, card.ts);
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
  assert.equal(offers(), 1);
});

test('other texts, edits, bots, channel messages, and other threads get no button', async (t) => {
  const { ana, bo, card, chat, offers } = await aDraft(t);
  const below = { channel: card.channel, thread_ts: card.ts, user: bo.id, text: 'lgtm', type: 'message' };
  await bo.says('not approved', { thread: card });
  await bo.says('lgtm', { in: 'social' });
  const chatter = await ana.says('What about lunch?', { in: 'social' });
  await bo.says('lgtm', { thread: chatter });
  for (const [i, odd] of [
    { bot_id: 'B0OTHER' },
    { subtype: 'bot_message' },
    { subtype: 'message_changed', message: { ...below } },
    { subtype: 'message_deleted' },
    { user: undefined },
    { text: undefined },
    { thread_ts: 'C1:2' },
    { channel: 'C1:card' },
  ].entries())
    assert.equal((await chat.deliver.event({ ...below, ts: `9.${i}`, ...odd })).status, 200);
  await ana.says('approved', { thread: card });
  await ana.privateMessage(/Replies don’t count/);
  assert.equal(offers(), 1);
});

longTest('the rule at the time of the click counts, and the response replaces the button', async (t) => {
  const { bo, card, service, chat, settings } = await aDraft(t);
  await bo.says('lgtm', { thread: card });
  const offer = await bo.privateMessage(/Replies don’t count/);
  const setRule = await ruleSetter(t, { chat, settings });
  await setRule(aRule({ people: ['U0CY'] }));
  await bo.clicks(offer, 'Approve & publish', { shows: /You can’t review posts for Northwind Coffee/ });
  assert.deepEqual(offer.buttons, []);
  assert.equal(service.publishes(), 0);
});

/** Clicks without confirming, so a button with a dialog does nothing. */
const unasked = { confirm: false };

longTest('during a pause, the approval button asks nothing, and says who paused publishing', async (t) => {
  const { bo, cy, card, service } = await aDraft(t);
  await cy.types('/social pause all recall of a batch');
  await card.shows(/<@U0CY> paused /);
  const says =
    /<@U0CY> paused \*all brands\*.*: recall of a batch\n.*so nothing changed\. To resume, use `\/social resume all`\./;
  await bo.hearsOn(card, 'Approve & publish', says, unasked);
  await bo.says('lgtm', { thread: card });
  assert.deepEqual((await bo.privateMessage(says)).buttons, []);
  await bo.types('/social posts');
  const list = await bo.privateMessage(/Posts for Northwind Coffee\n[\s\S]*<@U0CY> paused \*all brands\*/);
  await bo.hearsOn(list, 'Approve & publish', says, unasked);
  await bo.clicks(await bo.opensHome(/Waiting for you/), 'Approve & publish', unasked);
  assert.match((await bo.seesModal('No changes made')).text, says);
  assert.equal(service.publishes(), 0);
});

longTest(
  'a button rendered during a pause, without a confirmation, publishes nothing after resuming',
  async (t) => {
    const { bo, cy, card, service } = await aDraft(t);
    await cy.types('/social pause all recall of a batch');
    const list = await bo.hears('/social posts', /Posts for Northwind Coffee/);
    await card.shows(/<@U0CY> paused /);
    await cy.types('/social resume all');
    await card.noLongerShows(/> paused \*/);
    await bo.hearsOn(list, 'Approve & publish', /This button is from before publishing was resumed/, unasked);
    assert.match(JSON.stringify(card.blocks), /Publish this post\?/);
    await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
    assert.equal(service.publishes(), 1);
  },
);
