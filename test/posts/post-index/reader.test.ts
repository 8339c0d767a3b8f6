/** A brand's reader, while others change the requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Queue } from 'bullmq';
import { sandboxKey } from '#sandbox/service/index.ts';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import { wakeOf } from '#src/platform/queue/job.ts';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { createPostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import { aPost } from '#test/posts/card/samples.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { cardSays, requestsCard, submits } from '#test/support/user-actions.ts';
import { serviceReason } from '#views/posts/service-reason.ts';

longTest('if one card is settled during a check, the reader still serves the others', async (t) => {
  let indexed = async (): Promise<void> => {};
  const { ana, service, chat, settings } = await startBot(t, {
    failpoint: async (step) => (step === 'page indexed' ? indexed() : undefined),
  });
  const { redis, prefix, keys } = redisOf(t, settings);
  const store = createPostIndexStore(redis, prefix);
  const workspace = chat.world.workspace.id;

  service.holdGeneration();
  const make = async (prompt: string, nth: number) => {
    await submits(ana, `/ai-post ${prompt}`, { in: 'launches' });
    await eventually(() => assert.equal(service.generations(), nth));
  };
  await make('Our autumn menu starts on Monday', 1);
  const [older] = service.posts();
  assert.ok(older);
  // so that the newer one is on the first page of the listing, and the older one on the second
  for (let n = 0; n < 60; n += 1) service.putPost({ brandId: older.brandId, caption: `Post ${n}` });
  await make('Doors open at nine', 2);
  const newer = service.posts().find(({ id, state }) => state === 'generating' && id !== older.id);
  assert.ok(newer);
  const cards = cardStoreIn(redis, prefix);
  const settled = Promise.withResolvers<void>();
  indexed = async () => {
    const entries = await store.posts(workspace, older.brandId, [newer.id, older.id]);
    const [newerAt = 0, olderAt = 0] = [newer, older].map(({ id }) => {
      const entry = entries.get(id);
      return entry && 'post' in entry && entry.row !== undefined ? entry.readAt : undefined;
    });
    // the check has read its first page, and not yet its second
    const { checking = 0 } = (await store.listing(workspace, older.brandId)).meta;
    if (newerAt < checking || olderAt >= checking || olderAt === 0) return;
    indexed = async () => {};
    service.edit(older.id, { state: 'published' });
    for (const card of await cards.watched(workspace, older.brandId, '+inf'))
      if (card.postId === older.id) await redis.zrem(keys.watched(workspace, older.brandId), card.id);
    settled.resolve();
  };
  await settled.promise;
  const reads = () => service.requestsTo('GET /post').length;
  const before = reads();
  service.releaseGeneration();
  await ana.sees('launches', cardSays.ready);
  // a reader that waits for a post that never appears reads a thousand times per run
  assert.ok(reads() - before < 300, `${reads() - before} reads`);
});

test('a request that’s repeated for a later read while it’s being served is kept', async (t) => {
  const { settings, chat } = await startBot(t);
  const { redis, prefix } = redisOf(t, settings);
  const store = createPostIndexStore(redis, prefix);
  const workspace = chat.world.workspace.id;
  const request = { kind: 'all', asOf: 1_000, madeAt: 1_000, priority: 'check' } as const;
  await store.addRequest(workspace, 'brand-of-nobody', request);
  const answered = await store.requests(workspace, 'brand-of-nobody');
  await store.addRequest(workspace, 'brand-of-nobody', { ...request, asOf: 2_000 });
  await store.answered(workspace, 'brand-of-nobody', answered);
  const [left] = await store.requests(workspace, 'brand-of-nobody');
  assert.equal(left?.asOf, 2_000);
  await store.answered(workspace, 'brand-of-nobody', [left]);
  assert.deepEqual(await store.requests(workspace, 'brand-of-nobody'), []);
  assert.ok(!(await store.readers(workspace)).includes('brand-of-nobody'));
});

longTest('the first request for all posts is served first, however many others follow', async (t) => {
  let indexed = async (): Promise<void> => {};
  const started = await startBot(t, {
    failpoint: async (step) => (step === 'page indexed' ? indexed() : undefined),
  });
  const { settings, chat, service } = started;
  const { redis, prefix } = redisOf(t, settings);
  const store = createPostIndexStore(redis, prefix);
  const of = { workspace: chat.world.workspace.id, brand: 'brand-1' };
  for (let n = 0; n < 300; n += 1) service.putPost({ brandId: of.brand, caption: `Post ${n}` });
  const ask = (key: string) => {
    const wake = wakeOf(readBrandJob, { ...of, brand: key });
    const now = Date.now();
    return store.addRequest(of.workspace, of.brand, {
      kind: 'all',
      asOf: now,
      madeAt: now,
      priority: 'check',
      wake,
    });
  };
  await ask('first');
  const first = (await store.requests(of.workspace, of.brand)).at(0);
  let [pages, answeredAfter] = [0, 0];
  indexed = async () => {
    pages += 1;
    const open = await store.requests(of.workspace, of.brand);
    if (answeredAfter === 0 && !open.some(({ madeAt }) => madeAt === first?.madeAt)) answeredAfter = pages;
    // the next one comes before this pass has ended
    if (pages < 20) await ask(`after ${pages}`);
  };
  await openQueue(t, started).enqueue(readBrandJob, of);
  await eventually(() => assert.ok(pages >= 20));
  assert.ok(answeredAfter > 0 && answeredAfter < 15, `answered after ${answeredAfter} pages`);
});

longTest(
  'a page is compared with the list from the start of the read, however late it arrives',
  async (t) => {
    let ahead = 0;
    let indexed = (): void => {};
    const { ana, bo, service } = await startBot(t, {
      // a listing can lag for 40 s
      settings: { WATCH_INTERVAL_MS: '2000' },
      now: () => Date.now() + ahead,
      failpoint: async (step) => (step === 'page indexed' ? indexed() : undefined),
    });
    const card = await requestsCard(ana, '/post Fresh beans are in', cardSays.ready);
    const [post] = service.posts();
    assert.ok(post);
    const edit = await bo.opensOn(card, 'Edit', 'Edit post');
    assert.deepEqual((await (await edit.fill({ Caption: 'Fresh beans from Huila' })).submit()).errors, {});
    await card.shows(/Edited by <@U0BO>, /);
    const body = [{ id: post.id, status: 'DRAFT', caption: 'Fresh beans are in' }];
    service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body, times: 1 });
    indexed = () => {
      ahead = 41_000;
    };
    await ana.hears('/social posts', /Posts for Northwind Coffee(?![\s\S]*(Checking for|Still loading))/);
    await eventually(() => assert.equal(ahead, 41_000));
    assert.doesNotMatch(card.text, /outside Slack|publishing service/);
    assert.match(card.text, /Fresh beans from Huila/);
  },
);

test('a card that changes while a page is read isn’t compared with that page', async (t) => {
  const { ana, service, chat, settings } = await startBot(t);
  const { redis, prefix } = redisOf(t, settings);
  const workspace = chat.world.workspace.id;
  await requestsCard(ana, '/post Fresh beans are in', cardSays.ready);
  const cards = cardStoreIn(redis, prefix);
  const [card] = await cards.watched(workspace, 'brand-1', '+inf');
  assert.ok(card?.postId);
  const released = Promise.withResolvers<void>();
  const body = [{ id: card.postId, status: 'DRAFT', caption: 'Fresh beans are in' }];
  service.faults.add({ on: 'GET /post', kind: 'held', until: released.promise });
  const old = service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body });
  const listed = ana.hears(
    '/social posts',
    /Posts for Northwind Coffee(?![\s\S]*(Checking for|Still loading))/,
  );
  await eventually(() => assert.equal(old.hits, 1));
  // another process learned of an edit meanwhile
  const post = aPost({ id: card.postId, status: 'draft', caption: 'Fresh beans from Huila' });
  await cards.transition(workspace, card.id, { type: 'observe', post, at: new Date().toISOString() });
  released.resolve();
  await listed;
  const after = await cards.get(workspace, card.id);
  assert.equal(after?.content.caption, 'Fresh beans from Huila');
});

test('a brand whose reads kill workers is set aside, its cards say so, and it is read later', async (t) => {
  const { ana, chat, service, settings } = await startBot(t);
  service.holdGeneration();
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', /Generating an AI post/);
  await eventually(() => assert.ok(service.requestsTo('GET /post').length > 1));
  const { redis, prefix } = redisOf(t, settings);
  const queue = new Queue('read', { connection: redis, prefix: queuePrefix(prefix) });
  t.after(() => queue.close());
  // the next read would show that all is well again
  const held = service.faults.add({ on: 'GET /post', kind: 'hang-before', times: Number.POSITIVE_INFINITY });
  // as BullMQ notes it when a job has stalled too often
  for (const { id = '' } of await queue.getJobs(['active', 'delayed', 'waiting']))
    await redis.hset(queue.toKey(id), { defa: 'job stalled more than allowable limit' });
  const why = serviceReason({ kind: 'shape', endpoint: 'GET /post', abandoned: true });
  await card.shows(why);
  const workspace = chat.world.workspace.id;
  // earlier releases know no other kind
  const { meta } = await createPostIndexStore(redis, prefix).listing(workspace, 'brand-1');
  assert.equal(meta.failure?.kind, 'shape');
  const cards = cardStoreIn(redis, prefix);
  const [stored] = await cards.watched(workspace, 'brand-1', '+inf');
  const problem = stored?.problem;
  assert.equal(problem && 'failure' in problem && problem.failure.kind, 'shape');
  held.remove();
  service.releaseGeneration();
  await ana.sees('social', cardSays.ready);
});

test('every request to the service counts in the quota, also those of a read that is tried again', async (t) => {
  const { ana, service, settings } = await startBot(t, { service: { pageSize: 25 } });
  const { redis, prefix } = redisOf(t, settings);
  const limit = Number(settings.REQUESTS_PER_MINUTE);
  const count = createRequestCount(redis, prefix, sandboxKey);
  const acquired = async () => limit - (await count.state(Date.now(), limit)).left;
  for (let n = 0; n < 150; n += 1) service.putPost({ brandId: 'brand-1', caption: `Post ${n}` });
  const sized = service.faults.add({
    on: 'GET /post',
    kind: 'status',
    status: 422,
    times: Number.POSITIVE_INFINITY,
    when: ({ query }) => query.perPage !== undefined,
  });
  const lost = service.faults.add({ on: 'GET /post', kind: 'drop-before', times: 1 });
  await ana.hears('/social posts', /of 150(?![\s\S]*(Checking for|Still loading))/);
  assert.deepEqual([lost.hits, sized.hits], [1, 1]);
  await eventually(async () => assert.equal(await acquired(), service.requests.length));
});

longTest('a post found by a single read shows where new posts appear, once its page is read', async (t) => {
  const { ana, service, settings, chat } = await startBot(t, {
    service: { variants: { singleRead: 'on' } },
    settings: { OPEN_FACTS: JSON.stringify({ singleRead: true }) },
  });
  const { redis, prefix } = redisOf(t, settings);
  const store = createPostIndexStore(redis, prefix);
  const newPosts = async () => (await store.listing(chat.world.workspace.id, 'brand-1')).meta.newPosts;
  const lists = async (posts: number): Promise<void> => {
    await ana.hears('/social posts', new RegExp(`of ${posts}(?![\\s\\S]*(Checking for|Still loading))`));
  };
  for (let n = 0; n < 60; n += 1) service.putPost({ brandId: 'brand-1', caption: `Post ${n}` });
  await lists(60);
  assert.equal(await newPosts(), undefined);
  await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  assert.ok(service.requestsTo('GET /post/{postId}').length > 0);
  await lists(61);
  assert.equal(await newPosts(), 'first');
});
