/** A pause while the service's list of posts lags and still shows the old state. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { inDays, pauseReport, pausesBrand, schedulePosts, startPausing } from '#test/support/pausing.ts';
import { cardSays, submits } from '#test/support/user-actions.ts';
import { leftToDecide, resumeButtons, stillListed } from '#views/pause/resume.ts';

/** A scheduled post with a card. `lags`: what the listing shows from now on. */
async function startScheduled(t: TestContext) {
  const bot = await startPausing(t);
  const { ana, bo, service } = bot;
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(2) / 1_000 } });
  const card = await ana.sees('social', cardSays.scheduled);
  const id = service.posts()[0]?.id ?? '';
  return {
    ...bot,
    card,
    id,
    lags: (body: unknown[]) =>
      service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body, times: 1_000 }),
    pauses: () => bo.types('/social pause Northwind Coffee wrong prices'),
    asked: () => service.requestsTo(`PATCH /post/${id}`).map(({ body }) => body),
  };
}

const lagging = [
  ['does not show a scheduled post yet', () => []],
  ['still shows a scheduled post as a draft', (id: string) => [{ id, status: 'DRAFT', caption: 'Beans' }]],
  ['shows a scheduled post as failed before', (id: string) => [{ id, status: 'FAILED', caption: 'Beans' }]],
] as const;

for (const [what, listed] of oneOf(lagging))
  test(`if the list ${what}, a pause still unschedules each post once`, async (t) => {
    const bot = await startScheduled(t);
    bot.lags(listed(bot.id));
    await bot.pauses();
    await pauseReport(bot, /1 post unscheduled/);
    assert.equal(bot.service.post(bot.id)?.state, 'draft');
    assert.deepEqual(bot.asked(), [{ scheduledAt: null }]);
    await bot.card.shows(/Unscheduled because <@U0BO> paused publishing/);
  });

longTest('a deleted post isn’t reported as one that couldn’t be unscheduled', async (t) => {
  const bot = await startScheduled(t);
  bot.service.remove(bot.id);
  await bot.pauses();
  const report = await pauseReport(bot, /No posts were unscheduled/);
  assert.doesNotMatch(report.text, /could not|may still/);
  assert.equal(bot.asked().length, 1);
  const [entry] = (await auditTrail(t, bot)).filter(({ what }) => what === 'not taken');
  assert.deepEqual([entry?.post, entry?.result], [bot.id, 'refused']);
});

longTest(
  'an unscheduled post counts as unscheduled while the list still shows it as scheduled',
  async (t) => {
    // the listing can lag by 40 seconds
    const bot = await startPausing(t, { settings: { WATCH_INTERVAL_MS: '2000' } });
    const { bo, service } = bot;
    const posts = schedulePosts(bot, ['Beans from Huila', 'Beans from Nariño']);
    const body = posts.map(({ id, caption, scheduledAt = 0 }) => {
      return { id, caption, status: 'SCHEDULED', scheduledAt: new Date(scheduledAt).toISOString() };
    });
    service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body, times: 1_000 });
    const report = await pausesBrand(bo, /2 posts unscheduled/);
    assert.doesNotMatch(report.text, /could not|may still/);
    for (const { id } of posts) {
      assert.equal(service.post(id)?.state, 'draft');
      assert.equal(service.requestsTo(`PATCH /post/${id}`).length, 1);
    }

    const behind = await bo.hears('/social resume Northwind Coffee', leftToDecide(2));
    assert.equal(behind.text.split(stillListed).length, 3);
    assert.deepEqual(behind.buttons, []);
    service.faults.clear();
    await bo.types('/social resume Northwind Coffee');
    const list = await bo.privateMessage(/This brand isn’t paused[\s\S]*Decide what to do with 2 posts/);
    assert.equal(list.buttons.filter((text) => text === resumeButtons.again).length, 2);
  },
);
