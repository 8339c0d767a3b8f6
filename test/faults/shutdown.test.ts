/** Clean shutdown, and a Redis that dies between accepting a request and processing it. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { startRedis } from '#sandbox/redis.ts';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import { startBot } from '#test/support/bot.ts';
import { startDependencies } from '#test/support/dependencies.ts';
import { eventually } from '#test/support/eventually.ts';
import { startInProcess } from '#test/support/in-process.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { startProcess } from '#test/support/process.ts';
import { cardSays, makesDraft, opensPosts, requestsCard, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';

const silent = pino({ level: 'silent' });

test('requests accepted before Redis died are carried out once Redis and the worker are back, once', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const bot = await startBot(t, { redis, settings: { ROLE: 'bot' } });
  for (const who of [bot.ana, bot.bo, bot.cy])
    assert.deepEqual((await submits(who, `/post Words of ${who.name}`)).errors, {});
  await redis.kill();
  await redis.restart();
  assert.equal(bot.service.creations(), 0);

  const worker = await startPresscheck(readConfig({ ...bot.settings, ROLE: 'worker' }), silent);
  // in this order, because a worker would wait for its Redis
  t.after(async () => {
    await worker.stop();
    await redis.stop();
  });
  for (const who of [bot.ana, bot.bo, bot.cy])
    await who.sees('social', new RegExp(`Ready for review[^]*Words of ${who.name}`));
  assert.equal(bot.service.creations(), 3);
  assert.equal(bot.service.requestsTo('POST /post').length, 3);
});

for (const how of oneOf(['HTTP', 'Socket Mode'])) {
  test(`on SIGTERM over ${how}, the current click is answered before the process ends`, async (t) => {
    const appToken = 'xapp-sandbox';
    const { chat, service, settings } = await startDependencies(
      t,
      how === 'HTTP' ? {} : { chat: { appToken } },
    );
    if (how === 'Socket Mode') {
      settings.SLACK_APP_TOKEN = appToken;
      delete settings.SLACK_SIGNING_SECRET;
    }
    const [ana, bo] = [chat.user('Ana'), chat.user('Bo')];
    const bot = startProcess(t, settings);
    await bot.ready();
    // connections that never send anything
    const silent = [connect(Number(settings.PORT), '127.0.0.1'), connect(Number(settings.PORT), '127.0.0.1')];
    for (const socket of silent) socket.on('error', () => undefined);
    const published = await makesDraft(ana, 'Beans from Huila');
    const card = await makesDraft(ana, 'Beans from Tolima', { in: 'launches' });
    for (const { buttons } of [published, card]) await eventually(() => assert.ok(buttons.includes('Edit')));
    service.faults.add({ on: 'PATCH /post/*', kind: 'delay', ms: 1_500 });
    await bo.clicks(published, 'Approve & publish');
    await eventually(() => assert.equal(service.requestsTo('PATCH /post/*').length, 1));
    const opened = chat.calls.filter(({ method }) => method === 'views.open').length;
    chat.faults.next('views.open', { kind: 'slow', ms: 1_500 });
    const click = bo.clicks(card, 'Edit');
    await eventually(() =>
      assert.equal(chat.calls.filter(({ method }) => method === 'views.open').length, opened + 1),
    );

    process.kill(bot.pid, 'SIGTERM');
    assert.equal(await click, '');
    assert.match((await bo.seesModal(/^Edit/)).text, /Edit post/);
    assert.equal(await bot.ended, 0);
    assert.doesNotMatch(bot.output(), /"level":[56]0/);

    // nothing to reconcile: the response was recorded before the process ended
    assert.equal(service.requestsTo('PATCH /post/*')[0]?.status, 200);
    await startInProcess(t, { ...settings, ROLE: 'worker', PORT: '0' });
    await published.shows(cardSays.publishedBy('U0BO'));
    assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  });
}

longTest('on SIGTERM a process ends even if the service hangs, and another finds the post', async (t) => {
  const { chat, service, settings } = await startDependencies(t, {
    settings: { REQUEST_TIMEOUT_MS: '120000' },
  });
  const ana = chat.user('Ana');
  const all = startProcess(t, settings);
  await all.ready();
  // a connection that never sends anything
  connect(Number(settings.PORT), '127.0.0.1').on('error', () => undefined);
  await opensPosts(ana);
  service.faults.add({ on: 'POST /post', kind: 'hang-after' });
  await submits(ana, '/post Beans from Huila');
  await eventually(() => assert.equal(service.creations(), 1));
  // long before its request would end
  assert.equal(await all.terminate(), 0);

  await startInProcess(t, { ...settings, REQUEST_TIMEOUT_MS: '2000' });
  await ana.sees('social', cardSays.ready);
  assert.equal(service.requestsTo('POST /post').length, 1);
});

const lost = [
  ['/post', 'POST /post', /The request was sent, but I couldn’t confirm the result\./],
  ['/ai-post', 'POST /post/ai', /The request was sent, but I couldn’t confirm the result\./],
] as const;

for (const [command, on, says] of lost) {
  longTest(
    `if the answer to \`${command}\` is lost, the card never says that no post was created`,
    async (t) => {
      const { ana, chat, service } = await startBot(t);
      service.faults.add({
        on: 'GET /post',
        kind: 'status',
        status: 403,
        times: 5,
        when: () => service.creations() + service.generations() > 0,
      });
      service.faults.add({ on, kind: 'drop-after' });
      await opensPosts(ana);
      await submits(ana, `${command} Beans from Huila`);
      const card = await eventually(
        () => chat.messages('social').find(({ text }) => says.test(text)) ?? null,
      );
      assert.match(card.text, cardSays.unknown);
      assert.doesNotMatch(card.text, /Nothing was created/);
      await eventually(() => assert.equal(card.buttons[0], retryButtons.check));
    },
  );
}

test('if a publish’s answer is lost and the list can’t be read, the card doesn’t say it failed', async (t) => {
  const { ana, bo, service } = await startBot(t, { service: { variants: { republish: 'accepted' } } });
  const card = await makesDraft(ana, 'Beans from Huila');
  service.faults.add({ on: 'PATCH /post/*', kind: 'drop-after' });
  service.faults.add({
    on: 'GET /post',
    kind: 'status',
    status: 403,
    times: 3,
    when: () => service.publishes() > 0,
  });
  await bo.clicks(card, 'Approve & publish', { shows: /I couldn’t confirm the result/ });
  assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
  assert.doesNotMatch(card.text, /wasn’t published/);

  await eventually(async () => {
    if (card.buttons.includes(retryButtons.check)) await bo.clicks(card, retryButtons.check);
    await eventually(() => assert.match(card.text, /Published by/), { withinMs: 2_000 });
  });
  assert.equal(service.publishes(), 1);
});

longTest(
  'a campaign whose request was lost doesn’t take the posts of another that is generating',
  async (t) => {
    // the watcher is slow, so the posts have no card yet when they're first checked
    const { ana, bo, chat, service } = await startBot(t, {
      settings: { WATCH_INTERVAL_MS: '1000' },
    });
    service.holdGeneration();
    await requestsCard(ana, '/campaign Opening week', /0 of 2 posts generated/, { fill: { Posts: '2' } });
    service.faults.add({ on: 'POST /campaigns', kind: 'drop-before' });
    await submits(bo, '/campaign Closing week', { fill: { Posts: '2' }, in: 'launches' });
    await eventually(() => assert.equal(service.requestsTo('POST /campaigns').length, 2));
    service.releaseGeneration();

    await bo.sees('launches', cardSays.unknown);
    await ana.sees('social', /2 posts to review/);
    const [first] = chat.messages('social').filter(({ thread }) => !thread);
    await eventually(() => assert.equal(first && cardsBelow(first).length, 2));
    assert.equal(service.generations(), 1);
  },
);
