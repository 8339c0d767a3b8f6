import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '#sandbox/redis.ts';
import { sandboxKey } from '#sandbox/service/index.ts';
import { queueNames } from '#src/platform/queue/queue.ts';
import { startBot } from '#test/support/bot.ts';
import { startDependencies } from '#test/support/dependencies.ts';
import { eventually } from '#test/support/eventually.ts';
import { startProcess } from '#test/support/process.ts';
import { cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { askForMetrics, metricsToken, scrape } from './scrape.ts';

test('/metrics shows what people and jobs did', async (t) => {
  const { ana, bo, bot, service, settings } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });

  await eventually(async () => {
    const { value, names } = await scrape(bot.port);
    for (const kind of ['command', 'submission', 'click'])
      assert.equal(value('presscheck_ack_seconds_count', { kind }), 1, kind);
    for (const [kind, queueName] of [
      ['create', 'create'],
      ['publish', 'work'],
      ['sweep', 'round'],
    ] as const)
      assert.ok((value('presscheck_jobs_total', { kind, lane: queueName, outcome: 'done' }) ?? 0) >= 1, kind);
    assert.ok((value('presscheck_job_seconds_count', { kind: 'draw' }) ?? 0) >= 1);
    const published = { endpoint: '/post/{postId}', method: 'PATCH' };
    assert.equal(value('presscheck_service_requests_total', { ...published, status: '200' }), 1);
    assert.equal(value('presscheck_service_request_seconds_count', published), 1);
    assert.equal(value('presscheck_card_moves_total', { move: 'publish', state: 'published' }), 1);
    assert.equal(value('presscheck_slack_calls_total', { method: 'views.open', result: 'ok' }), 1);
    const sent = service.requests.length;
    assert.equal(value('presscheck_budget_left', { priority: 'interactive' }), 100_000 - sent);
    assert.equal(value('presscheck_budget_limit'), 100_000);
    for (const queueName of queueNames)
      assert.equal(value('presscheck_queue_jobs', { lane: queueName, state: 'waiting' }), 0);
    assert.equal(value('presscheck_queue_oldest_seconds', { lane: 'work' }), 0);
    assert.equal(value('presscheck_cards', { index: 'waiting' }), 0);
    assert.ok(Math.abs((value('presscheck_last_round_timestamp_seconds') ?? 0) - Date.now() / 1_000) < 30);
    assert.equal(value('presscheck_ready'), 1);
    assert.ok(names.has('process_resident_memory_bytes'));
    assert.ok(names.has('nodejs_eventloop_lag_p99_seconds'));
  });

  const { text, labels } = await scrape(bot.port);
  const secrets = [
    sandboxKey,
    settings.SLACK_BOT_TOKEN,
    settings.SLACK_SIGNING_SECRET,
    settings.REDIS_PREFIX,
  ];
  for (const secret of secrets) assert.ok(secret && !text.includes(secret));
  // labels for users or posts would create a new series for each
  const ids = service.posts().map(({ id }) => id);
  assert.ok(!labels().has('job') && !labels().has('instance'), 'Prometheus would rename its own labels');
  const values = [...labels().values()].flatMap((each) => [...each]);
  for (const id of [...ids, 'brand-1', 'U0ANA', 'U0BO'])
    assert.ok(!values.some((each) => each.includes(id)), id);
});

test('a card that is generating is watched until it is ready', async (t) => {
  const { ana, bot, service } = await startBot(t);
  service.holdGeneration();
  await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', /Generating an AI post/);
  await eventually(async () => {
    const { value } = await scrape(bot.port);
    assert.equal(value('presscheck_cards', { index: 'watched' }), 1);
    assert.equal(value('presscheck_watched_brands'), 1);
    assert.ok((value('presscheck_jobs_total', { kind: 'watch', lane: 'read', outcome: 'again' }) ?? 0) >= 1);
  });
  service.releaseGeneration();
  await ana.sees('social', cardSays.ready);
});

