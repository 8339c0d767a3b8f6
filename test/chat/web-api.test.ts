import assert from 'node:assert/strict';
import test from 'node:test';
import { WebClient } from '@slack/web-api';
import { manifestWith, startWebApiClient } from './web-api-client.ts';

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const picture = (image_url: string) => ({ type: 'image', image_url, alt_text: 'A picture' });

test('tokens are checked, and each kind allows its methods', async (t) => {
  const { call } = await startWebApiClient(t);
  assert.equal((await call('auth.test', {}, '')).error, 'not_authed');
  assert.equal((await call('auth.test', {}, 'xoxb-other')).error, 'invalid_auth');
  assert.equal((await call('auth.test', {}, 'xapp-t')).error, 'not_allowed_token_type');
  assert.equal((await call('apps.connections.open')).error, 'not_allowed_token_type');
  assert.equal((await call('nothing.here')).error, 'unknown_method');
  const me = await call('auth.test');
  assert.deepEqual([me.ok, me.user_id, me.bot_id, me.team_id], [true, 'U0PRESS', 'B0PRESS', 'T0PRESS']);
});

test('a bot can post only in certain places', async (t) => {
  const { chat, call } = await startWebApiClient(t, { manifest: manifestWith(['chat:write']) });
  const post = async (channel: string) =>
    (await call('chat.postMessage', { channel, text: 'x' })).error ?? 'ok';
  assert.equal(await post('C0SOCIAL'), 'ok');
  assert.equal(await post('#launches'), 'ok');
  assert.equal(await post('C0GENERAL'), 'not_in_channel');
  assert.equal(await post('C0LEADERS'), 'channel_not_found');
  assert.equal(await post('C0NOWHERE'), 'channel_not_found');
  chat.faults.archiveChannel('social');
  assert.equal(await post('C0SOCIAL'), 'is_archived');
  chat.faults.removeBot('launches');
  assert.equal(await post('C0LAUNCHES'), 'not_in_channel');
  chat.faults.deleteChannel('launches');
  assert.equal(await post('C0LAUNCHES'), 'channel_not_found');
});

test('chat:write.public allows posting in public channels, never in private ones', async (t) => {
  const manifest = manifestWith(['chat:write', 'chat:write.public']);
  const { call } = await startWebApiClient(t, { manifest });
  const post = async (channel: string) => (await call('chat.postMessage', { channel, text: 'x' })).error;
  assert.deepEqual([await post('C0GENERAL'), await post('C0LEADERS')], [undefined, 'channel_not_found']);
});

test('a message to a person opens the direct message, which is updated by its own ID (G14)', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const posted = await call('chat.postMessage', { channel: 'U0ANA', text: 'Hello' });
  assert.match(String(posted.channel), /^D/);
  const again = await call('chat.update', { channel: 'U0ANA', ts: posted.ts, text: 'Hello again' });
  assert.equal(again.error, 'channel_not_found');
  assert.equal(
    (await call('chat.update', { channel: posted.channel, ts: posted.ts, text: 'Hello again' })).ok,
    true,
  );
  assert.equal((await chat.user('Ana').sees('Presscheck')).text, 'Hello again');
});

test('chat.update requires valid text and a message of the bot’s own', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const { ts } = await call('chat.postMessage', {
    channel: 'C0SOCIAL',
    text: 'x',
    blocks: [section('Card')],
  });
  const update = async (args: object) =>
    (await call('chat.update', { channel: 'C0SOCIAL', ts, ...args })).error;
  assert.equal(await update({ text: 'x'.repeat(4001) }), 'msg_too_long');
  assert.equal(await update({}), 'no_text');
  assert.equal(await update({ ts: '1.000000', text: 'x' }), 'message_not_found');
  const words = await chat.user('Ana').says('Mine', { in: 'social' });
  assert.equal(await update({ ts: words.ts, text: 'x' }), 'cant_update_message');
  assert.equal((await call('chat.postMessage', { channel: 'C0SOCIAL' })).error, 'no_text');
  const [card] = chat.messages('social');
  assert.equal(await update({ text: 'y', blocks: [section('Card, again')] }), undefined);
  assert.equal(card?.text, 'Card, again');
  if (card) chat.faults.deleteMessage(card);
  assert.equal(await update({ text: 'z' }), 'message_not_found');
});

test('tabs that the manifest turns off don’t exist', async (t) => {
  const app_home = { home_tab_enabled: false, messages_tab_enabled: false };
  const { chat, call } = await startWebApiClient(t, {
    manifest: { features: { app_home }, oauth_config: { scopes: { bot: ['chat:write'] } } },
  });
  const home = { type: 'home', blocks: [] };
  assert.equal((await call('views.publish', { user_id: 'U0ANA', view: home })).error, 'not_enabled');
  assert.equal(
    (await call('chat.postMessage', { channel: 'U0ANA', text: 'x' })).error,
    'messages_tab_disabled',
  );
  await assert.rejects(chat.user('Ana').opensHome(), /no Home tab/);
});

test('a private message requires its reader to be in the channel', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  chat.world.channelNamed('launches')?.members.splice(0, 1);
  const to = (channel: string) => call('chat.postEphemeral', { channel, user: 'U0ANA', text: 'Only you' });
  assert.equal((await to('C0LAUNCHES')).error, 'user_not_in_channel');
  const { message_ts } = await to('C0SOCIAL');
  assert.equal(await chat.user('Ana').seesPrivately(), 'Only you');
  const ts = message_ts;
  assert.equal(
    (await call('chat.update', { channel: 'C0SOCIAL', ts, text: 'x' })).error,
    'message_not_found',
  );
});

