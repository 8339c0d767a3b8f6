/** What people do under a limit of sixty requests a minute, counted on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromLastPage, play, type Scenario, scenarios } from '#bench/parts/request-scenarios.ts';
import type { SimulatedTeam } from '#bench/parts/simulated-team.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays } from '#test/support/user-actions.ts';

const second = 1_000;
const minute = 60_000;

/** Runs a scenario of `npm run bench -- requests`, which has to finish. */
async function played(t: TestContext, scenario: Scenario | undefined) {
  assert.ok(scenario);
  const outcome = await play(scenario);
  const { done, wanted, seconds, requests, remark } = outcome;
  t.diagnostic(`${done} of ${wanted} in ${seconds} s with ${JSON.stringify(requests)}`);
  assert.equal(done, wanted, remark);
  assert.equal(requests.refused, 0);
  return { ...outcome, ideal: scenario.ideal };
}

const named = (name: string): Scenario | undefined => scenarios.find((one) => one.name === name);

/** How many seconds after now the service gets this; two minutes at most. */
async function secondsUntil(t: TestContext, { service }: SimulatedTeam, endpoint: string): Promise<number> {
  const [asked, from] = [Date.now(), service.requests.length];
  const isSent = () =>
    service.requests.slice(from).some(({ method, path }) => `${method} ${path}` === endpoint);
  while (!isSent() && Date.now() - asked < 2 * minute) await sleep(100);
  const seconds = (Date.now() - asked) / second;
  t.diagnostic(`${endpoint} after ${seconds} s`);
  return seconds;
}

longTest(
  '20 AI posts are published with at most 2.75 requests each, in 1.4 times what generating them takes',
  async (t) => {
    const { requests, seconds, ideal } = await played(t, named('prompt-20-posts-1-brands'));
    assert.ok(requests.total <= 55, `${requests.total} requests`);
    assert.ok(seconds <= 1.4 * (ideal.seconds ?? 0), `${seconds} s`);
  },
);

longTest(
  '6 posts on page 31 are published with one pass of the listing, although others just pushed them down',
  async (t) => {
    const { requests, ideal } = await played(t, named('pushed-down-by-1500'));
    assert.equal(requests.byEndpoint['PATCH /post/{id}'], 6);
    assert.ok(requests.total <= ideal.requests, `${requests.total} requests`);
  },
);

for (const order of oneOf(['oldest', 'newest'] as const))
  longTest(
    `6 posts on the last of 31 known pages are published with two reads each at most, ${order} first`,
    async (t) => {
      const { requests } = await played(t, fromLastPage(1_500, order, 1));
      assert.equal(requests.byEndpoint['PATCH /post/{id}'], 6);
      assert.ok((requests.reads['brand-01'] ?? 0) <= 12, `${requests.reads['brand-01']} reads`);
    },
  );

longTest('in a pause with one unreadable brand, the others are read rarely and no one waits', (t) =>
  withSimulatedTeam(t, { brands: 3, history: 10, waitSeconds: 120 }, async (team) => {
    const { service, cy } = team;
    const broken = team.brand(2).id;
    service.faults.add({
      on: 'GET /post',
      kind: 'status',
      status: 500,
      times: Number.POSITIVE_INFINITY,
      when: ({ query }) => query.brandId === broken,
    });
    // the lists of the brand are known
    await team.submits('/post Before the recall', team.brand(0));
    await team.card('Before the recall', cardSays.ready);
    await team.waitForFreshQuota();
    await cy.types('/social pause all recall of a batch');
    await sleep(30 * second);
    await team.submits('/ai-post An idea for the autumn menu', team.brand(0));
    const waited = await secondsUntil(t, team, 'POST /post/ai');
    const from = service.requests.length;
    await team.card('n idea for the autumn menu', /You asked|paused/);
    await sleep(3 * minute);
    const { total, reads } = team.requests(from);
    t.diagnostic(`${total} requests after that, reads ${JSON.stringify(reads)}`);
    assert.ok(waited <= 2, `waited ${waited} s`);
    assert.ok((reads[broken] ?? 0) <= 10, 'the broken brand is read ever more rarely');
    // a pass a minute: the only page, and whether another follows
    assert.ok((reads[team.brand(1).id] ?? 0) <= 8, 'a brand without waiting cards');
  }),
);

longTest('a campaign in a brand of 1,200 posts delays nothing of another brand', (t) =>
  withSimulatedTeam(t, { brands: 2, history: { 0: 1_200 } }, async (team) => {
    await team.submits('/post Before the campaign', team.brand(1));
    await team.card('Before the campaign', cardSays.ready);
    await team.waitForFreshQuota();
    team.service.holdGeneration();
    await team.submits('/campaign Opening week of the new shop', team.brand(0), { Posts: '5', Days: '7' });
    await sleep(20 * second);
    await team.submits('/ai-post An idea for the autumn menu', team.brand(1));
    const waited = await secondsUntil(t, team, 'POST /post/ai');
    assert.ok(waited <= 2, `waited ${waited} s`);
  }),
);

longTest('a post is created at once while another brand’s checks use up their share of the quota', (t) => {
  const limit = 60;
  return withSimulatedTeam(t, { brands: 2 }, async (team) => {
    const { service } = team;
    await team.submits('/post Nothing much', team.brand(1));
    await team.card('Nothing much', cardSays.ready);
    await team.waitForFreshQuota();
    service.holdGeneration();
    await team.submits('/ai-post An idea for the autumn menu', team.brand(0));
    await secondsUntil(t, team, 'POST /post/ai');
    // the check searches 121 pages for the post, which is on the last one now
    service.putHistory({ brandId: team.brand(0).id, count: 6_000, everyMs: 1 });
    await sleep(90 * second);
    const { total, refused } = team.requests(
      service.requests.findIndex(({ at }) => at > Date.now() - minute),
    );
    t.diagnostic(`${total} requests in the last minute`);
    // four fifths in 61 seconds; a minute has a few fewer if they came in bursts
    assert.ok(total >= 0.75 * limit, `only ${total} requests in the last minute`);
    await team.submits('/post Open until ten', team.brand(1));
    const waited = await secondsUntil(t, team, 'POST /post');
    assert.ok(waited <= 2, `waited ${waited} s`);
    assert.equal(refused, 0);
  });
});
