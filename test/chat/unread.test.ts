import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ChatOptions } from '#sandbox/chat/start.ts';
import { startWebApiClient } from './web-api-client.ts';

const groups = [{ id: 'S0EDITORS', handle: 'editors', name: 'Editors', members: ['Bo', 'Cy'] }];

/** A bot that posts, and what Ana, Bo, and Cy are notified of. */
async function startPosting(t: TestContext, options: Partial<ChatOptions> = {}) {
  const asked = await startWebApiClient(t, { groups, ...options });
  const { chat, call } = asked;
  return {
    ...asked,
    async posts(args: object): Promise<{ channel: string; ts: string }> {
      const answer = await call('chat.postMessage', { channel: 'C0SOCIAL', text: 'News', ...args });
      assert.equal(answer.ok, true, answer.error);
      return { channel: String(answer.channel), ts: String(answer.ts) };
    },
    /** How many notifications each of them has had so far. */
    notified: () => ['Ana', 'Bo', 'Cy'].map((name) => chat.notified(name).length),
  };
}

test('a message marks its channel unread for others, and notifies only people it mentions', async (t) => {
  const { chat, posts, notified } = await startPosting(t);
  const root = await chat.user('Ana').says('@Ana remember the milk', { in: 'social' });
  await chat.user('Ana').says('And the tea', { thread: root });
  await posts({});
  assert.deepEqual(chat.unread('Ana'), { '#social': { unread: 1, mentions: 0 } });
  assert.deepEqual(chat.unread('Bo'), { '#social': { unread: 2, mentions: 0 } });
  assert.deepEqual(notified(), [0, 0, 0]);
  chat.user('Bo').reads('social');
  assert.deepEqual(chat.unread('Bo'), {});
});

test('a mention in the text, in mrkdwn or in rich text notifies exactly who is meant', async (t) => {
  const { chat, posts, notified } = await startPosting(t);
  const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
  const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });
  const rich = (...elements: object[]) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements }],
  });
  const cases: [object, number[]][] = [
    [{ text: 'For <@U0BO> & <@U0BO|bo>' }, [0, 1, 0]],
    [{ blocks: [section('*For <@U0BO>*')] }, [0, 1, 0]],
    [{ blocks: [{ type: 'section', fields: [mrkdwn('Bo'), mrkdwn('<@U0CY>')] }] }, [0, 0, 1]],
    [{ blocks: [{ type: 'context', elements: [mrkdwn('by <@U0ANA>')] }] }, [1, 0, 0]],
    [{ blocks: [rich({ type: 'user', user_id: 'U0ANA' })] }, [1, 0, 0]],
    [{ blocks: [rich({ type: 'usergroup', usergroup_id: 'S0EDITORS' })] }, [0, 1, 1]],
    [{ blocks: [rich({ type: 'broadcast', range: 'channel' })] }, [1, 1, 1]],
    [{ text: '<!subteam^S0EDITORS> or <!subteam^S0EDITORS|@editors>' }, [0, 1, 1]],
    [{ text: '<!here> it comes' }, [1, 1, 1]],
    [{ text: 'Type `<@U0BO>`, or ```<@U0CY>```' }, [0, 0, 0]],
    [{ blocks: [{ type: 'section', text: { type: 'plain_text', text: '<@U0BO>' } }] }, [0, 0, 0]],
    [{ text: '<@U0NOBODY> and <!subteam^S0NOBODY>' }, [0, 0, 0]],
  ];
  for (const [args, expected] of cases) {
    const before = notified();
    await posts(args);
    assert.deepEqual(
      notified().map((count, index) => count - (before[index] ?? 0)),
      expected,
      JSON.stringify(args),
    );
  }
  assert.deepEqual(chat.unread('Bo'), { '#social': { unread: cases.length, mentions: 6 } });
});

test('a notification names its place, and has its text as plain text with names', async (t) => {
  const { chat, posts } = await startPosting(t);
  const { ts } = await posts({
    channel: 'C0LAUNCHES',
    text: '*Ready*: <@U0BO> &amp; <!subteam^S0EDITORS>, see <https://example.com|the post> in <#C0SOCIAL>',
  });
  const [one, ...more] = chat.notified('Bo');
  assert.deepEqual(more, []);
  assert.deepEqual(one, {
    channelName: '#launches',
    channel: 'C0LAUNCHES',
    ts,
    from: 'U0PRESS',
    reason: 'mention',
    text: 'Ready: @Bo & @editors, see the post in #social',
  });
});

test('no one is notified in a channel they aren’t in, not even by a mention or group', async (t) => {
  const channels = [{ id: 'C0SOCIAL', name: 'social', members: ['Ana'] }];
  const { chat, posts, notified } = await startPosting(t, { channels });
  await posts({ text: '<@U0BO> <!subteam^S0EDITORS> <!channel>' });
  assert.deepEqual(notified(), [1, 0, 0]);
  assert.deepEqual(chat.unread('Bo'), {});
});

test('every direct message counts as a mention', async (t) => {
  const { chat, posts, notified } = await startPosting(t);
  await posts({ channel: 'U0BO', text: 'Your post is ready' });
  assert.deepEqual(chat.unread('Bo'), { Presscheck: { unread: 1, mentions: 1 } });
  assert.deepEqual(
    chat.notified('Bo').map(({ channelName: place, reason }) => [place, reason]),
    [['Presscheck', 'direct_message']],
  );
  chat.user('Bo').reads('Presscheck');
  assert.deepEqual(chat.unread('Bo'), {});
  assert.deepEqual(notified(), [0, 1, 0]);
});

