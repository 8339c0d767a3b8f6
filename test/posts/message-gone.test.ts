import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { startWorker, stopWorker } from '#test/support/roles.ts';
import { cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';

test('a card whose message was deleted is posted again at its next transition', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.holdGeneration();
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', /Generating an AI post/);
  await eventually(() => assert.equal(service.generations(), 1));
  chat.faults.deleteMessage({ channel: card.channel, ts: card.ts });
  service.releaseGeneration();
  const anew = await ana.sees('social', cardSays.ready);
  assert.notEqual(anew.ts, card.ts);
  assert.equal(chat.messages('social').length, 1);
});

longTest('a campaign post’s deleted message is posted again in the thread', async (t) => {
  const { ana, bo, chat } = await startBot(t);
  await submits(ana, '/campaign Opening week', { fill: { Posts: '2' } });
  const campaign = await ana.sees('social', /2 posts to review/);
  const [first] = await eventually(() => {
    assert.equal(cardsBelow(campaign).filter(({ text }) => cardSays.ready.test(text)).length, 2);
    return cardsBelow(campaign);
  });
  assert.ok(first);
  const modal = await bo.opensOn(first, 'Edit', /^Edit/);
  await modal.fill({ Caption: 'The doors open on Monday' });
  chat.faults.deleteMessage({ channel: first.channel, ts: first.ts });
  await modal.sends();
  await eventually(() =>
    assert.equal(cardsBelow(campaign).filter(({ text }) => /The doors open on Monday/.test(text)).length, 1),
  );
  assert.equal(cardsBelow(campaign).length, 2);
});

test('a card rendered while Slack is rate limited, failing or slow still arrives, once', async (t) => {
  const { ana, chat } = await startBot(t);
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 });
  chat.faults.next('chat.postMessage', { kind: 'server-error' });
  chat.faults.next('chat.update', { kind: 'rate-limited', retryAfterSeconds: 1 });
  const card = await makesDraft(ana, 'Patience');
  assert.match(card.text, /Patience/);
  assert.equal(chat.messages('social').length, 1);
});

longTest('a card in a deleted channel is posted as a direct message to its author', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.holdGeneration();
  await submits(ana, '/ai-post Our autumn menu starts on Monday', { in: 'launches' });
  await ana.sees('launches', /Generating an AI post/);
  await eventually(() => assert.equal(service.generations(), 1));
  chat.faults.deleteChannel('launches');
  service.releaseGeneration();
  await ana.sees('Presscheck', cardSays.ready);
});

longTest('a card whose first recorded message shows its result also mentions people there', async (t) => {
  const started = await startBot(t, { settings: { UNDO_SECONDS: '0' } });
  const { ana, bo, chat } = started;
  await stopWorker(t, started);
  await submits(ana, '/post Beans from Huila');
  const isPublished = async (): Promise<boolean> =>
    (await auditTrail(t, started)).some(({ what }) => what === 'published');
  // until then every worker dies before it notes where it posted the card
  await startWorker(t, started, async (step) => {
    if (step === 'card rendered' && !(await isPublished())) throw new Error('the worker ends here');
  });
  await ana.sees('social', cardSays.ready);
  await bo.clicks(await bo.opensHome(/Beans from Huila/), 'Approve & publish');
  await ana.sees('social', /Published by/);
  await eventually(() =>
    assert.ok(chat.messages('social').some(({ text }) => cardSays.publishedBy('U0BO').test(text))),
  );
});
