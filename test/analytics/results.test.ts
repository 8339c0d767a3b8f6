import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { readColumns } from '#src/analytics/columns.ts';
import { figuresOf, networksWithout } from '#src/analytics/results.ts';
import { resultsJob } from '#src/analytics/results-job.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { createChannelRateLimiter } from '#src/platform/slack/channel-rate-limiter.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { startReplacement, startWorkerDyingAt } from '#test/faults/dying-workers.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { brand, day, hour, startAt, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { openQueue } from '#test/support/queue.ts';
import { type RunningRedis, startRedis } from '#test/support/redis.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { fittingResults, renderResults } from '#views/analytics/results.ts';

const minute = 60_000;
const exports = 'GET /analytics/export';

/** A version of an AI post, in the thread of the first one. */
async function makesRewrite(who: Driver): Promise<ShownMessage> {
  await submits(who, '/ai-post Our autumn menu starts on Monday', { in: 'launches' });
  const first = await who.sees('launches', cardSays.ready);
  const modal = await who.opensOn(first, 'Rewrite', 'Rewrite post');
  await modal.sends({ 'What should change': 'Shorter' });
  return eventually(() => {
    const [version] = cardsBelow(first);
    return version?.buttons.includes('Approve & publish') ? version : null;
  });
}

const idle = (queue: ReturnType<typeof openQueue>): Promise<unknown> =>
  eventually(async () => {
    for (const { queue: queueName, counts } of await queue.backlog(0))
      assert.equal(counts.waiting + counts.active, 0, queueName);
  });

/** A bot with a post that was published on a Tuesday at eight, in UTC. `checks`: it's this moment, and results were looked for. */
async function startPublished(
  t: TestContext,
  {
    row = true,
    analyticsRows = 'profiles',
    of = 'a post',
    ...own
  }: {
    row?: boolean;
    analyticsRows?: 'profiles' | 'posts';
    of?: 'a post' | 'a rewrite';
    redis?: RunningRedis;
  } = {},
) {
  const start = tuesday();
  const started = await startAt(t, start, { service: { variants: { analyticsRows } }, ...own });
  const { ana, bo, store, service } = started;
  const queue = openQueue(t, started);
  service.putPost({ id: 'another', brandId: brand.id, caption: 'Made elsewhere', state: 'published' });
  const card = await (of === 'a post'
    ? makesDraft(ana, 'Open until ten', { in: 'launches' })
    : makesRewrite(ana));
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  const id = await eventually(async () => {
    const published = (await auditTrail(t, started)).find(({ what }) => what === 'published');
    assert.ok(published?.card);
    return published.card;
  });
  const { postId = '' } = (await store.get(workspace, id)) ?? {};
  const date = (at: number): string => new Date(start + at).toISOString().slice(0, 10);
  const rowOf = (at: number, impressions: number) => ({
    date: date(at),
    post_id: row ? postId : 'another',
    provider: 'instagram',
    impressions,
    engagements: impressions / 10,
    followers: 900,
  });
  const answers = (rows: unknown[]) => {
    service.faults.clear();
    service.faults.add({ on: exports, kind: 'status', status: 200, body: rows, times: 99 });
  };
  return {
    ...started,
    start,
    card,
    answers,
    rowOf,
    date,
    async checks(at: number): Promise<void> {
      await started.at(start + at);
      // also one that waits for its next attempt
      await queue.enqueue(resultsJob, { workspace }, { soon: true });
      await idle(queue);
    },
    told: () =>
      started.chat.calls
        .filter(({ method, args }) => method === 'chat.postMessage' && /Results/.test(String(args.text)))
        .map(({ args }) => [args.thread_ts, args.text]),
    exported: () => service.requestsTo(exports).length,
  };
}

