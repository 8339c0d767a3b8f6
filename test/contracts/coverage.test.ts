/**
 * That everything in the contract is exercised from Slack: each endpoint, parameter, body field, enumeration value
 * and limit of the document, looked for in the requests that the sandbox got. The table of it is written to a file,
 * whose place the test tells; the CI keeps it.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { SandboxOptions } from '#sandbox/service/index.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { removedNamesIn } from '#test/variants/removed-names.ts';
import {
  type Conversation,
  connecting,
  conversations,
  designs,
  links,
  seed,
} from './coverage-conversations.ts';
import { type Demand, demands, type Sent } from './coverage-demands.ts';

/** What a conversation made the bot send. */
type Heard = { request: Sent; by: string };

/** Nothing here waits for generated posts. */
const start = (t: TestContext, variants: SandboxOptions['variants'] = {}): Promise<StartedBot> =>
  startBot(t, {
    service: { seed, variants, generation: { minMs: 600_000, maxMs: 600_000 } },
    settings: { WATCH_INTERVAL_MS: '10000' },
  });

async function listenTo(bot: StartedBot, talks: Conversation[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (const [by, talk] of talks) {
    const from = bot.service.requests.length;
    await talk(bot);
    heard.push(...bot.service.requests.slice(from).map((request) => ({ request, by })));
  }
  return heard;
}

const cache = join(import.meta.dirname, '../../node_modules/.cache');
const file = join(cache, 'presscheck-contract-coverage.txt');
const table: string[][] = [['endpoint', 'field', 'value', 'first sent by, or refused at']];
after(() => {
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, written(table));
});

function rowsOf(wanted: Demand[], heard: Heard[]): string[][] {
  return wanted.map(({ endpoint, field, value, met }) => [
    endpoint,
    field,
    value,
    heard.find(({ request }) => met(request))?.by ?? 'NOT SENT',
  ]);
}

