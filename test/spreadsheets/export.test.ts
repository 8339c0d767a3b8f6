import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import { withFormulas } from '#src/platform/csv.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import {
  cardSays,
  makesDraft,
  nthVersion,
  requestsCard,
  rewrites,
  submits,
} from '#test/support/user-actions.ts';
import { exportTable } from '#views/spreadsheets/export-table.ts';
import { differentText, sharedText } from '#views/spreadsheets/import-notes.ts';
import { aFile, reviewCard, sendsFile } from './files.ts';

type Row = Record<string, string>;

const at = { scheduledAt: Date.now() + 86_400_000, publishedAt: Date.now() };

/** Requests the export, and reads the file from the direct message. `after`: an earlier one. */
async function exported(
  who: StartedBot['ana'],
  { after = '', ...fill }: Record<string, string> = {},
): Promise<{ rows: Row[]; name: string; says: string; ts: string }> {
  const form = await who.opens('/social export northwind', 'Export posts');
  await eventually(() => form.fill({ Brand: 'Northwind Coffee', ...fill }));
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  await who.seesPrivately(/^I’m exporting posts for Northwind Coffee/);
  const message = await eventually(async () => {
    const newest = await who.sees('Presscheck');
    return newest.files[0] && newest.ts !== after ? newest : null;
  });
  const [file] = message.files;
  const csv = await (await fetch(String(file?.url))).text();
  return {
    rows: parse(csv, { bom: true, columns: true }),
    name: String(file?.name),
    says: message.text,
    ts: message.ts,
  };
}

test('Ana exports a brand’s posts with everything an import needs, and more columns for her to read', async (t) => {
  const bot = await startBot(t);
  const { ana, service } = bot;
  const caption = '=Beans, 20% off; “today”\n@home\r\n- and at work';
  const card = await makesDraft(ana, '', { fill: { Caption: caption } });
  const reads = () => service.requestsTo('GET /post').length;

  const { rows, name, says, ts } = await exported(ana);
  assert.match(name, /^northwind-coffee-posts-\d{4}-\d\d-\d\d\.csv$/);
  assert.match(says, /^Here’s the file with 1 post for Northwind Coffee\./);
  const [row = {}] = rows;
  assert.equal(withFormulas(row.Caption ?? ''), service.posts()[0]?.caption);
  assert.match(row.Caption ?? '', /^'=/, 'no spreadsheet runs it');
  assert.deepEqual(
    { ...row, Caption: '' },
    {
      Brand: 'Northwind Coffee',
      Caption: '',
      Media: '',
      'Social profiles': 'Instagram · northwind.coffee',
      Time: '',
      Status: 'Ready for review',
      'Post ID': service.posts()[0]?.id,
      'Complete caption': 'yes',
      Card: row.Card,
    },
  );
  assert.ok(row.Card?.endsWith(`/p${card.ts.replace('.', '')}`), row.Card);

  // fresh data isn't read again
  const before = reads();
  assert.equal(
    (await exported(ana, { From: '2030-01-01', after: ts })).rows.length,
    0,
    'no post has a time there',
  );
  assert.equal(reads(), before);
  const entries = await auditTrail(t, bot);
  assert.equal(entries.filter(({ what }) => what === 'exported').length, 2);
});

longTest('importing an export offers only posts that don’t exist yet', async (t) => {
  const bot = await startBot(t);
  const { ana, bo, chat, service } = bot;
  await bo.clicks(await makesDraft(ana, 'Out now'), 'Approve & publish');
  await eventually(() => assert.equal(service.posts()[0]?.state, 'published'));
  await makesDraft(ana, 'Beans');
  const { rows } = await exported(ana);
  const [first = {}] = rows;
  const names = Object.keys(first);
  const cells = rows.map((row) => Object.values(row));
  await sendsFile(bot, aFile(cells, names));
  const none = await reviewCard(bot, /Nothing to import.* All posts in this file already exist\./);
  assert.match(
    none.text,
    /Rows 2 and 3 are for posts that already exist, so they won’t be created again or changed\./,
  );
  assert.deepEqual(none.buttons, []);

  const copy = Object.values({ ...first, Caption: 'Once more', Time: '', 'Post ID': '' });
  const gone = Object.values({ ...first, Caption: 'Deleted', Time: '', 'Post ID': 'post-gone' });
  await sendsFile(bot, aFile([...cells, copy, gone], names));
  const card = await reviewCard(bot, /Ready to create 2 posts/);
  assert.match(card.text, /Rows 4 and 5 have no image or video\. Instagram requires one\./);
  await bo.clicks(card, 'Create 2 posts');
  await reviewCard({ chat }, /Created 2 posts/);
  assert.deepEqual(
    service
      .posts()
      .map(({ caption }) => caption)
      .sort(),
    ['Beans', 'Deleted', 'Once more', 'Out now'],
  );
});

longTest(
  'edited or copied rows with a Post ID are named before anyone confirms, and create nothing',
  async (t) => {
    const bot = await startBot(t);
    const { ana, bo, service } = bot;
    await bo.clicks(await makesDraft(ana, 'Out now'), 'Approve & publish');
    await eventually(() => assert.equal(service.posts()[0]?.state, 'published'));
    const captions = ['Beans', 'Cups', 'Mugs', 'Open late'];
    for (const caption of captions) await makesDraft(ana, caption);
    const { rows } = await exported(ana);
    const edited = rows.map((row) => {
      if (row.Caption === 'Cups') return { ...row, Caption: 'Cups, 20% off' };
      if (row.Caption === 'Mugs') return { ...row, Time: 'tomorrow at noon' };
      // another way to write what it has
      return row.Caption === 'Beans' ? { ...row, 'Social profiles': 'instagram' } : row;
    });
    const order = ['Out now', 'Beans', 'Cups, 20% off', 'Mugs', 'Open late'];
    edited.sort((a, b) => order.indexOf(a.Caption ?? '') - order.indexOf(b.Caption ?? ''));
    const copy = { ...edited.at(-1), Time: 'tomorrow at 6pm' };
    const cells = [...edited, copy].map((row) => Object.values(row));
    const requests = service.requests.length;
    await sendsFile(bot, aFile(cells, Object.keys(rows[0] ?? {})));
    const card = await reviewCard(bot, /Nothing to import/);
    const says = (text: string): void => assert.ok(card.text.includes(text), `${text} in ${card.text}`);
    says(differentText([4, 5, 7]));
    says('Rows 4, 5, and 7 differ from their posts, and importing doesn’t change posts');
    const cardOf = (caption: string) => rows.find((row) => row.Caption === caption)?.Card;
    says(`Row 4: *Caption* · <${cardOf('Cups')}|Open card>`);
    says(`Row 5: *Time* · <${cardOf('Mugs')}|Open card>`);
    says('6 rows: 6 for posts that already exist.');
    says(sharedText([6, 7]));
    says('Rows 2 and 3 are for posts that already exist');
    const read = service.requests.slice(requests).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      read.filter((one) => !/brands|social-profiles/.test(one)),
      [],
      'their posts are known',
    );
    assert.equal(service.posts().length, 5);
  },
);