test('a post’s results are posted in its card’s thread after a day and after a week, once each', async (t) => {
  const { answers, rowOf, checks, told, card, exported } = await startPublished(t);
  answers([rowOf(0, 1_000), rowOf(day, 200), { ...rowOf(0, 7), post_id: 'another' }]);
  await checks(2.5 * hour);
  assert.deepEqual(told(), [], 'on the same day');
  await checks(day + 1.5 * hour);
  assert.deepEqual(told(), [], 'before ten o’clock');
  assert.equal(exported(), 0);
  await checks(day + 2.5 * hour);
  const first = [
    card.ts,
    ':bar_chart: Results for “Open until ten” one day after publishing: *1,200* impressions and *120* engagements.',
  ];
  assert.deepEqual(told(), [first]);
  await checks(day + 3.5 * hour);
  await checks(2 * day + 2.5 * hour);
  assert.deepEqual(told(), [first], 'once');
  assert.equal(exported(), 1);
  answers([rowOf(0, 2_500)]);
  await checks(7 * day + 2.5 * hour);
  assert.deepEqual(told(), [
    first,
    [
      card.ts,
      ':bar_chart: Results for “Open until ten” one week after publishing: *2,500* impressions and *250* engagements.',
    ],
  ]);
  await checks(8 * day + 2.5 * hour);
  assert.equal(told().length, 2);
  assert.equal(exported(), 2);
});

longTest(
  'an export that names no post is read once a day while results are due, and nothing is posted',
  async (t) => {
    const { answers, rowOf, checks, told, exported } = await startPublished(t, { row: false });
    answers([rowOf(0, 1_000)]);
    for (const days of [1, 2, 3, 4, 5]) for (const late of [2.5, 4.5]) await checks(days * day + late * hour);
    assert.deepEqual(told(), []);
    assert.equal(exported(), 4);
  },
);

for (const [analyticsRows, says] of oneOf([
  [
    'posts',
    [
      /^:bar_chart: Results for “Open until ten” one day after publishing: \*[\d,.]+\* impressions, .+ reach, .+ engagements, and .+ clicks\.$/,
    ],
  ],
  ['profiles', []],
] as const))
  longTest(
    `results work with a service whose export has a row for each of the ${analyticsRows}`,
    async (t) => {
      const { checks, told, exported } = await startPublished(t, { analyticsRows });
      await checks(day + 2.5 * hour);
      assert.equal(exported(), 1);
      assert.equal(told().length, says.length);
      for (const [n, words] of says.entries()) assert.match(String(told()[n]?.[1]), words);
    },
  );

longTest('a brand with results turned off costs no request', async (t) => {
  const { checks, told, exported, teamSettings } = await startPublished(t);
  await teamSettings.setBrand(workspace, brand.id, brandSettingsSchema.parse({ results: 'off' }));
  await checks(day + 2.5 * hour);
  assert.deepEqual(told(), []);
  assert.equal(exported(), 0);
});

test('results that fail at the service or Slack are posted the next time', async (t) => {
  const { answers, rowOf, checks, told, chat, service } = await startPublished(t);
  service.faults.add({ on: exports, kind: 'status', status: 503, times: 99 });
  await checks(day + 2.5 * hour);
  assert.deepEqual(told(), []);
  answers([rowOf(0, 1_000)]);
  const isResult = ({ text }: { text?: unknown }): boolean => /Results/.test(String(text));
  chat.faults.next('chat.postMessage', { kind: 'dropped' }, 1, isResult);
  await checks(day + 3.6 * hour);
  await checks(day + 3.8 * hour);
  await eventually(() =>
    assert.equal(chat.messages('launches').filter(({ text }) => /Results/.test(text)).length, 1),
  );
  assert.ok(told().length >= 1);
});

longTest(
  'if a brand’s export fails, it and the search for the brand’s posts are tried once an hour',
  async (t) => {
    const { answers, rowOf, checks, told, exported, service, redis, settings } = await startPublished(t);
    service.faults.add({ on: exports, kind: 'status', status: 503, times: 99 });
    await checks(day + 2.5 * hour);
    const once = exported();
    assert.ok(once > 0);
    const postponed = createKeys(settings.REDIS_PREFIX ?? '').resultsPostponed(workspace, 'zone.UTC');
    for (const late of [2.6, 2.7, 3.4]) await checks(day + late * hour);
    assert.equal(exported(), once);
    assert.equal(await redis.exists(postponed), 1);
    answers([rowOf(0, 1_000)]);
    await checks(day + 3.8 * hour);
    assert.equal(told().length, 1);
  },
);

