import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Redis } from 'ioredis';
import { answerNotStored } from '#src/posts/operations/operation.ts';
import { scrape } from '#test/platform/metrics/scrape.ts';
import { aFile, importsFile, reviewCard, sends } from '#test/spreadsheets/files.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import { type RunningRedis, startRedis } from '#test/support/redis.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { nothingDone, ourFault } from '#views/kit/command-refusals.ts';
import { exportNotBegun } from '#views/spreadsheets/export.ts';

/** Starts the bot with a Redis that the test stops and restarts without losing data. */
async function startOnOwnRedis(t: TestContext): Promise<StartedBot & { redis: RunningRedis }> {
  const redis = await startRedis({ appendOnly: true });
  const stop = () => redis.stop();
  try {
    return { ...(await startBot(t, { redis })), redis };
  } finally {
    // stopped after the bot, which would wait for its Redis
    t.after(stop);
  }
}

/** Makes all writes to the queues fail, until the returned function is called. */
async function keepFromQueue(
  t: TestContext,
  { redis, settings }: Pick<Awaited<ReturnType<typeof startOnOwnRedis>>, 'redis' | 'settings'>,
): Promise<() => Promise<unknown>> {
  const boss = new Redis(redis.url);
  t.after(() => boss.disconnect());
  await boss.call('ACL', 'SETUSER', 'boss', 'on', 'nopass', '~*', '&*', '+@all');
  await boss.auth('boss', 'any');
  // queue keys have braces around the prefix
  await boss.call('ACL', 'SETUSER', 'default', 'resetkeys', `~${settings.REDIS_PREFIX}:*`);
  return () => boss.call('ACL', 'SETUSER', 'default', '~*');
}

/** Matches any reference ID. */
const saying = (text: (reference: string) => string): RegExp => new RegExp(text('[0-9a-f]{8}'));

const requests = [
  ['/ai-post', 'Prompt', 'POST /post/ai'],
  ['/post', 'Caption', 'POST /post'],
  ['/campaign', 'Brief', 'POST /campaigns'],
] as const;

for (const [command, field, on] of requests) {
  longTest(
    `without Redis, the modal of \`${command}\` keeps what was typed, which can be submitted later`,
    async (t) => {
      const { ana, redis, service } = await startOnOwnRedis(t);
      const modal = await ana.opens(`${command} Words that must not be lost`, /^New/);
      await redis.kill();

      const { closed, errors, connectionError: trouble } = await modal.submit();
      assert.equal(closed, false);
      assert.equal(trouble, undefined);
      assert.match(Object.values(errors)[0] ?? '', /^Couldn’t save this, and nothing was sent\./);
      assert.equal(modal.values[field], 'Words that must not be lost');
      assert.equal(service.requestsTo(on).length, 0);

      await redis.restart();
      await eventually(async () => assert.deepEqual((await modal.submit()).errors, {}));
      await ana.sees('social', /Ready for review|to review/);
      assert.equal(service.requestsTo(on).length, 1);
    },
  );
}

longTest(
  'without Redis, the *Duplicate* form stays open with an error; once Redis is back, one post is created',
  async (t) => {
    const { ana, redis, service } = await startOnOwnRedis(t);
    const card = await makesDraft(ana, 'Beans from Huila');
    const modal = await ana.opensOn(card, 'Duplicate', 'Duplicate post');
    await modal.fill({ Caption: 'Words that must not be lost' });
    await redis.kill();
    const { closed, errors, connectionError: trouble } = await modal.submit();
    assert.deepEqual([closed, trouble], [false, undefined]);
    assert.match(errors.Brands ?? '', /^Couldn’t save this, and nothing was sent\./);
    assert.equal(modal.values.Caption, 'Words that must not be lost');

    await redis.restart();
    await eventually(async () => assert.deepEqual((await modal.submit()).errors, {}));
    await ana.sees('social', cardSays.readyWith(/Words that must not be lost/));
    assert.equal(service.requestsTo('POST /post').length, 2);
  },
);

