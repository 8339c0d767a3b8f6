import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataTableBlock } from '@slack/types';
import { parse } from 'csv-parse/sync';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { dateAt } from '#src/time/moments.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { startRedis } from '#test/support/redis.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';
import { mayNotShare } from '#views/kit/command-refusals.ts';
import { saveTitle } from '#views/settings/check.ts';

async function bytesOf(message: ShownMessage, kind: string): Promise<Buffer> {
  const file = message.files.find(({ name }) => name.endsWith(kind));
  assert.ok(file, `there is no ${kind} among ${message.files.map(({ name }) => name)}`);
  return Buffer.from(await (await fetch(file.url)).arrayBuffer());
}

interface Chart {
  type: string;
  title: string;
  chart: { series: { name: string; data: { label: string; value: number }[] }[] };
}

function numbersIn({ blocks }: ShownMessage) {
  const all = blocks as unknown as (Chart | DataTableBlock)[];
  return {
    charts: all.filter((block): block is Chart => block.type === 'data_visualization'),
    table: all.find((block): block is DataTableBlock => block.type === 'data_table'),
  };
}

const textOf = (cell: DataTableBlock['rows'][number][number] | undefined): string =>
  cell && 'text' in cell ? cell.text : '';

const withFiles = (messages: ShownMessage[]): ShownMessage[] =>
  messages.filter(({ files }) => files.length > 0);

for (const analytics of oneOf(['csv', 'json', 'csv-untyped', 'json-untyped'] as const)) {
  test(`analytics are posted as charts, a table, and a file if the service sends ${analytics}`, async (t) => {
    const { ana, bo, chat, service } = await startBot(t, { service: { variants: { analytics } } });

    await ana.types('/social analytics');
    const message = await bo.sees(
      'social',
      /Northwind Coffee\n.+ \(30 days\) +· +Requested by <@U0ANA>[\s\S]*The CSV file with \d+ rows is below/,
    );

    const [shared, ...more] = withFiles(chat.messages('social'));
    assert.ok(shared);
    assert.deepEqual(more, []);
    assert.match(
      shared.files.map(({ name }) => name).join(),
      /^northwind-coffee-analytics-20\d\d-\d\d-\d\d-to-20\d\d-\d\d-\d\d\.csv$/,
    );

    const table = parse(await bytesOf(shared, '.csv'), { bom: true, columns: true });
    const [first] = table as Record<string, string>[];
    const columns = [
      'date',
      'provider',
      'profile',
      'followers',
      'impressions',
      'reach',
      'engagements',
      'clicks',
    ];
    assert.deepEqual(Object.keys(first ?? {}), columns);
    assert.match(message.text, new RegExp(`with ${table.length} rows`));
    const rows = table as Record<string, string>[];
    const days = rows.map(({ date }) => date).sort();
    const all = rows.reduce((sum, row) => sum + Number(row.reach), 0);
    const reach = Math.round(all / new Set(days).size).toLocaleString('en-US');
    const followersOn = (day: string | undefined): number =>
      rows.filter(({ date }) => date === day).reduce((sum, row) => sum + Number(row.followers), 0);
    const atEnd = followersOn(days.at(-1));
    const grown = atEnd - followersOn(days[0]);
    assert.ok(message.text.includes(`• Reach per day: *${reach}* on average`), message.text);
    const followers = `• Followers: *${atEnd.toLocaleString('en-US')}* as of the last day, +${grown}`;
    assert.ok(message.text.includes(followers), message.text);

    const { charts, table: shown } = numbersIn(message);
    assert.deepEqual(
      charts.map(({ title, chart }) => [title, ...chart.series.map(({ name }) => name).sort()]),
      [
        ['Followers', 'Instagram', 'LinkedIn'],
        ['Impressions per day', 'Instagram', 'LinkedIn'],
      ],
    );
    const [head, ...lines] = shown?.rows ?? [];
    const names = ['Profile', 'Followers', 'Impressions', 'Reach per day', 'Engagements', 'Clicks'];
    assert.deepEqual(head?.map(textOf), names);
    assert.deepEqual(lines.map(([name]) => textOf(name)).sort(), ['All', 'Instagram', 'LinkedIn']);
    assert.equal(textOf(lines.at(-1)?.[3]), reach);
    assert.deepEqual(
      service.requestsTo('GET /analytics/export').map(({ query }) => query),
      [{ brandId: 'brand-1' }],
    );
  });
}

