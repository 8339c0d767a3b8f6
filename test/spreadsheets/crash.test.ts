import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importJob } from '#src/spreadsheets/jobs.ts';
import { startReplacement, startWithoutWorker, startWorkerDyingAt } from '#test/faults/dying-workers.ts';
import { startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { redisOf } from '#test/support/stored.ts';
import { aFile, importsFile, reviewCard, sendsFile } from './files.ts';

const brand = 'Northwind Coffee';
const rows = Array.from({ length: 3 }, (_, i) => [brand, `Post ${i + 1}`, '', '', '']);

const failpoints = ['import post recorded', 'import checked', 'import shown'];

for (const failpoint of oneOf(failpoints))
  longTest(
    `a worker is killed at “${failpoint}”: another worker continues, and every row is one post`,
    async (t) => {
      const bot = await startWithoutWorker(t);
      const { bo, chat, service } = bot;
      const dying = await startWorkerDyingAt(t, bot, failpoint);
      await sendsFile(bot, aFile(rows));
      const isConfirmed = failpoint === 'import post recorded';
      if (isConfirmed) await bo.clicks(await reviewCard(bot, /Ready to create 3 posts/), 'Create 3 posts');
      await dying.ended;
      await startReplacement(t, bot);
      if (!isConfirmed) await bo.clicks(await reviewCard(bot, /Ready to create 3 posts/), 'Create 3 posts');
      await reviewCard(bot, /Created 3 posts/);
      assert.deepEqual(
        service
          .posts()
          .map(({ caption }) => caption)
          .sort(),
        rows.map(([, caption]) => caption).sort(),
      );
      // a card that was posted but not recorded never gets buttons
      const reviews = chat.messages('social').filter(({ text }) => /^Import: /.test(text));
      assert.deepEqual(
        reviews.map(({ buttons }) => buttons.length > 0),
        failpoint === 'import shown' ? [false, true] : [true],
      );
      // each has its card in the thread of one card, once
      const parents = await eventually(() => {
        const found = chat.messages('social').filter(({ text }) => /^Imported posts for/.test(text));
        return found.length > 0 ? found : null;
      });
      await eventually(() => {
        const cards = chat
          .messages('social')
          .filter(({ thread, text }) => thread === parents[0]?.ts && /^Post \d+ of 3/.test(text));
        assert.equal(new Set(cards.map(({ text }) => text.split('\n')[0])).size, 3);
      });
      const all = chat.messages('social').filter(({ text }) => /^Imported posts for/.test(text));
      assert.equal(all.length, 1);
    },
  );

longTest('only the row that couldn’t be created can be imported again', async (t) => {
  const bot = await startBot(t);
  const { bo, chat, service } = bot;
  await sendsFile(bot, aFile(rows));
  const card = await reviewCard(bot, /Ready to create 3 posts/);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 422, times: 1 });
  await bo.clicks(card, 'Create 3 posts');
  await reviewCard(bot, /Created 2 posts\*?, and 1 post couldn’t be created/);
  await importsFile(bot);
  await bo.clicks(await reviewCard(bot, /Ready to create 1 post for/), 'Create 1 post');
  await reviewCard(bot, /Created 1 post\./);
  assert.equal(service.posts().length, 3);
  const parents = chat.messages('social').filter(({ text }) => /^Imported posts for/.test(text));
  assert.equal(parents.length, 1);
});

longTest(
  'a worker is killed right after it tries a row again: another counts its post, and creates it once',
  async (t) => {
    const bot = await startWithoutWorker(t);
    const { bo, service } = bot;
    const first = await startReplacement(t, bot);
    await sendsFile(bot, aFile(rows.slice(0, 2)));
    service.faults.add({ on: 'POST /post', kind: 'status', status: 422, times: 1 });
    await bo.clicks(await reviewCard(bot, /Ready to create 2 posts/), 'Create 2 posts');
    await reviewCard(bot, /Created 1 post\*?, and 1 post couldn’t be created/);
    await importsFile(bot);
    const card = await reviewCard(bot, /Ready to create 1 post for/);
    await first.stop();
    const dying = await startWorkerDyingAt(t, bot, 'import post recorded');
    await bo.clicks(card, 'Create 1 post');
    await dying.ended;
    await startReplacement(t, bot);
    await card.noLongerShows(/Ready|Creating/);
    assert.match(card.text, /Created 1 post\.\*$/m);
    assert.equal(service.posts().length, 2);
  },
);

test('while the service is down, the check waits', async (t) => {
  const bot = await startBot(t);
  const { service } = bot;
  const down = service.faults.add({ on: 'GET /brands', kind: 'status', status: 500 });
  await sendsFile(bot, aFile(rows.slice(0, 1)));
  await eventually(() => assert.ok(service.requestsTo('GET /brands').length > 1));
  down.remove();
  await reviewCard(bot, /Ready to create 1 post/);
});

longTest('a check without a response from the service ends, and its card says what to do', async (t) => {
  const bot = await startBot(t);
  const times = Number.POSITIVE_INFINITY;
  bot.service.faults.add({ on: 'GET /brands', kind: 'status', status: 500, times });
  await sendsFile(bot, aFile(rows.slice(0, 1)));
  const { redis, keys } = redisOf(t, bot.settings);
  const open = keys.openImports(workspace);
  const [id = ''] = await eventually(async () => {
    const ids = await redis.smembers(open);
    return ids.length > 0 ? ids : null;
  });
  const queue = openQueue(t, bot);
  const shows = () =>
    bot.chat
      .messages('social')
      .find(
        ({ text }) => /^Import: /.test(text) && /I couldn’t read the file or the brands’ details/.test(text),
      );
  await eventually(async () => {
    // all its attempts, without the delays between them
    await queue.enqueue(importJob, { workspace, import: id }, { soon: true });
    assert.ok(shows());
  });
  assert.equal(bot.service.posts().length, 0);
});