test('without Redis, clicks and commands get private messages, and forms stay open', async (t) => {
  const started = await startOnOwnRedis(t);
  const { ana, bo, cy, redis, service, logs } = started;
  await makesDraft(ana, 'Beans to publish');
  const toPublish = await ana.sees('social', cardSays.readyWith(/Beans to publish/));
  // a modal each
  const forms = [
    [bo, 'Edit', { Caption: 'Words that must not be lost' }, /Words that must not be lost/],
    [cy, 'Schedule', { 'Schedule for': new Date(Date.now() + 86_400_000) }, cardSays.scheduled],
    [ana, 'Request changes', { 'What should change': 'Name the farm' }, /Changes requested by <@U0ANA>/],
  ] as const;
  const opened = [];
  for (const [who, button, fill, shows] of forms) {
    await makesDraft(ana, `Beans for ${button}`);
    const card = await ana.sees('social', cardSays.readyWith(new RegExp(`Beans for ${button}`)));
    const form = await who.opensOn(card, button, new RegExp(`^${button}`));
    await form.fill(fill);
    opened.push({ card, form, shows });
  }
  await redis.kill();
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === 'lost the connection to Redis')));
  for (const { form } of opened) {
    const { closed, errors, connectionError: trouble } = await form.submit();
    assert.deepEqual([closed, trouble], [false, undefined]);
    assert.match(Object.values(errors).join(), /went wrong on our side|^Couldn’t save this/);
  }
  assert.equal(opened[0]?.form.values.Caption, 'Words that must not be lost');
  assert.equal(await bo.clicks(toPublish, 'Approve & publish'), '');
  const says =
    /^Something went wrong on our side, so nothing changed\..* Try again in a minute\. Reference: [0-9a-f]{8}\./;
  assert.match(await bo.seesPrivately(), says);
  for (const typed of ['pause all recall of a batch', 'help']) {
    await ana.types(`/social ${typed}`, { in: 'launches' });
    assert.match(await ana.seesPrivately(), says);
  }
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);

  await redis.restart();
  for (const { card, form, shows } of opened) {
    await eventually(async () => assert.deepEqual((await form.submit()).errors, {}));
    await card.shows(shows);
  }
  await bo.clicks(toPublish, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
  await eventually(() => assert.equal(service.requestsTo('PATCH /post/*').length, 3));
});

longTest(
  'without Redis, the export form stays open with an error; once Redis is back, the file is sent once',
  async (t) => {
    const { ana, chat, redis } = await startOnOwnRedis(t);
    await makesDraft(ana, 'Beans from Huila');
    const form = await ana.opens('/social export northwind', 'Export posts');
    await eventually(() => form.fill({ Brand: 'Northwind Coffee' }));
    await redis.kill();
    const { closed, errors, connectionError: trouble } = await form.submit();
    assert.deepEqual(
      { closed, trouble, errors: Object.values(errors) },
      { closed: false, trouble: undefined, errors: Object.values(exportNotBegun) },
    );

    await redis.restart();
    await eventually(async () => assert.deepEqual((await form.submit()).errors, {}));
    const message = await eventually(async () => {
      const newest = await ana.sees('Presscheck');
      return newest.files.length > 0 ? newest : null;
    });
    assert.match(message.text, /^Here’s the file with 1 post/);
    assert.equal(chat.calls.filter(({ method }) => method === 'files.completeUploadExternal').length, 1);
  },
);

longTest(
  'without Redis, no import starts; an import interrupted halfway creates each row once',
  async (t) => {
    const bot = await startOnOwnRedis(t);
    const { bo, redis, service, logs } = bot;
    const rows = ['One', 'Two', 'Three'].map((caption) => ['Northwind Coffee', caption, '', '', '']);
    const isAway = (times: number) =>
      eventually(() =>
        assert.equal(logs.filter(({ msg }) => msg === 'lost the connection to Redis').length >= times, true),
      );
    const message = await sends(bot, aFile(rows));
    await redis.kill();
    await isAway(1);
    await bo.opensShortcut('Import posts', saying(ourFault), message);

    await redis.restart();
    await eventually(async () => assert.ok((await fetch(`http://127.0.0.1:${bot.bot.port}/readyz`)).ok));
    await importsFile(bot);
    const card = await reviewCard(bot, /Ready to create 3 posts/);
    await redis.kill();
    await isAway(2);
    assert.match((await bo.hearsOn(card, 'Create 3 posts')).text, saying(nothingDone));
    assert.equal(service.requestsTo('POST /post').length, 0);

    await redis.restart();
    service.faults.add({ on: 'POST /post', kind: 'delay', ms: 500, times: 3 });
    await eventually(async () => {
      await bo.clicks(card, 'Create 3 posts');
      await eventually(() => assert.ok(service.requestsTo('POST /post').length > 0), { withinMs: 1_000 });
    });
    await redis.restart();
    await reviewCard(bot, /Created 3 posts/);
    assert.deepEqual(
      service
        .posts()
        .map(({ caption }) => caption)
        .sort(),
      ['One', 'Three', 'Two'],
    );
  },
);