test('posts are compared by one number within each network, and the file has captions and links', async (t) => {
  const { ana, bo, service, chat } = await startBot(t);
  service.putPost({
    id: 'post-elsewhere',
    brandId: 'brand-1',
    caption: '=Made elsewhere',
    state: 'published',
  });
  const card = await makesDraft(ana, 'Open until ten');
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  const ids = service.posts().map(({ id }) => id);
  const body = ['2026-11-01', '2026-11-02'].flatMap((date) =>
    [...ids, 'post-unknown'].flatMap((postId) =>
      ['instagram', 'linkedin'].map((network) => ({
        date,
        postId,
        network,
        impressions: 9,
        engagements: postId === 'post-elsewhere' ? 5 : 4,
      })),
    ),
  );
  service.faults.add({ on: 'GET /analytics/export', kind: 'status', status: 200, body });
  await ana.types('/social analytics');
  const message = await ana.sees('social', /Engagements: \*52\* total/);
  const { table } = numbersIn(message);
  assert.deepEqual(
    table?.rows.map(([name]) => textOf(name)),
    ['Profile', 'Instagram', 'LinkedIn', 'All'],
  );
  assert.match(
    message.text,
    /\*Top posts\* by engagements\n.*=Made elsewhere.+20 engagements.+\n.*Open until ten.+16 engagements/,
  );
  const list = JSON.stringify(message.blocks.filter(({ type }) => type === 'rich_text'));
  assert.ok(list.includes(card.ts.replace('.', '')), list);
  const [shared] = withFiles(chat.messages('social'));
  assert.ok(shared);
  const rows = parse(await bytesOf(shared, '.csv'), { bom: true, columns: true }) as Record<string, string>[];
  const [elsewhere, own] = ['post-elsewhere', ids.find((id) => id !== 'post-elsewhere')].map((id) =>
    rows.find(({ postId }) => postId === id),
  );
  assert.deepEqual([elsewhere?.['Post caption'], elsewhere?.['Post link']], ["'=Made elsewhere", '']);
  assert.equal(own?.['Post caption'], 'Open until ten');
  assert.ok(own?.['Post link']?.includes(card.ts.replace('.', '')));
});

