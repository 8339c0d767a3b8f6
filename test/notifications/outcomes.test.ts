/** Every outcome of a post reaches the people whom it concerns: one new message, in the right place, and none to who did it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makesDraft } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { notificationsBelow } from '#test/support/notifications.ts';

test('a post that somebody else publishes: its thread tells who requested it, once', async (t) => {
  const { ana, bo } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  await eventually(() => assert.ok(card.buttons.includes('Approve & publish')));
  await bo.clicks(card, 'Approve & publish');
  await bo.seesOn(card, /Published by/);
  const reply = await eventually(() => notificationsBelow(card)[0] ?? null);
  assert.equal(reply.text, '<@U0ANA> Bo published this post on Instagram.');
  assert.equal(card.threadMessages.length, 1);
});
