/** SIGTERM, and a Redis that dies between accepting a request and processing it. */
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
import { startProcess } from '#test/support/process.ts';
import { cardSays, makesDraft, opensPosts, submits } from '#test/support/user-actions.ts';

const silent = pino({ level: 'silent' });

test('requests accepted before Redis died are processed once, when Redis and the worker are back', async (t) => {
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
  test(`on SIGTERM over ${how}, the current click gets its response before the process exits`, async (t) => {
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

longTest(
  'on SIGTERM, a process exits even if the service hangs, and another process finds the post',
  async (t) => {
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
  },
);

longTest('on SIGTERM, a process exits before it’s ready', async (t) => {
  const { redis, settings } = await startDependencies(t);
  await redis.kill();
  const bot = startProcess(t, { ...settings, LOG_LEVEL: 'debug' });
  await eventually(() => assert.match(bot.output(), /lost the connection to Redis/));
  assert.equal(await bot.terminate(), 0);
});

longTest('on SIGTERM, a process exits while Redis is down', async (t) => {
  const { redis, settings } = await startDependencies(t);
  const bot = startProcess(t, settings);
  await bot.ready();
  await redis.kill();
  assert.equal(await bot.terminate(), 0);
});
