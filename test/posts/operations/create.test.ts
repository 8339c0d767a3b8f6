/** How many creations of a brand run at once, and that none claims another's post. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays, requestsCard, submits } from '#test/support/user-actions.ts';

const words = ['First words', 'Second words', 'Third words'];

/** No request is given up before the test releases it. */
const patient = { settings: { REQUEST_TIMEOUT_MS: '300000' } };

longTest('if responses have IDs, the posts of a brand are created in parallel', async (t) => {
  const { ana, service, chat } = await startBot(t, patient);
  await requestsCard(ana, '/post The one that is learned from', cardSays.ready);
  const held = holdCalls(t);
  service.faults.add({ on: 'POST /post', ...held.fault, times: 3 });
  for (const each of words) await submits(ana, `/post ${each}`);
  // none waits for another's response
  await eventually(() => assert.equal(service.requestsTo('POST /post').length, 4));
  held.release();
  await eventually(() => assert.equal(service.creations(), 4));
  const cards = () => chat.messages('social').filter(({ text }) => cardSays.ready.test(text));
  await eventually(() => assert.equal(cards().length, 4));
});

longTest('after a truncated response, the next posts are still created in parallel', async (t) => {
  const { ana, service } = await startBot(t, patient);
  await requestsCard(ana, '/post The one that is learned from', cardSays.ready);
  service.faults.add({ on: 'POST /post', kind: 'truncated', times: 1 });
  await submits(ana, '/post The one whose answer is cut off');
  await ana.sees('social', cardSays.readyWith(/The one whose answer is cut off/));
  const held = holdCalls(t);
  service.faults.add({ on: 'POST /post', ...held.fault, times: 3 });
  for (const each of words) await submits(ana, `/post ${each}`);
  await eventually(() => assert.equal(service.requestsTo('POST /post').length, 5));
  held.release();
  await eventually(() => assert.equal(service.creations(), 5));
});

test('if responses have no IDs, posts of a brand are created one by one, and each wakes the next', (t) => {
  const service = { variants: { idPlace: 'none' }, requestsPerMinute: 'off' } as const;
  const settings = { REQUESTS_PER_MINUTE: '100000' };
  // on a clock that jumps, so that a busy machine isn't late
  return withSimulatedTeam(
    t,
    { service: { ...service, generation: { minMs: 40, maxMs: 80 } }, settings },
    async (team) => {
      const since = Date.now();
      for (const each of words) await team.submits(`/ai-post ${each} about coffee`, team.brand(0));
      // the text starts a sentence in one message, and is inside a sentence in another
      for (const each of words) await team.card(`${each.slice(1)} about coffee`, cardSays.ready);
      assert.equal(team.service.generations(), 3);
      // a card that isn't woken tries again after ten seconds
      const sent = team.service.requestsTo('POST /post/ai').map(({ at }) => at);
      const longest = Math.max(...sent.map((at, i) => at - (sent[i - 1] ?? since)));
      assert.ok(longest < 9_000, `${longest} ms until the next one started`);
    },
  );
});

longTest(
  'if the responses for two AI posts are lost and one new post appears, it’s unclear whose it is',
  async (t) => {
    const { ana, bo, service } = await startBot(t);
    await requestsCard(ana, '/ai-post The one that is learned from', cardSays.ready);
    service.faults.add({ on: 'POST /post/ai', kind: 'drop-after', times: 1 });
    service.faults.add({ on: 'POST /post/ai', kind: 'drop-before', times: 1 });
    service.faults.add({ on: 'GET /post', kind: 'delay', ms: 300 });
    await Promise.all([
      submits(ana, '/ai-post Something about coffee'),
      submits(bo, '/ai-post Something about tea', { in: 'launches' }),
    ]);
    await ana.sees('social', cardSays.unknown);
    await bo.sees('launches', cardSays.unknown);
    assert.equal(service.generations(), 2);
  },
);

longTest(
  'a written post whose response was lost is found by its caption while the service generates another',
  async (t) => {
    const { ana, bo, service } = await startBot(t);
    await submits(ana, '/ai-post The one that is learned from');
    await submits(ana, '/post The other one that is learned from');
    await ana.sees('social', /The other one[\s\S]*Ready for review|Ready for review[\s\S]*The other one/);
    const slow = service.faults.add({ on: 'POST /post/ai', kind: 'delay', ms: 60_000 });
    await submits(bo, '/ai-post Something about tea', { in: 'launches' });
    await eventually(() => assert.equal(slow.hits, 1));
    service.faults.add({ on: 'POST /post', kind: 'drop-after', times: 1 });
    await requestsCard(ana, '/post Beans from Huila', cardSays.readyWith(/Beans from Huila/));
    assert.equal(service.requestsTo('POST /post').length, 2);
  },
);

longTest('an AI post whose response was lost isn’t confused with a later one', async (t) => {
  let indexed = async (): Promise<void> => {};
  const { ana, bo, service } = await startBot(t, {
    failpoint: async (step) => (step === 'page indexed' ? indexed() : undefined),
  });
  await requestsCard(ana, '/ai-post The one that is learned from', cardSays.ready);
  const slow = service.faults.add({
    on: 'POST /post/ai',
    kind: 'delay',
    ms: 60_000,
    when: ({ body }) => /tea/.test(JSON.stringify(body)),
  });
  service.faults.add({
    on: 'POST /post/ai',
    kind: 'drop-after',
    times: 1,
    when: ({ body }) => /coffee/.test(JSON.stringify(body)),
  });
  indexed = async () => {
    if (service.generations() < 2) return;
    indexed = async () => {};
    await submits(bo, '/ai-post Something about tea', { in: 'launches' });
    await eventually(() => assert.equal(slow.hits, 1));
  };
  await requestsCard(ana, '/ai-post Something about coffee', cardSays.ready, { in: 'launches' });
  assert.equal(slow.hits, 1);
});