test('a response that arrives while Redis is down is recorded once Redis is back', async (t) => {
  const { ana, redis, service, logs } = await startOnOwnRedis(t);
  service.faults.add({ on: 'POST /post', kind: 'delay', ms: 500, times: 1 });
  await submits(ana, '/post Beans from Huila');
  await eventually(() => assert.equal(service.requestsTo('POST /post').length, 1));
  await redis.kill();
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === answerNotStored)));
  await redis.restart();
  await ana.sees('social', cardSays.readyWith(/Beans from Huila/));
  assert.equal(service.requestsTo('POST /post').length, 1);
});

test('a modal opens while Redis is down, with the text typed after the command', async (t) => {
  const { ana, bot, redis } = await startOnOwnRedis(t);
  await redis.kill();
  const modal = await ana.opens('/post Typed at a bad moment', 'New post');
  assert.equal(modal.values.Caption, 'Typed at a bad moment');
  await redis.restart();
  await eventually(async () => assert.ok((await fetch(`http://127.0.0.1:${bot.port}/readyz`)).ok));
});

test('while no job can be queued, the next sweep processes clicks', async (t) => {
  const started = await startOnOwnRedis(t);
  const { ana, bo, service, logs } = started;
  const card = await makesDraft(ana, 'Beans from Huila');
  const letQueue = await keepFromQueue(t, started);
  await bo.clicks(card, 'Approve & publish');
  await eventually(() =>
    assert.ok(logs.some(({ msg }) => msg === "couldn't queue a card's jobs; the next sweep will")),
  );
  assert.equal(
    logs.find(({ msg }) => msg === 'a listener failed'),
    undefined,
  );
  await ana.types('/social workflow northwind-reviews on');
  assert.match(await ana.seesPrivately(/Couldn’t turn/), /Your request wasn’t saved, so nothing changed\./);
  assert.deepEqual(service.requestsTo('POST /workflow/{workflowId}'), []);
  await letQueue();

  await bo.hears('/social workflow northwind-reviews on', /Turning this workflow on…\* Requested by <@U0BO>/);
  await card.shows(cardSays.publishedBy('U0BO'));
  assert.equal(service.publishes(), 1);
});

longTest('while Redis is full, requests are refused with an explanation', async (t) => {
  const { ana, bo, cy, redis, service } = await startOnOwnRedis(t);
  const boss = new Redis(redis.url);
  t.after(() => boss.disconnect());
  const card = await makesDraft(ana, 'Beans from Huila');
  service.holdGeneration();
  await requestsCard(cy, '/ai-post Our autumn menu starts on Monday', /Generating an AI post/, {
    in: 'launches',
  });
  await eventually(() => assert.equal(service.generations(), 1));

  await boss.config('SET', 'maxmemory', '1mb');
  const modal = await ana.opens('/post While it is full', 'New post');
  const { closed, errors } = await modal.submit();
  assert.equal(closed, false);
  assert.match(Object.values(errors)[0] ?? '', /^Couldn’t save this, and nothing was sent\./);
  assert.equal(await bo.clicks(card, 'Approve & publish'), '');
  // it can have been written before it failed
  assert.match(await bo.seesPrivately(), /^Something went wrong on our side\. Reference:/);
  service.releaseGeneration();
  await eventually(() => assert.equal(service.posts().filter(({ state }) => state === 'draft').length, 2));
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);

  await boss.config('SET', 'maxmemory', '0');
  await modal.sends();
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  await ana.sees('social', /Ready for review.*While it is full/s);
  await cy.sees('launches', cardSays.ready);
  assert.equal(service.publishes(), 1);
  assert.equal(service.requestsTo('POST /post').length, 2);
  assert.equal(service.generations(), 1);
});