for (const [what, at, says] of oneOf([
  ['results', day + 2.5 * hour, /Results one day after/],
  ['a weekly report', 7 * day + 1.1 * hour, /Northwind Coffee last week/],
] as const))
  test(`if Redis goes down while the service responds, the bot posts ${what} later, once`, async (t) => {
    const redis = await startRedis({ appendOnly: true });
    const published = await startPublished(t, { analyticsRows: 'posts', redis }).finally(() =>
      // closed after the bot, which would otherwise wait for its Redis
      t.after(() => redis.stop()),
    );
    const { chat, service, start, teamSettings, exported } = published;
    if (what === 'a weekly report')
      await teamSettings.setBrand(workspace, brand.id, { ...withReport(), results: 'off' });
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    t.after(() => answer());
    service.faults.add({ on: exports, kind: 'held', until, times: 1 });
    await published.at(start + at);
    await openQueue(t, published).enqueue(resultsJob, { workspace }, { soon: true });
    await eventually(() => assert.equal(exported(), 1));
    await redis.kill();
    answer();
    await eventually(() =>
      assert.ok(published.logs.some(({ msg }) => msg === 'lost the connection to Redis')),
    );
    await redis.restart();
    const said = () => chat.messages('launches').filter(({ text }) => says.test(text)).length;
    await eventually(() => assert.equal(said(), 1));
    await published.checks(at + 10 * minute);
    assert.equal(said(), 1);
    assert.ok(exported() <= 3, `${exported()} exports`);
  });

longTest(
  'results that Slack rate limits wait for their turn in the channel, and cost one request',
  async (t) => {
    const { answers, rowOf, checks, chat, exported } = await startPublished(t);
    answers([rowOf(0, 1_000)]);
    const isResult = ({ text }: { text?: unknown }): boolean => /Results/.test(String(text));
    chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 }, 1, isResult);
    await checks(day + 2.5 * hour);
    const said = () => chat.messages('launches').filter(({ text }) => /Results/.test(text)).length;
    await eventually(() => assert.equal(said(), 1));
    assert.equal(exported(), 1);
  },
);

for (const [what, date, says] of oneOf([
  ['is the latest of each network', (at: string) => at, /\*190\* total clicks/],
  [
    'is left out if nothing says when it was',
    () => '',
    /publishing: \*300\* impressions and \*30\* engagements\.$/,
  ],
] as const))
  test(`a number that is already a total ${what}`, async (t) => {
    const { answers, rowOf, checks, told } = await startPublished(t);
    const row = (at: number, total: number, provider: string) => {
      const one = rowOf(at, 100);
      return { ...one, date: date(one.date), provider, total_clicks: total };
    };
    answers([row(day, 150, 'instagram'), row(0, 100, 'instagram'), row(0, 40, 'facebook_page')]);
    await checks(day + 2.5 * hour);
    assert.match(String(told()[0]?.[1]), says);
  });

longTest('a rewrite’s results go to the first version’s thread and name the post', async (t) => {
  const { answers, rowOf, checks, told, card } = await startPublished(t, { of: 'a rewrite' });
  answers([rowOf(0, 1_000)]);
  await checks(day + 2.5 * hour);
  const [[thread, text] = [], ...more] = told();
  assert.deepEqual(more, []);
  assert.equal(thread, card.thread);
  assert.match(String(text), /Results for “.+” one day after publishing/);
});

longTest('the results of a campaign’s posts are one message in its thread, each posted once', async (t) => {
  const posts = 2;
  const start = tuesday();
  const { ana, at, chat, service, ...started } = await startAt(t, start, {
    settings: { RESTING_INTERVAL_MS: '10' },
  });
  const queue = openQueue(t, started);
  await submits(ana, '/campaign Opening week of the new shop', {
    in: 'launches',
    fill: { Posts: String(posts), Days: '7' },
  });
  const card = await ana.sees('launches', new RegExp(`${posts} posts to review`));
  for (const { id } of service.posts()) service.publish(id);
  await eventually(async () => {
    await queue.enqueue(readBrandJob, { workspace, brand: brand.id });
    await queue.enqueue(sweepJob, {});
    assert.ok(cardsBelow(card).every(({ text }) => /Published/.test(text)));
  });
  const date = new Date(start).toISOString().slice(0, 10);
  const body = service.posts().map(({ id }, i) => ({ date, post_id: id, impressions: 1_000 + i }));
  service.faults.add({ on: exports, kind: 'status', status: 200, body, times: 99 });
  for (const late of [2.5, 3.5]) {
    await at(start + day + late * hour);
    await queue.enqueue(resultsJob, { workspace }, { soon: true });
    await idle(queue);
  }
  const [said, ...more] = chat.messages('launches').filter(({ text }) => /Results for/.test(text));
  assert.deepEqual(more, []);
  assert.equal(said?.thread, card.ts);
  assert.equal(
    said?.text.match(/Results for “.+” one day after publishing: \*1,00\d\* impressions\./g)?.length,
    posts,
  );
});