test('typed days, with or without a brand, apply to both the numbers and the file', async (t) => {
  const { ana, service, chat } = await startBot(t, { service: { seed: 'demo' } });
  // days are those of Ana's clocks
  const midnight = Date.parse(String(dateAt(Date.now(), 'Europe/Berlin')));
  const body = Array.from({ length: 62 }, (_, ago) => ({
    date: new Date(midnight - ago * 86_400_000).toISOString().slice(0, 10),
    likes: 1,
  }));
  service.faults.add({ on: 'GET /analytics/export', kind: 'status', status: 200, body, times: 2 });
  await ana.types('/social analytics harbor last 7 days');
  await ana.sees(
    'social',
    /Harbor Yoga\n.+, compared with the previous 7 days, .+[\s\S]*Likes: \*7\*, unchanged[\s\S]*with 7 rows/,
  );
  const [shared] = withFiles(chat.messages('social'));
  assert.ok(shared);
  const [from, to] = [7, 1].map((ago) => new Date(midnight - ago * 86_400_000).toISOString().slice(0, 10));
  assert.equal(shared.files[0]?.name, `harbor-yoga-analytics-${from}-to-${to}.csv`);
  assert.equal(parse(await bytesOf(shared, '.csv'), { bom: true, columns: true }).length, 7);
  // a question keeps the days
  await ana.types('/social analytics Harbour 30', { in: 'general' });
  const question = await ana.privateMessage(
    /no brand named “Harbour”. I’ll share .+ everyone .+ Which brand/,
  );
  await ana.clicks(question, 'Harbor Yoga');
  await ana.sees('general', /compared with the previous 30 days, .+[\s\S]*with 30 rows/);
  // of what isn't days nothing is shared, also after the brand was named
  await ana.hears('/social analytics harbor past fortnight', /“past fortnight”.*nothing was shared/);
  const words = 'Not of last week';
  service.faults.add({
    on: 'GET /analytics/export',
    kind: 'status',
    status: 200,
    body: [{ network: words, likes: 4 }],
  });
  await ana.types('/social analytics harbor last week');
  await ana.sees('social', /have no dates, so I can’t tell which are for .+ 202/);
  service.faults.add({ on: 'GET /analytics/export', kind: 'status', status: 200, body: body.slice(50) });
  await ana.types('/social analytics harbor this week');
  await ana.sees('social', /has no numbers for \*Harbor Yoga\* \(.+\) yet, so there’s no file/);
});

test('while the numbers are read, the channel has a message that says so and later shows them', async (t) => {
  const { ana, chat, service } = await startBot(t);
  const held = holdCalls(t);
  const { fault } = held;
  const export_ = service.faults.add({ on: 'GET /analytics/export', ...fault });

  await ana.types('/social analytics northwind');
  const message = await ana.sees('social', /Getting the numbers for \*Northwind Coffee\*…$/);
  held.release();
  await message.shows(/Requested by <@U0ANA>[\s\S]*The CSV file with .+ is below/);
  assert.equal(export_.hits, 1);
  assert.deepEqual(
    chat.notified('Ana').filter(({ reason }) => reason === 'mention'),
    [],
  );
  assert.equal(chat.messages('social').filter(({ text }) => text.includes('Northwind')).length, 1);
});

test('with several brands, the person picks one, and the question disappears', async (t) => {
  const { ana, chat } = await startBot(t, { service: { seed: 'demo' } });
  const question = await ana.hears('/social analytics', /brand/i);
  await ana.hearsOn(question, 'Harbor Yoga', /I’ll share the numbers for \*Harbor Yoga\*/);
  await ana.sees('social', /Harbor Yoga[\s\S]+Requested by/);
  const [shared] = withFiles(chat.messages('social'));
  assert.match(String(shared?.files[0]?.name), /^harbor-yoga-/);
  // what was used last isn't shared with everyone unasked
  const again = await ana.hears('/social analytics', /everyone can see them\. Which brand\?/);
  assert.ok(again.buttons.includes('Harbor Yoga'));
  assert.equal(withFiles(chat.messages('social')).length, 1);
});

longTest('with a brand for its cards and another one shared last, the form asks for the brand', async (t) => {
  const { ana, chat, cy } = await startBot(t, { service: { seed: 'demo' } });
  const own = await cy.opens('/social settings', 'Settings');
  await own.fill({ 'Choose a brand': 'Harbor Yoga' });
  const settings = await cy.seesModal('Brand settings');
  await settings.submit({ Channel: 'social' });
  await (await cy.seesModal(saveTitle)).submit();
  await ana.types('/social analytics');
  await ana.sees('social', /Harbor Yoga[\s\S]+Requested by/);
  await ana.types('/social analytics northwind');
  await ana.sees('social', /Northwind Coffee[\s\S]+Requested by/);
  await ana.hears('/social analytics', /Which brand\?/);
  assert.equal(withFiles(chat.messages('social')).length, 2);
});

