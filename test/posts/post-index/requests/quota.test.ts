/** What people do under a limit of sixty requests a minute, counted on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Newsroom } from '#bench/parts/newsroom.ts';
import { fromLastPage, play, type Scenario, scenarios } from '#bench/parts/request-scenarios.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { inNewsroom } from '#test/support/newsroom.ts';
import { cardSays } from '#test/support/people.ts';

const second = 1_000;
const minute = 60_000;

/** Plays a scenario of `npm run bench -- requests`; all of it has to come to its end. */
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
async function secondsUntil(t: TestContext, { service }: Newsroom, endpoint: string): Promise<number> {
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

longTest(
  'while everything is paused and one brand cannot be read, the others are read rarely and people wait for nothing',
  (t) =>
    inNewsroom(t, { brands: 3, history: 10, patienceSeconds: 120 }, async (room) => {
      const { service, cy } = room;
      const broken = room.brand(2).id;
      service.faults.add({
        on: 'GET /post',
        kind: 'status',
        status: 500,
        times: Number.POSITIVE_INFINITY,
        when: ({ query }) => query.brandId === broken,
      });
      // the lists of the brand are known
      await room.asks('/post Before the recall', room.brand(0));
      await room.card('Before the recall', cardSays.ready);
      await room.freshMinute();
      await cy.types('/social pause all recall of a batch');
      await sleep(30 * second);
      await room.asks('/ai-post An idea for the autumn menu', room.brand(0));
      const waited = await secondsUntil(t, room, 'POST /post/ai');
      const from = service.requests.length;
      await room.card('n idea for the autumn menu', /You asked|paused/);
      await sleep(3 * minute);
      const { total, reads } = room.requests(from);
      t.diagnostic(`${total} requests after that, reads ${JSON.stringify(reads)}`);
      assert.ok(waited <= 2, `waited ${waited} s`);
      assert.ok((reads[broken] ?? 0) <= 10, 'the broken brand is read ever more rarely');
      // a pass a minute: the only page, and whether another follows
      assert.ok((reads[room.brand(1).id] ?? 0) <= 8, 'a brand that nobody waits for');
    }),
);

longTest('a campaign in a brand of 1,200 posts delays nothing of another brand', (t) =>
  inNewsroom(t, { brands: 2, history: { 0: 1_200 } }, async (room) => {
    await room.asks('/post Before the campaign', room.brand(1));
    await room.card('Before the campaign', cardSays.ready);
    await room.freshMinute();
    room.service.holdGeneration();
    await room.asks('/campaign Opening week of the new shop', room.brand(0), { Posts: '5', Days: '7' });
    await sleep(20 * second);
    await room.asks('/ai-post An idea for the autumn menu', room.brand(1));
    const waited = await secondsUntil(t, room, 'POST /post/ai');
    assert.ok(waited <= 2, `waited ${waited} s`);
  }),
);

longTest('a post is created at once while the checks of another brand take all that is left to them', (t) => {
  const limit = 60;
  return inNewsroom(t, { brands: 2 }, async (room) => {
    const { service } = room;
    await room.asks('/post Nothing much', room.brand(1));
    await room.card('Nothing much', cardSays.ready);
    await room.freshMinute();
    service.holdGeneration();
    await room.asks('/ai-post An idea for the autumn menu', room.brand(0));
    await secondsUntil(t, room, 'POST /post/ai');
    // the check searches 121 pages for the post, which is on the last one now
    service.putHistory({ brandId: room.brand(0).id, count: 6_000, everyMs: 1 });
    await sleep(90 * second);
    const { total, refused } = room.requests(
      service.requests.findIndex(({ at }) => at > Date.now() - minute),
    );
    t.diagnostic(`${total} requests in the last minute`);
    // four fifths in 61 seconds; a minute has a few fewer if they came in bursts
    assert.ok(total >= 0.75 * limit, `only ${total} requests in the last minute`);
    await room.asks('/post Open until ten', room.brand(1));
    const waited = await secondsUntil(t, room, 'POST /post');
    assert.ok(waited <= 2, `waited ${waited} s`);
    assert.equal(refused, 0);
  });
});