test('an edit that adds a mention and an ephemeral message notify no one and mark nothing unread (G19)', async (t) => {
  const { chat, call, posts, notified } = await startPosting(t);
  const message = await posts({ text: 'Sending…' });
  chat.user('Bo').reads('social');
  assert.equal((await call('chat.update', { ...message, text: 'Ready for <@U0BO>' })).ok, true);
  // nor does it make Bo follow the thread
  await posts({ thread_ts: message.ts, text: 'Published' });
  await call('chat.postEphemeral', { channel: 'C0SOCIAL', user: 'U0BO', text: 'Only for <@U0BO>' });
  assert.deepEqual(chat.unread('Bo'), {});
  assert.deepEqual(notified(), [0, 0, 0]);
});

test('a reply notifies the thread’s followers: its author, those who replied, those mentioned in it', async (t) => {
  const { chat, posts } = await startPosting(t);
  const root = await chat.user('Ana').says('What about autumn?', { in: 'social' });
  for (const name of ['Ana', 'Bo', 'Cy']) chat.user(name).reads('social');
  const reply = (text: string) => posts({ thread_ts: root.ts, text });
  const reasons = (name: string) => chat.notified(name).map(({ reason }) => reason);

  await reply('Which brand?');
  assert.deepEqual([reasons('Ana'), reasons('Bo'), reasons('Cy')], [['thread_reply'], [], []]);
  assert.deepEqual(chat.unread('Ana'), { Threads: { unread: 1, mentions: 1 } });
  assert.deepEqual(chat.unread('Bo'), {}, 'a reply does not mark the channel unread');
  chat.user('Ana').reads(root);
  assert.deepEqual(chat.unread('Ana'), {});

  await chat.user('Bo').says('Northwind', { thread: root });
  await reply('Ask <@U0CY>');
  await reply('Or wait');
  assert.deepEqual(reasons('Ana'), Array(4).fill('thread_reply'));
  assert.deepEqual(reasons('Bo'), ['thread_reply', 'thread_reply'], 'not of their own reply');
  assert.deepEqual(reasons('Cy'), ['mention', 'thread_reply']);
  assert.deepEqual(
    chat.notified('Cy').map(({ channelName: place, thread }) => [place, thread]),
    Array(2).fill(['#social', root.ts]),
  );
  chat.user('Cy').reads('social');
  assert.deepEqual(
    chat.unread('Cy'),
    { Threads: { unread: 2, mentions: 2 } },
    'the channel is not the thread',
  );
});

test('in a thread, `@channel` notifies only its followers, and a group all of its members', async (t) => {
  const { chat, posts, notified } = await startPosting(t);
  const root = await posts({ text: 'For <@U0BO>' });
  for (const name of ['Ana', 'Bo', 'Cy']) chat.user(name).reads('social');
  await posts({ thread_ts: root.ts, text: '<!channel> now' });
  assert.deepEqual(notified(), [0, 2, 0]);
  await posts({ thread_ts: root.ts, text: 'For <!subteam^S0EDITORS>' });
  assert.deepEqual(notified(), [0, 3, 1]);
  assert.deepEqual(chat.unread('Cy'), { Threads: { unread: 1, mentions: 1 } });
});

test('a reply also sent to the channel shows there, marks it unread and notifies once', async (t) => {
  const { chat, call, posts, notified } = await startPosting(t);
  const root = await posts({ text: 'Campaign of <@U0ANA>' });
  for (const name of ['Ana', 'Bo', 'Cy']) chat.user(name).reads('social');
  const reply = await call('chat.postMessage', {
    channel: 'C0SOCIAL',
    thread_ts: root.ts,
    reply_broadcast: true,
    text: 'All ready, <@U0ANA> <@U0BO>',
  });
  assert.equal((reply.message as { subtype?: string }).subtype, 'thread_broadcast');
  assert.deepEqual(notified(), [2, 1, 0]);
  assert.deepEqual(chat.unread('Ana'), { '#social': { unread: 1, mentions: 1 } });
  assert.deepEqual(chat.unread('Cy'), { '#social': { unread: 1, mentions: 0 } });
  // reading it in the thread marks it as read
  const [shown] = chat.messages('social');
  assert.ok(shown);
  chat.user('Ana').reads(shown);
  assert.deepEqual(chat.unread('Ana'), {});
});

test('a deleted message is no longer unread; with replies, it stays as a tombstone above its thread', async (t) => {
  const { chat, call, posts, notified } = await startPosting(t);
  const alone = await posts({ text: 'Generating for <@U0BO>' });
  assert.equal((await call('chat.delete', alone)).ok, true);
  assert.deepEqual(chat.unread('Bo'), {});
  assert.deepEqual(notified(), [0, 1, 0], 'earlier notifications stay');

  const unthreaded = { channel: 'C0SOCIAL', text: 'x', reply_broadcast: true };
  const root = await call('chat.postMessage', unthreaded);
  assert.equal((root.message as { subtype?: string }).subtype, undefined, 'no broadcast without a thread');
  const [shown] = chat.messages('social').slice(-1);
  assert.ok(shown);
  await chat.user('Bo').says('How long?', { thread: shown });
  await call('chat.delete', root);
  assert.equal((await call('chat.delete', root)).error, 'message_not_found');
  assert.equal(
    (await call('chat.update', { channel: root.channel, ts: root.ts, text: 'x' })).error,
    'message_not_found',
  );
  await posts({ thread_ts: root.ts, text: 'Yes' });
  const { messages } = await call('conversations.replies', { channel: root.channel, ts: root.ts });
  assert.partialDeepStrictEqual(messages, [
    { subtype: 'tombstone', text: 'This message was deleted.', user: 'USLACKBOT', reply_count: 2 },
    { text: 'How long?' },
    { text: 'Yes' },
  ]);
});
