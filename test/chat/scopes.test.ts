import assert from 'node:assert/strict';
import test from 'node:test';
import { startChat } from '#sandbox/chat/start.ts';
import { eventually } from '#test/support/eventually.ts';
import { startListener, startWebApiClient } from './web-api-client.ts';

const manifest = {
  oauth_config: {
    scopes: {
      bot: ['chat:write', 'channels:history', 'groups:history'],
      bot_optional: ['channels:history', 'groups:history'],
    },
  },
  settings: { event_subscriptions: { bot_events: ['message.channels', 'message.groups'] } },
};

test('without an optional scope, Slack refuses what needs it, and lists the granted scopes', async (t) => {
  const { chat, call } = await startWebApiClient(t, { manifest, declined: ['channels:history'] });
  chat.faults.addBot('leadership');
  const ana = chat.user('Ana');
  for (const [where, error] of [
    ['social', 'missing_scope'],
    ['leadership', undefined],
  ] as const) {
    const { ts, channel } = await ana.says('Good morning', { in: where });
    assert.equal((await call('conversations.replies', { channel, ts })).error, error, where);
  }
  const { needed, provided } = await call('conversations.replies', { channel: 'C0SOCIAL', ts: '1.000001' });
  assert.deepEqual([needed, provided], ['channels:history', 'chat:write,groups:history']);
  const asked = await fetch(`${chat.apiUrl}auth.test`, {
    method: 'POST',
    headers: { authorization: 'Bearer xoxb-t' },
  });
  assert.equal(asked.headers.get('x-oauth-scopes'), 'chat:write,groups:history');
});

test('an app that subscribed to an event doesn’t get it without its scope', async (t) => {
  const { chat } = await startWebApiClient(t, { manifest, declined: ['channels:history'] });
  chat.faults.addBot('leadership');
  const heard = await startListener(t, chat);
  const ana = chat.user('Ana');
  await ana.says('Good morning', { in: 'social' });
  await ana.says('Good morning', { in: 'leadership' });
  await eventually(() =>
    assert.deepEqual(
      heard.map(({ event }) => event.channel),
      ['C0LEADERS'],
    ),
  );
});

test('only optional scopes can be left out', async () => {
  await assert.rejects(
    startChat({ signingSecret: 's', botToken: 'b', manifest, declined: ['chat:write'] }),
    /chat:write can't be declined/,
  );
});
