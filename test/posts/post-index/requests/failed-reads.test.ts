/** Reads that fail, and who waits for them, on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays } from '#test/support/user-actions.ts';

const second = 1_000;
const minute = 60_000;

for (const kind of oneOf(['drop-before', 'truncated'] as const))
  test(`a read whose connection is lost (${kind}) is tried again at once, at no cost of attempts`, (t) =>
    withSimulatedTeam(t, {}, async (team) => {
      const { service, bo } = team;
      await team.submits('/post Beans from Huila', team.brand(0));
      const card = await team.card('Beans from Huila', cardSays.ready);
      await team.waitForFreshQuota();
      service.faults.add({ on: 'GET /post', kind });
      const [from, complaints, clickedAt] = [service.requests.length, team.warnings.length, Date.now()];
      await bo.clicks(card, 'Approve & publish');
      await team.card('Beans from Huila', /Published by/);
      const [lost, next, publish] = service.requests.slice(from);
      assert.deepEqual(
        [lost, next, publish].map((one) => `${one?.method} ${one?.path.slice(0, 5)}`),
        ['GET /post', 'GET /post', 'PATCH /post'],
      );
      const waitedMs = (publish?.at ?? Number.POSITIVE_INFINITY) - clickedAt;
      t.diagnostic(`published ${waitedMs} ms after the click`);
      assert.ok(waitedMs < second, `${waitedMs} ms`);
      assert.deepEqual(team.warnings.slice(complaints), []);
    }));

longTest('a check continues at the page that failed, without reading the others again', (t) =>
  withSimulatedTeam(t, { settings: { WATCH_TIMEOUT_MS: String(60 * minute) } }, async (team) => {
    const { service } = team;
    service.holdGeneration();
    await team.submits('/ai-post Beans from Huila', team.brand(0));
    await eventually(() => assert.equal(service.generations(), 1));
    // so that the next one is on the first page of the listing, and this one on the second
    for (let n = 0; n < 60; n += 1) service.putPost({ brandId: team.brand(0).id, caption: `Post ${n}` });
    await team.submits('/ai-post Beans from Nariño', team.brand(0));
    await eventually(() => assert.equal(service.generations(), 2));
    // checks are fifteen seconds apart by now
    await sleep(10 * minute);
    const reads = () => service.requestsTo('GET /post');
    service.faults.add({
      on: 'GET /post',
      kind: 'status',
      status: 500,
      when: ({ query }) => query.page === '1',
    });
    const failed = await eventually(
      () => {
        const at = reads().findIndex(({ status }) => status === 500);
        const [lost, next] = reads().slice(at, at + 2);
        assert.ok(at >= 0 && lost && next);
        return { lost, next };
      },
      { withinMs: minute },
    );
    assert.equal(failed.next.query.page, '1');
    assert.ok(failed.next.at - failed.lost.at < 4.5 * second, `${failed.next.at - failed.lost.at} ms later`);
  }),
);

/** After pauses that double from four seconds to five minutes. */
const failuresInHalfAnHour = 12;

const failing = [
  ['answers 500', { kind: 'status', status: 500 }, failuresInHalfAnHour, 0],
  ['loses every connection', { kind: 'drop-before' }, 2 * failuresInHalfAnHour, 0],
  // two requests a minute are left to checks: trying again waits for the quota, which ends the run of the reader
  [
    'loses every connection while others use the quota',
    { kind: 'drop-before' },
    2 * failuresInHalfAnHour,
    46,
  ],
] as const;

for (const [what, fault, atMost, others] of oneOf(failing))
  longTest(`a brand that ${what} gets few requests`, (t) =>
    withSimulatedTeam(t, { settings: { WATCH_TIMEOUT_MS: String(60 * minute) } }, async (team) => {
      const { service } = team;
      service.holdGeneration();
      await team.submits('/ai-post An idea for the autumn menu', team.brand(0));
      await team.card('n idea for the autumn menu', /Generating/);
      if (others > 0) team.otherProcessesUse('interactive', others);
      await team.waitForFreshQuota();
      service.faults.add({ on: 'GET /post', ...fault, times: Number.POSITIVE_INFINITY });
      const from = service.requests.length;
      await sleep(30 * minute);
      const { total } = team.requests(from);
      t.diagnostic(`${total} requests in half an hour`);
      assert.ok(total > 1 && total <= atMost, `${total} requests`);
    }),
  );
