/** How many creations of one brand are under way at once, and that none takes the post of another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

const words = ['First words', 'Second words', 'Third words'];

test('where answers carry ids, the posts of a brand are created side by side', async (t) => {
  const { ana, service, chat } = await startBot(t);
  await asks(ana, '/post The one that is learned from');
  await ana.sees('social', /Ready for review/);
  service.faults.add({ on: 'POST /post', kind: 'delay', ms: 1_000, times: 3 });
  for (const each of words) await asks(ana, `/post ${each}`);
  await eventually(() => assert.equal(service.creations(), 4));
  const [, ...sent] = service.requestsTo('POST /post').map(({ at }) => at);
  assert.equal(sent.length, 3);
  assert.ok(Math.max(...sent) - Math.min(...sent) < 1_000, 'one waited for the answer to another');
  const cards = () => chat.messages('social').filter(({ text }) => /Ready for review/.test(text));
  await eventually(() => assert.equal(cards().length, 4));
});

test('where answers name nothing, posts of a brand are created one by one, and each wakes the next', async (t) => {
  const { ana, service, chat } = await startBot(t, { service: { variants: { idPlace: 'none' } } });
  const since = Date.now();
  for (const each of words) await asks(ana, `/ai-post ${each} about coffee`);
  const cards = () => chat.messages('social').filter(({ text }) => /Ready for review/.test(text));
  await eventually(() => assert.equal(cards().length, 3), { withinMs: 30_000 });
  assert.equal(service.generations(), 3);
  // a card that nobody wakes comes for its turn after ten seconds
  const sent = service.requestsTo('POST /post/ai').map(({ at }) => at);
  const longest = Math.max(...sent.map((at, i) => at - (sent[i - 1] ?? since)));
  assert.ok(longest < 9_000, `${longest} ms until the next one began`);
});

test('of two AI posts whose answers were lost at once, nobody can tell whose the only new post is', async (t) => {
  const { ana, bo, service } = await startBot(t);
  await asks(ana, '/ai-post The one that is learned from');
  await ana.sees('social', /Ready for review/);
  service.faults.add({ on: 'POST /post/ai', kind: 'drop-after', times: 1 });
  service.faults.add({ on: 'POST /post/ai', kind: 'drop-before', times: 1 });
  service.faults.add({ on: 'GET /post', kind: 'delay', ms: 300 });
  await Promise.all([
    asks(ana, '/ai-post Something about coffee'),
    asks(bo, '/ai-post Something about tea', { in: 'launches' }),
  ]);
  await ana.sees('social', /Outcome unknown/);
  await bo.sees('launches', /Outcome unknown/);
  assert.equal(service.generations(), 2);
});
