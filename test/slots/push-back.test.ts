/** After a pause, the queue moves back without losing its order, over signed HTTP. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BotOptions, StartedBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays, pausesBrand, resumesBrand, schedulePosts, startPausing } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { submits } from '#test/support/user-actions.ts';
import { resumeButtons } from '#views/pause/resume.ts';
import { beingScheduled, moveLine } from '#views/posts/moved.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const minute = 60_000;
const pushes = resumeButtons.pushBack;

/** Three posts with cards in the first three slots, a post from the web app in the fourth, and a post at another time; then a pause. */
async function start(t: TestContext, options: BotOptions = {}) {
  let aheadMs = 0;
  const started = await startPausing(t, { ...options, now: () => Date.now() + aheadMs });
  const { ana, bo } = started;
  await postingTimes(t, started, brand);
  const slots = nextSlots(9);
  const launch = inDays(20);
  schedulePosts(started, ['Of the web app'], slots[3]);
  for (const [caption, at] of [
    ['Huila', slots[0]],
    ['Sidamo', slots[1]],
    ['Antigua', slots[2]],
    ['Launch', launch],
  ] as const) {
    await submits(ana, `/post ${caption}`, { fill: { 'Schedule for': new Date(at ?? 0) } });
    await ana.sees('social', new RegExp(`Scheduled for[\\s\\S]*${caption}`));
  }
  await pausesBrand(bo, /5 posts unscheduled/);
  return {
    ...started,
    launch,
    slot: (n: number): number => slots[n - 1] ?? 0,
    /** By default, the first two slots are over. */
    async resumesLate(at = (slots[1] ?? 0) + minute) {
      aheadMs = at - Date.now();
      return resumesBrand(bo, /Decide what to do with 5 posts/);
    },
  };
}

const times = ({ service }: Pick<StartedBot, 'service'>): Record<string, number | undefined> =>
  Object.fromEntries(service.posts().map(({ caption, scheduledAt }) => [caption, scheduledAt]));

test('after a pause, posts that missed their slots take the next ones, in the same order', async (t) => {
  const started = await start(t);
  const { bo, slot } = started;
  const early = await resumesBrand(bo, /Decide what to do with 5 posts/);
  assert.ok(!early.buttons.includes(pushes), 'no post missed its slot yet');
  const list = await started.resumesLate();
  assert.match(list.text, /2 posts missed their times/);
  assert.ok(list.text.includes(moveLine({ caption: 'Huila', from: slot(1), to: slot(3) })), list.text);
  assert.ok(list.text.includes(moveLine({ caption: 'Of the web app', from: slot(4), to: slot(6) })));
  await bo.clicks(list, pushes);
  const report = await bo.seesPrivately(/Changed the times of 4 posts in the queue for Northwind Coffee/);
  assert.match(report, /Huila:[\s\S]*Sidamo:[\s\S]*Antigua:[\s\S]*Of the web app:/);
  assert.ok(report.includes(beingScheduled(4)), report);
  const after = { Huila: slot(3), Sidamo: slot(4), Antigua: slot(5), 'Of the web app': slot(6) };
  await eventually(() => assert.deepEqual(times(started), { ...after, Launch: undefined }));
  // the post at another time still needs a decision
  await list.shows(/Decide what to do with 1 post[\s\S]*Launch/);
  assert.ok(!list.buttons.includes(pushes));
});

longTest('a post whose slot is too soon to schedule is pushed back with the others, in order', async (t) => {
  const started = await start(t);
  const { bo, slot } = started;
  await bo.clicks(await started.resumesLate(slot(3) - 3 * minute), pushes);
  const after = { Huila: slot(4), Sidamo: slot(5), Antigua: slot(6), 'Of the web app': slot(7) };
  await eventually(() => assert.deepEqual(times(started), { ...after, Launch: undefined }));
});

longTest(
  'if a rule requires approval, the queue moves back and says what still has to be approved',
  async (t) => {
    const started = await start(t);
    const { bo, slot, service } = started;
    await (await ruleSetter(t, started))(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
    await bo.clicks(await started.resumesLate(), pushes);
    const report = await bo.seesPrivately(/Changed the times of 4 posts in the queue for Northwind Coffee/);
    assert.ok(!report.includes(beingScheduled(4)));
    assert.match(report, /4 posts won’t be scheduled until someone approves them on their cards/);
    assert.match(report, new RegExp(`Huila: .* → \\*<!date\\^${slot(3) / 1_000}`));
    assert.deepEqual(new Set(service.posts().map(({ state }) => state)), new Set(['draft']));
  },
);

longTest('when two people push back the queue at once, no post moves twice', async (t) => {
  const [first, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let waits = false;
  const started = await start(t, {
    async failpoint(step) {
      if (step !== 'transition recorded' || !waits) return;
      waits = false;
      first.resolve();
      await finished.promise;
    },
  });
  const { bo, cy, service, slot } = started;
  const his = await started.resumesLate();
  const hers = await resumesBrand(cy, /Decide what to do with 5 posts/);
  const sent = () => service.requestsTo('PATCH /post/*').length;
  const before = sent();
  waits = true;
  const clicked = bo.clicks(his, pushes);
  // he has pushed back one post, and she pushes back the others before he continues
  await first.promise;
  await cy.clicks(hers, pushes);
  const report = await cy.seesPrivately(/Changed the times of 3 posts in the queue for Northwind Coffee/);
  assert.match(report, /Sidamo:[\s\S]*Antigua:[\s\S]*Of the web app:/);
  await eventually(() => assert.equal(sent() - before, 3));
  finished.resolve();
  await clicked;
  assert.match(
    await bo.seesPrivately(/Changed the time of 1 post in the queue/),
    /Huila:[\s\S]*changed since you last saw it/,
  );
  const after = { Huila: slot(3), Sidamo: slot(4), Antigua: slot(5), 'Of the web app': slot(6) };
  await eventually(() => assert.deepEqual(times(started), { ...after, Launch: undefined }));
  assert.equal(sent() - before, 4);
  await resumesBrand(cy, /Decide what to do with 1 post[\s\S]*Launch/);
});

longTest('the list of a brand without posting times offers no queue', async (t) => {
  const started = await start(t);
  await postingTimes(t, started, brand, { times: [] });
  assert.ok(!(await started.resumesLate()).buttons.includes(pushes));
});
