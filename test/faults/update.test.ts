import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { startInProcess } from '#test/support/in-process.ts';
import { longTest } from '#test/support/long-tests.ts';
import { brandId, inDays, pausesBrand, startPausing } from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { cardSays, edits, makesDraft, submits } from '#test/support/user-actions.ts';
import { resumed } from '#views/pause/resume.ts';
import { faultsFor, lostAnswers, lostRequests, pauses, refusals, settingsFor } from './service-faults.ts';

const on = 'PATCH /post/*';

describe('a change', { concurrency: 4 }, () => {
  for (const { what, fault, says } of faultsFor('update', refusals)) {
    test(`when the service ${what}, the card says why, keeps its text, and can be edited again`, async (t) => {
      const { ana, bo, service } = await startBot(t);
      const card = await makesDraft(ana, 'The first words');
      service.faults.add({ on, ...fault });
      await edits(bo, card, 'The second words');
      await card.shows(says);
      assert.match(card.text, /The post wasn’t changed\./);
      assert.match(card.text, /The first words/);
      assert.equal(service.requestsTo(on).length, 1);
      assert.equal(service.posts()[0]?.caption, 'The first words');

      await edits(bo, card, 'The third words');
      await card.shows(/The third words/);
      assert.equal(service.posts()[0]?.caption, 'The third words');
    });
  }

  // it's idempotent, so sending it again is safe
  const temporary = [pauses, lostAnswers, lostRequests].flatMap((each) => faultsFor('update', each));
  for (const trouble of temporary) {
    test(`when the service ${trouble.what}, the edit is saved a moment later`, async (t) => {
      const { ana, bo, service } = await startBot(t, { settings: settingsFor(trouble) });
      const card = await makesDraft(ana, 'The first words');
      service.faults.add({ on, ...trouble.fault });
      await edits(bo, card, 'The second words');
      await card.shows(/The second words/);
      await card.offers('Approve & publish');
      assert.equal(service.posts()[0]?.caption, 'The second words');
      assert.equal(service.publishes(), 0);
      assert.equal(service.creations(), 1);
    });
  }

  test('while an edit is pending, no one can publish, and the refusal names the editor', async (t) => {
    const { ana, bo, cy, chat, service } = await startBot(t);
    const card = await makesDraft(ana, 'The first words');
    const held = holdCalls(t);
    service.faults.add({ on, ...held.fault });
    chat.faults.next('chat.update', held.fault);
    await edits(bo, card, 'The second words');
    assert.match((await cy.hearsOn(card, 'Approve & publish')).text, /<@U0BO> is (changing|editing)/);
    held.release();
    await card.shows(/The second words/);
    await card.offers('Approve & publish');
    assert.equal(service.publishes(), 0);
  });
});

