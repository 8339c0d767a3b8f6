import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { RawRequest } from '#sandbox/chat/http-delivery.ts';
import { signature } from '#sandbox/chat/signing.ts';
import { startBot } from '#test/support/bot.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { recordResponses } from '#test/support/response-recorder.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';
import { noLongerWorks, unreadableRequest } from '#views/kit/command-refusals.ts';
import { escapedWithMarks } from '#views/kit/text.ts';

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

test('a request that Slack didn’t sign just now is refused with 401, without effect', async (t) => {
  const { chat, service, bot } = await startBot(t);
  for (const [what, request] of [
    ['a wrong signature', { body: command(), signature: `v0=${'0'.repeat(64)}` }],
    ['no signature', { body: command(), signature: '' }],
    ['a right signature of an hour ago', { body: command(), timestamp: anHourAgo() }],
    ['a right signature of an hour ahead', { body: command(), timestamp: anHourAgo() + 7_200 }],
    ['a timestamp that is none', { body: command(), timestamp: 'soon' }],
  ] as const)
    assert.deepEqual(await chat.deliver.raw(request), { status: 401, body: undefined }, what);
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

/** What an eavesdropper could send again. */
function recorded(body: string, secret = ''): RawRequest {
  const timestamp = Math.floor(Date.now() / 1_000);
  return { body, timestamp, signature: signature(secret, String(timestamp), body) };
}

test('a replayed request is refused with 401, without effect', async (t) => {
  const { chat, bot, settings } = await startBot(t);
  const request = recorded(command(), settings.SLACK_SIGNING_SECRET);
  assert.equal((await chat.deliver.raw(request)).status, 200);
  for (const headers of [{}, { 'x-slack-retry-num': '1' }])
    assert.deepEqual(await chat.deliver.raw({ ...request, headers }), { status: 401, body: undefined });
  // another body of the same second is another request
  const next = recorded(command({ trigger_id: '1.2.4' }), settings.SLACK_SIGNING_SECRET);
  assert.equal((await chat.deliver.raw(next)).status, 200);
  await bot.stop();
  assert.equal(chat.calls.filter(({ method }) => method === 'views.open').length, 2);
});

test('a list that’s opened several times within a second opens each time', async (t) => {
  const { ana } = await startBot(t);
  const modal = await ana.opens('/post', 'New post');
  for (const _ of [1, 2, 3]) assert.equal((await modal.optionsOf('Brand')).length, 1);
});

test('a signed submission with a changed body is refused, and no card is created', async (t) => {
  const { ana, chat, service, bot } = await startBot(t);
  const modal = await ana.opens('/post The true words', 'New post');
  const body = new URLSearchParams({
    payload: JSON.stringify({ type: 'view_submission', view: { id: modal.id, callback_id: 'post' } }),
  }).toString();
  const { status } = await chat.deliver.raw({ body, signature: `v0=${'a'.repeat(64)}` });
  assert.equal(status, 401);
  await bot.stop();
  assert.equal(service.creations(), 0);
  assert.deepEqual(chat.messages('social'), []);
});

for (const path of oneOf(['/slack/events/%E0%A4%A', '/slack/events', '//', '/favicon.ico']))
  test(`a GET of ${path} does nothing, and the bot continues`, async (t) => {
    const { ana, bot } = await startBot(t);
    const socket = connect(bot.port, '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 (400|404) /);
    await ana.opens('/post Still here', 'New post');
  });

test('a signed request that isn’t JSON is refused, and the bot continues', async (t) => {
  const { ana, chat } = await startBot(t);
  const { status } = await chat.deliver.raw({ body: 'payload={half' });
  assert.ok(status >= 400, `it answered ${status}`);
  await ana.opens('/post Still here', 'New post');
});

test('a body larger than Slack would send is refused before it is read to its end', async (t) => {
  const { chat } = await startBot(t);
  const { status } = await chat.deliver.raw({ body: `text=${'x'.repeat(5_000_000)}` });
  assert.equal(status, 413);
});

test('Slack’s ssl_check is accepted without a signature and has no effect', async (t) => {
  const { chat, bot } = await startBot(t);
  const body = command({ ssl_check: '1' });
  const { status } = await chat.deliver.raw({ body, signature: `v0=${'0'.repeat(64)}` });
  assert.equal(status, 200);
  await bot.stop();
  assert.ok(!chat.calls.some(({ method }) => method === 'views.open'));
});

test('an unknown path gets a 404, and the bot continues', async (t) => {
  const { ana, bot } = await startBot(t);
  const at = `http://127.0.0.1:${bot.port}`;
  for (const [method, path] of [
    ['GET', '/nothing-here'],
    ['GET', '/slack/events'],
    ['PUT', '/slack/events'],
    ['DELETE', '/'],
  ] as const) {
    const { status } = await fetch(at + path, { method });
    assert.ok(status === 404 || status === 401, `${method} ${path} was answered ${status}`);
  }
  assert.equal((await fetch(`${at}//`)).status, 400);
  await ana.opens('/post Still here', 'New post');
});

test('a request that names another workspace, or an impossible person, is only acknowledged', async (t) => {
  const { ana, chat, service, settings, bot } = await startBot(t);
  const card = await makesDraft(ana, 'Ours alone');
  const [button] = JSON.stringify(card.blocks).match(/"value":"[^"]+"/) ?? [];
  const click = {
    type: 'block_actions',
    actions: [{ type: 'button', action_id: 'card.approve', block_id: 'b', value: button?.split('"')[3] }],
  };
  for (const wrong of [
    { team: { id: 'T0OTHER' } },
    { user: { id: 'U0ANA}:x' } },
    { user: null },
    { actions: [null] },
    { event: null },
  ])
    assert.equal((await chat.deliver.interaction({ ...click, ...wrong })).status, 200);
  const answer = await chat.deliver.command({ command: '/post', team_id: 'T0OTHER' });
  assert.match(JSON.stringify(answer.body), /isn’t installed in your Slack workspace/);
  assert.equal((await chat.deliver.raw({ body: 'payload=null' })).status, 400);
  await bot.stop();
  assert.match(card.text, cardSays.ready);
  assert.equal(service.publishes(), 0);
  const { redis } = redisOf(t, settings);
  assert.deepEqual(await redis.keys(`${settings.REDIS_PREFIX}:{T0OTHER}*`), []);
});

test('a malformed click is distinguished from a button of another version', async (t) => {
  const { chat, bot, logs } = await startBot(t);
  const heardAt = recordResponses(chat);
  const pressed = { type: 'button', action_id: 'card.approve', block_id: 'b', value: 'V0CARD' };
  for (const [name, action] of [
    ['a value of another type', { ...pressed, value: 7 }],
    ['no value', { ...pressed, value: undefined }],
    ['an empty value', { ...pressed, value: '' }],
    ['no block', { ...pressed, block_id: undefined }],
    ['a button of another version', { ...pressed, action_id: 'card.of-another-version' }],
  ] as const)
    await chat.deliver.interaction({
      type: 'block_actions',
      actions: [action],
      response_url: heardAt.address(name),
    });
  await bot.stop();
  const unreadable = escapedWithMarks(unreadableRequest.join(' '));
  for (const name of ['a value of another type', 'no value', 'an empty value', 'no block'])
    assert.deepEqual(heardAt.textsAt(name), [unreadable], name);
  assert.deepEqual(heardAt.textsAt('a button of another version'), [noLongerWorks('/social')]);
  assert.ok(logs.some(({ why }) => /actions\.0\.value/.test(String(why))));
});
