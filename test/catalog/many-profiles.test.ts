import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, cardSays } from '#test/support/user-actions.ts';

/** A brand with so many pages, and a bot for it. */
async function startWith(t: TestContext, count: number) {
  const profiles = Array.from({ length: count }, (_, n) => ({
    id: `profile-${n}`,
    provider: 'facebook' as const,
    name: `Shop ${n + 100}`,
  }));
  const brand = {
    id: 'brand-1',
    name: 'Northwind Coffee',
    libraries: [],
    designs: [],
    workflows: [],
    profiles,
  };
  const user = { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' };
  return { ...(await startBot(t, { service: { seed: { user, brands: [brand] } } })), profiles };
}

longTest(
  'a post with 101 profiles is published under a rule, and changing any of them asks again',
  async (t) => {
    const { ana, bo, cy, service, profiles, ...started } = await startWith(t, 102);
    await (await ruleSetter(t, started))(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
    const modal = await ana.opens('/post Open until ten', 'New post');
    await modal.sends({ 'Social profiles': profiles.slice(0, 101).map(({ name }) => `Facebook · ${name}`) });
    const card = await ana.sees('social', cardSays.ready);
    await approve(bo, card, { shows: /1 of 2/ });
    const [post] = service.posts();
    assert.ok(post);
    assert.deepEqual(
      post.socialProfileIds,
      profiles.slice(0, 101).map(({ id }) => id),
    );
    // another one in place of the one that the card doesn't keep
    const [gone, ...stay] = post.socialProfileIds.toSorted().toReversed();
    assert.ok(gone);
    service.edit(post.id, { socialProfileIds: ['profile-101', ...stay] });
    await approve(cy, card, { shows: /Edited outside Slack|changed/ });
    await card.shows(/0 of 2/);
    assert.equal(service.publishes(), 0);
    for (const who of [bo, cy]) {
      const approve = await approveButton(card);
      await who.clicks(card, approve);
      if (who === bo) await card.shows(/1 of 2/);
    }
    await card.shows(cardSays.publishedBy('U0CY'));
    assert.equal(service.publishes(), 1);
  },
);