longTest(
  'a schedule request with a response too late for its brand’s pause is checked at once',
  async (t) => {
    // during this time, a listing without it means nothing
    const OPEN_FACTS = JSON.stringify({ listingLag: 60 });
    const bot = await startPausing(t, { settings: { REQUEST_TIMEOUT_MS: '800', OPEN_FACTS } });
    const { ana, bo, logs, service } = bot;
    const card = await makesDraft(ana, 'Beans from Huila');
    const modal = await ana.opensOn(card, 'Schedule', 'Schedule');
    await modal.fill({ 'Schedule for': new Date(inDays(1)) });
    const held = holdCalls(t);
    service.faults.add({ on, ...held.fault });
    await modal.submit();
    await eventually(() => assert.equal(service.requestsTo(on).length, 1));
    const report = await pausesBrand(bo, /No posts were unscheduled/);
    await eventually(() =>
      assert.ok(logs.some((line) => /PATCH .*didn't answer/.test(JSON.stringify(line)))),
    );
    held.release();
    await report.shows(/1 post unscheduled/);
    assert.equal(service.posts()[0]?.state, 'draft');
  },
);

/** A paused brand with a post that was scheduled in the web app, and a service that refuses to unschedule it. */
async function startRefused(t: TestContext) {
  const bot = await startPausing(t, {
    settings: { RESTING_INTERVAL_MS: '200', PAUSE_CHECK_INTERVAL_MS: '200' },
  });
  const { ana, bo, service } = bot;
  const card = await makesDraft(ana, 'Beans from Huila');
  const [post] = service.posts();
  await pausesBrand(bo, /No posts were unscheduled/);
  const times = Number.POSITIVE_INFINITY;
  const refused = service.faults.add({ on, kind: 'status', status: 401, times });
  service.edit(post?.id ?? '', { state: 'scheduled', scheduledAt: inDays(1) });
  const workspace = bot.chat.world.workspace.id;
  const queue = openQueue(t, bot);
  const comes = (look: () => void) =>
    eventually(async () => {
      await queue.enqueue(readBrandJob, { workspace, brand: brandId });
      await queue.enqueue(sweepJob, {});
      look();
    });
  const says = /rejected the API key.*The post is still scheduled and may go out. I’ll keep trying/s;
  await comes(() => assert.match(card.text, says));
  return { ...bot, card, workspace, postId: post?.id ?? '', refused, comes };
}

test('a post that can’t be unscheduled during a pause says that it may go out, until it’s unscheduled', async (t) => {
  const { ana, card, chat, comes, postId, refused, service, settings, workspace } = await startRefused(t);
  const { REDIS_URL = '', REDIS_PREFIX = '' } = settings;
  const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
  const work = new Queue('work', { connection, prefix: queuePrefix(REDIS_PREFIX) });
  t.after(() => work.close().then(() => connection.disconnect()));
  const id = await connection.get(createKeys(REDIS_PREFIX).claim(workspace, postId));
  /** Marks the job as BullMQ does when every process that ran it has died. */
  const killer = async (name: string, of: Record<string, unknown>): Promise<void> => {
    const job = await work.add(name, { workspace, ...of }, { delay: 600_000 });
    await connection.hset(work.toKey(job.id ?? ''), { defa: 'job stalled more than allowable limit' });
    await job.promote();
  };
  await killer('freeze', { scope: `brand.${brandId}` });
  const ours = /Something went wrong on our side\. I’ll keep trying/;
  await eventually(() => assert.ok(chat.calls.some(({ args }) => ours.test(JSON.stringify(args)))));
  await killer('hold', { card: id });
  const left = /The post is still scheduled and may go out. Unschedule it if it shouldn’t/;
  await comes(() => assert.match(card.text, left));
  await ana.sees(
    'social',
    /<@U0ANA>: Couldn’t unschedule this post\. .*may go out\. Unschedule it if it shouldn’t/s,
  );
  refused.remove();
  await comes(() => assert.match(card.text, /Publishing is paused/));
  assert.equal(service.posts()[0]?.state, 'draft');
});

longTest('after resuming, a post that couldn’t be unscheduled stays scheduled', async (t) => {
  const { bo, card, comes, service } = await startRefused(t);
  await bo.types('/social resume Northwind Coffee');
  await comes(() => assert.doesNotMatch(card.text, /may go out/));
  assert.match(card.text, /Scheduled/);
  assert.equal(service.posts()[0]?.state, 'scheduled');
});

longTest(
  'a post waiting to be scheduled isn’t scheduled after a short pause that no worker noticed',
  async (t) => {
    const bot = await startPausing(t, { settings: { ROLE: 'bot' } });
    const { ana, bo, service, settings } = bot;
    const worker = { ...settings, ROLE: 'worker', PORT: '0' };
    const first = await startInProcess(t, worker);
    const card = await makesDraft(ana, 'Beans from Huila');
    await first.stop();
    const modal = await bo.opensOn(card, 'Schedule', 'Schedule');
    await modal.submit({ 'Schedule for': new Date(inDays(5)) });
    await submits(ana, '/post Beans from Nariño', {
      in: 'launches',
      fill: { 'Schedule for': inDays(2) / 1_000 },
    });
    await bo.hears('/social pause all recall of a batch', /> paused \*/);
    await bo.hears('/social resume all', new RegExp(resumed));
    await startInProcess(t, worker);
    await card.shows(/Ready for review.*Publishing was paused, so the post wasn’t scheduled/s);
    await ana.sees('launches', cardSays.readyWith(/Beans from Nariño[\s\S]*Planned for/));
    assert.deepEqual(
      service.posts().map(({ state }) => state),
      ['draft', 'draft'],
    );
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  },
);