function written(rows: string[][]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ');
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`;
}

test('every endpoint, parameter, field, enum value and end of a limit is sent from a Slack command', async (t) => {
  const [bot, renamed] = [await start(t), await start(t, { connectionUrlParameter: 'brandId' })];
  const heard = [
    ...(await listenTo(bot, conversations)),
    ...(await listenTo(renamed, [connecting('tiktok')])),
  ];
  const rows = rowsOf(demands, heard);
  table.push(...rows);
  t.diagnostic(`${rows.length} facts of the contract sent from Slack; the table is ${file}`);
  const missing = rows.filter((row) => row.at(-1) === 'NOT SENT').map((row) => row.slice(0, 3).join(' '));
  assert.deepEqual(missing, []);
  // one, by the service that takes the other name of the brand
  const refused = heard.filter(({ request }) => (request.status ?? 500) >= 400);
  assert.deepEqual(
    refused.map(({ by, request }) => [by, request.query.workspaceId]),
    [['/social connect tiktok', 'brand-1']],
  );
  assert.deepEqual(removedNamesIn(bot.service.requests), []);
  for (const path of takeBrandId) {
    const sent = bot.service.requests.filter((request) => request.path === path);
    assert.ok(sent.length > 0, path);
    assert.deepEqual([...new Set(sent.map(({ query }) => query.brandId))], ['brand-1'], path);
  }
});

test('no request to the service carries a removed name', async (t) => {
  const bot = await start(t);
  for (const on of ['GET /brands', 'GET /hashtag-libraries'])
    bot.service.faults.add({ on, kind: 'status', status: 404, times: Number.POSITIVE_INFINITY });
  for (const typed of ['/social brands', '/social libraries']) {
    await bot.ana.hears(typed, /rejected the request/);
  }
  assert.ok(bot.service.requests.length > 0);
  assert.deepEqual(removedNamesIn(bot.service.requests), []);
});

/** service-api.md, Versioning: where `workspaceId` became `brandId`. */
const takeBrandId = [
  '/social-profiles',
  '/post',
  '/post/ai',
  '/campaigns',
  '/hashtag-libraries',
  '/studio-templates',
  '/analytics/export',
];

interface Beyond {
  /** As service-api.md writes it, with what goes past it. */
  limit: [endpoint: string, field: string, value: string];
  command: string;
  fill?: Record<string, Entry>;
  /** The field that says no, and how; Slack itself checks numbers. */
  at: string;
  says: RegExp;
}

const campaigns = (field: string, value: string): Beyond['limit'] => ['POST /campaigns', field, value];

const beyond: Beyond[] = [
  {
    limit: ['POST /post/ai', 'prompt', '9 characters'],
    command: '/ai-post Too short',
    at: 'Prompt',
    says: /at least 10 characters/,
  },
  {
    limit: campaigns('prompt', '2 characters'),
    command: '/campaign Te',
    at: 'Brief',
    says: /at least 3 characters/,
  },
  ...(['Days', 'Posts'] as const).flatMap((at): Beyond[] => {
    const field = at === 'Days' ? 'duration' : 'count';
    const command = '/campaign Tea';
    return [
      { limit: campaigns(field, '0'), command, fill: { [at]: '0' }, at, says: /at least 1\b/ },
      { limit: campaigns(field, '31'), command, fill: { [at]: '31' }, at, says: /no more than 30\b/ },
      { limit: campaigns(field, '1.5'), command, fill: { [at]: '1.5' }, at, says: /whole number/ },
    ];
  }),
  {
    limit: campaigns('referenceUrls', '4 items'),
    command: '/campaign Tea',
    fill: { 'Images per post': '1 image', 'Reference image links': links(4) },
    at: 'Reference image links',
    says: /You can add up to 3 links\. You added 4/,
  },
  {
    limit: campaigns('referenceDesignIds', '4 items'),
    command: '/campaign Tea',
    fill: { 'Images per post': '1 image', 'Reference designs': designs },
    at: 'Reference designs',
    says: /[Uu]p to 3|no more than 3/,
  },
  { limit: ['POST /post', 'caption', 'none'], command: '/post', at: 'Caption', says: /./ },
];

test('beyond each limit, the modal says so at the field, and nothing is sent', async (t) => {
  const { ana, service } = await start(t);
  for (const { limit, command, fill = {}, at, says } of beyond) {
    const modal = await ana.opens(command, /^New/);
    assert.match((await modal.submit(fill)).errors[at] ?? `nothing at ${at}`, says, limit.join(' '));
    table.push([...limit, `refused at ${at} of ${command.split(' ')[0]}`]);
    await modal.close();
  }
  assert.deepEqual(
    service.requests.filter(({ method }) => method !== 'GET'),
    [],
  );
});

test('no modal offers fewer than one or more than ten images, or a value outside an enum', async (t) => {
  const { ana } = await start(t);
  const images = ['None', '1 image', ...Array.from({ length: 9 }, (_, n) => `${n + 2} images (carousel)`)];
  const lengths = ['Short', 'Medium', 'Long', 'Extra long'];
  const offers = {
    '/ai-post': {
      Tone: ['Professional', 'Friendly', 'Educational', 'Bold', 'Founder-led'],
      Length: lengths,
      Images: images,
    },
    '/campaign': {
      Objective: ['Awareness', 'Leads', 'Launch', 'Offer', 'Education', 'Event'],
      'Length of each post': lengths,
      'Images per post': images,
    },
  };
  for (const [command, fields] of Object.entries(offers)) {
    const modal = await ana.opens(command, /^New/);
    for (const [field, words] of Object.entries(fields)) {
      assert.deepEqual(await modal.optionsOf(field), words);
      table.push([command, field, 'anything else', `not offered: ${words.join(', ')}`]);
    }
    await modal.close();
  }
});

test('Edit refuses more than ten media, whether replaced or in total', async (t) => {
  const { ana, service } = await start(t);
  await ana.types('/post Nine pictures');
  await (await (await ana.seesModal('New post')).fill({ 'Media links': links(9) })).submit();
  const card = await ana.sees('social', cardSays.ready);
  for (const [way, field, count, says] of [
    ['Add the links below', 'addMediaUrls', 2, /up to 10 files\. This one has 9/],
    ['Replace all', 'mediaUrls', 11, /up to 10 links/],
  ] as const) {
    const modal = await ana.opensOn(card, 'Edit', 'Edit post');
    await modal.fill({ Media: way, 'Media links': links(count, 20) });
    assert.match((await modal.submit()).errors['Media links'] ?? '', says);
    table.push(['PATCH /post/{postId}', field, '11 in total', 'refused at Media links of Edit']);
    await modal.close();
  }
  assert.deepEqual(service.requestsTo('PATCH /post/{postId}'), []);
});
