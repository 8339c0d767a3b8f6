/** Passes through a long listing, and who waits for them, on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedTeam } from '#bench/parts/simulated-team.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays } from '#test/support/user-actions.ts';

const minute = 60_000;
const day = 86_400_000;
/** Half of the sixty requests a minute, which the background can have. */
const half = 30;
/** What checks can have of them. */
const forChecks = 48;

/** When each page of the first brand was read since the service had got so many requests, in epoch ms. */
const readsOf = ({ service }: SimulatedTeam, from: number): number[] =>
  service.requests
    .slice(from)
    .flatMap(({ method, path, at }) => (`${method} ${path}` === 'GET /post' ? at : []));

/** The most reads in any minute. */
const busiest = (times: readonly number[]): number =>
  Math.max(...times.map((at) => times.filter((one) => one >= at && one < at + minute).length));

longTest('an export that a person waits for reads a long listing with more than half of the quota', (t) =>
  withSimulatedTeam(t, { history: 3_000, waitSeconds: 600 }, async (team) => {
    const { ana } = team;
    const form = await ana.opens(`/social export ${team.brand(0).name}`, 'Export posts');
    await eventually(() => form.fill({ Brand: team.brand(0).name }));
    await form.submit();
    const isSent = async () => assert.equal((await ana.sees('Presscheck')).files.length, 1);
    await eventually(isSent, { withinMs: 10 * minute });
    const reads = readsOf(team, 0);
    t.diagnostic(`${reads.length} reads, ${busiest(reads)} in a minute`);
    // and one more to see whether pages can be larger
    assert.ok(reads.length >= 60 && reads.length <= 62, `${reads.length} reads`);
    assert.ok(busiest(reads) > half && busiest(reads) <= forChecks, `${busiest(reads)} reads in a minute`);
  }),
);

longTest(
  'an AI post and a campaign are ready as soon as they’re generated, although an export reads the listing',
  (t) =>
    withSimulatedTeam(t, { history: 6_000, waitSeconds: 600 }, async (team) => {
      const { ana, service } = team;
      const brand = team.brand(0);
      // it's known then where new posts appear
      for (const name of ['first', 'second']) {
        await team.submits(`/ai-post The ${name} idea for the spring menu`, brand);
        await team.card(`the ${name} idea for the spring menu`, cardSays.ready);
      }
      await team.waitForFreshQuota();
      const form = await ana.opens(`/social export ${brand.name}`, 'Export posts');
      await eventually(() => form.fill({ Brand: brand.name }));
      await form.submit();
      const pages = () => service.requests.filter(({ query }) => Number(query.page) > 5).length;
      await eventually(() => assert.ok(pages() > 0), { withinMs: minute });
      const began = Date.now();
      await team.submits('/ai-post An idea for the autumn menu', brand);
      await team.submits('/campaign Opening week of the new shop', brand, { Posts: '2', Days: '7' });
      await team.card('an idea for the autumn menu', cardSays.ready);
      await team.card('Campaign for', /2 posts to review/);
      const waited = (Date.now() - began) / 1_000;
      t.diagnostic(`ready after ${waited} s`);
      // on this clock, an answer takes no time, so the pass uses up the share for checks at once
      assert.ok(waited <= 70, `ready after ${waited} s`);
      const isSent = async () => assert.equal((await ana.sees('Presscheck')).files.length, 1);
      await eventually(isSent, { withinMs: 10 * minute });
      assert.ok((Date.now() - began) / 1_000 > waited + 60, 'the export takes longer');
      // no post is left out, although each new one moves the others while checks read the first page again
      assert.match((await ana.sees('Presscheck')).text, /file with 6,005 posts/);
      assert.equal(team.requests(0).refused, 0);
    }),
);

longTest('a pause re-reads a long listing with half of the quota, and unschedules posts meanwhile', (t) =>
  withSimulatedTeam(t, { waitSeconds: 600 }, async (team) => {
    const { service, ana, cy } = team;
    const brandId = team.brand(0).id;
    const plan = (caption: string) =>
      service.putPost({ brandId, caption, state: 'scheduled', scheduledAt: Date.now() + day });
    service.putHistory({ brandId, count: 6_000, published: true });
    plan('Beans of lot 1');
    await cy.types(`/social pause ${team.brand(0).name} wrong prices`);
    await ana.sees('social', /wrong prices[\s\S]*1 post unscheduled/);
    await sleep(2 * minute);
    const from = service.requests.length;
    // the first pages are read by every check
    const isUnderWay = () =>
      assert.ok(service.requests.slice(from).some(({ query }) => Number(query.page) > 10));
    await eventually(isUnderWay, { withinMs: 20 * minute });
    const passBegan = Date.now();
    const late = plan('Scheduled in the web app');
    await eventually(() => assert.equal(service.post(late.id)?.state, 'draft'));
    const waited = (Date.now() - passBegan) / 1_000;
    t.diagnostic(`unscheduled after ${waited} s`);
    assert.ok(waited <= 70, `after ${waited} s`);
    await sleep(20 * minute);
    const reads = readsOf(team, from);
    t.diagnostic(`${reads.length} reads in the next 20 minutes, ${busiest(reads)} in a minute`);
    // and what the checks of each minute read
    assert.ok(busiest(reads) <= half + 5, `${busiest(reads)} reads in a minute`);
    assert.equal(team.requests(from).refused, 0);
  }),
);

longTest('a late pass of a pause gets its requests while people and other brands use the quota', (t) =>
  withSimulatedTeam(t, { waitSeconds: 600 }, async (team) => {
    const { service, ana, cy } = team;
    const brandId = team.brand(0).id;
    service.putHistory({ brandId, count: 300, published: true });
    const draft = service.putPost({ brandId, caption: 'A draft on a page in the middle' });
    service.putHistory({ brandId, count: 300, published: true });
    await cy.types(`/social pause ${team.brand(0).name} wrong prices`);
    await ana.sees('social', /wrong prices/);
    await sleep(2 * minute);
    // what people leave to checks is taken by other brands
    team.otherProcessesUse('interactive', 40);
    for (let n = 0; n < 3; n += 1) team.otherProcessesUse('check', 1_000);
    await team.waitForFreshQuota();
    const from = service.requests.length;
    // on a page that only a pass reads; one is due every three minutes, and late after six
    service.edit(draft.id, { state: 'scheduled', scheduledAt: Date.now() + day });
    const edited = Date.now();
    await eventually(() => assert.equal(service.post(draft.id)?.state, 'draft'), { withinMs: 30 * minute });
    t.diagnostic(`unscheduled after ${Math.round((Date.now() - edited) / minute)} minutes`);
    t.diagnostic(`${readsOf(team, from).length} reads`);
    assert.equal(team.requests(from).refused, 0);
  }),
);
