/** What a channel shows while a post is being created, and the new message that reports the result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chat } from '#sandbox/chat/start.ts';
import { createCreations } from '#src/posts/operations/creations.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { approveButton, cardSays, requestsCard, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { completionTexts } from '#views/posts/completion-notification.ts';

const inSocial = (chat: Chat, method: string) =>
  chat.calls.filter((call) => call.method === method && call.args.channel === 'C0SOCIAL');

const posted = (chat: Chat) => inSocial(chat, 'chat.postMessage');

const writing = /Generating an AI post/;
const writing2 = /Generating 2 AI posts/;

test('an AI post has a status message that notifies no one, then a new card that mentions its author', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.holdGeneration();
  const status = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', writing);
  assert.match(
    status.text,
    /for \*Northwind Coffee\*, requested by Ana\. I’ll share it here when it’s ready for review\.\nOur autumn menu/,
  );
  assert.doesNotMatch(JSON.stringify(status.blocks) + status.fallback, /<[@!]/);
  service.releaseGeneration();

  const card = await ana.sees('social', cardSays.ready);
  assert.notEqual(card.ts, status.ts);
  await card.offers('Approve & publish');
  await status.disappears();

  const [first, second, ...more] = posted(chat);
  assert.deepEqual(more, []);
  assert.ok(first && second);
  assert.match(JSON.stringify(second.args.blocks), /Requested by <@U0ANA>/);
  assert.doesNotMatch(JSON.stringify(second.args.blocks), /Approve & publish/, 'posted before it was noted');
  assert.ok(card.fallback.startsWith(`${completionTexts.ready('AI post for Northwind Coffee')}: `));
  assert.deepEqual(
    chat.messages('social').map(({ ts }) => ts),
    [card.ts],
  );
});

longTest(
  'a card names those who can approve it while it waits, and no longer once it is decided',
  async (t) => {
    const bot = await startBot(t);
    const { ana, bo } = bot;
    await (await ruleSetter(t, bot))(aRule());
    const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
    const shown = /Requested by <@U0ANA>[\s\S]*0 of 1 approval · <@U0BO> can approve/;
    assert.match(card.text, shown);
    const mentions = (message: string) => [...message.matchAll(/<@\w+>/g)].flat().toSorted();
    assert.deepEqual(
      mentions(JSON.stringify(posted(bot.chat)[1]?.args.blocks)),
      ['<@U0ANA>', '<@U0BO>'],
      'each once',
    );
    await approveButton(card);
    assert.match(card.text, shown, 'also when it has its buttons');

    const modal = await bo.opensOn(card, 'Reject', /^Reject/);
    await modal.submit({ Reason: 'Not this week' });
    await card.shows(/Rejected by <@U0BO>/);
    assert.doesNotMatch(card.text, /can approve/);
  },
);

longTest('a card without a mention isn’t “yours” for everyone in the channel', async (t) => {
  const bot = await startBot(t);
  const { ana } = bot;
  const { redis, keys } = redisOf(t, bot.settings);
  const off = JSON.stringify({ notifications: { ready: 'off' } });
  await redis.hset(keys.brandSettings(bot.chat.world.workspace.id), 'brand-1', off);
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  await card.offers('Approve & publish');
  const [, second] = posted(bot.chat);
  const ready = completionTexts.ready('AI post for Northwind Coffee', 'others');
  for (const text of [second?.args.text, card.fallback]) assert.ok(String(text).startsWith(`${ready}: `));
});

longTest('a status message with replies stays, as a link to the card', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  service.holdGeneration();
  const status = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', writing);
  await bo.says('Please mention the soup', { thread: status });
  service.releaseGeneration();
  const card = await ana.sees('social', cardSays.ready);
  await status.shows(new RegExp(`archives/${card.channel}/p${card.ts.replace('.', '')}\\|Northwind`));
  assert.ok(!status.deleted);
  assert.equal(posted(chat).length, 2);
});

longTest('if the bot can’t read replies, the status message becomes a link', async (t) => {
  const { ana, service } = await startBot(t, { chat: { declined: ['channels:history'] } });
  service.holdGeneration();
  const status = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', writing);
  service.releaseGeneration();
  await status.shows(/the post for <.*\|Northwind Coffee>/);
  assert.ok(!status.deleted);
});

test('five AI posts at once have at most four status messages, and a new card each', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.holdGeneration();
  for (const what of ['soup', 'bread', 'cheese', 'apples', 'pears'])
    await submits(ana, `/ai-post Our autumn ${what} starts on Monday`);
  const said = () =>
    chat
      .messages('social')
      .map(({ text }) => text)
      .join('\n');
  await eventually(() => {
    for (const what of ['soup', 'bread', 'cheese', 'apples', 'pears']) assert.match(said(), new RegExp(what));
  });
  const statuses = chat.messages('social');
  assert.ok(statuses.length <= 4, `${statuses.length} status messages`);
  assert.equal(statuses.filter(({ text }) => /Generating \d AI posts/.test(text)).length, 1);
  assert.equal(posted(chat).length, statuses.length);

  service.releaseGeneration();
  await eventually(() => {
    const left = chat.messages('social');
    assert.equal(left.length, 5);
    assert.ok(left.every(({ text, buttons }) => cardSays.ready.test(text) && buttons.length > 0));
  });
  assert.equal(posted(chat).length, statuses.length + 5);
});

longTest('a written post is one new message, with who requested it', async (t) => {
  const { ana, chat } = await startBot(t);
  const card = await requestsCard(ana, '/post Open until ten tonight', cardSays.ready);
  await card.offers('Approve & publish');
  assert.match(card.text, /Requested by <@U0ANA>/);
  const ready = completionTexts.ready('post for Northwind Coffee');
  assert.ok(card.fallback.startsWith(`${ready}: Open until ten`));
  assert.equal(posted(chat).length, 1);
});

longTest('a written post that takes long to save has a status message meanwhile', async (t) => {
  let later = 0;
  const bot = await startBot(t, { now: () => Date.now() + later });
  const { ana, chat } = bot;
  const { redis, prefix } = redisOf(t, bot.settings);
  const creations = createCreations(redis, prefix);
  const workspace = chat.world.workspace.id;
  const other = { brand: 'brand-1', card: 'another-card', alone: true, now: Date.now(), forMs: 600_000 };
  assert.ok(await creations.begin(workspace, other));
  await submits(ana, '/post Open until ten tonight');
  assert.deepEqual(chat.messages('social'), []);
  later = 20_000;
  const status = await ana.sees('social', /Still saving a post for \*Northwind Coffee\*, requested by Ana/);

  assert.ok(await creations.end(workspace, other.brand, other.card));
  await ana.sees('social', cardSays.ready);
  await status.disappears();
  assert.equal(posted(chat).length, 2);
});

test('a failed generation is a new message, and the next try replaces it with another one', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.holdGeneration();
  service.failGeneration(1);
  const status = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', writing);
  service.releaseGeneration();
  const failed = await ana.sees('social', /Couldn’t generate this post/);
  assert.notEqual(failed.ts, status.ts);
  assert.match(failed.text, /Requested by <@U0ANA>/);
  const words = completionTexts.failed('AI post for Northwind Coffee', 'ai-post');
  assert.ok(failed.fallback.startsWith(`${words}: `));
  await status.disappears();

  service.holdGeneration();
  await ana.clicks(failed, retryButtons.generate, {
    shows: /Generating the AI post for \*Northwind Coffee\* again/,
  });
  assert.deepEqual(failed.buttons, []);
  service.releaseGeneration();
  const card = await ana.sees('social', cardSays.ready);
  assert.notEqual(card.ts, failed.ts);
  assert.match(card.text, /Requested by <@U0ANA>/);
  await failed.disappears();
  await card.offers('Approve & publish');
  assert.deepEqual(
    chat.messages('social').map(({ ts }) => ts),
    [card.ts],
  );
});

longTest('if the bot can’t post, both the status and the card are in direct messages', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.holdGeneration();
  await submits(ana, '/ai-post Our autumn menu starts on Monday', { in: 'leadership' });
  await ana.sees('Presscheck', writing);
  service.releaseGeneration();
  await ana.sees('Presscheck', cardSays.ready);
  assert.deepEqual(chat.messages('leadership'), []);
});

longTest('a 429 delays the status and the card, and nothing is posted twice', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.holdGeneration();
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 });
  const status = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', writing);
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 });
  chat.faults.next('chat.delete', { kind: 'rate-limited', retryAfterSeconds: 1 });
  service.releaseGeneration();
  const card = await ana.sees('social', cardSays.ready);
  await status.disappears();
  await card.offers('Approve & publish');
  assert.deepEqual(
    chat.messages('social').map(({ ts }) => ts),
    [card.ts],
  );
});

longTest(
  'if a channel accepts no message, one person’s 429 doesn’t leave another a second status message',
  async (t) => {
    const { ana, bo, chat, service } = await startBot(t);
    service.holdGeneration();
    const passes = { kind: 'slow', ms: 0 } as const;
    const limited = { kind: 'rate-limited', retryAfterSeconds: 1 } as const;
    const requested = Promise.withResolvers<void>();
    // all four posts are requested when the first message is tried again, in the channel, with Ana, and with Bo
    const faults = [{ ...limited, until: requested.promise }, passes, passes, limited];
    for (const fault of faults) chat.faults.next('chat.postMessage', fault);
    for (const who of [ana, ana, bo, bo])
      await submits(who, `/ai-post Our autumn menu`, { in: 'leadership' });
    requested.resolve();
    for (const who of [ana, bo]) await who.sees('Presscheck', /Generating 2 AI posts/);
    assert.equal(chat.faults.counts['rate-limited'], 2);
    service.releaseGeneration();
    const told = () =>
      chat.calls.filter(
        ({ method, args, answer }) =>
          method === 'chat.postMessage' &&
          answer?.ok &&
          args.channel === ana.id &&
          writing2.test(String(args.text)),
      );
    assert.equal(told().length, 1);
  },
);
