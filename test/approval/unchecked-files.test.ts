import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { fileReads, holdFileCheck, startUnderRule } from '#test/support/linked-files.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule } from '#test/support/rules.ts';
import { approve, cardSays } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { checkingFiles } from '#views/posts/card-state.ts';

test('nothing is published before its files are checked, and the card says that it’s waiting', async (t) => {
  const { options, later, goOn } = holdFileCheck();
  const { bo, card, service, files } = await startUnderRule(t, aRule(), options);
  await approve(bo, card);
  await fileReads(files, 1);
  later(60_000);
  await card.shows(checkingFiles);
  files.at.set('/files/beans.png', 'something else');
  assert.equal(service.publishes(), 0);
  goOn();
  await card.shows(/Someone replaced file 1 after the post was approved/);
  assert.ok(!card.text.includes(checkingFiles));
  assert.equal(service.publishes(), 0);
});

longTest(
  'a post whose files can’t be checked for ten minutes returns to review, and can be approved',
  async (t) => {
    const { options, later, goOn } = holdFileCheck();
    const { bo, card, service, files } = await startUnderRule(t, aRule(), options);
    t.after(() => goOn());
    await approve(bo, card);
    await fileReads(files, 1);
    later(5_000);
    await card.shows(checkingFiles);
    later(10 * 60_000);
    await card.shows(/couldn’t check file 1, .* The post wasn’t published/);
    await card.shows(/0 of 1 approval/);
    assert.equal(service.publishes(), 0);
    goOn();
    await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  },
);

longTest('no time is sent before the files are checked', async (t) => {
  const { options, later, goOn } = holdFileCheck();
  const { bo, card, service, files } = await startUnderRule(t, aRule(), {
    ...options,
    fill: { 'Schedule for': inDays(1) / 1_000 },
  });
  await approve(bo, card);
  await fileReads(files, 1);
  later(60_000);
  await card.shows(checkingFiles);
  assert.equal(service.posts()[0]?.scheduledAt ?? null, null);
  goOn();
  await card.shows(cardSays.scheduled);
});

test('a file that can’t be read is published only if someone approves after the card says so', async (t) => {
  const { bo, card, service } = await startUnderRule(t, aRule(), {
    fill: { 'Media links': 'http://127.0.0.1:9/beans.png' },
  });
  await approve(bo, card, { shows: /File 1 can’t be checked/ });
  await card.offers(buttonText.publishNow);
  assert.match(card.text, /1 of 1/);
  assert.equal(service.publishes(), 0);
  await bo.clicks(card, buttonText.publishNow, { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

/** The final approval is a minute old when the list of posts is read, and then the file can't be read. */
async function startUnreadable(t: TestContext) {
  let aheadMs = 0;
  const rule = aRule({ people: ['U0BO', 'U0CY'], needed: 2 });
  const started = await startUnderRule(t, rule, { now: () => Date.now() + aheadMs });
  const { bo, cy, card, service, files } = started;
  const asked = service.requestsTo('GET /post').length;
  await approve(bo, card, { shows: /1 of 2/ });
  await fileReads(files, 1);
  // the read for the files' copies, which ends before the final approval
  await eventually(() => assert.ok(service.requestsTo('GET /post').length > asked));
  const slow = service.faults.add({ on: 'GET /post', kind: 'delay', ms: 1_000, times: 1 });
  await approve(cy, card);
  await eventually(() => assert.equal(slow.hits, 1));
  aheadMs = 60_000;
  files.at.delete('/files/beans.png');
  await fileReads(files, 2);
  return {
    ...started,
    later(ms: number): void {
      aheadMs += ms;
    },
  };
}

test('a file that can’t be read once, long after the approval, is read again', async (t) => {
  const { card, service, files } = await startUnreadable(t);
  files.at.set('/files/beans.png', 'beans');
  await card.shows(cardSays.publishedBy('U0CY'));
  assert.equal(service.publishes(), 1);
});

longTest('a file that can’t be read for 30 seconds clears the approvals', async (t) => {
  const { card, service, later } = await startUnreadable(t);
  later(30_000);
  await card.shows(/can no longer read file 1, .* The post wasn’t published/);
  await card.shows(/0 of 2 approvals/);
  assert.equal(service.publishes(), 0);
});

longTest('each time that is chosen has its own 30 seconds', async (t) => {
  const { options, later, goOn } = holdFileCheck();
  const { bo, card, service, files } = await startUnderRule(t, aRule(), {
    ...options,
    fill: { 'Schedule for': inDays(1) / 1_000 },
  });
  await approve(bo, card);
  await fileReads(files, 1);
  files.at.delete('/files/beans.png');
  goOn();
  await fileReads(files, 2);
  files.at.set('/files/beans.png', 'beans');
  await card.shows(cardSays.scheduled);
  later(60_000);
  files.at.delete('/files/beans.png');
  const reads = files.reads.get('/files/beans.png') ?? 0;
  const form = await bo.opensOn(card, 'Reschedule', 'Reschedule');
  const time = inDays(2);
  await form.submit({ 'Schedule for': time / 1_000 });
  await fileReads(files, reads + 1);
  files.at.set('/files/beans.png', 'beans');
  await eventually(() => assert.equal(service.posts()[0]?.scheduledAt, time));
});