test('a notification about results names the post, which its thread already shows', () => {
  const figures = [{ name: 'Likes', percent: false, how: 'total' as const, value: 7 }];
  const { text, blocks } = renderResults([{ card: aCard(), figures, days: 1 }]);
  assert.match(text, /Results for “Fresh beans” one day after publishing/);
  assert.doesNotMatch(JSON.stringify(blocks), /Fresh beans/);
});

test('a post’s results name the network without numbers yet, and use the singular for one', () => {
  const columns = readColumns({
    columns: ['post_id', 'network', 'likes', 'replies'],
    rows: [
      ['p', 'facebook_page', '1', '1'],
      ['p', 'tiktok', '0', '0'],
    ],
  });
  assert.ok(columns);
  const profiles = ['Facebook · Acme', 'Instagram · acme', 'TikTok · acme'].map((name) => ({
    id: name,
    name,
  }));
  const card = aCard({ content: { ...aCard().content, profiles } });
  const says = (rows: number[]) => {
    const without = networksWithout(columns, rows, card);
    return renderResults([{ card, figures: figuresOf(columns, rows), days: 1, without }]).text;
  };
  assert.match(says([0, 1]), /: \*1\* like and \*1\* reply\. No numbers from Instagram yet\.$/);
  assert.match(says([1]), /: \*0\* likes and \*0\* replies\. No numbers from Facebook and Instagram yet\.$/);
  // whose numbers they are isn't known
  assert.deepEqual(networksWithout({ ...columns, others: [] }, [0, 1], card), []);
});

test('results that are too long for one message take as many as they need', () => {
  const figures = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    name: name.repeat(60),
    percent: false,
    how: 'total' as const,
    value: 1_234_567,
  }));
  const all = Array.from({ length: 30 }, (_, i) => ({ card: aCard({ id: `card-${i}` }), figures, days: 1 }));
  const fitting = fittingResults(all);
  const { text, blocks } = renderResults(fitting);
  assert.ok(text.length < 4_000 && blocks.length === fitting.length, `${text.length} characters`);
  assert.ok(renderResults(all.slice(0, fitting.length + 1)).text.length >= 4_000);
  const short = all.map((one) => ({ ...one, figures: figures.slice(0, 1) }));
  assert.equal(fittingResults([...short, ...short]).length <= 50, true);
});

/** A report on Tuesdays at nine, in the channel of the brand. */
const withReport = (more = {}) =>
  brandSettingsSchema.parse({ channel: 'C0LAUNCHES', zone: 'UTC', report: { day: 2, at: '09:00', ...more } });

