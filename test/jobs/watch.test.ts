import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { createQueue } from '#src/jobs/queue.ts';
import { watchJob } from '#src/jobs/watch.ts';
import { connectFailingFast, whenReady } from '#src/store/redis.ts';
import { createWatchMemory } from '#src/store/watching.ts';
import { asks, makesDraft } from '#test/support/asks.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { openQueue } from '#test/support/queue.ts';

const workspace = 'T0PRESS';
const brand = 'brand-1';

async function redisOf(t: TestContext, { redisUrl, settings }: StartedBot) {
  const redis = connectFailingFast({ REDIS_URL: redisUrl }, () => undefined);
  t.after(() => redis.disconnect());
  await whenReady(redis, 5_000);
  return { redis, prefix: settings.REDIS_PREFIX ?? '' };
}

test('nobody looks for a generation before the time that none has been faster than', async (t) => {
  const bot = await startBot(t, {
    service: { generation: { minMs: 800, maxMs: 800 } },
    settings: { WATCH_INTERVAL_MS: '20' },
  });
  const { ana, service } = bot;
  const { redis, prefix } = await redisOf(t, bot);
  const memory = createWatchMemory(redis, prefix);
  const looksOfEach: { after: number[] }[] = [];
  for (let n = 1; n <= 4; n += 1) {
    const channel = n % 2 ? 'social' : 'launches';
    await asks(ana, `/ai-post Our autumn menu number ${n}`, { in: channel });
    await eventually(async () => assert.equal((await memory.read(workspace, brand)).took.post.length, n));
    const asked = service.requestsTo('POST /post/ai').at(-1)?.at ?? 0;
    const looks = service.requestsTo('GET /post').filter(({ at }) => at > asked);
    looksOfEach.push({ after: looks.map(({ at }) => at - asked) });
  }
  const [unknown, , , known] = looksOfEach;
  // what was learned lies between the last two looks, so it is half of the truth where looks are few
  assert.ok((known?.after[0] ?? 0) >= 350, `the first look came after ${known?.after[0]} ms`);
  const counts = looksOfEach.map(({ after }) => after.length).join(', ');
  assert.ok((known?.after.length ?? 0) < (unknown?.after.length ?? 0), `looks: ${counts}`);
});

test('what is learned of a campaign says nothing about a post', async (t) => {
  const bot = await startBot(t);
  const { redis, prefix } = await redisOf(t, bot);
  await asks(bot.ana, '/campaign Opening week', { fill: { Posts: '2' } });
  await bot.ana.sees('social', /2 posts to review/);
  await eventually(async () => {
    const { took } = await createWatchMemory(redis, prefix).read(workspace, brand);
    assert.ok(took.campaign.length >= 1);
    assert.deepEqual(took.post, []);
  });
});

test('a watch that waits already is not made to look by being queued again', async (t) => {
  const bot = await startBot(t, { settings: { WATCH_INTERVAL_MS: '150' } });
  const { ana, service } = bot;
  const { redis, prefix } = await redisOf(t, bot);
  const queue = createQueue({ connection: redis, prefix, log: pino({ level: 'silent' }) });
  t.after(() => queue.close());
  service.holdGeneration();
  await asks(ana, '/ai-post Our autumn menu starts on Monday');
  await eventually(() => assert.equal(service.generations(), 1));
  const asked = service.requestsTo('POST /post/ai')[0]?.at ?? 0;
  const looks = () =>
    service
      .requestsTo('GET /post')
      .map(({ at }) => at)
      .filter((at) => at > asked);
  await eventually(async () => {
    for (let n = 0; n < 5; n += 1) await queue.enqueue(watchJob, { workspace, brand });
    assert.ok(looks().length >= 5);
  });
  looks().forEach((at, i, all) => {
    const sinceLastMs = at - (all[i - 1] ?? 0);
    assert.ok(sinceLastMs >= 150, `look ${i} came ${sinceLastMs} ms after the one before`);
  });
  service.releaseGeneration();
  await ana.sees('social', /Ready for review/);
});

