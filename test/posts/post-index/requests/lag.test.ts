/** A listing that shows changes late, on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays } from '#test/support/user-actions.ts';

const second = 1_000;
const minute = 60_000;
const day = 86_400_000;

for (const lagSeconds of oneOf([290, 40, 3]))
  longTest(
    `pausing unschedules posts while the list lags by ${lagSeconds} s, and resuming offers them`,
    (t) => {
      const settings = lagSeconds > 40 ? { OPEN_FACTS: JSON.stringify({ listingLag: 300 }) } : {};
      const service = { listingLagMs: lagSeconds * second };
      return withSimulatedTeam(t, { service, settings, waitSeconds: 400 }, async (team) => {
        const { service, ana, cy } = team;
        const brandId = team.brand(0).id;
        const captions = Array.from({ length: 5 }, (_, n) => `Beans of lot ${n}`);
        const posts = captions.map((caption, n) =>
          service.putPost({
            brandId,
            caption,
            state: 'scheduled',
            scheduledAt: Date.now() + day + n * minute,
          }),
        );
        await sleep(Math.max(minute, lagSeconds * second));
        const from = service.requests.length;
        await cy.types(`/social pause ${team.brand(0).name} wrong prices`);
        const report = await ana.sees('social', /wrong prices[\s\S]*unscheduled/);
        await sleep(3 * minute);
        assert.match(report.text, /5 posts unscheduled/);
        const { byEndpoint, reads, refused } = team.requests(from);
        t.diagnostic(JSON.stringify({ byEndpoint, reads }));
        assert.deepEqual([byEndpoint['PATCH /post/{id}'], refused], [5, 0]);
        // a pass a minute: the only page, and whether another follows
        assert.ok((reads[brandId] ?? 0) <= 6, `${reads[brandId]} reads`);
        assert.deepEqual([...new Set(posts.map(({ id }) => service.post(id)?.state))], ['draft']);
        const list = await cy.hears(`/social resume ${team.brand(0).name}`, /Decide what to do with 5 posts/);
        for (const caption of captions) assert.ok(list.text.includes(caption), caption);
      });
    },
  );

for (const lagSeconds of oneOf([40, 3]))
  longTest(
    `a post scheduled a moment ago is unscheduled too, even if the listing lags by ${lagSeconds} s`,
    (t) =>
      withSimulatedTeam(
        t,
        { service: { listingLagMs: lagSeconds * second }, waitSeconds: 180 },
        async (team) => {
          const { service, ana, cy } = team;
          const at = Math.ceil((Date.now() + day) / second);
          await team.submits('/post Beans from Huila', team.brand(0), { 'Schedule for': at });
          await team.card('Beans from Huila', cardSays.scheduled);
          await cy.types(`/social pause ${team.brand(0).name} wrong prices`);
          await ana.sees('social', /wrong prices[\s\S]*1 post unscheduled/);
          await sleep(3 * minute);
          assert.deepEqual(
            service.posts().map(({ state }) => state),
            ['draft'],
          );
          assert.equal(team.requests().byEndpoint['PATCH /post/{id}'], 1);
        },
      ),
  );

for (const lagSeconds of oneOf([3, 40]))
  longTest(`an AI post is published once even if the listing lags by ${lagSeconds} s`, (t) =>
    withSimulatedTeam(t, { service: { listingLagMs: lagSeconds * second } }, async (team) => {
      await team.submits('/ai-post An idea for the autumn menu', team.brand(0));
      const card = await team.card('n idea for the autumn menu', cardSays.ready);
      await team.bo.clicks(card, 'Approve & publish');
      await team.card('n idea for the autumn menu', /Published by/);
      assert.equal(team.service.publishes(), 1);
      t.diagnostic(JSON.stringify(team.requests()));
      await sleep(3 * minute);
      assert.match(card.text, /Published by/);
      assert.equal(team.requests().byEndpoint['PATCH /post/{id}'], 1);
    }),
  );

longTest('an AI post that isn’t listed at first doesn’t wait for a pass through a long listing', (t) =>
  withSimulatedTeam(t, { history: 6_000, service: { listingLagMs: 6 * second } }, async (team) => {
    const brand = team.brand(0);
    // it's known then where new posts appear
    for (const name of ['first', 'second']) {
      await team.submits(`/ai-post The ${name} idea for the spring menu`, brand);
      await team.card(`the ${name} idea for the spring menu`, cardSays.ready);
    }
    await team.waitForFreshQuota();
    const began = Date.now();
    await team.submits('/ai-post An idea for the autumn menu', brand);
    await team.card('an idea for the autumn menu', cardSays.ready);
    const waited = (Date.now() - began) / second;
    t.diagnostic(`ready after ${waited} s`);
    assert.ok(waited <= 75, `ready after ${waited} s`);
  }),
);

longTest('a publish whose connection broke is found, even if the listing lags by 40 s', (t) =>
  withSimulatedTeam(t, { service: { listingLagMs: 40 * second } }, async (team) => {
    const { service } = team;
    await team.submits('/post Beans from Huila', team.brand(0));
    const card = await team.card('Beans from Huila', cardSays.ready);
    service.faults.add({ on: 'PATCH /post/{postId}', kind: 'drop-before' });
    await team.bo.clicks(card, 'Approve & publish');
    await eventually(() => assert.equal(service.requestsTo('PATCH /post/{postId}').length, 1));
    await sleep(second);
    service.edit(service.posts()[0]?.id ?? '', { state: 'published' });
    await card.noLongerShows(/Publishing/);
    assert.match(card.text, /Published by <@/);
  }),
);