test('if Redis responds too late, no failure is reported, and trying again creates no second post', async (t) => {
  const { ana, bo, redis, service, logs } = await startOnOwnRedis(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  const boss = new Redis(redis.url);
  t.after(() => boss.disconnect());
  const whileItHangs = async <T>(act: () => Promise<T>): Promise<T> => {
    await boss.call('CLIENT', 'PAUSE', '60000', 'WRITE');
    return act().finally(() => boss.call('CLIENT', 'UNPAUSE'));
  };

  await whileItHangs(() => bo.clicks(card, 'Approve & publish'));
  assert.match(
    await bo.seesPrivately(),
    /^I couldn’t confirm that.* It may have gone through anyway, so check before/,
  );
  const failed = () => logs.filter(({ msg }) => msg === 'a listener failed').length;
  assert.equal(failed(), 1);
  await bo.clicks(card, 'Approve & publish');

  const modal = await ana.opens('/post Words of a slow disk', 'New post', { in: 'launches' });
  const { closed, errors } = await whileItHangs(() => modal.submit());
  assert.equal(closed, false);
  assert.match(
    Object.values(errors)[0] ?? '',
    /^I couldn’t confirm whether this was saved\. .* won’t create anything twice\.$/,
  );
  // the form shows everything, so nothing else is sent
  assert.equal(failed(), 1);
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await ana.sees('launches', /Ready for review.*Words of a slow disk/s);
  assert.equal(service.requestsTo('POST /post').length, 2);

  // it's published by the first click, the second, or the next sweep
  await card.shows(cardSays.publishedBy('U0BO'));
  assert.equal(service.publishes(), 1);
});

longTest('a post that’s generating while Redis restarts isn’t lost', async (t) => {
  const { ana, redis, service } = await startOnOwnRedis(t);
  service.holdGeneration();
  await ana.types('/ai-post Our autumn menu starts on Monday');
  await (await ana.seesModal(/^New/)).submit();
  await eventually(() => assert.equal(service.generations(), 1));
  await redis.restart();
  service.releaseGeneration();
  await eventually(async () => void (await ana.sees('social', cardSays.ready)));
  assert.equal(service.generations(), 1);
});

test('a pause is acknowledged to Slack once it’s saved', async (t) => {
  const { bo, chat } = await startBot(t);
  chat.faults.next('users.info', { kind: 'slow', ms: 300 });
  await bo.types('/social pause Northwind Coffee A recall of the beans');
  const said = chat.calls.filter(({ method }) => method === 'response_url').map(({ args }) => args.text);
  assert.match(String(said), /paused/i);
});

longTest('an export that was shared but not recorded as shared isn’t shared again', async (t) => {
  const bot = await startOnOwnRedis(t);
  const { ana, chat, cy } = bot;
  const { redis: admin } = redisOf(t, bot.settings);
  await makesDraft(ana, 'Beans');
  const list = await cy.hears('/social audit', /Audit trail/);
  const method = 'files.completeUploadExternal';
  const held = holdCalls(t);
  chat.faults.next(method, held.fault);
  await cy.clicks(list, 'Export CSV');
  await eventually(() => assert.ok(chat.calls.some((call) => call.method === method)));
  // longer than one command's timeout, but shorter than two
  await admin.call('CLIENT', 'PAUSE', '2200', 'WRITE');
  held.release();
  await eventually(async () => {
    const { value } = await scrape(bot.bot.port);
    const outcome = (outcome: string) =>
      value('presscheck_jobs_total', { kind: 'export-audit', lane: 'work', outcome }) ?? 0;
    assert.ok(outcome('done') > 0, `${outcome('failed')} failed`);
  });
  assert.equal(chat.calls.filter((call) => call.method === method).length, 1);
});
