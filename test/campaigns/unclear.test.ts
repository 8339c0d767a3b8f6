/** A campaign whose response had no IDs, in a brand with more new posts than it can have created. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { cardSays, requestsCard, submits } from '#test/support/user-actions.ts';

const namesNothing = { idPlace: 'none', campaignAnswer: 'status-only' } as const;

/** Creates it like in the web app, for one profile. */
function putCampaign(
  service: StartedBot['service'],
  campaignId: string | undefined,
  profile: string,
  posts = 2,
): void {
  for (let i = 1; i <= posts; i += 1)
    service.putPost({
      brandId: 'brand-1',
      ...(campaignId && { campaignId }),
      caption: `${i} of ${campaignId}`,
      socialProfileIds: [profile],
    });
}

longTest(
  'a campaign that could be either of two new ones fails once nothing can distinguish them',
  async (t) => {
    const { ana, service } = await startBot(t, { service: { variants: namesNothing } });
    service.holdGeneration();
    await submits(ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '2' } });
    const card = await ana.sees('launches', cardSays.generating);
    putCampaign(service, 'campaign-x', 'profile-1');
    putCampaign(service, 'campaign-y', 'profile-1');
    await card.shows(cardSays.unknown);
    assert.match(card.text, /lists 2 new campaigns/);
    assert.equal(cardsBelow(card).length, 0);
  },
);

longTest(
  'a campaign ends as unknown if more new posts are listed than it requested, and nothing links them',
  async (t) => {
    const { ana, service } = await startBot(t, {
      service: { variants: { ...namesNothing, campaignLink: 'none' } },
    });
    service.holdGeneration();
    await submits(ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '2' } });
    const card = await ana.sees('launches', cardSays.generating);
    putCampaign(service, undefined, 'profile-1', 3);
    await card.shows(cardSays.unknown);
    assert.match(card.text, /doesn’t list a new campaign that matches this one/);
    assert.equal(cardsBelow(card).length, 0);
  },
);

longTest(
  'of two campaigns, the one for any profiles gets the posts that the other can’t have created',
  async (t) => {
    let aheadMs = 0;
    const { ana, bo, service } = await startBot(t, {
      service: { variants: namesNothing },
      now: () => Date.now() + aheadMs,
    });
    service.holdGeneration();
    const any = await requestsCard(ana, '/campaign Opening week', cardSays.generating, {
      in: 'launches',
      fill: { Posts: '2', 'Social profiles': [] },
    });
    const instagram = ['Instagram · northwind.coffee'];
    const one = await requestsCard(bo, '/campaign Winter menu', cardSays.generating, {
      in: 'social',
      fill: { Posts: '2', 'Social profiles': instagram },
    });
    aheadMs = 5_000;
    putCampaign(service, 'campaign-x', 'profile-1');
    putCampaign(service, 'campaign-y', 'profile-2');
    await one.shows(/2 posts to review/);
    await any.shows(/2 posts to review/);
    for (const post of cardsBelow(one)) assert.match(post.text, /of campaign-x/);
    for (const post of cardsBelow(any)) assert.match(post.text, /of campaign-y/);
  },
);

test('a campaign with a post that is still being generated at the end of its wait says how many were', async (t) => {
  let aheadMs = 0;
  const { ana, service } = await startBot(t, {
    service: { variants: namesNothing },
    now: () => Date.now() + aheadMs,
  });
  service.holdGeneration();
  await submits(ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '3' } });
  const card = await ana.sees('launches', cardSays.generating);
  await eventually(() => assert.equal(service.requestsTo('POST /campaigns').length, 1));
  aheadMs = 10 * 60_000;
  putCampaign(service, 'campaign-x', 'profile-1', 3);
  service.edit(String(service.posts()[0]?.id), { state: 'generating' });
  await eventually(() => assert.equal(cardsBelow(card).length, 3));
  // the campaign has waited long enough, and its posts have not
  aheadMs = 16 * 60_000;
  await card.shows(/2 of 3 posts were generated\. The other one wasn’t ready in time\./);
});

for (const [posts, says] of oneOf([
  ['2', /None of the posts were ready in time\./],
  ['1', /:warning: The post wasn’t ready in time\./],
] as const))
  test(`a campaign of ${posts} whose posts all disappear says that no post was ready in time`, async (t) => {
    let aheadMs = 0;
    const { ana, service } = await startBot(t, {
      service: { variants: { failedGeneration: 'disappears' } },
      now: () => Date.now() + aheadMs,
    });
    service.failGeneration(Number(posts));
    await submits(ana, '/campaign Opening week', { in: 'launches', fill: { Posts: posts } });
    const card = await ana.sees('launches', cardSays.generating);
    aheadMs = 6 * 3_600_000;
    await card.shows(cardSays.unknown);
    assert.match(card.text, says);
  });
