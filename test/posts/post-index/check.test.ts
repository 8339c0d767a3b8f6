import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { createQueue } from '#src/platform/queue/queue.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { approve, cardSays, makesDraft, submits } from '#test/support/user-actions.ts';

const brand = 'brand-1';

longTest('queueing a watch job that is already waiting doesn’t start another read', async (t) => {
  const bot = await startBot(t, { settings: { WATCH_INTERVAL_MS: '150' } });
  const { ana, service } = bot;
  const { redis, prefix } = redisOf(t, bot.settings);
  const queue = createQueue({ connection: redis, prefix, log: pino({ level: 'silent' }) });
  t.after(() => queue.close());
  service.holdGeneration();
  await submits(ana, '/ai-post Our autumn menu starts on Monday');
  await eventually(() => assert.equal(service.generations(), 1));
  const sent = service.requestsTo('POST /post/ai')[0]?.at ?? 0;
  const reads = () =>
    service
      .requestsTo('GET /post')
      .map(({ at }) => at)
      .filter((at) => at > sent);
  await eventually(async () => {
    for (let n = 0; n < 5; n += 1) await queue.enqueue(readBrandJob, { workspace, brand });
    assert.ok(reads().length >= 5);
  });
  reads().forEach((at, i, all) => {
    const sinceLastMs = at - (all[i - 1] ?? 0);
    assert.ok(sinceLastMs >= 150, `check ${i} was ${sinceLastMs} ms after the previous one`);
  });
  service.releaseGeneration();
  await ana.sees('social', cardSays.ready);
});

/** A generating post on the first of three pages, and a settled post on the last. */
async function startLarge(t: TestContext) {
  const { ana, service } = await startBot(t, { settings: { RESTING_INTERVAL_MS: '300' } });
  const old = await makesDraft(ana, 'Beans from Huila');
  for (let n = 0; n < 120; n += 1) service.putPost({ brandId: brand, caption: `Old ${n}` });
  service.holdGeneration();
  await submits(ana, '/ai-post Our autumn menu starts on Monday', { in: 'launches' });
  await ana.sees('launches', /Generating an AI post/);
  await eventually(() => assert.equal(service.generations(), 1));
  const page = ({ query }: { query: Record<string, unknown> }) => Number(query.page ?? 0);
  return {
    ana,
    service,
    old,
    readsOf: (n: number) => service.requestsTo('GET /post').filter((r) => page(r) === n),
    page,
  };
}

test('a check reads only the pages of the posts that it waits for', async (t) => {
  const { service, ana, readsOf } = await startLarge(t);
  await eventually(() => assert.ok(readsOf(2).length >= 2 && readsOf(0).length >= 5));
  const before = [0, 1, 2].map((n) => readsOf(n).length);
  await eventually(() => {
    const more = [0, 1, 2].map((n, i) => readsOf(n).length - (before[i] ?? 0));
    // the post that rests on the last page is not forgotten, and nothing is on the page between
    assert.ok((more[0] ?? 0) >= 5 && (more[2] ?? 0) >= 2, `${more}`);
  });
  assert.equal(readsOf(1).length, before[1]);
  assert.equal(readsOf(3).length, 0);
  service.releaseGeneration();
  await ana.sees('launches', cardSays.ready);
});

/** The text of the exported file. */
async function exports(ana: Driver): Promise<string> {
  const form = await ana.opens('/social export northwind', 'Export posts');
  await eventually(() => form.fill({ Brand: 'Northwind Coffee' }));
  await form.submit();
  const [file] = (await ana.sees('Presscheck', /file with/)).files;
  return (await fetch(String(file?.url))).text();
}

test('an export has every post, although a new one moves the others while checks read the first page', async (t) => {
  const { ana, service } = await startBot(t);
  for (let n = 0; n < 120; n += 1) service.putPost({ brandId: brand, caption: `Old ${n}` });
  service.holdGeneration();
  await submits(ana, '/ai-post Our autumn menu starts on Monday', { in: 'launches' });
  await eventually(() => assert.equal(service.generations(), 1));
  const lastPage = ({ query }: { query: Record<string, unknown> }): boolean => {
    if (Number(query.page) !== 2) return false;
    // the last post of the first page moves to the second one, which was read already
    if (service.posts().length === 121) service.putPost({ brandId: brand, caption: 'New' });
    return true;
  };
  service.faults.add({ on: 'GET /post', kind: 'status', status: 503, times: 3, when: lastPage });
  const csv = await exports(ana);
  assert.equal(csv.match(/Old \d+/g)?.length, 120);
});

test('an export has every post, although a new one moves the others to a page that a check read ahead', async (t) => {
  const { ana, service, page, readsOf } = await startLarge(t);
  await eventually(() => assert.ok(readsOf(2).length > 0));
  // something has changed, so the export reads all pages
  await makesDraft(ana, 'Beans from Nariño');
  const from = service.requests.length;
  let added = '';
  const isUnread = (request: { query: Record<string, unknown> }): boolean => {
    if (page(request) !== 1) return false;
    if (!service.requests.slice(from).some((read) => page(read) === 2)) return true;
    // the last post of this page moves to the next one, which was read already
    added ||= service.putPost({ brandId: brand, caption: 'New' }).id;
    return false;
  };
  service.faults.add({
    on: 'GET /post',
    kind: 'status',
    status: 503,
    times: Number.POSITIVE_INFINITY,
    when: isUnread,
  });
  const csv = await exports(ana);
  assert.notEqual(added, '');
  assert.equal(csv.match(/Old \d+/g)?.length, 120);
});

test('posts from a page that was read are kept when the next page can’t be read', async (t) => {
  const { service, ana, page, old } = await startLarge(t);
  const fault = { on: 'GET /post', kind: 'status', status: 500, times: Number.POSITIVE_INFINITY } as const;
  service.faults.add({ ...fault, when: (request) => page(request) > 0 });
  service.releaseGeneration();
  await ana.sees('launches', cardSays.ready);
  assert.match(old.text, cardSays.ready);
});

test('a listing that may lag undoes no recent change, and counts once it can’t lag anymore', async (t) => {
  let aheadMs = 0;
  const bot = await startBot(t, {
    now: () => Date.now() + aheadMs,
    settings: { RESTING_INTERVAL_MS: '1', WATCH_INTERVAL_MS: '700' },
  });
  const { ana, bo, service } = bot;
  const setRule = await ruleSetter(t, bot);
  await setRule(aRule({ people: ['U0BO'] }));
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(2) / 1_000 } });
  const card = await ana.sees('social', cardSays.ready);
  await approve(bo, card, { shows: cardSays.scheduled });
  const draft = { id: service.posts()[0]?.id, status: 'DRAFT', caption: 'Beans  from Huila' };
  const lag = { on: 'GET /post', kind: 'status', status: 200, body: [draft], times: 1_000 } as const;
  service.faults.add(lag);
  assert.match((await bo.hears('/social posts', /Beans from Huila/)).text, cardSays.scheduled);
  const queue = openQueue(t, bot);
  const checksUntil = (seen: () => void) =>
    eventually(async () => {
      await queue.enqueue(readBrandJob, { workspace, brand });
      seen();
    });
  const reads = () => service.requestsTo('GET /post').length;
  const before = reads();
  await checksUntil(() => assert.ok(reads() >= before + 2));
  assert.match(card.text, cardSays.scheduled);
  aheadMs = 15_000;
  await checksUntil(() => assert.match(card.text, cardSays.readyWith(/Approvals cleared/)));
});
