/** A pause of all brands while one brand's listing can't be read, in virtual time. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { longTest } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';

const minute = 60_000;
const day = 86_400_000;

longTest('during a pause, an unreadable brand is read ever more rarely, and others are unscheduled', (t) =>
  withSimulatedTeam(t, { brands: 3, history: 10, waitSeconds: 180 }, async (team) => {
    const { service, ana, cy } = team;
    const broken = team.brand(2).id;
    service.faults.add({
      on: 'GET /post',
      kind: 'status',
      status: 500,
      times: Number.POSITIVE_INFINITY,
      when: ({ query }) => query.brandId === broken,
    });
    const plan = (caption: string, brandId = team.brand(0).id) =>
      service.putPost({ brandId, caption, state: 'scheduled', scheduledAt: Date.now() + day });
    const posts = [plan('Beans of lot 1'), plan('Beans of lot 2')];
    await sleep(minute);
    const from = service.requests.length;
    await cy.types('/social pause all recall of a batch');
    const report = await ana.sees('social', /recall of a batch[\s\S]*I’ll keep trying/);
    await sleep(3 * minute);
    assert.ok(posts.every(({ id }) => service.post(id)?.state === 'draft'));
    const { reads, byEndpoint } = team.requests(from);
    t.diagnostic(JSON.stringify({ reads, byEndpoint }));
    // after pauses that double
    assert.ok((reads[broken] ?? 0) <= 6, `${reads[broken]} reads of the broken brand`);
    assert.ok((byEndpoint['GET /brands'] ?? 0) <= 4, `${byEndpoint['GET /brands']} reads of the brands`);

    // the job continues as long as one brand can't be read, and still checks the others
    const late = plan('Scheduled in the web app');
    await sleep(2 * minute);
    assert.equal(service.post(late.id)?.state, 'draft');
    assert.match(report.text, /I’ll keep trying/);

    const hidden = plan('Behind the fault', broken);
    service.faults.clear();
    await sleep(6 * minute);
    assert.equal(service.post(hidden.id)?.state, 'draft');
    assert.doesNotMatch(report.text, /keep trying/);
    assert.equal(team.requests(from).refused, 0);
  }),
);

longTest('a paused brand with a long history is read in full only now and then', (t) =>
  withSimulatedTeam(t, { waitSeconds: 400 }, async (team) => {
    const { service, ana, cy } = team;
    const brandId = team.brand(0).id;
    const draft = service.putPost({ brandId, caption: 'A draft from long ago' });
    service.putHistory({ brandId, count: 1_500, published: true });
    const plan = (caption: string) =>
      service.putPost({ brandId, caption, state: 'scheduled', scheduledAt: Date.now() + day });
    const posts = [plan('Beans of lot 1'), plan('Beans of lot 2')];
    await sleep(minute);
    await cy.types(`/social pause ${team.brand(0).name} wrong prices`);
    await ana.sees('social', /wrong prices[\s\S]*2 posts unscheduled/);
    assert.ok(posts.every(({ id }) => service.post(id)?.state === 'draft'));
    // the next checks don't wait for anything from the first one
    await sleep(2 * minute);
    const from = service.requests.length;
    await sleep(5 * minute);
    const idle = team.requests(from).reads[brandId] ?? 0;
    t.diagnostic(`${idle} reads in five minutes`);
    assert.ok(idle <= 15, `${idle} reads in five minutes`);

    const late = plan('Scheduled in the web app');
    await sleep(2 * minute);
    assert.equal(service.post(late.id)?.state, 'draft');

    // on a page where nothing was on the schedule
    service.edit(draft.id, { state: 'scheduled', scheduledAt: Date.now() + day });
    await sleep(17 * minute);
    assert.equal(service.post(draft.id)?.state, 'draft');
    assert.equal(team.requests(from).refused, 0);
  }),
);
