import assert from 'node:assert/strict';
import test from 'node:test';
import { signature } from '#sandbox/chat/signing.ts';
import { startChat } from '#sandbox/chat/start.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { manifestWith, startListener, startWebApiClient } from './web-api-client.ts';

test('signatures are Slack’s: they match the example in its documentation', () => {
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
  assert.equal(
    signature('8f742231b10e8888abcd99yyyzzz85a5', '1531420618', body),
    'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  );
});

test('a command has the fields that Slack sends', async (t) => {
  const { chat } = await startWebApiClient(t);
  const heard = await startListener(t, chat);
  await chat.user('Bo').types('/post  two words ', { in: 'leadership' });
  const { response_url, trigger_id, ...command } = heard[0] ?? {};
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
  assert.match(response_url, /^http:\/\/127\.0\.0\.1/);
  assert.ok(trigger_id);
});

test('the manifest says which commands exist, and which are escaped, and an answer is private', async (t) => {
  const hello = { command: '/hello', description: 'Says hello', usage_hint: '[name]', should_escape: true };
  const { chat } = await startWebApiClient(t, {
    manifest: manifestWith(['commands', 'chat:write'], [hello]),
  });
  await startListener(t, chat, ({ text }) => ({ text: `Hello ${text}` }));
  const ana = chat.user('Ana');
  assert.equal(await ana.types('/post'), '/post is not a valid command.');
  const said = 'Hello <@U0BO|bo> in <#C0SOCIAL|social> and <#C0LEADERS|>';
  assert.equal(await ana.types('/hello @Bo in #social and #leadership'), said);
  assert.equal(await ana.seesPrivately(), said);
  assert.deepEqual(chat.messages('social'), []);
});

test('if an app doesn’t respond in time, the user sees an error', async (t) => {
  const { chat } = await startWebApiClient(t, { answerWithinMs: 60 });
  await startListener(t, chat, () => new Promise(() => {}));
  const ana = chat.user('Ana');
  assert.equal(await ana.types('/never'), '/never failed with the error "operation_timeout"');
  assert.deepEqual(ana.notices, ['/never failed with the error "operation_timeout"']);
});

test('an app that is not there fails at once', async (t) => {
  const chat = await startChat({ signingSecret: 's', botToken: 'b', requestUrl: 'http://127.0.0.1:1/' });
  t.after(() => chat.close());
  assert.equal(await chat.user('Ana').types('/any'), '/any failed with the error "dispatch_failed"');
});

test('a response URL accepts five responses in thirty minutes, even in channels without the bot', async (t) => {
  let at = Date.now();
  const { chat } = await startWebApiClient(t, { now: () => at });
  const heard = await startListener(t, chat);
  const ana = chat.user('Ana');
  const urlIn = async (channel: string): Promise<string> => {
    await ana.types('/post', { in: channel });
    return heard.at(-1)?.response_url;
  };
  const send = async (url: string, body: object) =>
    (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).status;
  const [private_, url] = [await urlIn('leadership'), await urlIn('social')];
  for (let n = 1; n <= 6; n += 1) await send(private_, { text: `answer ${n}` });
  const answers = chat.calls.filter(({ method }) => method === 'response_url').map(({ answer }) => answer);
  assert.deepEqual(answers.slice(4), [{ ok: true }, { ok: false, error: 'used_url' }]);
  assert.equal(await ana.seesPrivately(/answer 5/), 'answer 5');
  assert.equal(await send(url, { text: 'For all', response_type: 'in_channel' }), 200);
  assert.equal(chat.messages('social')[0]?.text, 'For all');
  assert.equal(await send(url, {}), 400);
  assert.equal(await send(url, { text: 'x', blocks: [{ type: 'nothing' }] }), 400);
  assert.equal(await send(url, { delete_original: true }), 400);
  at += 30 * 60_000 + 1;
  assert.equal(await send(url, { text: 'Too late' }), 404);
});

test('an event that isn’t acknowledged is delivered again, with the same ID', async (t) => {
  const { chat } = await startWebApiClient(t, {
    manifest: { settings: { event_subscriptions: { bot_events: ['app_mention'] } } },
    eventRetriesAfterMs: [1, 1, 1],
  });
  const heard = await startListener(t, chat, () => (heard.length <= 3 ? 500 : 200));
  await chat.user('Ana').says('@Presscheck, are you there?', { in: 'social' });
  await eventually(() => assert.equal(heard.length, 4));
  assert.deepEqual(
    heard.map(({ retry }) => retry),
    [undefined, '1', '2', '3'],
  );
  assert.equal(new Set(heard.map(({ event_id }) => event_id)).size, 1);
});

test('a test can deliver the same event twice, as Slack does when in doubt', async (t) => {
  const { chat } = await startWebApiClient(t);
  const heard = await startListener(t, chat);
  const event = { type: 'app_home_opened', user: 'U0ANA', tab: 'home' };
  await chat.deliver.event(event);
  await chat.deliver.event(event, { num: 1, reason: 'http_timeout' });
  assert.deepEqual(
    heard.map(({ retry }) => retry),
    [undefined, '1'],
  );
});

test('a recycled Socket Mode connection is replaced; a command in the gap fails', async (t) => {
  const { chat, ana } = await startBot(t, { mode: 'socket' });
  chat.socket.disconnect();
  assert.equal(await ana.types('/social help'), '/social failed with the error "dispatch_failed"');
  await eventually(() => assert.ok(chat.socket.connections > 0));
  await ana.hears('/social help', /What you can do here/);
});
