import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';

const anHourAgo = () => Math.floor(Date.now() / 1_000) - 3_600;

const command = (over: Record<string, string> = {}): string =>
  new URLSearchParams({
    command: '/post',
    text: 'Forged',
    team_id: 'T0PRESS',
    channel_id: 'C0SOCIAL',
    user_id: 'U0ANA',
    trigger_id: '1.2.3',
    ...over,
  }).toString();

for (const [what, request] of [
  ['a wrong signature', { body: command(), signature: `v0=${'0'.repeat(64)}` }],
  ['no signature', { body: command(), signature: '' }],
  ['a right signature of an hour ago', { body: command(), timestamp: anHourAgo() }],
  ['a right signature of an hour ahead', { body: command(), timestamp: anHourAgo() + 7_200 }],
  ['a timestamp that is none', { body: command(), timestamp: 'soon' }],
] as const) {
  test(`a request with ${what} is refused with 401, and nothing happens`, async (t) => {
    const { chat, service, bot } = await startBot(t);
    const { status } = await chat.deliver.raw(request);
    assert.equal(status, 401);
    // a stop waits for every listener, so that nothing can still be on its way
    await bot.stop();
    assert.deepEqual(
      chat.calls.filter(({ method }) => method !== 'auth.test').map(({ method }) => method),
      [],
    );
    assert.deepEqual(
      service.requests.filter(({ method }) => method === 'POST'),
      [],
    );
  });
}

test('a signed submission with a changed body is refused, and no card is made', async (t) => {
  const { ana, chat, service, bot } = await startBot(t);
  await ana.types('/post The true words', { in: 'social' });
  const modal = await ana.seesModal('New post');
  const body = new URLSearchParams({
    payload: JSON.stringify({ type: 'view_submission', view: { id: modal.id, callback_id: 'post' } }),
  }).toString();
  const { status } = await chat.deliver.raw({ body, signature: `v0=${'a'.repeat(64)}` });
  assert.equal(status, 401);
  await bot.stop();
  assert.equal(service.creations(), 0);
  assert.deepEqual(chat.messages('social'), []);
});

test('a signed request that is no JSON is refused, and the bot goes on', async (t) => {
  const { ana, chat } = await startBot(t);
  const { status } = await chat.deliver.raw({ body: 'payload={half' });
  assert.ok(status >= 400, `it answered ${status}`);
  await ana.types('/post Still here', { in: 'social' });
  await ana.seesModal('New post');
});

test('a body larger than Slack would send is refused before it is read to its end', async (t) => {
  const { chat } = await startBot(t);
  const { status } = await chat.deliver.raw({ body: `text=${'x'.repeat(5_000_000)}` });
  assert.equal(status, 413);
});

test("Slack's look whether the address answers is answered without a signature, and nothing happens", async (t) => {
  const { chat, bot } = await startBot(t);
  const body = command({ ssl_check: '1' });
  const { status } = await chat.deliver.raw({ body, signature: `v0=${'0'.repeat(64)}` });
  assert.equal(status, 200);
  await bot.stop();
  assert.ok(!chat.calls.some(({ method }) => method === 'views.open'));
});

test('an address that is none is answered with 404, and the bot goes on', async (t) => {
  const { ana, bot } = await startBot(t);
  const at = `http://127.0.0.1:${bot.port}`;
  for (const [method, path] of [
    ['GET', '/nothing-here'],
    ['GET', '/slack/events'],
    ['PUT', '/slack/events'],
    ['DELETE', '/'],
  ] as const) {
    const { status } = await fetch(at + path, { method, signal: AbortSignal.timeout(3_000) });
    assert.ok(status === 404 || status === 401, `${method} ${path} was answered ${status}`);
  }
  assert.equal((await fetch(`${at}//`)).status, 400);
  await ana.types('/post Still here', { in: 'social' });
  await ana.seesModal('New post');
});