/** A post that generates on the first page of three, and one that rests on the last. */
async function startLarge(t: TestContext) {
  const { ana, service } = await startBot(t, { settings: { RESTING_INTERVAL_MS: '300' } });
  const old = await makesDraft(ana, 'Beans from Huila');
  for (let n = 0; n < 120; n += 1) service.putPost({ brandId: brand, caption: `Old ${n}` });
  service.holdGeneration();
  await asks(ana, '/ai-post Our autumn menu starts on Monday', { in: 'launches' });
  await ana.sees('launches', /Generating/);
  const page = ({ query }: { query: Record<string, unknown> }) => Number(query.page ?? 0);
  return {
    ana,
    service,
    old,
    looksAt: (n: number) => service.requestsTo('GET /post').filter((r) => page(r) === n),
    page,
  };
}

test('a listing is read up to the last post that is waited for', async (t) => {
  const { service, ana, looksAt } = await startLarge(t);
  const before = [0, 1, 2].map((n) => looksAt(n).length);
  await eventually(() => assert.ok(looksAt(0).length >= (before[0] ?? 0) + 10));
  const [first = 0, second = 0, third = 0] = [0, 1, 2].map((n, i) => looksAt(n).length - (before[i] ?? 0));
  assert.ok(second < first, `${first} first pages and ${second} second ones`);
  assert.equal(looksAt(3).length, 0);
  // the one that rests is not forgotten
  await eventually(() => assert.ok(looksAt(2).length > (before[2] ?? 0)), { withinMs: 20_000 });
  assert.ok(third <= second);
  service.releaseGeneration();
  await ana.sees('launches', /Ready for review/);
});

test('a post that is edited in the web app says so', async (t) => {
  const { ana, service, looksUntil } = await startDoubting(t);
  const card = await makesDraft(ana, 'Beans from  Huila ');
  const { id = '' } = service.posts()[0] ?? {};
  // services fold blanks
  service.edit(id, { caption: 'Beans from Huila' });
  await eventually(() => assert.ok(card.buttons.includes('Edit')));
  service.edit(id, { caption: 'Other words entirely' });
  await looksUntil(card, /Edited in the publishing service, seen .*: caption$/m);
  assert.match(card.text, /Ready for review.*Other words entirely/s);
});

test('what a page shows is not lost when the page behind it cannot be read', async (t) => {
  const { service, ana, page, old } = await startLarge(t);
  const fault = { on: 'GET /post', kind: 'status', status: 500, times: Number.POSITIVE_INFINITY } as const;
  service.faults.add({ ...fault, when: (request) => page(request) > 0 });
  service.releaseGeneration();
  await ana.sees('launches', /Ready for review/);
  assert.match(old.text, /Ready for review/);
});

/** A bot whose posts are looked at when the test says so, at the time that it says. */
async function startDoubting(t: TestContext, options: Parameters<typeof startBot>[1] = {}) {
  let aheadMs = 0;
  const bot = await startBot(t, {
    ...options,
    now: () => Date.now() + aheadMs,
    settings: { RESTING_INTERVAL_MS: '10', ...options.settings },
  });
  const queue = openQueue(t, bot);
  const alerts = () => bot.chat.messages('social').filter(({ text }) => text.includes(':rotating_light:'));
  return {
    ...bot,
    later(ms: number): void {
      aheadMs += ms;
    },
    /** Sooner than the round would come by. */
    looksUntil: (card: ShownMessage, match: RegExp) =>
      eventually(async () => {
        await queue.enqueue(watchJob, { workspace, brand });
        assert.match(card.text, match);
      }),
    /** The one alert. */
    seesAlert: (text: RegExp) =>
      eventually(() => {
        assert.match(alerts()[0]?.text ?? '', text);
        assert.equal(alerts().length, 1);
      }),
    /** A post whose time has come, while the service shows it like this. */
    async comesToItsTime(shown: Parameters<typeof bot.service.edit>[1]) {
      const at = Math.ceil(Date.now() / 1_000) + 3_600;
      await asks(bot.ana, '/post Beans from Huila', { fill: { 'Schedule for': at } });
      const card = await bot.ana.sees('social', /Scheduled for/);
      const id = bot.service.posts()[0]?.id ?? '';
      bot.service.edit(id, shown);
      aheadMs = 3_605_000;
      return { card, id };
    },
    async publishes() {
      const card = await makesDraft(bot.ana, 'Beans from Huila');
      await bot.bo.clicks(card, 'Approve & publish');
      await bot.bo.seesOn(card, /Published by/);
      return card;
    },
  };
}

