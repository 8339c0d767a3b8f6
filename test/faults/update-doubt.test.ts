import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { startInProcess } from '#test/support/in-process.ts';
import { longTest, shareOf } from '#test/support/long-tests.ts';
import { inDays, startPausing } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, cardSays, edits, makesDraft, submits } from '#test/support/user-actions.ts';
import { resumed } from '#views/pause/resume.ts';

const on = 'PATCH /post/*';

const schedules = async (who: Driver, card: ShownMessage, at: number): Promise<void> => {
  const modal = await who.opensOn(card, 'Schedule', 'Schedule');
  await modal.sends({ 'Schedule for': new Date(at) });
};

/** Lets a second worker take over the job that updates the only post. */
async function overtaking(t: TestContext, { settings, service, chat }: StartedBot) {
  const { REDIS_URL = '', REDIS_PREFIX = '' } = settings;
  const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
  const work = new Queue('work', { connection, prefix: queuePrefix(REDIS_PREFIX) });
  t.after(() => work.close().then(() => connection.disconnect()));
  const workspace = chat.world.workspace.id;
  const post = service.posts()[0]?.id ?? '';
  const card = await connection.get(createKeys(REDIS_PREFIX).claim(workspace, post));
  return {
    // like BullMQ does when the first worker loses its lock
    overtake: () => work.add('update', { workspace, card }),
    left: () => work.getJobCountByTypes('active', 'waiting', 'delayed'),
  };
}

