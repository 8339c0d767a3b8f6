/** What Slack can do to a card's message. The card is shown once, as soon as possible, where its author can see it. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { scrape } from '#test/platform/metrics/scrape.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, oneOf, shareOf } from '#test/support/long-tests.ts';
import { cardsBelow, notificationsBelow } from '#test/support/notifications.ts';
import { startPausing } from '#test/support/pausing.ts';
import { cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { resumed } from '#views/pause/resume.ts';

type Fault = Parameters<Chat['faults']['next']>[1];

const temporary: [what: string, fault: Fault][] = [
  ['answers 429 with Retry-After: 1', { kind: 'rate-limited', retryAfterSeconds: 1 }],
  ['answers 500', { kind: 'server-error' }],
  ['answers 503', { kind: 'server-error', status: 503 }],
  ['drops the connection', { kind: 'dropped' }],
  ['says internal_error', { kind: 'refused', error: 'internal_error' }],
];

const reviewing = [
  'Preview',
  'Duplicate',
  'Approve & publish',
  'Schedule',
  'Edit',
  'Request changes',
  'Reject',
];

/** The top-level cards in this channel. */
const cardsIn = (chat: Chat, channel: string) => chat.messages(channel).filter(({ thread }) => !thread);

async function generating(t: TestContext) {
  const bot = await startBot(t);
  bot.service.holdGeneration();
  await submits(bot.ana, '/ai-post Our autumn menu starts on Monday', { in: 'launches' });
  const card = await bot.ana.sees('launches', /Generating an AI post/);
  await eventually(() => assert.equal(bot.service.generations(), 1));
  return { ...bot, card };
}

async function decides({ bo, service }: StartedBot, card: ShownMessage): Promise<void> {
  await card.offersOnly(reviewing);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
}