test('if the bot can’t share files in the channel, the person gets them in a direct message', async (t) => {
  const { ana, chat } = await startBot(t);
  await ana.types('/social analytics', { in: 'general' });
  await ana.sees(
    'general',
    /I sent the CSV file with .+ to <@U0ANA> in a direct message.*\/invite @Presscheck/,
  );
  assert.deepEqual(withFiles(chat.messages('general')), []);

  const direct = await ana.sees(
    'Presscheck',
    /Requested by[\s\S]*don’t have permission to share files in <#C0GENERAL>[\s\S]*\/invite @Presscheck/,
  );
  const shared = await ana.sees('Presscheck');
  assert.equal(shared.channel, direct.channel);
  assert.equal(shared.files.length, 1);
});

for (const [error, ends] of oneOf([
  ['ratelimited', /The CSV file with .+ is below/],
  ['missing_scope', new RegExp(`Couldn’t share the CSV file. ${mayNotShare.join(' ')}`)],
] as const))
  longTest(`the direct message doesn’t promise files that Slack refused (${error})`, async (t) => {
    const { ana, chat } = await startBot(t);
    for (const refused of ['not_in_channel', error])
      chat.faults.next('files.completeUploadExternal', { kind: 'refused', error: refused });
    await ana.types('/social analytics', { in: 'general' });
    const direct = await ana.sees('Presscheck', /Northwind Coffee/);
    await direct.shows(ends);
    const [said, ...more] = chat.messages(direct.channel).filter(({ files }) => files.length === 0);
    assert.equal(said?.ts, direct.ts);
    assert.deepEqual(more, []);
  });

