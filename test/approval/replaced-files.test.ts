import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { fileReads, startUnderRule } from '#test/support/linked-files.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, cardSays, submits } from '#test/support/user-actions.ts';

const two = aRule({ people: ['U0BO', 'U0CY'], needed: 2 });
test('a file that was replaced after the approval isn’t published, and the card asks again', async (t) => {
  const { bo, cy, card, service, files } = await startUnderRule(t, two);
  await approve(bo, card, { shows: /1 of 2/ });
  await fileReads(files, 1);
  files.at.set('/files/beans.png', 'something else');
  await approve(cy, card, { shows: /Someone replaced file 1 after the post was approved/ });
  await card.shows(/0 of 2 approvals/);
  assert.equal(service.publishes(), 0);
  await approve(bo, card, { shows: /1 of 2/ });
  await approve(cy, card, { shows: cardSays.publishedBy('U0CY') });
  assert.equal(service.publishes(), 1);
});

longTest('a file that is replaced while the service is slow is not published', async (t) => {
  let later = 0;
  const { bo, cy, card, service, files } = await startUnderRule(t, two, {
    now: () => Date.now() + later,
    settings: { REQUEST_TIMEOUT_MS: '20000' },
  });
  const slow = service.faults.add({
    on: 'GET /post',
    kind: 'delay',
    ms: 8_000,
    times: Number.POSITIVE_INFINITY,
  });
  await approve(bo, card);
  await fileReads(files, 1);
  await eventually(() => assert.equal(slow.hits, 1));
  // nothing else takes this long
  later = 40_000;
  slow.remove();
  files.at.set('/files/beans.png', 'something else');
  await approve(cy, card, { shows: /Someone replaced file 1 after the post was approved/ });
  assert.equal(service.publishes(), 0);
});

test('an unchanged file is published, and checking it costs no request to the service', async (t) => {
  const { bo, card, service, files } = await startUnderRule(t);
  const asked = service.requests.length;
  await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  assert.equal(files.reads.get('/files/beans.png'), 2, 'read after the approval and before publishing');
  const [look, publish] = service.requests.slice(asked);
  assert.deepEqual([look?.method, publish?.method], ['GET', 'PATCH']);
});

longTest('a scheduled post’s files are checked when it is scheduled', async (t) => {
  const { bo, cy, card, service, files } = await startUnderRule(t, two, {
    fill: { 'Schedule for': inDays(1) / 1_000 },
  });
  await approve(bo, card, { shows: /1 of 2/ });
  await fileReads(files, 1);
  files.at.set('/files/beans.png', 'something else');
  await approve(cy, card, { shows: /Someone replaced file 1 .* The post wasn’t scheduled/ });
  await card.shows(/0 of 2 approvals/);
  assert.equal(service.posts()[0]?.scheduledAt ?? null, null);
});

longTest('once the service has its own copy, the file at the original URL can change', async (t) => {
  const often = { settings: { RESTING_INTERVAL_MS: '100' } };
  const { bo, card, service, files } = await startUnderRule(t, aRule(), often);
  const copy = 'https://cdn.service.example/a1.png';
  service.edit(service.posts()[0]?.id ?? '', { mediaUrls: [copy] });
  await eventually(() => assert.ok(card.pictures.some(({ url }) => url === copy)));
  files.at.delete('/files/beans.png');
  await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
});

longTest('without a rule, no file is read', async (t) => {
  const { ana, bo, card, service, files, ...started } = await startUnderRule(t);
  await (await ruleSetter(t, started))(undefined);
  await submits(ana, '/post Without a rule', { fill: { 'Media links': files.address('/files/beans.png') } });
  const other = await ana.sees('social', /Without a rule/);
  await bo.clicks(other, 'Approve & publish', { shows: /Published by/ });
  assert.equal(files.reads.size, 0);
  assert.ok(card);
});
