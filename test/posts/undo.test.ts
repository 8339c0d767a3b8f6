import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { recordResponses } from '#test/support/response-recorder.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, cardSays, makesDraft, submits } from '#test/support/user-actions.ts';

const minute = 60_000;

/** Nobody is to wait until the time is over, unless a test says so. */
async function approved(t: TestContext, { settings = {}, ...options }: BotOptions = {}) {
  const started = await startBot(t, { ...options, settings: { UNDO_SECONDS: '600', ...settings } });
  const card = await makesDraft(started.ana, 'Beans from Huila');
  await started.bo.clicks(card, 'Approve & publish');
  await card.offersOnly(['Undo']);
  return { ...started, card };
}

/** The same, and time passes as the test says: what waits in the queue then looks at the clock again. */
async function approvedBefore(t: TestContext) {
  let aheadMs = 0;
  const started = await approved(t, { now: () => Date.now() + aheadMs });
  const { REDIS_URL = '', REDIS_PREFIX = '' } = started.settings;
  const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
  const queue = new Queue('work', { connection, prefix: queuePrefix(REDIS_PREFIX) });
  t.after(async () => {
    await queue.close();
    connection.disconnect();
  });
  const atRest = () =>
    eventually(async () => assert.equal(await queue.getJobCountByTypes('waiting', 'active'), 0));
  return {
    ...started,
    async passes(ms: number): Promise<void> {
      await atRest();
      aheadMs += ms;
      const [job] = await eventually(async () => {
        const delayed = await queue.getDelayed();
        return delayed.length > 0 ? delayed : null;
      });
      await job?.promote();
      await atRest();
    },
  };
}

test('after Approve & publish the card says until when the approver can undo', async (t) => {
  const { bo, card, service, ...started } = await approved(t);
  assert.match(
    card.text,
    /\*Publishing at <!date\^\d+\^\{time_secs\}\|[\d:]+ UTC>\.\* Approved by <@U0BO>, who can undo/,
  );
  await bo.clicks(card, 'Undo', { shows: cardSays.ready });
  await card.offers('Approve & publish');
  assert.match(
    JSON.stringify(card.blocks),
    /right away, for everyone to see\. You have 10 minutes to press \*Undo\*/,
  );
  assert.equal(service.publishes(), 0);
  const entries = await auditTrail(t, started);
  assert.deepEqual(
    entries
      .map(({ what, by }) => [what, by])
      .filter(([what]) => what === 'approved' || what === 'taken back'),
    [
      ['approved', 'U0BO'],
      ['taken back', 'U0BO'],
    ],
  );
});

test('no one else can undo it, and they see who can', async (t) => {
  const { ana, card, service } = await approved(t);
  assert.match((await ana.hearsOn(card, 'Undo')).text, /Only <@U0BO>, who approved this, can undo it\./);
  assert.deepEqual(card.buttons, ['Undo']);
  assert.equal(service.publishes(), 0);
});

test('when the time is over the post is published once, and Undo in an older rendering is refused', async (t) => {
  const { bo, card, chat, service, passes } = await approvedBefore(t);
  const listener = recordResponses(chat);
  const [value] = JSON.stringify(card.blocks).match(/"value":"[^"]+"/) ?? [];
  assert.ok(value);
  await passes(10 * minute);
  await card.shows(cardSays.publishedBy('U0BO'));
  await chat.deliver.interaction({
    type: 'block_actions',
    user: { id: bo.id },
    channel: { id: card.channel },
    response_url: listener.address('late'),
    actions: [{ ...JSON.parse(`{${value}}`), type: 'button', action_id: 'card.undo', block_id: 'b' }],
  });
  await eventually(() =>
    assert.match(listener.textsAt('late')[0] ?? '', /It’s too late to undo this\. It’s published\./),
  );
  assert.equal(service.publishes(), 1);
});

longTest(
  'a post that was undone and approved again waits its full time, and the first approval sends nothing',
  async (t) => {
    const { bo, card, service, passes } = await approvedBefore(t);
    await bo.clicks(card, 'Undo');
    await card.offers('Approve & publish');
    await passes(5 * minute);
    await bo.clicks(card, 'Approve & publish');
    await card.offersOnly(['Undo']);
    await passes(6 * minute);
    assert.deepEqual(card.buttons, ['Undo']);
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
    await passes(5 * minute);
    await card.shows(cardSays.publishedBy('U0BO'));
    assert.equal(service.publishes(), 1);
  },
);

longTest('under a rule only the last approval is undone, and the others still count', async (t) => {
  const { ana, bo, cy, service, ...started } = await startBot(t, { settings: { UNDO_SECONDS: '600' } });
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  const card = await makesDraft(ana, 'Beans from Huila');
  await approve(cy, card, { shows: /1 of 2/ });
  await approve(bo, card);
  await card.offersOnly(['Undo']);
  assert.match((await cy.hearsOn(card, 'Undo')).text, /Only <@U0BO>/);
  await bo.clicks(card, 'Undo', { shows: /Approved by <@U0CY>.*1 of 2/ });
  assert.match(card.text, /Approval undone by <@U0BO>/);
  assert.equal(service.publishes(), 0);
});

longTest('undoing *Publish now* on a scheduled post leaves it scheduled', async (t) => {
  const { ana, bo, service } = await startBot(t, { settings: { UNDO_SECONDS: '600' } });
  const at = Math.ceil(Date.now() / 1_000) + 86_400;
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': at } });
  const card = await ana.sees('social', cardSays.scheduled);
  await bo.clicks(card, 'Publish now');
  await card.offersOnly(['Undo']);
  await bo.clicks(card, 'Undo', { shows: cardSays.scheduled });
  assert.equal(service.posts()[0]?.state, 'scheduled');
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest('a rate limit on updating the card doesn’t delay its post', async (t) => {
  const { ana, bo, chat, service } = await startBot(t, { settings: { UNDO_SECONDS: '1' } });
  const card = await makesDraft(ana, 'Beans from Huila');
  chat.faults.next('chat.update', { kind: 'rate-limited', retryAfterSeconds: 600 }, 1);
  await bo.clicks(card, 'Approve & publish');
  await eventually(() => assert.equal(service.publishes(), 1));
});