describe('while Slack', { concurrency: 4 }, () => {
  for (const [what, fault] of shareOf(temporary, { which: 3, shares: temporary.length })) {
    test(`${what} at chat.postMessage, the card is posted once, a moment later`, async (t) => {
      const bot = await startBot(t);
      bot.chat.faults.next('chat.postMessage', fault, 3);
      await submits(bot.ana, '/post Beans from Huila');
      const card = await eventually(() => cardsIn(bot.chat, 'social')[0] ?? null);
      await card.shows(cardSays.ready);
      await decides(bot, card);
      assert.equal(cardsIn(bot.chat, 'social').length, 1);
    });
  }

  for (const [what, fault] of temporary) {
    longTest(
      `${what} at chat.update, the card is updated a moment later, and no second one is posted`,
      async (t) => {
        const bot = await startBot(t);
        const card = await makesDraft(bot.ana, 'Beans from Huila');
        await card.offersOnly(reviewing);
        bot.chat.faults.next('chat.update', fault, 3);
        await bot.bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
        assert.deepEqual(card.buttons, ['Duplicate']);
        assert.equal(cardsIn(bot.chat, 'social').length, 1);
        assert.equal(bot.service.publishes(), 1);
      },
    );
  }

  longTest(
    'responds with 429 to a job’s private message, the job waits as long as Slack asks, and sends it once',
    async (t) => {
      const { ana, bo, chat } = await startBot(t);
      const card = await makesDraft(ana, 'Beans from Huila');
      await card.offersOnly(reviewing);
      await bo.clicks(card, 'Preview');
      await eventually(() => assert.equal(cardsBelow(card).length, 1));
      chat.faults.next('chat.postEphemeral', { kind: 'rate-limited', retryAfterSeconds: 3 });
      await bo.hearsOn(card, 'Preview', /already has an up-to-date preview/);
      const said = chat.calls.filter(({ method }) => method === 'chat.postEphemeral');
      const [refused = 0, taken = 0, ...more] = said.map(({ at }) => at);
      assert.deepEqual(more, []);
      assert.ok(taken - refused >= 3_000, `said ${taken - refused} ms later`);
    },
  );

  test('posts a waiting card but its response is lost, the leftover message never has a button', async (t) => {
    const bot = await startBot(t);
    // by then the post is created, so the first message would already have buttons
    bot.chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 });
    bot.chat.faults.next('chat.postMessage', { kind: 'answer-lost' });
    await submits(bot.ana, '/post Beans from Huila');
    const offering = () => cardsIn(bot.chat, 'social').filter(({ buttons }) => buttons.length > 0);
    const card = await eventually(() => offering()[0] ?? null);
    assert.equal(cardsIn(bot.chat, 'social').length, 2);
    assert.equal(offering().length, 1);
    await decides(bot, card);
    assert.deepEqual(
      offering().map(({ ts, buttons }) => [ts, buttons]),
      [[card.ts, ['Duplicate']]],
    );
  });

  longTest('can’t fetch an image, the card is posted at once with links, and its buttons work', async (t) => {
    const bot = await startBot(t);
    bot.chat.faults.imagesUnreachable = () => true;
    const card = await makesDraft(bot.ana, 'Beans', {
      fill: { 'Media links': 'https://example.com/beans.png' },
    });
    assert.match(card.text, /<https:\/\/example\.com\/beans\.png\|Image: beans\.png>/);
    await decides(bot, card);
    assert.equal(cardsIn(bot.chat, 'social').length, 1);
  });

  longTest('has lost a card’s message, it’s posted again once', async (t) => {
    const { ana, card, chat, service } = await generating(t);
    chat.faults.deleteMessage({ channel: card.channel, ts: card.ts });
    service.releaseGeneration();
    const anew = await ana.sees('launches', cardSays.ready);
    await anew.offersOnly(reviewing.toSpliced(5, 0, 'Rewrite'));
    assert.equal(cardsIn(chat, 'launches').length, 1);
  });

  const closed = [
    ['has deleted the channel', (chat: Chat) => chat.faults.deleteChannel('launches'), cardSays.ready],
    [
      'has archived the channel',
      (chat: Chat) => chat.faults.archiveChannel('launches'),
      /I don’t have permission to post in/,
    ],
  ] as const;
  for (const [what, happens, words] of shareOf(closed, { which: 1, shares: closed.length })) {
    test(`${what}, the card is posted once as a direct message to its author`, async (t) => {
      const bot = await generating(t);
      happens(bot.chat);
      bot.service.releaseGeneration();
      const aside = await bot.ana.sees('Presscheck', words);
      await aside.shows(cardSays.ready);
      await bot.ana.clicks(aside, 'Approve & publish', { shows: cardSays.publishedBy('U0ANA') });
      assert.equal(cardsIn(bot.chat, aside.channel).length, 1);
      assert.equal(bot.service.publishes(), 1);
    });
  }

  longTest(
    'no longer lets the bot into the channel, the card is posted once as a direct message to its author',
    async (t) => {
      const { ana, chat, service } = await startBot(t);
      chat.faults.addBot('leadership');
      service.holdGeneration();
      await submits(ana, '/ai-post Our autumn menu starts on Monday', { in: 'leadership' });
      await ana.sees('leadership', /Generating an AI post/);
      await eventually(() => assert.equal(service.generations(), 1));
      chat.faults.removeBot('leadership');
      service.releaseGeneration();
      const aside = await ana.sees('Presscheck', cardSays.ready);
      assert.match(aside.text, /I don’t have permission to post in <#C0LEADERS>/);
      await aside.offers('Approve & publish');
      assert.equal(cardsIn(chat, aside.channel).length, 1);
    },
  );

  test('breaks every socket, later clicks arrive over a new socket', async (t) => {
    const { ana, bo, chat, service } = await startBot(t, { mode: 'socket' });
    const card = await makesDraft(ana, 'Beans from Huila');
    await card.offersOnly(reviewing);
    chat.socket.break();
    await eventually(() => assert.ok(chat.socket.connections > 0));
    assert.equal(await bo.clicks(card, 'Approve & publish'), '');
    await card.shows(cardSays.publishedBy('U0BO'));
    assert.equal(service.publishes(), 1);
  });
});