longTest('a post’s status is what cards and lists call it, even without a card', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const rejected = await makesDraft(ana, 'Cups');
  await bo.clicks(rejected, 'Reject');
  await (await (await bo.seesModal('Reject post')).fill({ Reason: 'Too early' })).submit();
  await rejected.shows(/Rejected by/);
  await makesDraft(ana, 'Beans');
  for (const state of ['draft', 'scheduled', 'published'] as const)
    service.putPost({ brandId: 'brand-1', caption: `Elsewhere ${state}`, state, ...at });
  const { rows } = await exported(ana);
  assert.deepEqual(Object.fromEntries(rows.map(({ Caption, Status }) => [Caption, Status])), {
    Beans: 'Ready for review',
    Cups: 'Rejected',
    'Elsewhere draft': 'Ready for review',
    'Elsewhere scheduled': 'Scheduled',
    'Elsewhere published': 'Published',
  });
});

longTest('an export has the time when a post went out, and the whole caption', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Out now');
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  const words = 'A caption with more than forty characters, of which a list keeps some';
  for (const caption of ['Short', words])
    service.putPost({ brandId: 'brand-1', caption, state: 'published', publishedAt: Date.now() });
  const { rows, ts } = await exported(ana);
  const row = (caption: string) => rows.find((one) => one.Caption === caption);
  const wentOut = service.posts().find(({ caption }) => caption === 'Out now')?.publishedAt ?? 0;
  const { Time = '' } = row('Out now') ?? {};
  assert.ok(Math.abs(Date.parse(Time) - wentOut) < 120_000, Time);
  assert.equal(row('Short')?.['Complete caption'], 'yes');
  assert.equal(row(`${words.slice(0, 40)}…`)?.['Complete caption'], 'no', JSON.stringify(rows));
  // it's a post of these days
  const within = await exported(ana, { From: '2020-01-01', after: ts });
  assert.deepEqual(
    within.rows.map(({ Caption }) => Caption),
    ['Out now'],
  );
});

longTest(
  'a discarded version whose status is unknown is in lists and exports only with a time',
  async (t) => {
    let aheadMs = 0;
    const { ana, bo, service } = await startBot(t, { now: () => Date.now() + aheadMs });
    const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
    await rewrites(bo, card, { 'What should change': 'Longer' });
    await bo.clicks(await nthVersion(card, 1), 'Keep this version');
    await card.shows(/Discarded by/);
    const [discarded, kept] = service.posts();
    assert.ok(discarded && kept);
    let after = '';
    const shows = async (change: Parameters<typeof service.edit>[1], expected: string[]) => {
      service.edit(discarded.id, change);
      // the earlier read is too old now
      aheadMs += 61_000;
      const { rows, ts } = await exported(ana, { after });
      after = ts;
      assert.deepEqual(rows.map((row) => row['Post ID']).sort(), expected.sort());
      const { text } = await ana.hears('/social posts Northwind Coffee', /^As of/m);
      assert.equal(text.includes('Discarded'), expected.includes(discarded.id), text);
    };
    await shows({ statusWord: 'Held back' }, [kept.id]);
    await shows({ scheduledAt: Date.now() + 86_400_000 }, [kept.id, discarded.id]);
  },
);

