import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { startTinyBot } from './tiny-bot.ts';
import { startWebApiClient } from './web-api-client.ts';

const manifest = (bot: string[]) => ({
  oauth_config: { scopes: { bot } },
  settings: { event_subscriptions: { bot_events: ['reaction_added', 'reaction_removed'] } },
});

/** A bot that gets reactions. Default: all scopes. */
async function startHearing(t: TestContext, scopes = ['reactions:read']) {
  const { chat, app } = await startTinyBot(t, { manifest: manifest(scopes) });
  const heard: unknown[] = [];
  for (const type of ['reaction_added', 'reaction_removed'] as const)
    app.event(type, async ({ event }) => {
      heard.push(event);
    });
  return { chat, heard };
}

test('an app gets a reaction as Slack sends it, and its removal too', async (t) => {
  const { chat, heard } = await startHearing(t);
  const [ana, bo] = [chat.user('Ana'), chat.user('Bo')];
  const said = await ana.says('Good morning', { in: 'social' });
  await bo.reacts(said, 'eyes');
  await eventually(() => assert.equal(heard.length, 1));
  await bo.reacts(said, 'eyes');
  await eventually(() => assert.equal(heard.length, 2));
  const reaction = {
    user: 'U0BO',
    reaction: 'eyes',
    item_user: 'U0ANA',
    item: { type: 'message', channel: 'C0SOCIAL', ts: said.ts },
  };
  assert.partialDeepStrictEqual(heard, [
    { type: 'reaction_added', ...reaction },
    { type: 'reaction_removed', ...reaction },
  ]);
  assert.deepEqual(chat.notified('Ana'), []);
});

test('an app gets reactions only in channels it is in, and with the scope', async (t) => {
  const { chat, heard } = await startHearing(t);
  const without = await startHearing(t, ['chat:write']);
  for (const one of [chat, without.chat]) {
    const ana = one.user('Ana');
    await ana.reacts(await ana.says('Good morning', { in: 'general' }));
    await ana.reacts(await ana.says('Good morning', { in: 'social' }), 'tada');
  }
  await eventually(() => assert.equal(heard.length, 1));
  assert.partialDeepStrictEqual(heard, [{ reaction: 'tada' }]);
  assert.deepEqual(without.heard, []);
});

test('reactions keep their order and people, and disappear with their message', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const [ana, bo, cy] = ['Ana', 'Bo', 'Cy'].map((name) => chat.user(name));
  assert.ok(ana && bo && cy);
  const { ts, channel } = await call('chat.postMessage', { channel: 'C0SOCIAL', text: 'News' });
  const news = await ana.sees('social', 'News');
  for (const [who, name] of [
    [bo, 'tada'],
    [ana, 'white_check_mark'],
    [cy, 'tada'],
    [ana, 'white_check_mark'],
    [ana, 'eyes'],
  ] as const)
    await who.reacts(news, name);
  const { messages } = await call('conversations.replies', { channel: 'C0SOCIAL', ts });
  assert.deepEqual((messages as { reactions: unknown }[])[0]?.reactions, [
    { name: 'tada', users: ['U0BO', 'U0CY'], count: 2 },
    { name: 'eyes', users: ['U0ANA'], count: 1 },
  ]);
  await call('chat.delete', { channel, ts });
  await assert.rejects(ana.reacts(news), /no longer exists/);
  assert.deepEqual(news.reactions, {});
});

test('no one can react to ephemeral messages, or in a channel that they can’t see', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  await call('chat.postEphemeral', { channel: 'C0SOCIAL', user: 'U0ANA', text: 'For you alone' });
  const ana = chat.user('Ana');
  const alone = await ana.privateMessage('For you alone');
  await assert.rejects(ana.reacts(alone), /only you can see/);
  const secret = await ana.says('Who gets a raise?', { in: 'leadership' });
  await assert.rejects(chat.user('Cy').reacts(secret), /You can’t see this channel/);
  assert.deepEqual(secret.reactions, {});
});

test('the page adds a reaction only by a valid name', async (t) => {
  const { chat } = await startWebApiClient(t);
  const said = await chat.user('Ana').says('Good morning', { in: 'social' });
  const acts = async (name: string) => {
    const sent = await fetch(`${chat.url}/page/react`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ as: 'U0BO', channel: said.channel, ts: said.ts, name }),
    });
    return sent.status;
  };
  assert.equal(await acts('+1'), 200);
  assert.equal(await acts('<script>'), 400);
  assert.deepEqual(said.reactions, { '+1': ['U0BO'] });
});
