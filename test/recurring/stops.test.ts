import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '#sandbox/redis.ts';
import { recurringJob } from '#src/recurring/jobs.ts';
import type { Series } from '#src/recurring/series.ts';
import { startReplacement, startWorkerDyingAt } from '#test/faults/dying-workers.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { day, hour, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { dateOf, startRecurring } from '#test/support/recurring.ts';
import { aRule } from '#test/support/rules.ts';
import { instagram } from './samples.ts';

test('posts that came due while the bot was off are skipped with one notification, and the next is created', async (t) => {
  const start = tuesday();
  const started = await startRecurring(t, start);
  const { chat, put, moveClockTo: goesTo, cards, service, series } = started;
  const monday = start + 6 * day + hour;
  await put({ from: dateOf(monday - 21 * day) });
  await goesTo(monday - 2 * day);
  await eventually(() => assert.equal(cards().length, 1));
  assert.deepEqual(
    service.posts().map(({ scheduledAt }) => scheduledAt),
    [monday],
  );
  const notes = chat.messages('social').filter(({ text }) => /skipped/.test(text));
  assert.equal(notes.length, 1);
  assert.match(
    notes[0]?.text ?? '',
    /<@U0ANA>: I’ve skipped “Coffee of the week” for Northwind Coffee 3 times since .*It still repeats every Monday at 9:00 AM/,
  );
  assert.equal((await series())[0]?.from, dateOf(monday + day));
  const [entry] = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.deepEqual([entry?.by, entry?.result], ['presscheck', `3 from ${dateOf(monday - 21 * day)}`]);

  await put({ id: 'V2', from: dateOf(monday + day), lastDate: dateOf(monday + day) });
  await goesTo(monday - day);
  assert.deepEqual(
    (await series()).map(({ id }) => id),
    ['V1'],
    'a series without another post ends',
  );
});

test('a series stops and says why if its author, permission, brand, profile, or file is gone', async (t) => {
  const start = tuesday();
  const port = String(await freePort());
  const settings = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
  const started = await startRecurring(t, start, { settings });
  const { chat, put, moveClockTo: goesTo, cards, series } = started;
  const ana = chat.world.user('U0ANA');
  assert.ok(ana);
  const gone = { id: 'profile-gone', name: 'TikTok · northwind' };
  const beans = { id: 'F0DELETED', name: 'beans.png', ending: 'png' as const };
  const cases: [Partial<Series>, Partial<typeof ana>, RegExp][] = [
    [{ profiles: [instagram, gone] }, {}, /<@U0ANA>: .*: TikTok · northwind is no longer connected/],
    [
      { brand: { id: 'none', name: 'Atlas' } },
      {},
      /<@U0ANA>: .*Atlas is no longer in the publishing service/,
    ],
    [{ files: [beans] }, {}, /<@U0ANA>: .*: I can’t find beans\.png in Slack anymore\./],
    [{}, { role: 'guest' }, /<@U0ANA>: .*you can no longer request posts for Northwind Coffee/],
    [{}, { deleted: true }, /<@U0ANA>, who set it up, is no longer in this workspace/],
  ];
  for (const [i, [over, change, said]] of cases.entries()) {
    Object.assign(ana, change);
    const moment = start + (i + 1) * day;
    await put({ id: `V${i}`, days: [1, 2, 3, 4, 5, 6, 7], from: dateOf(moment + day), ...over });
    await goesTo(moment);
    const messages = chat.messages('social').filter(({ text }) => /no longer repeats/.test(text));
    assert.equal(messages.length, i + 1);
    assert.match(messages[i]?.text ?? '', said);
    assert.deepEqual(await series(), []);
  }
  assert.equal(cards().length, 0);
  const results = (await auditTrail(t, started)).flatMap(({ what, result }) =>
    what === 'set' ? [result] : [],
  );
  assert.deepEqual(results, ['profile_gone', 'brand_gone', 'file_gone', 'not_allowed', 'person_left']);
});

test('a brand that’s missing for a few hours, as with the API key of another account, stops nothing', async (t) => {
  const start = tuesday();
  const started = await startRecurring(t, start);
  const { put, service, cards } = started;
  const queue = openQueue(t, started);
  const runs = () => queue.enqueue(recurringJob, { workspace, series: 'V1' }, { soon: true });
  const body = [{ id: 'brand-other', name: 'Other Brand' }];
  const times = Number.POSITIVE_INFINITY;
  const other = service.faults.add({ on: 'GET /brands', kind: 'status', status: 200, body, times });
  // due an hour from now
  await put({ days: [5], from: dateOf(start) });
  await started.at(start + 3 * hour);
  const before = service.requestsTo('GET /brands').length;
  await eventually(async () => {
    await runs();
    assert.ok(service.requestsTo('GET /brands').length >= before + 2);
  });
  other.remove();
  await eventually(async () => {
    await runs();
    assert.equal(cards().length, 1);
  });
});

