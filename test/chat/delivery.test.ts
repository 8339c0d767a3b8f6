import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { requestOf } from '#sandbox/chat/app-delivery.ts';
import { signature } from '#sandbox/chat/signing.ts';
import { type Chat, startChat } from '#sandbox/chat/start.ts';
import { eventually } from '#test/support/eventually.ts';
import { startTinyBot } from './tiny-bot.ts';
import { manifestWith } from './web-api-client.ts';

test('signatures are Slack’s: they match the example in its documentation', () => {
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
  assert.equal(
    signature('8f742231b10e8888abcd99yyyzzz85a5', '1531420618', body),
    'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  );
});

test('the bot refuses requests that are unsigned, old or broken', async (t) => {
  const { chat } = await startTinyBot(t);
  const { body } = requestOf('slash_commands', { command: '/hello', text: 'x' });
  const status = async (request: Parameters<Chat['deliver']['raw']>[0]) =>
    (await chat.deliver.raw(request)).status;
  assert.equal(await status({ body }), 200);
  assert.equal(await status({ body, signature: 'v0=00' }), 401);
  assert.equal(await status({ body, timestamp: Math.floor(Date.now() / 1000) - 301 }), 401);
  assert.equal(await status({ body: '{', contentType: 'application/json' }), 400);
  const answer = await chat.deliver.command({ command: '/hello', text: 'again', user_id: 'U0BO' });
  assert.deepEqual(answer, { status: 200, body: 'Hello again' });
});

test('a command has the fields that Slack sends', async (t) => {
  const { chat, heard } = await startTinyBot(t);
  await chat.user('Bo').types('/post  two words ', { in: 'leadership' });
  const { response_url, trigger_id, ...command } = heard.commands[0] ?? {};
  assert.partialDeepStrictEqual(command, {
    command: '/post',
    text: 'two words',
    user_id: 'U0BO',
    user_name: 'bo',
    channel_id: 'C0LEADERS',
    channel_name: 'privategroup',
    team_id: 'T0PRESS',
    team_domain: 'northwind',
    api_app_id: 'A0PRESS',
  });
  assert.match(response_url ?? '', /^http:\/\/127\.0\.0\.1/);
  assert.ok(trigger_id);
});

test('the manifest says which commands exist, and which are escaped', async (t) => {
  const hello = { command: '/hello', description: 'Says hello', usage_hint: '[name]', should_escape: true };
  const { chat } = await startTinyBot(t, { manifest: manifestWith(['commands', 'chat:write'], [hello]) });
  const ana = chat.user('Ana');
  assert.equal(await ana.types('/post'), '/post is not a valid command.');
  assert.equal(
    await ana.types('/hello @Bo in #social and #leadership'),
    'Hello <@U0BO|bo> in <#C0SOCIAL|social> and <#C0LEADERS|>',
  );
});

for (const socketMode of [false, true]) {
  test(`if an app doesn’t respond in time, the user sees an error (${socketMode ? 'socket' : 'HTTP'})`, async (t) => {
    const { chat } = await startTinyBot(t, { socketMode, answerWithinMs: 60 });
    const ana = chat.user('Ana');
    assert.equal(await ana.types('/never'), '/never failed with the error "operation_timeout"');
    assert.deepEqual(ana.notices, ['/never failed with the error "operation_timeout"']);
  });
}

test('an app that is not there fails at once', async (t) => {
  const chat = await startChat({ signingSecret: 's', botToken: 'b', requestUrl: 'http://127.0.0.1:1/' });
  t.after(() => chat.close());
  assert.equal(await chat.user('Ana').types('/any'), '/any failed with the error "dispatch_failed"');
});

test('a response URL accepts five responses, even in channels without the bot', async (t) => {
  const { chat } = await startTinyBot(t);
  const ana = chat.user('Ana');
  await ana.types('/respond 6', { in: 'leadership' });
  await chat.called('response_url', 6);
  const answers = chat.calls.filter((one) => one.method === 'response_url').map((one) => one.answer);
  assert.deepEqual(answers.slice(4), [{ ok: true }, { ok: false, error: 'used_url' }]);
  assert.equal(await ana.seesPrivately(/answer 5/), 'answer 5');
});

test('a response URL works for thirty minutes, and can post for everyone', async (t) => {
  let at = Date.now();
  const { chat, heard } = await startTinyBot(t, { now: () => at });
  await chat.user('Ana').types('/post');
  const url = heard.commands[0]?.response_url ?? '';
  const send = async (body: object) =>
    (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).status;
  assert.equal(await send({ text: 'For all', response_type: 'in_channel' }), 200);
  assert.equal(chat.messages('social')[0]?.text, 'For all');
  assert.equal(await send({}), 400);
  assert.equal(await send({ text: 'x', blocks: [{ type: 'nothing' }] }), 400);
  assert.equal(await send({ delete_original: true }), 400);
  at += 30 * 60_000 + 1;
  assert.equal(await send({ text: 'Too late' }), 404);
});

interface HeardEvent {
  retry: string | undefined;
  event_id: unknown;
}

/** An endpoint that fails this many times. Resolves to the requests once one succeeded. */
async function startFailing(
  t: TestContext,
  failures: number,
): Promise<{ url: string; taken: Promise<HeardEvent[]> }> {
  const heard: HeardEvent[] = [];
  const { promise: taken, resolve } = Promise.withResolvers<HeardEvent[]>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    heard.push({
      retry: request.headers['x-slack-retry-num']?.toString(),
      event_id: JSON.parse(body).event_id,
    });
    const fails = heard.length <= failures;
    response.writeHead(fails ? 500 : 200).end();
    if (!fails) resolve(heard);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, taken };
}

