/** Lists of posts that take long to read: they open with known posts, and complete by themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { makesDraft } from '#test/support/user-actions.ts';

const brandId = 'brand-1';
/** All reads. */
const reads = { on: 'GET /post', times: Number.POSITIVE_INFINITY } as const;

test('a list of posts says that it is being read, and is updated afterwards', async (t) => {
  const { ana, service } = await startBot(t);
  service.putPost({ brandId, caption: 'Beans from Huila' });
  const held = holdCalls(t);
  service.faults.add({ ...reads, ...held.fault });
  const first = await ana.hears('/social posts');
  assert.match(first.text, /^Loading posts for Northwind Coffee… I’ll send the list in a new message\.$/);
  assert.deepEqual(first.buttons, ['Refresh']);
  held.release();
  const list = await ana.privateMessage(/Beans from Huila/);
  assert.match(list.text, /^As of <!date/m);
  assert.doesNotMatch(list.text, /reading|Checking/);
});

for (const word of oneOf(['posts', 'calendar']))
  longTest(
    `/social ${word} shows known posts while newer ones are read, and is updated in place`,
    async (t) => {
      const { ana, service } = await startBot(t);
      const plan = (caption: string) =>
        service.putPost({ brandId, caption, state: 'scheduled', scheduledAt: inDays(1) });
      plan('Beans from Huila');
      const list = await ana.hears(`/social ${word}`, /Beans from Huila/);
      plan('Beans from Nariño');
      const held = holdCalls(t);
      service.faults.add({ ...reads, ...held.fault });
      await ana.clicks(list, 'Refresh', { shows: /Checking for changes…/ });
      assert.match(list.text, /Beans from Huila/);
      assert.doesNotMatch(list.text, /Nariño/);
      held.release();
      await list.shows(/Nariño/);
      assert.doesNotMatch(list.text, /Checking/);
    },
  );

test('a list that can’t be read again shows known posts, and why it is no newer', async (t) => {
  const { ana, service } = await startBot(t);
  service.putPost({ brandId, caption: 'Beans from Huila' });
  const list = await ana.hears('/social posts', /Beans from Huila/);
  service.faults.add({ on: 'GET /post', kind: 'status', status: 500, times: Number.POSITIVE_INFINITY });
  await ana.clicks(list, 'Refresh', {
    shows: /Couldn’t check for changes\. The publishing service returned an error/,
  });
  assert.match(list.text, /Beans from Huila/);
});

const loading = /Still loading older posts… I’ll send the complete (list|calendar) in a new message\./;

longTest('of many posts, lists and a pause show at once what was read so far, and complete it', async (t) => {
  let left = Number.POSITIVE_INFINITY;
  let opened = Promise.withResolvers<void>();
  t.after(() => opened.resolve());
  const bot = await startBot(t, {
    async failpoint(step) {
      if (step !== 'page indexed') return;
      left -= 1;
      if (left <= 0) await opened.promise;
    },
  });
  /** Lets the reader read this many pages, and then holds it. */
  const holdsAfter = (pages: number): void => {
    left = pages;
    opened = Promise.withResolvers();
  };
  const goesOn = (): void => {
    left = Number.POSITIVE_INFINITY;
    opened.resolve();
  };
  const { ana, cy, service } = bot;
  await makesDraft(ana, 'Beans from Huila');
  service.putHistory({ brandId, count: 250, older: true, profiles: ['profile-1'] });
  holdsAfter(4);
  await ana.hears('/social posts', loading);
  await ana.hears('/social calendar', loading);
  goesOn();
  const list = await ana.privateMessage(/This is the complete list\./);
  assert.match(list.text, /1 to \d+ of 251/);
  await ana.privateMessage(/This is the complete calendar\./);

  const scheduled = service.posts().filter(({ state }) => state === 'scheduled').length;
  assert.ok(scheduled > 0);
  holdsAfter(1);
  await cy.types('/social pause Northwind Coffee wrong prices');
  const report = await ana.sees('social', /posts unscheduled so far\.\* Checking for more…/);
  assert.match(report.text, new RegExp(`\\*${scheduled} posts unscheduled so far`));
  goesOn();
  await report.shows(new RegExp(`\\*${scheduled} posts unscheduled\\.\\*`));
  assert.equal(service.requestsTo('PATCH /post/*').length, scheduled);
});