const unlisted = { on: 'GET /post', kind: 'status', status: 200, body: [] } as const;
const always = Number.POSITIVE_INFINITY;

describe('what people rely on is said aloud when it does not come true', { concurrency: 4 }, () => {
  test('a post whose time came and that is a draft is told at once, and is decided about again', async (t) => {
    const { comesToItsTime, looksUntil, seesAlert, bo, service } = await startDoubting(t);
    const { card } = await comesToItsTime({ state: 'draft' });
    const why = /Its time came, and the service shows the post as DRAFT, not as published/;
    await looksUntil(card, why);
    await seesAlert(new RegExp(`<@U0ANA> The post “Beans from Huila” .* needs you.*${why.source}`, 's'));
    assert.deepEqual(card.buttons, ['Approve & publish', 'Schedule', 'Edit', 'Reject']);
    await bo.clicks(card, 'Approve & publish');
    await bo.seesOn(card, /Published by <@U0BO>/);
    assert.equal(service.publishes(), 1);
  });

  test('a post whose time came and that is shown in a word that nobody knows is told when the wait is over', async (t) => {
    const settings = { WATCH_TIMEOUT_MS: '1000' };
    const { comesToItsTime, looksUntil, seesAlert } = await startDoubting(t, { settings });
    const { card } = await comesToItsTime({ statusWord: 'ON_ITS_WAY' });
    await looksUntil(card, /Outcome unknown.*Its time came.*still shows the post as ON_ITS_WAY/s);
    await seesAlert(/needs you.*Its time came/s);
    assert.deepEqual(card.buttons, ['Look again', 'Publish again']);
  });

  test('a post whose time came and that is no longer listed is in doubt, and not offered to be made anew', async (t) => {
    const { comesToItsTime, looksUntil, seesAlert, service } = await startDoubting(t);
    const { card } = await comesToItsTime({ state: 'published' });
    service.faults.add({ ...unlisted, times: always });
    await looksUntil(card, /Outcome unknown.*Its time came.*does not list the post/s);
    await seesAlert(/needs you.*Its time came/s);
    assert.deepEqual(card.buttons, ['Look again', 'Publish again']);
  });

  test('a published post that is not listed is in doubt, and the card follows when it is', async (t) => {
    const { publishes, looksUntil, later, seesAlert, service } = await startDoubting(t);
    const when = (): boolean => service.publishes() > 0;
    const hidden = service.faults.add({ ...unlisted, times: always, when });
    const card = await publishes();
    await looksUntil(card, /Outcome unknown.*said yes to publishing, but it does not list the post/s);
    await seesAlert(/<@U0ANA> <@U0BO> .*needs you.*said yes to publishing/s);
    assert.deepEqual(card.buttons, ['Look again', 'Publish again']);
    hidden.remove();
    later(20_000);
    await looksUntil(card, /Published by <@U0BO>/);
    assert.deepEqual(card.buttons, []);
    assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  });

  test('a published post whose list cannot be read is in doubt when the wait is over', async (t) => {
    const { publishes, looksUntil, later, service, seesAlert } = await startDoubting(t);
    const when = (): boolean => service.publishes() > 0;
    service.faults.add({ on: 'GET /post', kind: 'status', status: 503, times: always, when });
    const card = await publishes();
    later(901_000);
    await looksUntil(card, /Outcome unknown.*said yes to publishing, but its list of posts cannot be read/s);
    await seesAlert(/<@U0ANA>/);
    assert.deepEqual(card.buttons, ['Look again', 'Publish again']);
  });

  test('a listing that lags behind a generation costs nothing, and one that lags for long is followed', async (t) => {
    const { ana, service, looksUntil, later } = await startDoubting(t);
    const lags = { ...unlisted, when: () => service.generations() > 0 };
    service.faults.add({ ...lags, times: 4 });
    await asks(ana, '/ai-post Our autumn menu starts on Monday');
    const card = await ana.sees('social', /Ready for review|Generation failed/);
    assert.match(card.text, /Ready for review/);

    const lost = service.faults.add({ ...lags, times: always });
    await asks(ana, '/ai-post Our winter menu starts on Monday', { in: 'launches' });
    const other = await ana.sees('launches', /Generation failed/);
    lost.remove();
    later(20_000);
    await looksUntil(other, /Ready for review/);
    assert.equal(service.generations(), 2);
  });
});
