import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { startReplacement, startWithoutWorker, startWorkerDyingAt } from '#test/faults/dying-workers.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, oneOf, shareOf } from '#test/support/long-tests.ts';
import { startRedis } from '#test/support/redis.ts';
import { makesDraft } from '#test/support/user-actions.ts';
import {
  exportStarted,
  postsOnTheirWay,
  postsPerhaps,
  postsUnread,
  postsUnsent,
} from '#views/spreadsheets/export.ts';

const name = 'Northwind Coffee';
const share = 'files.completeUploadExternal';

async function asksForExport({ ana }: Pick<StartedBot, 'ana'>): Promise<void> {
  const form = await ana.opens('/social export northwind', 'Export posts');
  await eventually(() => form.fill({ Brand: name }));
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  assert.equal(await ana.seesPrivately(/exporting/), exportStarted(name));
}

/** What Ana got as direct messages, oldest first; of a file the captions in it. */
async function directly({ ana, chat }: Pick<StartedBot, 'ana' | 'chat'>): Promise<(string | string[])[]> {
  const { channel } = await ana.sees('Presscheck');
  return Promise.all(
    chat.world.messages(channel).map(async ({ text, files }) => {
      const [file] = files ?? [];
      if (!file) return text;
      const csv = await (await fetch(file.url)).text();
      const rows: { Caption: string }[] = parse(csv, { bom: true, columns: true });
      return rows.map(({ Caption }) => Caption);
    }),
  );
}

/** Waits until Ana has read exactly this. */
const reads = (bot: StartedBot, ...said: (string | string[])[]) =>
  eventually(async () => assert.deepEqual(await directly(bot), said));

test('while the service is down, the export waits, and then sends the file once', async (t) => {
  const bot = await startBot(t);
  await makesDraft(bot.ana, 'Beans from Huila');
  const before = bot.service.requestsTo('GET /post').length;
  const down = bot.service.faults.add({ on: 'GET /post', kind: 'status', status: 503 });
  await asksForExport(bot);
  await eventually(() => assert.ok(bot.service.requestsTo('GET /post').length > before + 1));
  down.remove();
  await reads(bot, postsOnTheirWay, ['Beans from Huila']);
});

test('after a refusal the service is not asked again, and Ana reads its message instead of a file', async (t) => {
  const bot = await startBot(t);
  bot.service.faults.add({
    on: 'GET /post',
    kind: 'status',
    status: 422,
    body: { message: 'No listing for this brand.' },
    times: Number.POSITIVE_INFINITY,
  });
  await asksForExport(bot);
  const said = await bot.ana.sees('Presscheck');
  assert.ok(said.text.startsWith(postsUnread(name, '')), said.text);
  assert.match(said.text, /No listing for this brand\./);
});

const refusals = [
  ['doesn’t say whether it shared the file', { kind: 'answer-lost' }, postsPerhaps],
  ['won’t share the file there', { kind: 'refused', error: 'not_in_channel' }, postsUnsent],
] as const;

for (const [what, fault, instead] of oneOf(refusals))
  test(`when Slack ${what}, Ana reads what to do, and nothing is shared twice`, async (t) => {
    const bot = await startBot(t);
    await makesDraft(bot.ana, 'Beans from Huila');
    bot.chat.faults.next(share, fault);
    await asksForExport(bot);
    const file = fault.kind === 'answer-lost' ? [['Beans from Huila']] : [];
    await reads(bot, postsOnTheirWay, ...file, instead);
    // another export is separate
    await asksForExport(bot);
    await reads(bot, postsOnTheirWay, ...file, instead, postsOnTheirWay, ['Beans from Huila']);
  });

const failing = [
  ['files.getUploadURLExternal', { kind: 'server-error' }],
  [share, { kind: 'rate-limited', retryAfterSeconds: 1 }],
  ['chat.postMessage', { kind: 'refused', error: 'fatal_error' }],
] as const;

for (const [method, fault] of shareOf(failing, { which: 2, shares: 3 }))
  longTest(`when Slack fails at ${method}, the file is sent once, later`, async (t) => {
    const bot = await startBot(t);
    await makesDraft(bot.ana, 'Beans from Huila');
    const isDirect = ({ channel }: { channel?: unknown }) => channel === 'U0ANA';
    bot.chat.faults.next(method, fault, 1, method === 'chat.postMessage' ? isDirect : undefined);
    await asksForExport(bot);
    await reads(bot, postsOnTheirWay, ['Beans from Huila']);
    assert.ok(bot.chat.faults.counts[fault.kind]);
  });

test('when Slack takes nothing for longer than a job is tried, the file is sent once Slack works again', async (t) => {
  const bot = await startBot(t);
  await makesDraft(bot.ana, 'Beans from Huila');
  const isDirect = ({ channel }: { channel?: unknown }) => channel === 'U0ANA';
  bot.chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 0 }, 21, isDirect);
  await asksForExport(bot);
  await reads(bot, postsOnTheirWay, ['Beans from Huila']);
});

const kills = [
  ['before the file is shared', 'files.getUploadURLExternal', ['Beans from Huila']],
  ['while Slack shares the file', share, postsPerhaps],
] as const;

for (const [at, method, said] of shareOf(kills, { which: 1, shares: 2 }))
  longTest(
    `a worker is killed ${at}: another finishes the export, and nothing is shared twice`,
    async (t) => {
      const bot = await startWithoutWorker(t);
      const dying = await startWorkerDyingAt(t, bot);
      await makesDraft(bot.ana, 'Beans from Huila');
      bot.chat.faults.next(method, holdCalls(t).fault);
      await asksForExport(bot);
      await eventually(() => assert.equal(bot.chat.faults.counts.held, 1));
      dying.kill();
      await dying.ended;
      await startReplacement(t, bot);
      await reads(bot, postsOnTheirWay, typeof said === 'string' ? said : [...said]);
    },
  );

longTest(
  'two forms sent in the same millisecond create two files, and a repeated form creates one',
  async (t) => {
    let stopped: number | undefined;
    const bot = await startBot(t, { now: () => stopped ?? Date.now() });
    const { ana } = bot;
    await makesDraft(ana, 'Beans from Huila');
    const opens = async () => {
      const form = await ana.opens('/social export northwind', 'Export posts');
      await eventually(() => form.fill({ Brand: name }));
      return form;
    };
    stopped = Date.now();
    await (await opens()).submit();
    await (await opens()).submit();
    stopped = undefined;
    // the two are sent side by side
    const gets = (files: number) =>
      eventually(async () => {
        const said = await directly(bot);
        assert.deepEqual(said.filter(Array.isArray), Array(files).fill(['Beans from Huila']));
        assert.equal(said.filter((text) => text === postsOnTheirWay).length, files);
      });
    await gets(2);
    const again = await opens();
    await Promise.all([again.submit(), again.submit()]);
    await gets(3);
  },
);

test('Redis is killed while an export reads its brand: afterwards, the file is sent once', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const bot = await startBot(t, { redis }).finally(() => t.after(() => redis.stop()));
  await makesDraft(bot.ana, 'Beans from Huila');
  const { fault, release } = holdCalls(t);
  bot.service.faults.add({ on: 'GET /post', ...fault, times: 1 });
  const before = bot.service.requestsTo('GET /post').length;
  await asksForExport(bot);
  await eventually(() => assert.ok(bot.service.requestsTo('GET /post').length > before));
  await redis.kill();
  release();
  await redis.restart();
  await reads(bot, postsOnTheirWay, ['Beans from Huila']);
});