test('the weekly report compares two weeks in charts and a table, with the best posts', async (t) => {
  const { answers, rowOf, checks, chat, teamSettings, card, exported, told } = await startPublished(t);
  await teamSettings.setBrand(workspace, brand.id, { ...withReport(), results: 'off' });
  const reports = () =>
    chat.messages('launches').filter(({ text }) => /Northwind Coffee last week/.test(text));
  const [lastWeek, before] = [0, 1, 2, 3, 4, 5, 6]
    .map((at) => [at * day, (at - 7) * day])
    .reduce<number[][]>(
      ([these = [], those = []], [one = 0, other = 0]) => [
        [...these, one],
        [...those, other],
      ],
      [[], []],
    );
  answers([
    ...(before ?? []).map((at) => ({ ...rowOf(at, 100), post_id: 'another' })),
    ...(lastWeek ?? []).map((at) => ({ ...rowOf(at, 140), reach: 70 })),
    ...(lastWeek ?? []).map((at) => ({ ...rowOf(at, 10), post_id: 'another', followers: 0, reach: 7 })),
  ]);
  await checks(7 * day + 0.9 * hour);
  assert.equal(reports().length, 0, 'before its time');
  await checks(7 * day + 1.1 * hour);
  const [report] = reports();
  assert.ok(report);
  assert.match(report.text, /Impressions: \*1,050\*, \+50% from 700/);
  assert.match(report.text, /Followers: \*900\*, unchanged/);
  assert.match(report.text, /Reach per day: \*77\* on average/);
  assert.match(
    report.text,
    /Top posts\* by engagements[\s\S]*Open until ten[\s\S]*98 engagements[\s\S]*70 reach per day/,
  );
  assert.match(report.text, /Made elsewhere[\s\S]*7 engagements/);
  assert.doesNotMatch(report.text, /no numbers|don’t say/);
  assert.match(report.fallback, /Northwind Coffee last week[\s\S]*Impressions: \*1,050\*/);
  const shown = JSON.stringify(report.blocks);
  assert.ok(shown.includes(card.ts.replace('.', '')), 'it links to the card');
  assert.equal(report.blocks.filter(({ type }) => String(type) === 'data_visualization').length, 2);
  assert.equal(report.blocks.filter(({ type }) => type === 'data_table').length, 1);
  await checks(7 * day + 2.1 * hour);
  assert.equal(reports().length, 1, 'once a week');
  assert.equal(exported(), 1);
  assert.deepEqual(told(), [], 'a brand that wants no results has none');
});

longTest('a week whose numbers end early is compared with the same days of the previous week', async (t) => {
  const { answers, rowOf, checks, chat, teamSettings } = await startPublished(t);
  await teamSettings.setBrand(workspace, brand.id, { ...withReport(), results: 'off' });
  const before = [-7, -6, -5, -4, -3, -2, -1].map((at) => ({ ...rowOf(at * day, 100), net: 0 }));
  const week = [0, 1, 2, 3, 4].map((at) => ({ ...rowOf(at * day, 100), net: -1 }));
  answers([...before, ...week]);
  await checks(7 * day + 1.1 * hour);
  const [report] = chat.messages('launches').filter(({ text }) => /last week/i.test(text));
  assert.match(report?.text ?? '', /Impressions: \*500\*, unchanged/);
  assert.match(report?.text ?? '', /compared with .+ \(5 days each\)/);
  assert.match(report?.text ?? '', /Net: \*-5\*, down from 0/);
  assert.match(report?.text ?? '', /The numbers end on .+, so the last 2 days are left out/);
  const [chart] = (report?.blocks ?? []).filter(({ type }) => String(type) === 'data_visualization');
  const { series } = (chart as unknown as { chart: { series: { data: { value: number }[] }[] } }).chart;
  assert.deepEqual(
    series.map(({ data }) => data.map(({ value }) => value)),
    [Array(5).fill(100), Array(5).fill(100)],
  );
});

