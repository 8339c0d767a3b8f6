import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { cardSays } from '#test/support/user-actions.ts';

test('an AI post goes from the command to published', async (t) => {
  const { ana, bo, service } = await startBot(t);

  await ana.types('/ai-post Our autumn menu starts on Monday');
  const modal = await ana.seesModal();
  assert.equal(modal.title, 'New AI post');
  await modal.sends({
    Tone: 'Friendly',
    Length: 'Short',
    'Social profiles': ['Instagram · northwind.coffee'],
  });

  const card = await ana.sees('social', cardSays.ready);
  assert.match(card.text, /Northwind Coffee/);
  await card.offersOnly([
    'Preview',
    'Duplicate',
    'Approve & publish',
    'Schedule',
    'Edit',
    'Rewrite',
    'Request changes',
    'Reject',
  ]);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.deepEqual(card.buttons, ['Duplicate']);
  assert.equal(service.publishes(), 1);
  assert.equal(service.generations(), 1);
});
