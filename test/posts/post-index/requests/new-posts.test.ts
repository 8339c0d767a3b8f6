/** Where new posts appear in a listing, on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedTeam } from '#bench/parts/simulated-team.ts';
import { longTest } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays } from '#test/support/user-actions.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

longTest('a campaign’s posts are found on a page in the middle of the list', (t) =>
  withSimulatedTeam(
    t,
    { history: 300, service: { variants: { order: 'latest-scheduled' } } },
    async (team) => {
      // more posts are scheduled for later than the first page holds
      await team.submits('/campaign Opening week of the new shop', team.brand(0), {
        Posts: '3',
        Days: '3',
      });
      const from = Date.now();
      await team.card('Opening week of the new shop', /3 posts to review/);
      t.diagnostic(JSON.stringify({ ...team.requests(), seconds: (Date.now() - from) / 1_000 }));
      // a few passes through seven pages, and what the checks before them read
      assert.ok((team.requests().reads[team.brand(0).id] ?? 0) < 80);
    },
  ),
);

longTest('a post whose response had no ID is also found on a page in the middle', (t) =>
  withSimulatedTeam(
    t,
    { history: 3_000, service: { variants: { order: 'latest-scheduled', idPlace: 'none' } } },
    async (team) => {
      // the first one reads every page, after which only those would be read where new posts appear
      for (const words of ['Beans from Huila', 'Doors open at nine']) {
        await team.submits(`/post ${words}`, team.brand(0));
        const card = await team.card(words, /Ready for review|Outcome unknown/);
        assert.match(card.text, cardSays.ready);
      }
      assert.equal(team.requests().byEndpoint['POST /post'], 2);
    },
  ),
);

/** A post that was published before its time, and so many days later than others: it's listed before them. */
const early = ({ service, brand }: SimulatedTeam, days: number) =>
  service.putPost({
    brandId: brand(0).id,
    caption: 'Sold out',
    state: 'published',
    scheduledAt: Date.now() + days * day,
  });

/** How many pages are read in so many minutes. */
async function readsIn(team: SimulatedTeam, minutes: number): Promise<number> {
  const from = team.service.requests.length;
  await sleep(minutes * minute);
  return team.requests(from).reads[team.brand(0).id] ?? 0;
}

longTest(
  'once new posts are at one end again, a pause reads few pages, and still finds one in the middle',
  (t) => {
    const pages = 16;
    const service = { variants: { order: 'latest-scheduled' } } as const;
    return withSimulatedTeam(t, { service, waitSeconds: 400 }, async (team) => {
      const { service, ana, cy } = team;
      const brandId = team.brand(0).id;
      service.putHistory({ brandId, count: 600, published: true });
      for (let n = 0; n < 160; n += 1) early(team, 100);
      await cy.types(`/social pause ${team.brand(0).name} wrong prices`);
      await ana.sees('social', /wrong prices/);
      await sleep(2 * minute);
      service.putPost({ brandId, caption: 'A draft, behind what is on the first pages' });
      await sleep(6 * minute);
      const everywhere = await readsIn(team, 3);
      for (let pass = 0; pass < 4; pass += 1) {
        early(team, 200 + pass);
        await sleep(2 * minute);
      }
      const usual = await readsIn(team, 3);
      t.diagnostic(`${everywhere} reads in three minutes, then ${usual}`);
      assert.ok(everywhere >= 3 * pages, `${everywhere} reads`);
      // and perhaps a slow pass
      assert.ok(usual <= 3 * 2 + pages, `${usual} reads`);

      const scheduledAt = Date.now() + day;
      const hidden = service.putPost({ brandId, caption: 'Beans of lot 1', state: 'scheduled', scheduledAt });
      await sleep(8 * minute);
      assert.equal(service.post(hidden.id)?.state, 'draft');
      // from now on they can be anywhere again
      assert.ok((await readsIn(team, 3)) >= 3 * pages);
    });
  },
);

/** New posts were seen in the middle once, and then first in several passes. */
async function startUsuallyFirst(team: SimulatedTeam): Promise<void> {
  for (let n = 0; n < 110; n += 1) early(team, 100);
  const reads = async (): Promise<void> => {
    await team.ana.types('/social posts');
    await sleep(2 * minute);
  };
  await reads();
  team.service.putPost({ brandId: team.brand(0).id, caption: 'A draft, behind what is on the first pages' });
  for (let pass = 0; pass < 4; pass += 1) {
    await reads();
    early(team, 200 + pass);
  }
  await reads();
}

longTest('someone else’s post in the middle isn’t mistaken for a post whose request was lost', (t) => {
  const service = { variants: { order: 'latest-scheduled', idPlace: 'none' } } as const;
  return withSimulatedTeam(t, { history: 150, service }, async (team) => {
    await startUsuallyFirst(team);
    const caption = 'An idea for the autumn menu';
    team.service.putPost({ brandId: team.brand(0).id, caption, socialProfileIds: ['profile-0'] });
    await sleep(2 * minute);
    team.service.faults.add({ on: 'POST /post/ai', kind: 'drop-before' });
    await team.submits(`/ai-post ${caption}`, team.brand(0));
    const card = await team.card(caption.slice(1), /Ready for review|Outcome unknown/);
    assert.match(card.text, cardSays.unknown);
  });
});

longTest('where new posts are usually first, the posts of a campaign are found in the middle, too', (t) =>
  withSimulatedTeam(
    t,
    { history: 150, service: { variants: { order: 'latest-scheduled' } } },
    async (team) => {
      await startUsuallyFirst(team);
      await team.submits('/campaign Opening week of the new shop', team.brand(0), { Posts: '3', Days: '3' });
      await team.card('Opening week of the new shop', /3 posts to review/);
    },
  ),
);