test('refusals by Slack and the service are counted by method and status', async (t) => {
  const { ana, bo, bot, chat, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  chat.faults.next('chat.update', { kind: 'rate-limited', retryAfterSeconds: 1 });
  chat.faults.next('chat.update', { kind: 'refused', error: 'cant_update_message' });
  service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 422 });
  await bo.clicks(card, 'Approve & publish');
  await eventually(async () => {
    const { value } = await scrape(bot.port);
    const method = 'chat.update';
    assert.equal(value('presscheck_slack_calls_total', { method, result: 'limited' }), 1);
    assert.equal(value('presscheck_slack_refusals_total', { method, error: 'cant_update_message' }), 1);
    const refused = { endpoint: '/post/{postId}', method: 'PATCH', status: '422' };
    assert.equal(value('presscheck_service_requests_total', refused), 1);
    assert.equal(value('presscheck_jobs_total', { kind: 'publish', lane: 'work', outcome: 'given up' }), 1);
  });
});

test('checks that wait for the next minute are counted, and the rest of the quota is kept for people', async (t) => {
  const { ana, bot, service } = await startBot(t, {
    settings: { REQUESTS_PER_MINUTE: '10', WATCH_INTERVAL_MS: '1' },
  });
  service.holdGeneration();
  await submits(ana, '/ai-post Something that takes very long to write');
  await eventually(async () => {
    const { value } = await scrape(bot.port);
    assert.ok((value('presscheck_budget_postponed_total', { priority: 'check' }) ?? 0) >= 1);
    assert.equal(value('presscheck_budget_left', { priority: 'check' }), 0);
    assert.ok((value('presscheck_budget_left', { priority: 'interactive' }) ?? 0) >= 1);
  });
  service.releaseGeneration();
});

test('while Redis is down, /metrics responds, says so, and omits unknown values', async (t) => {
  // in a separate process, because BullMQ would wait for that Redis longer than this file runs
  const { redis, settings } = await startDependencies(t);
  const port = Number(settings.PORT);
  await startProcess(t, settings).ready();
  await redis.kill();
  await eventually(async () => {
    const { value } = await scrape(port);
    assert.equal(value('presscheck_ready'), 0);
    assert.equal(value('presscheck_check', { check: 'redis' }), 0);
    for (const [name, labels] of [
      ['presscheck_queue_jobs', { lane: 'work', state: 'waiting' }],
      ['presscheck_queue_oldest_seconds', { lane: 'work' }],
      ['presscheck_budget_left', { priority: 'interactive' }],
      ['presscheck_watched_brands', {}],
      ['presscheck_last_round_timestamp_seconds', {}],
    ] as const)
      assert.equal(value(name, labels), undefined, name);
  });
  await redis.restart();
  await eventually(async () => assert.equal((await scrape(port)).value('presscheck_ready'), 1));
});

for (const [what, options] of [
  ['a bot over Socket Mode', { mode: 'socket', settings: { ROLE: 'bot' } }],
  ['a bot over HTTP', { settings: { ROLE: 'bot' } }],
  ['a worker', { settings: { ROLE: 'worker' } }],
] as const)
  test(`${what} has /metrics as well as /healthz and /readyz`, async (t) => {
    // Bolt does not say which port it took for Socket Mode
    const port = await freePort();
    await startBot(t, { ...options, settings: { ...options.settings, PORT: String(port) } });
    await eventually(async () => assert.equal((await scrape(port)).value('presscheck_ready'), 1));
    for (const path of ['/healthz', '/readyz'])
      assert.ok((await fetch(`http://127.0.0.1:${port}${path}`)).ok);
  });

test('/metrics requires the token, and returns 404 without one', async (t) => {
  const { bot } = await startBot(t);
  const url = `http://127.0.0.1:${bot.port}/metrics`;
  assert.equal((await askForMetrics(`http://127.0.0.1:${bot.port}`)).status, 200);
  for (const authorization of [
    undefined,
    'Bearer',
    'Bearer another-token-of-that-length',
    `Basic ${metricsToken}`,
  ]) {
    const answer = await fetch(url, { headers: authorization ? { authorization } : {} });
    assert.equal(answer.status, 401, authorization);
    assert.doesNotMatch(await answer.text(), /presscheck_/);
  }
  const without = await startBot(t, { settings: { METRICS_TOKEN: '' } });
  assert.equal((await askForMetrics(`http://127.0.0.1:${without.bot.port}`)).status, 404);
});
