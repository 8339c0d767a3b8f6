/** Notifications that are no longer true. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { allNotified, notificationsBelow } from '#test/support/notifications.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';

test('if an earlier notification is no longer true, one new message is sent, and the earlier one is corrected', async (t) => {
  const bot = await startBot(t);
  const { ana, bo, cy } = bot;
  await (await ruleSetter(t, bot))(aRule({ people: ['U0BO', 'U0CY'] }));
  const card = await makesDraft(ana, 'Beans from Huila');
  const modal = await bo.opensOn(card, 'Reject', /^Reject/);
  await modal.submit({ Reason: 'Not this week' });
  await eventually(() => assert.equal(notificationsBelow(card).length, 1));
  await cy.clicks(card, 'Reopen');
  await eventually(() => assert.equal(notificationsBelow(card).length, 2));
  const [rejected, reopened] = notificationsBelow(card);
  assert.equal(reopened?.text, '<@U0ANA> and <@U0BO>: Cy reopened this post for review.');
  await eventually(() => assert.match(rejected?.text ?? '', /Cy reopened it for review\./));
});

longTest('a publish that succeeds before its failure was sent is only announced as published', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 422, times: 1 });
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 3 });
  await bo.clicks(card, 'Approve & publish', { shows: /wasn’t published/ });
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  const [told] = await eventually(() => {
    const below = notificationsBelow(card);
    return below.length > 0 ? below : null;
  });
  assert.equal(told?.text, '<@U0ANA>: Bo published this post on Instagram.');
});

longTest('a notification that became untrue before Slack accepted it is corrected or dropped', async (t) => {
  const bot = await startBot(t);
  const { ana, bo, chat } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 3 });
  const modal = await bo.opensOn(card, 'Reject', /^Reject/);
  await modal.submit({ Reason: 'Not this week' });
  await bo.clicks(card, 'Reopen', { shows: cardSays.ready });
  await allNotified(t, bot);
  const told = notificationsBelow(card).map(({ text }) => text);
  assert.equal(told.at(-1), '<@U0ANA>: Bo reopened this post for review.');
  for (const text of told.slice(0, -1)) assert.match(text, /Update:/);
});
