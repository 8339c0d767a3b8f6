import assert from 'node:assert/strict';
import test from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openPage } from './open-page.ts';
import { startListener, startWebApiClient } from './web-api-client.ts';

test('an app gets a reaction and its removal as Slack sends them, in channels that it’s in', async (t) => {
  const { chat } = await startWebApiClient(t);
  const heard = await startListener(t, chat);
  const [ana, bo] = [chat.user('Ana'), chat.user('Bo')];
  await ana.reacts(await ana.says('Good morning', { in: 'general' }));
  const said = await ana.says('Good morning', { in: 'social' });
  for (let times = 0; times < 2; times += 1) await bo.reacts(said, 'eyes');
  const item = { type: 'message', channel: 'C0SOCIAL', ts: said.ts };
  const reaction = { user: 'U0BO', reaction: 'eyes', item_user: 'U0ANA', item };
  const events = await eventually(() => {
    const found = heard.map(({ event }) => event).filter(({ type }) => /^reaction/.test(type));
    return found.length === 2 ? found : null;
  });
  assert.partialDeepStrictEqual(events, [
    { type: 'reaction_added', ...reaction },
    { type: 'reaction_removed', ...reaction },
  ]);
  assert.deepEqual(chat.notified('Ana'), []);
});

test('reactions keep their order and people, and only those who see a message can react to it', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const { ts, channel } = await call('chat.postMessage', { channel: 'C0SOCIAL', text: 'News' });
  const ana = chat.user('Ana');
  const news = await ana.sees('social', 'News');
  for (const [who, name] of ['Bo tada', 'Ana +1', 'Cy tada', 'Ana +1', 'Ana eyes'].map((one) =>
    one.split(' '),
  ))
    await chat.user(who ?? '').reacts(news, name);
  const { messages } = await call('conversations.replies', { channel: 'C0SOCIAL', ts });
  assert.deepEqual((messages as { reactions: unknown }[])[0]?.reactions, [
    { name: 'tada', users: ['U0BO', 'U0CY'], count: 2 },
    { name: 'eyes', users: ['U0ANA'], count: 1 },
  ]);
  const page = await openPage(t, chat.url, 'U0BO');
  const named = await page.act('react', { channel, ts, name: '<script>' });
  assert.equal(named.ok ?? false, false);
  await call('chat.delete', { channel, ts });
  await assert.rejects(ana.reacts(news), /no longer exists/);
  assert.deepEqual(news.reactions, {});
  await call('chat.postEphemeral', { channel: 'C0SOCIAL', user: 'U0ANA', text: 'For you alone' });
  await assert.rejects(ana.reacts(await ana.privateMessage('For you alone')), /only you can see/);
  const secret = await ana.says('Who gets a raise?', { in: 'leadership' });
  await assert.rejects(chat.user('Cy').reacts(secret), /You can’t see this channel/);
});