describe('an edit that may have been accepted', { concurrency: 4 }, () => {
  const quick = { RECONCILE_INTERVAL_MS: '20' };

  test('blocks decisions until the listing can be read, which then shows that it was accepted', async (t) => {
    const { ana, bo, cy, service } = await startBot(t, { settings: quick });
    const card = await makesDraft(ana, 'The first words');
    const reject = await cy.opensOn(card, 'Reject', /^Reject/);
    await reject.fill({ Reason: 'A recall' });
    service.faults.add({ on, kind: 'drop-after' });
    service.faults.add({ on, kind: 'status', status: 401 });
    const unread = service.faults.add({ on: 'GET /post', kind: 'status', status: 401, times: 1_000 });
    await schedules(bo, card, inDays(1));
    const doubts =
      /Checking whether this was scheduled.*the API key\..* The post may have been changed anyway, so I’ll keep checking\./s;
    await card.shows(doubts);
    assert.deepEqual(card.buttons, ['Preview']);
    assert.match(
      (await reject.submit()).errors.Reason ?? '',
      /^The last change to this post isn’t confirmed yet/,
    );
    unread.remove();
    await card.shows(/\*Scheduled for .* by <@U0BO>/);
    assert.doesNotMatch(card.text, /may have been/);
    assert.equal(service.requestsTo(on).length, 2);
  });

  longTest('is checked, and not resent unchanged, if its time passes meanwhile', async (t) => {
    let ahead = 0;
    const { ana, bo, service } = await startBot(t, { settings: quick, now: () => Date.now() + ahead });
    const card = await makesDraft(ana, 'The first words');
    service.faults.add({ on, kind: 'drop-after' });
    await schedules(bo, card, inDays(0) + 3_600_000);
    await eventually(() => assert.equal(service.requestsTo(on).length, 1));
    ahead = 3_700_000;
    await card.shows(/\*Scheduled for .* by <@U0BO>/);
    assert.equal(service.requestsTo(on).length, 1);
  });

  longTest('is left for people to decide if the listing never shows it', async (t) => {
    const { ana, bo, service } = await startBot(t, { settings: quick });
    const card = await makesDraft(ana, 'The first words');
    service.faults.add({ on, kind: 'drop-before' });
    // the service's error message is never mistaken for the card's text
    const message = 'The post may have been changed anyway, so I’ll keep checking.';
    service.faults.add({ on, kind: 'status', status: 422, body: { message } });
    await schedules(bo, card, inDays(1));
    await card.shows(/Ready for review.*It says: /s);
    const said = card.text.slice(card.text.indexOf('It says: ') + 'It says: '.length);
    assert.ok(said.startsWith(`“${message}” The card now matches the publishing service.`), said);
    await card.offers('Reject');
    await edits(bo, card, 'The third words');
    await eventually(() => assert.equal(service.posts()[0]?.caption, 'The third words'));
  });

  longTest('stays unknown after one read that doesn’t show the post', async (t) => {
    const { ana, bo, service } = await startBot(t, { settings: quick });
    const card = await makesDraft(ana, 'The first words');
    service.faults.add({ on, kind: 'drop-after' });
    service.faults.add({ on, kind: 'status', status: 401 });
    const lag = service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body: [] });
    await schedules(bo, card, inDays(1));
    await card.shows(/\*Scheduled for .* by <@U0BO>/);
    assert.equal(lag.hits, 1);
  });

  test('is no longer checked if the list is refused for good, but is if the API key is rejected', async (t) => {
    const { ana, bo, service } = await startBot(t, { settings: { ...quick, WATCH_TIMEOUT_MS: '1' } });
    const card = await makesDraft(ana, 'The first words');
    service.faults.add({ on, kind: 'drop-before' });
    service.faults.add({ on, kind: 'status', status: 404, body: { message: 'No such brand.' } });
    const unread = { on: 'GET /post', kind: 'status', times: 1_000 } as const;
    const noKey = service.faults.add({ ...unread, status: 401 });
    await edits(bo, card, 'Other words');
    await card.shows(/Checking whether/);
    const before = noKey.hits;
    await eventually(() => assert.ok(noKey.hits >= before + 2));
    assert.match(card.text, /Checking whether/);
    service.faults.add({ ...unread, status: 404 });
    noKey.remove();
    const says =
      /Ready for review.*No such brand\.” I can’t read the publishing service’s list of posts\. The post may have been changed anyway\. Check/s;
    await card.shows(says);
    await card.offers('Reject');
  });

  const overtaken = [
    { how: 'answers', late: undefined },
    { how: 'fails', late: { kind: 'status', status: 422 } as const },
  ];
  for (const { how, late } of shareOf(overtaken, { which: 1, shares: overtaken.length }))
    test(`isn’t changed by a worker whose lock was taken over and that ${how} late`, async (t) => {
      const bot = await startBot(t);
      const { ana, bo, service } = bot;
      const card = await makesDraft(ana, 'The first words');
      service.faults.add({ on, kind: 'delay', ms: 1_500 });
      if (late) service.faults.add({ on, ...late });
      await edits(bo, card, 'The second words');
      await eventually(() => assert.equal(service.requestsTo(on).length, 1));
      await (await overtaking(t, bot)).overtake();
      await card.shows(/The second words/);
      await edits(ana, card, 'The third words');
      await eventually(() => assert.equal(service.posts()[0]?.caption, 'The third words'));
      await card.shows(/The third words/);
      await card.offers('Edit');
      assert.doesNotMatch(card.text, /refused/);
      assert.equal(service.requestsTo(on).length, 3);
    });

  longTest('isn’t sent by a worker whose lock was taken over before sending', async (t) => {
    const bot = await startBot(t);
    const { ana, bo, service } = bot;
    await (await ruleSetter(t, bot))(aRule());
    await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(1) / 1_000 } });
    const card = await ana.sees('social', cardSays.readyWith(/Planned for/));
    await approveButton(card);
    const slow = service.faults.add({ on: 'GET /post', kind: 'delay', ms: 1_500 });
    await approve(bo, card);
    await eventually(() => assert.equal(slow.hits, 1));
    const { overtake, left } = await overtaking(t, bot);
    await overtake();
    await card.shows(cardSays.scheduled);
    await eventually(async () => assert.equal(await left(), 0));
    assert.equal(service.requestsTo(on).length, 1);
  });
});

longTest('after a pause with a lost response is resumed, cards show the service’s times', async (t) => {
  const bot = await startPausing(t, { settings: { ROLE: 'bot' } });
  const { ana, bo, service, settings } = bot;
  const worker = { ...settings, ROLE: 'worker', PORT: '0' };
  const first = await startInProcess(t, worker);
  const card = await makesDraft(ana, 'Beans from Huila');
  const lost = service.faults.add({ on, kind: 'status-after', status: 503, retryAfter: 1 });
  await schedules(bo, card, inDays(1));
  await eventually(() => assert.equal(lost.hits, 1));
  await first.stop();
  await bo.hears('/social pause all recall of a batch', /> paused \*/);
  await bo.hears('/social resume all', new RegExp(resumed));
  await startInProcess(t, worker);
  await card.shows(/\*Scheduled for .* by <@U0BO>/);
  assert.doesNotMatch(card.text, /paused/);
  assert.equal(service.requestsTo(on).length, 1);
});