longTest('in a private channel without the bot, everything happens in the direct message', async (t) => {
  const { ana, chat } = await startBot(t);
  await ana.types('/social analytics', { in: 'leadership' });
  await ana.sees('Presscheck', /Requested by[\s\S]*don’t have permission to share files in <#C0LEADERS>/);
  assert.deepEqual(chat.messages('leadership'), []);
});

test('if Slack doesn’t support charts yet, the message has the same numbers as text', async (t) => {
  const { ana, chat } = await startBot(t);
  const hasTable = ({ blocks }: { blocks?: unknown }): boolean =>
    JSON.stringify(blocks ?? '').includes('data_table');
  chat.faults.next('chat.update', { kind: 'refused', error: 'invalid_blocks' }, 1, hasTable);
  await ana.types('/social analytics');
  const message = await ana.sees(
    'social',
    /```\nProfile +Followers +Impressions[\s\S]*The CSV file with .+ is below/,
  );
  assert.deepEqual(numbersIn(message), { charts: [], table: undefined });
  assert.match(message.text, /\nAll +[\d,]+ +[\d,]+/);
});

const odd: [what: string, rows: unknown[], said: RegExp][] = [
  [
    'no column of dates',
    [
      { network: 'instagram', reach: 4 },
      { network: 'tiktok', reach: 5 },
    ],
    /The numbers have no dates/,
  ],
  ['a single date', [{ date: '2026-11-01', reach: 4 }], /for only one day/],
  [
    'no numbers',
    [
      { date: '2026-11-01', best: 'a' },
      { date: '2026-11-02', best: 'b' },
    ],
    /export has no numbers/,
  ],
];
for (const [what, body, said] of odd) {
  test(`an export with ${what} is shown only as a table, and the message says why`, async (t) => {
    const { ana, chat, service } = await startBot(t);
    service.faults.add({ on: 'GET /analytics/export', kind: 'status', status: 200, body });
    await ana.types('/social analytics');
    const { charts, table } = numbersIn(await ana.sees('social', said));
    assert.deepEqual(charts, []);
    assert.equal(table?.rows.length, body.length + 1);
    const [shared] = withFiles(chat.messages('social'));
    assert.deepEqual(
      shared?.files.map(({ mimetype }) => mimetype),
      ['text/csv'],
    );
  });
}

test('if the service has no numbers, no file is shared and the message says so', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.faults.add({ on: 'GET /analytics/export', kind: 'status', status: 200, body: [] });
  await ana.types('/social analytics');
  await ana.sees('social', /has no numbers for \*Northwind Coffee\* yet/);
  assert.deepEqual(withFiles(chat.messages('social')), []);
});

test('if the service fails for a while, the bot tries again and the message says so meanwhile', async (t) => {
  const { ana, service } = await startBot(t);
  service.faults.add({ on: 'GET /analytics/export', kind: 'status', status: 503, times: 3 });
  await ana.types('/social analytics');
  const message = await ana.sees('social', /hasn’t responded yet/);
  await message.shows(/The CSV file with .+ is below/);
});

test('if Redis goes down while the service responds, the analytics are posted later, with the file once', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const { ana, chat, logs, service } = await startBot(t, { redis }).finally(() =>
    // closed after the bot, which would otherwise wait for its Redis
    t.after(() => redis.stop()),
  );
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  t.after(() => answer());
  service.faults.add({ on: 'GET /analytics/export', kind: 'held', until, times: 1 });
  await ana.types('/social analytics');
  const message = await ana.sees('social', /Getting the numbers/);
  await eventually(() => assert.equal(service.requestsTo('GET /analytics/export').length, 1));
  await redis.kill();
  answer();
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === 'lost the connection to Redis')));
  await redis.restart();
  await message.shows(/The CSV file with .+ is below/);
  assert.equal(withFiles(chat.messages('social')).length, 1);
});

test('after a refusal the service is not asked again, and the message quotes it', async (t) => {
  const { ana, service } = await startBot(t);
  service.faults.add({
    on: 'GET /analytics/export',
    kind: 'status',
    status: 422,
    body: { message: 'Not in this plan & key' },
  });
  await ana.types('/social analytics');
  await ana.sees(
    'social',
    /Couldn’t share the numbers.*rejected the request. It says: “Not in this plan &amp; key/,
  );
  assert.equal(service.requestsTo('GET /analytics/export').length, 1);
});

test('without permission to share files, the message says who can change that', async (t) => {
  const { ana, chat } = await startBot(t);
  chat.faults.next('files.getUploadURLExternal', { kind: 'refused', error: 'missing_scope' });
  await ana.types('/social analytics');
  await ana.sees('social', new RegExp(mayNotShare.join(' ')));
});

test('if Slack’s response is lost, the files aren’t shared a second time', async (t) => {
  const { ana, chat } = await startBot(t);
  chat.faults.next('files.completeUploadExternal', { kind: 'answer-lost' });
  await ana.types('/social analytics');
  await ana.sees('social', /couldn’t confirm whether Slack shared the CSV file.*If it isn’t below, run/);
  assert.equal(withFiles(chat.messages('social')).length, 1);
});

test('if Slack rate limits the bot, the files are shared once, later', async (t) => {
  const { ana, chat } = await startBot(t);
  chat.faults.next('files.completeUploadExternal', { kind: 'rate-limited', retryAfterSeconds: 1 });
  await ana.types('/social analytics');
  await ana.sees('social', /The CSV file with .+ is below/);
  assert.equal(withFiles(chat.messages('social')).length, 1);
});

test('if Slack rate limits the first message, it’s posted later, and with it the numbers', async (t) => {
  const { ana, chat } = await startBot(t);
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 });
  await ana.types('/social analytics');
  await ana.sees('social', /The CSV file with .+ is below/);
  assert.equal(withFiles(chat.messages('social')).length, 1);
});

test('if Slack takes no update for longer than a job is tried, the message shows the numbers later', async (t) => {
  const { ana, chat } = await startBot(t);
  chat.faults.next('chat.update', { kind: 'rate-limited', retryAfterSeconds: 0 }, 21);
  await ana.types('/social analytics');
  await ana.sees('social', /The CSV file with .+ is below/);
  assert.equal(withFiles(chat.messages('social')).length, 1);
});