longTest('if Slack doesn’t support charts yet, the weekly report has its numbers as text', async (t) => {
  const { answers, rowOf, checks, chat, teamSettings } = await startPublished(t);
  await teamSettings.setBrand(workspace, brand.id, { ...withReport(), results: 'off' });
  answers([rowOf(0, 100), rowOf(day, 150)]);
  const hasTable = ({ blocks }: { blocks?: unknown }): boolean =>
    JSON.stringify(blocks ?? '').includes('data_table');
  chat.faults.next('chat.postMessage', { kind: 'refused', error: 'invalid_blocks' }, 1, hasTable);
  await checks(7 * day + 1.1 * hour);
  const [report, ...more] = chat.messages('launches').filter(({ text }) => /last week/i.test(text));
  assert.deepEqual(more, []);
  assert.match(report?.text ?? '', /```\nDate +Impressions/);
});

for (const [what, rows, says] of oneOf([
  ['no rows', () => [], /has no numbers yet/],
  ['no dates', (row: object) => [{ ...row, date: 'soon' }], /have no dates/],
  [
    'no last week',
    (row: object, before: object) => [{ ...row, date: 'soon' }, ...Array(9).fill(before)],
    /no numbers for .+202[\s\S]*No posts have results for .+202/,
  ],
  ['no week before', (row: object) => [row], /The numbers end on[\s\S]*no numbers for .+ to compare with/],
  [
    'no posts',
    (row: object) => [{ ...row, post_id: '' }],
    /aren’t broken down by post, so I can’t show your top posts/,
  ],
] as const))
  test(`a weekly report from an export with ${what} says so plainly`, async (t) => {
    const { answers, rowOf, checks, chat, teamSettings } = await startPublished(t);
    await teamSettings.setBrand(workspace, brand.id, { ...withReport(), results: 'off' });
    answers(rows(rowOf(day, 100), rowOf(-2 * day, 100)));
    await checks(7 * day + 1.1 * hour);
    const [report] = chat.messages('launches').filter(({ text }) => /last week/i.test(text));
    assert.match(report?.text ?? '', says);
  });

test('the report says when a service hasn’t responded for an hour', async (t) => {
  const { checks, chat, teamSettings, service } = await startPublished(t);
  await teamSettings.setBrand(workspace, brand.id, { ...withReport(), results: 'off' });
  service.faults.add({
    on: exports,
    kind: 'status',
    status: 422,
    body: { message: 'Not in this plan' },
    times: 9,
  });
  await checks(7 * day + 1.1 * hour);
  const [report] = chat.messages('launches').filter(({ text }) => /last week/i.test(text));
  assert.match(report?.text ?? '', /Couldn’t get the numbers[\s\S]*Not in this plan/);

  await teamSettings.setBrand(workspace, brand.id, {
    ...withReport({ by: 'U0CY' }),
    channel: 'C0LEADERS',
    results: 'off' as const,
  });
  await checks(14 * day + 1.1 * hour);
  await eventually(() =>
    assert.ok(
      chat.calls.some(
        ({ method, args }) =>
          method === 'chat.postMessage' &&
          args.channel === 'U0CY' &&
          /couldn’t post the weekly report for/.test(String(args.text)),
      ),
    ),
  );
});

/** A bot with reports for this many brands, each Tuesday at nine. The service returns a row for each. */
async function startReports(t: TestContext, brands: number, settings = {}) {
  const start = tuesday();
  const started = await startAt(t, start, { settings });
  const queue = openQueue(t, started);
  const ids = Array.from({ length: brands }, (_, n) => (n === 0 ? brand.id : `brand-of-test-${n}`));
  for (const id of ids) await started.teamSettings.setBrand(workspace, id, withReport());
  const date = new Date(start + day).toISOString().slice(0, 10);
  const answers = (times: number, only = '') =>
    started.service.faults.add({
      on: exports,
      kind: 'status',
      status: 200,
      body: [{ date, impressions: 100 }],
      times,
      when: (request) => JSON.stringify(request).includes(only),
    });
  return {
    ...started,
    answers,
    ids,
    async checks(at: number): Promise<void> {
      await started.at(start + at);
      await queue.enqueue(resultsJob, { workspace }, { soon: true });
      await idle(queue);
    },
    reports: () => started.chat.messages('launches').filter(({ text }) => /last week/i.test(text)),
  };
}

test('waiting for one brand’s report delays no other brand’s, and ends after an hour', async (t) => {
  const { answers, checks, reports, service, ids } = await startReports(t, 3);
  service.faults.add({
    on: exports,
    kind: 'status',
    status: 503,
    retryAfter: 90,
    times: 99,
    when: (request) => !JSON.stringify(request).includes('brand-of-test'),
  });
  answers(9, 'brand-of-test');
  await checks(7 * day + 1.1 * hour);
  assert.equal(reports().length, ids.length - 1);
  await checks(7 * day + 1.9 * hour);
  assert.equal(reports().length, ids.length - 1, 'an hour isn’t over');
  await checks(7 * day + 2.3 * hour);
  assert.match(reports().at(-1)?.text ?? '', /Couldn’t get the numbers/);
  assert.equal(reports().length, ids.length);
});

test('a report first tried at the end of its ten hours says at once why it has no numbers', async (t) => {
  const { checks, reports, service } = await startReports(t, 1);
  service.faults.add({ on: exports, kind: 'status', status: 503, times: 99 });
  await checks(7 * day + 10.5 * hour);
  await checks(7 * day + 11.6 * hour);
  assert.equal(reports().length, 1);
  assert.match(reports()[0]?.text ?? '', /Couldn’t get the numbers/);
});

test('a report waits for its turn in the channel, like everything else that is posted there', async (t) => {
  const { answers, checks, reports, redis, settings } = await startReports(t, 1);
  answers(9);
  const limiter = createChannelRateLimiter(redis, settings.REDIS_PREFIX ?? '', 1);
  const moment = 7 * day + 1.1 * hour;
  const slackCall = { workspace, channel: 'C0LAUNCHES', card: 'x', call: 'post', progress: true } as const;
  await limiter.block(slackCall, 5 * minute, tuesday() + moment);
  await checks(moment);
  assert.deepEqual(reports(), []);
  await checks(moment + 6 * minute);
  await eventually(() => assert.equal(reports().length, 1));
});

longTest('a report waits when the quota is used up, even hours past its time', async (t) => {
  const { answers, checks, reports, ids } = await startReports(t, 6, { REQUESTS_PER_MINUTE: '10' });
  answers(99);
  // half of the quota is for what happens in the background
  await checks(7 * day + 5 * hour);
  assert.equal(reports().length, 5);
  await checks(7 * day + 5.1 * hour);
  await eventually(() => assert.equal(reports().length, ids.length));
  for (const { text } of reports()) assert.doesNotMatch(text, /Couldn’t get/);
});

longTest(
  'if a worker is killed right after it posts results, they are posted at most once more',
  async (t) => {
    const start = tuesday();
    const started = await startAt(t, start, { settings: { ROLE: 'bot' } });
    const { ana, bo, chat, redis, service, settings, aheadMs } = started;
    const first = await startReplacement(t, started);
    const card = await makesDraft(ana, 'Open until ten', { in: 'launches' });
    await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
    const [post] = service.posts();
    const date = new Date(start).toISOString().slice(0, 10);
    const body = [{ date, post_id: post?.id, impressions: 1_000, engagements: 100 }];
    service.faults.add({ on: exports, kind: 'status', status: 200, body, times: 99 });
    // only this reads results from the audit trail
    await eventually(async () =>
      assert.ok((await auditTrail(t, started)).some(({ what }) => what === 'published')),
    );
    const [queue, keys] = [openQueue(t, started), createKeys(settings.REDIS_PREFIX ?? '')];
    await redis.set(keys.resultsNext(workspace), Number.MAX_SAFE_INTEGER);
    await first.stop();

    const told = () =>
      chat.messages('launches').filter(({ text }) => /Results one day after/.test(text)).length;
    const later = { settings, aheadMs: () => aheadMs() + day + 2.5 * hour };
    const dying = await startWorkerDyingAt(t, later, 'results sent');
    await redis.del(keys.resultsNext(workspace));
    await queue.enqueue(resultsJob, { workspace }, { soon: true });
    await dying.ended;
    assert.equal(told(), 1);
    const noted = () => redis.keys(`${keys.results(workspace, '')}*`);
    assert.deepEqual(await noted(), []);
    await startReplacement(t, later);
    await eventually(async () => assert.equal((await noted()).length, 1));
    assert.equal(told(), 2);
  },
);

longTest('if workers are killed while posting a report, it is posted at most once more', async (t) => {
  const start = tuesday() + 1.2 * hour;
  const started = await startAt(t, start, { slackToo: true, settings: { ROLE: 'bot' } });
  const { chat, teamSettings, settings, redis } = started;
  const queue = openQueue(t, started);
  const reports = () => chat.messages('launches').filter(({ text }) => /last week/i.test(text));
  const first = await startWorkerDyingAt(t, started, 'report due');
  await teamSettings.setBrand(workspace, brand.id, withReport());
  const keys = createKeys(settings.REDIS_PREFIX ?? '');
  await redis.del(keys.resultsNext(workspace));
  await queue.enqueue(resultsJob, { workspace }, { soon: true });
  await first.ended;
  assert.equal(reports().length, 0);
  await (await startWorkerDyingAt(t, started, 'report sent')).ended;
  await startReplacement(t, started);
  const noted = () => redis.keys(`${keys.resultsOf(workspace, `report.${brand.id}`, '')}*`);
  assert.deepEqual(await noted(), []);
  await eventually(async () => assert.equal((await noted()).length, 1));
  assert.equal(reports().length, 2);
});