for (const missing of ['PUBLIC_URL', 'SLACK_SIGNING_SECRET'])
  test(`a worker without ${missing} stops no recurring post with files, and logs what to set`, async (t) => {
    const start = tuesday();
    const settings = { ROLE: 'worker', PUBLIC_URL: 'https://presscheck.example.com', [missing]: '' };
    const started = await startRecurring(t, start, { settings });
    const { put, series, logs } = started;
    const files = [{ id: 'F1', name: 'beans.png', ending: 'png' as const }];
    await put({ files, from: dateOf(start), daysAhead: 14 });
    await openQueue(t, started).enqueue(recurringJob, { workspace, series: 'V1' }, { soon: true });
    await eventually(() =>
      assert.ok(logs.some(({ msg }) => /PUBLIC_URL.*SECRETS_KEY.*SLACK_SIGNING_SECRET/.test(String(msg)))),
    );
    const [kept] = await series();
    assert.deepEqual([kept?.stopped, kept?.news], [undefined, []]);
  });

test('someone who stops a series while its next post is checked gets no post after that', async (t) => {
  const start = tuesday();
  const started = await startRecurring(t, start);
  const { ana, put, service, series } = started;
  const queue = openQueue(t, started);
  await put({ days: [4], from: dateOf(start + day) });
  const list = await ana.hears('/social recurring', /Coffee of the week/);
  const on = 'GET /social-profiles';
  const before = service.requestsTo(on).length;
  service.faults.add({ on, kind: 'delay', ms: 2_000, times: 1 });
  await queue.enqueue(recurringJob, { workspace, series: 'V1' }, { soon: true });
  await eventually(() => assert.equal(service.requestsTo(on).length, before + 1));
  await ana.clicks(list, 'Stop');
  await ana.seesPrivately(/It has no posts waiting to go out/);
  await eventually(async () => assert.deepEqual(await series(), []));
  const entries = await auditTrail(t, started);
  assert.deepEqual(
    entries.flatMap(({ card = '' }) => (card.startsWith('recurring-') ? [card] : [])),
    [],
  );
});

longTest('news for a channel that the bot can’t post in goes to the person who set it up', async (t) => {
  const start = tuesday();
  const { ana, put, sweeps } = await startRecurring(t, start);
  await put({ channel: 'C0LEADERS', from: dateOf(start - 8 * day) });
  await sweeps();
  await ana.sees('Presscheck', /I’ve skipped “Coffee of the week” for Northwind Coffee/);
});

test('while Slack or the service can’t say whether a post can be created, it waits and nothing is lost', async (t) => {
  const start = tuesday();
  const started = await startRecurring(t, start);
  const { chat, put, service, cards, series, logs, setRule } = started;
  const queue = openQueue(t, started);
  const runs = () => queue.enqueue(recurringJob, { workspace, series: 'V1' }, { soon: true });
  await setRule(aRule());
  chat.faults.next('users.info', { kind: 'refused', error: 'internal_error' }, 2);
  await put({ days: [4], from: dateOf(start + day) });
  await runs();
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === "couldn't read a person's role")));
  const down = service.faults.add({
    on: 'GET /brands',
    kind: 'status',
    status: 503,
    times: Number.POSITIVE_INFINITY,
  });
  await eventually(async () => {
    await runs();
    assert.ok(
      logs.some(({ msg }) => msg === "couldn't read a brand's lists; a recurring post waits for them"),
    );
  });
  assert.equal((await series())[0]?.stopped, undefined);
  down.remove();
  await eventually(async () => {
    await runs();
    assert.equal(cards().length, 1);
  });
});

longTest('if workers die after recording a post or its notification, there’s still one post', async (t) => {
  const start = tuesday();
  const started = await startRecurring(t, start, { slackToo: true, settings: { ROLE: 'bot' } });
  const { service, cards, series, put, chat } = started;
  const queue = openQueue(t, started);
  // one missed post, and one to create
  const first = await startWorkerDyingAt(t, started, 'recurring news sent');
  await put({ days: [2, 4], at: '07:00', from: dateOf(start), daysAhead: 3 });
  await queue.enqueue(recurringJob, { workspace, series: 'V1' });
  await first.ended;
  await (await startWorkerDyingAt(t, started, 'recurring post recorded')).ended;
  await startReplacement(t, started);
  await eventually(async () => assert.equal((await series())[0]?.from, dateOf(start + 3 * day)));
  await eventually(() => assert.equal(cards().length, 1));
  assert.equal(service.requestsTo('POST /post').length, 1);
  const notes = chat.messages('social').filter(({ text }) => /skipped/.test(text));
  assert.equal(notes.length, 2, 'sent at least once, because it was not recorded');
});

test('if Slack and the service fail meanwhile, a recurring post is created and shown once', async (t) => {
  const start = tuesday();
  const { chat, put, service, cards, sweeps } = await startRecurring(t, start);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 429, retryAfter: 1 });
  chat.faults.next('chat.postMessage', { kind: 'server-error' }, 2, ({ channel }) => channel === 'C0SOCIAL');
  await put({ days: [4], from: dateOf(start + day) });
  await sweeps();
  await eventually(() => assert.equal(cards().length, 1));
  await eventually(() => assert.match(cards()[0]?.text ?? '', /Scheduled for/));
  assert.equal(chat.faults.counts['server-error'], 2);
  assert.equal(service.creations(), 1);
  assert.equal(cards().length, 1);
});