test('an event that isn’t acknowledged is delivered again, with the same ID', async (t) => {
  const { url, taken } = await startFailing(t, 3);
  const chat = await startChat({
    signingSecret: 's',
    botToken: 'b',
    requestUrl: url,
    manifest: { settings: { event_subscriptions: { bot_events: ['app_mention'] } } },
    eventRetriesAfterMs: [1, 1, 1],
  });
  t.after(() => chat.close());
  await chat.user('Ana').says('@Presscheck, are you there?', { in: 'social' });
  const heard = await taken;
  assert.deepEqual(
    heard.map((one) => one.retry),
    [undefined, '1', '2', '3'],
  );
  assert.equal(new Set(heard.map((one) => one.event_id)).size, 1);
});

test('a test can deliver the same event twice, as Slack does when in doubt', async (t) => {
  const { chat, heard } = await startTinyBot(t);
  const event = { type: 'app_home_opened', user: 'U0ANA', tab: 'home' };
  await chat.deliver.event(event);
  await chat.deliver.event(event, { num: 1, reason: 'http_timeout' });
  await chat.called('views.publish', 2);
  assert.deepEqual(
    heard.events.map((one) => one.retryNum),
    [undefined, 1],
  );
});

test('a recycled Socket Mode connection is replaced; a command in the gap fails', async (t) => {
  const { chat } = await startTinyBot(t, { socketMode: true, answerWithinMs: 1000 });
  const ana = chat.user('Ana');
  chat.socket.disconnect();
  assert.equal(await ana.types('/hello'), '/hello failed with the error "dispatch_failed"');
  await eventually(() => assert.ok(chat.socket.connections > 0));
  assert.equal(await ana.types('/hello again'), 'Hello again');
});

test('of two people’s clicks at once, the app gets both, and the second finds the button gone', async (t) => {
  const { chat } = await startTinyBot(t);
  const [ana, bo] = [chat.user('Ana'), chat.user('Bo')];
  await ana.types('/post');
  const modal = await ana.modal();
  await modal.submit({ Prompt: 'Both', Brand: 'Acme', 'Social profiles': ['Acme on X'] });
  const card = await bo.sees('social', /Both/);
  await Promise.all([ana.clicks(card, 'Approve'), bo.clicks(card, 'Approve')]);
  await chat.called('chat.update', 2);
  assert.deepEqual(card.buttons, []);
});