test('blocks that Slack refuses are refused with their path', async (t) => {
  const { call } = await startWebApiClient(t);
  const answer = await call('chat.postMessage', { channel: 'C0SOCIAL', blocks: [section('x'.repeat(3001))] });
  assert.equal(answer.error, 'invalid_blocks');
  assert.deepEqual(answer.response_metadata, {
    messages: ['[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]'],
  });
});

test('an image block that can’t be fetched fails the whole message, an accessory doesn’t (G18)', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const post = (...blocks: object[]) => call('chat.postMessage', { channel: 'C0SOCIAL', text: 'x', blocks });
  const refused = { messages: ['[ERROR] downloading image failed [json-pointer:/blocks/0/image_url]'] };
  for (const address of ['https://x.test/a.webp', 'ftp://x.test/a.png', 'not an address']) {
    assert.deepEqual((await post(picture(address))).response_metadata, refused, address);
  }
  assert.equal((await post(picture('https://x.test/a.png'))).ok, true);
  chat.faults.imagesUnreachable = ['https://x.test/a.png'];
  assert.deepEqual((await post(picture('https://x.test/a.png'))).response_metadata, refused);
  assert.equal((await post({ ...section('x'), accessory: picture('https://x.test/a.png') })).ok, true);
  chat.faults.imagesUnreachable = (url) => url.includes('b.png');
  assert.equal((await post(picture('https://x.test/a.png'))).ok, true);
  assert.equal((await post(picture('https://x.test/b.png'))).ok, false);
});

test('a block that the workspace doesn’t support yet fails the whole message', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const carousel = { type: 'carousel', elements: [{ type: 'card', title: { type: 'mrkdwn', text: 'One' } }] };
  const post = () =>
    call('chat.postMessage', { channel: 'C0SOCIAL', text: 'x', blocks: [section('x'), carousel] });
  chat.faults.blocksUnsupported = ['carousel'];
  const { error, response_metadata } = await post();
  assert.equal(error, 'invalid_blocks');
  assert.deepEqual(response_metadata, {
    messages: ['[ERROR] unsupported type: carousel [json-pointer:/blocks/1/type]'],
  });
  assert.deepEqual(chat.messages('social'), []);
  chat.faults.clear();
  assert.equal((await post()).ok, true);
});

test('text that looks like JSON stays text in the SDK’s form encoding', async (t) => {
  const { chat } = await startWebApiClient(t);
  const client = new WebClient('xoxb-t', { slackApiUrl: chat.apiUrl });
  await client.chat.postMessage({
    channel: 'C0SOCIAL',
    text: '[1]',
    blocks: [],
    metadata: { event_type: 'e', event_payload: { a: 1 } },
  });
  const [message] = chat.messages('social');
  assert.equal(message?.text, '[1]');
  assert.deepEqual(message?.metadata, { event_type: 'e', event_payload: { a: 1 } });
});

test('a small file is uploaded in three steps, which requires membership', async (t) => {
  const { chat } = await startWebApiClient(t);
  const client = new WebClient('xoxb-t', { slackApiUrl: chat.apiUrl, retryConfig: { retries: 0 } });
  const upload = (channel_id: string) =>
    client.filesUploadV2({
      channel_id,
      filename: 'plan.csv',
      file: Buffer.from('a,b'),
      initial_comment: 'The plan',
    });
  await upload('C0SOCIAL');
  const [message] = chat.messages('social');
  assert.equal(message?.text, 'The plan');
  assert.equal(await (await fetch(message?.files[0]?.url ?? '')).text(), 'a,b');
  await assert.rejects(upload('C0GENERAL'), /not_in_channel/);
});

test('people and groups can be looked up', async (t) => {
  const { call } = await startWebApiClient(t, { now: () => Date.parse('2031-01-15T12:00:00Z') });
  const { user } = await call('users.info', { user: 'U0CY' });
  assert.partialDeepStrictEqual(user, { tz: 'Asia/Tokyo', tz_offset: 32_400, is_bot: false });
  assert.equal((await call('users.info', { user: 'U0X' })).error, 'user_not_found');
  assert.deepEqual((await call('usergroups.users.list', { usergroup: 'S0EDITORS' })).users, [
    'U0ANA',
    'U0BO',
  ]);
  assert.equal((await call('usergroups.users.list', { usergroup: 'S0X' })).error, 'no_such_subteam');
  assert.equal((await call('conversations.members', { channel: 'C0LEADERS' })).error, 'channel_not_found');
  const first = await call('users.list', { limit: 3 });
  const cursor = (first.response_metadata as { next_cursor: string }).next_cursor;
  assert.equal(((await call('users.list', { limit: 3, cursor })).members as unknown[]).length, 1);
});

test('faults can be requested: rate limited, failed before or after the effect', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const post = (text: string) => call('chat.postMessage', { channel: 'C0SOCIAL', text });
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 7 });
  assert.equal((await post('a')).error, 'ratelimited');
  chat.faults.next('chat.postMessage', { kind: 'dropped' });
  await assert.rejects(post('b'));
  chat.faults.next('any', { kind: 'answer-lost' });
  await assert.rejects(post('c'));
  chat.faults.next('chat.postMessage', { kind: 'refused', error: 'restricted_action' }, 2);
  assert.equal((await post('d')).error, 'restricted_action');
  assert.equal((await post('e')).error, 'restricted_action');
  await post('f');
  assert.deepEqual(
    chat.messages('social').map((one) => one.text),
    ['c', 'f'],
  );
  assert.deepEqual(
    chat.calls.map((one) => one.args.text),
    ['a', 'b', 'c', 'd', 'e', 'f'],
  );
});