longTest('an unknown outcome notifies people once, however often Slack limits the bot', async (t) => {
  const { ana, bo, chat } = await startBot(t, {
    settings: { WATCH_TIMEOUT_MS: '1500' },
    service: { publishingMs: 60_000 },
  });
  const campaign = await requestsCard(ana, '/campaign Opening week', /1 post to review/, {
    fill: { Posts: '1' },
  });
  const post = await eventually(() => cardsBelow(campaign)[0] ?? null);
  await bo.clicks(post, 'Publish now', { shows: /Published by/ });
  await eventually(() => assert.match(notificationsBelow(campaign).at(-1)?.text ?? '', /Bo published/));
  // more than a job's attempts
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 }, 9);
  await post.shows(cardSays.unknown);
  const doubts = () => notificationsBelow(campaign).filter(({ text }) => text.includes('Couldn’t'));
  const doubt = await eventually(() => doubts()[0] ?? null);
  assert.match(doubt.text, /^<@U0BO> and <@U0ANA>: Couldn’t confirm whether .* was published\./);
  assert.match(doubt.text, /press \*Check again\* or \*Publish again\* on the post’s card/);
  assert.match(
    JSON.stringify(doubt.blocks),
    new RegExp(`/archives/${post.channel}/p${post.ts.replace('.', '')}`),
  );
  assert.equal(cardsBelow(campaign).length, 1);
  assert.equal(doubts().length, 1);
});

const unanswered = [
  ['fails', { kind: 'server-error' }],
  ['drops the connection', { kind: 'dropped' }],
  ['is too busy', { kind: 'rate-limited', retryAfterSeconds: 1 }],
] as const;

for (const [how, fault] of oneOf(unanswered))
  test(`a response that Slack doesn’t accept because it ${how} is sent again`, async (t) => {
    const { ana, chat } = await startBot(t);
    chat.faults.next('response_url', fault);
    assert.match((await ana.hears('/social me')).text, /The API key works/);
  });

test('if Slack accepts no response, users see that their request may have gone through', async (t) => {
  const { ana, bot, chat, logs } = await startBot(t);
  const told =
    /^Slack didn’t accept my response, .*What you did may have gone through anyway, so check before you retry\. Reference:/;
  // each response is sent twice, and so is the error
  chat.faults.next('response_url', { kind: 'server-error' }, 4);
  await ana.types('/social me');
  await ana.sees('Presscheck', told);
  const [failed] = logs.filter(({ msg }) => msg === 'a listener failed');
  assert.match(JSON.stringify(failed?.err), /it answered 500/);
  const { value } = await scrape(bot.port);
  assert.equal(value('presscheck_slack_calls_total', { method: 'response_url', result: 'silent' }), 1);

  // a command isn't acknowledged yet when its response is lost
  chat.faults.next('response_url', { kind: 'server-error' }, 2);
  await ana.hears('/social pause all a recall', told);
  await ana.types('/social resume all');
  assert.match(await ana.seesPrivately(new RegExp(resumed)), /There’s nothing left to decide/);
});

longTest(
  'if the message of a workflow switch can’t be updated, the result is posted as a new message',
  async (t) => {
    const { ana, chat, service } = await startBot(t, { service: { seed: 'demo' } });
    const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
    const held = holdCalls(t);
    service.faults.add({ on: 'POST /workflow/{workflowId}', ...held.fault });
    await ana.clicks(shown, 'Turn on');
    chat.faults.next('response_url', { kind: 'server-error', status: 404 });
    held.release();
    const end = await ana.privateMessage(/is \*on\*/);
    assert.notEqual(end.ts, shown.ts);
    assert.equal(end.privateTo, ana.id);
  },
);

longTest(
  'a workflow is switched even if Slack refuses the first response, and the result is shown',
  async (t) => {
    const { ana, chat, service } = await startBot(t, { service: { seed: 'demo' } });
    chat.faults.next('response_url', { kind: 'server-error' }, 2);
    await ana.types('/social workflow harbor-newsletter on');
    assert.match(await ana.seesPrivately(), /is \*on\*\. Turned on by <@U0ANA>/);
    assert.equal(service.requestsTo('POST /workflow/{workflowId}').length, 1);
  },
);

longTest(
  'every card says who paused the brand, even if Slack refuses the response to the command',
  async (t) => {
    const bot = await startPausing(t);
    const { ana, bo, chat } = bot;
    const card = await makesDraft(ana, 'Beans from Huila');
    chat.faults.next('response_url', { kind: 'server-error' }, 2);
    await bo.types('/social pause Northwind Coffee wrong prices');
    await card.shows(/<@U0BO> paused /);
  },
);