test('an export says how many posts could not be read completely', async (t) => {
  const { ana, service } = await startBot(t);
  const body = [
    { id: 'p1', status: 'DRAFT', caption: 'Reads well' },
    { status: 'DRAFT', caption: 'Has no id' },
    { id: 'p3', status: 'SCHEDULED', caption: 'Some day', scheduledAt: 'next week' },
  ];
  service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body, times: Number.POSITIVE_INFINITY });
  const { rows, says } = await exported(ana);
  assert.deepEqual(rows.map(({ Caption }) => Caption).sort(), ['Reads well', 'Some day']);
  assert.match(
    says,
    /with 2 posts.* I couldn’t fully read 2 posts, so they may be incomplete or missing here\./,
  );
});

test('an export of a brand with the name of another one can be imported', async (t) => {
  const [brand] = oneBrandSeed.brands;
  assert.ok(brand);
  const other = { id: 'brand-2', name: brand.name, profiles: [] };
  const bot = await startBot(t, { service: { seed: { ...oneBrandSeed, brands: [brand, other] } } });
  bot.service.putPost({ id: 'p1', brandId: brand.id, caption: 'Beans from Huila' });
  const { rows } = await exported(bot.ana);
  const [row = {}] = rows;
  await sendsFile(bot, aFile([Object.values(row)], Object.keys(row)));
  await reviewCard(bot, /Nothing to import.* All posts in this file already exist\./);
});

test('an export links to no card that only one person can open', async (t) => {
  const { ana, bo } = await startBot(t);
  const card = await makesDraft(bo, 'Beans');
  await submits(ana, '/post For leaders first', { in: 'leadership' });
  await ana.sees('Presscheck', cardSays.ready);
  const { rows } = await exported(bo);
  assert.deepEqual(Object.fromEntries(rows.map(({ Caption, Card }) => [Caption, Card?.split('/').at(-1)])), {
    Beans: `p${card.ts.replace('.', '')}`,
    'For leaders first': '',
  });
});

test('the rows are ordered by time in the brand’s time zone, within the chosen days', () => {
  const post = (id: string, scheduledAt: string | undefined) => ({
    id,
    scheduledAt,
    status: 'scheduled' as const,
    statusWord: 'scheduled',
    caption: id,
    mediaUrls: ['https://x/1.png', 'https://x/2.png'],
    campaignId: undefined,
    profiles: [
      { id: 'p1', name: 'one', provider: 'instagram', image: undefined },
      { id: 'p2', name: 'a; b', provider: 'tiktok', image: undefined },
    ],
  });
  const posts = [
    post('none', undefined),
    post('late', '2026-12-02T22:59:00Z'),
    post('early', '2026-10-25T00:30:00Z'),
    {
      ...post('published', '2026-12-01T23:30:00Z'),
      status: 'published' as const,
      caption: 'published…',
      partial: true,
    },
  ];
  const of = {
    brand: { id: 'b', name: 'A name that a menu cut…' },
    brands: [{ id: 'b', name: 'A name that a menu cuts' }],
    posts,
    cards: new Map(),
    zone: 'Europe/Berlin',
    slackUrl: '',
  };
  const all = exportTable(of);
  assert.deepEqual([...new Set(all.rows.map(([brand]) => brand))], ['A name that a menu cuts']);
  assert.deepEqual(
    all.rows.map((row) => [row[1], row[4]]),
    [
      ['early', '2026-10-25T02:30+02:00'],
      ['published…', '2026-12-02T00:30+01:00'],
      ['late', '2026-12-02T23:59+01:00'],
      ['none', ''],
    ],
  );
  assert.equal(all.rows[0]?.[2], 'https://x/1.png https://x/2.png');
  assert.equal(all.rows[0]?.[3], 'Instagram · one; p2', 'a name with a semicolon would be read as two');
  assert.equal(all.rows[1]?.at(-1), 'no');
  const days = { from: '2026-12-02', until: '2026-12-02' };
  assert.deepEqual(
    exportTable({ ...of, ...days }).rows.map((row) => row[1]),
    ['published…', 'late'],
  );
  // a finished post is whole as long as its card is kept
  const mediaUrls = ['https://us.example/1.png'];
  const card = aCard({
    content: { caption: 'published, and whole', mediaUrls, profiles: [] },
    media: [{ from: 'entered', as: 'https://x/1.png' }],
  });
  const known = exportTable({ ...of, cards: new Map([['published', card]]) });
  assert.deepEqual([known.rows[1]?.[1], known.rows[1]?.at(-1)], ['published, and whole', 'yes']);
  assert.equal(known.rows[1]?.[2], 'https://x/1.png', 'where the service keeps it');
});
