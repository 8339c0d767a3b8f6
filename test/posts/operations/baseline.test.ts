/** Which post a request created if its response has no ID, based on the brand's earlier posts. It's never someone else's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { brandId } from '#test/support/pausing.ts';
import { cardSays, makesDraft, opensWithBrand, requestsCard, submits } from '#test/support/user-actions.ts';

const namesNothing = { variants: { idPlace: 'none', campaignAnswer: 'status-only' } } as const;
const words = 'Beans from Huila';
const sameWords = { brandId, caption: words, socialProfileIds: ['profile-1'] };

const { user, brands } = oneBrandSeed;
const profile = { id: 'profile-9', provider: 'instagram', name: 'atlas.outdoor' } as const;
const atlas = { id: 'brand-2', name: 'Atlas Outdoor', profiles: [profile] };
const twoBrands = { user, brands: [...brands, atlas] };

/** How often the listing was read before the first of these requests. */
const readsBefore = (requests: { method: string; path: string }[], path: string): number =>
  requests
    .slice(
      0,
      requests.findIndex((one) => one.method === 'POST' && one.path === path),
    )
    .filter((one) => one.method === 'GET' && one.path === '/post').length;

test('the first written post is sent without a read, and found by its caption if the response has no ID', async (t) => {
  const { ana, bo, service } = await startBot(t, { service: namesNothing });
  service.putHistory({ brandId, count: 300 });
  const card = await makesDraft(ana, words);
  assert.equal(readsBefore(service.requests, '/post'), 0);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  const ours = service.posts().filter(({ caption }) => caption === words);
  assert.deepEqual(
    ours.map(({ state }) => state),
    ['published'],
  );
});

longTest(
  'an old post with the same caption isn’t mistaken for the new one while the list lags',
  async (t) => {
    const { ana, service } = await startBot(t, {
      service: { ...namesNothing, listingLagMs: 400 },
    });
    service.putHistory({ brandId, count: 120 });
    service.putPost(sameWords);
    const card = await requestsCard(ana, `/post ${words}`, cardSays.unknown);
    assert.match(
      card.text,
      /didn’t say which post it created[\s\S]*hadn’t loaded all of this brand’s posts yet/,
    );
    assert.equal(service.creations(), 1);
  },
);

test('a post created with the same caption in the web app isn’t mistaken for the new one', async (t) => {
  const { ana, service } = await startBot(t, { service: namesNothing });
  service.faults.add({
    on: 'POST /post',
    kind: 'delay',
    ms: 1,
    when: () => service.putPost(sameWords) !== undefined,
  });
  await requestsCard(ana, `/post ${words}`, cardSays.unknown);
});

longTest('two first posts with the same caption get separate cards', async (t) => {
  const { ana, bo, chat, service } = await startBot(t, { service: namesNothing });
  service.putHistory({ brandId, count: 120 });
  await Promise.all([submits(ana, `/post ${words}`), submits(bo, `/post ${words}`)]);
  const cards = () => chat.messages('social').filter(({ text }) => cardSays.ready.test(text));
  await eventually(() => assert.equal(cards().length, 2));
  await eventually(() => assert.ok(cards().every(({ buttons }) => buttons.length > 0)));
  for (const card of cards()) {
    await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  }
  assert.deepEqual(
    service.posts().flatMap(({ id, caption }) => (caption === words ? [service.publishes(id)] : [])),
    [1, 1],
  );
});

test('an old post on a page that was never read isn’t mistaken for a post whose request was lost', async (t) => {
  const { ana, bo, service } = await startBot(t, { service: { seed: twoBrands } });
  const theirs = { ...sameWords, brandId: 'brand-2', socialProfileIds: ['profile-9'] };
  service.putPost(theirs);
  service.putHistory({ brandId: 'brand-2', count: 300, everyMs: 1 });
  const posts = async (caption: string, brand: string, profile: string) =>
    (await opensWithBrand(ana, `/post ${caption}`, brand, [`Instagram · ${profile}`])).submit();
  await posts('The one that is learned from', 'Northwind Coffee', 'northwind.coffee');
  await ana.sees('social', cardSays.readyWith(/The one that is learned from/));
  await posts('The one that is published', 'Atlas Outdoor', 'atlas.outdoor');
  const card = await ana.sees('social', cardSays.readyWith(/The one that is published/));
  await eventually(() => assert.ok(card.buttons.length > 0));
  // its page is the only one that has to be read
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  service.faults.add({ on: 'POST /post', kind: 'drop-before' });
  await posts(words, 'Atlas Outdoor', 'atlas.outdoor');
  const lost = await ana.sees('social', cardSays.unknown);
  assert.match(lost.text, /hadn’t loaded all of this brand’s posts yet/);
  assert.equal(service.creations(), 2);
});

longTest(
  'a draft generated since the last read isn’t mistaken for a post whose request was lost',
  async (t) => {
    let skippedMs = 0;
    const { ana, service } = await startBot(t, { now: () => Date.now() + skippedMs });
    service.putHistory({ brandId, count: 30 });
    await requestsCard(ana, '/ai-post The one that is learned from', cardSays.ready);
    skippedMs = 5 * 60_000;
    service.putPost({ ...sameWords, caption: 'Words of a colleague' });
    service.faults.add({ on: 'POST /post/ai', kind: 'drop-before' });
    const card = await requestsCard(ana, '/ai-post Something about coffee', cardSays.unknown);
    assert.match(card.text, /It lists 1 new post, and I can’t tell whether it belongs to this card/);
    assert.equal(service.generations(), 1);
  },
);

longTest(
  'a written post whose response was lost is found although the listing was read long before',
  async (t) => {
    let skippedMs = 0;
    const { ana, service } = await startBot(t, { now: () => Date.now() + skippedMs });
    service.putHistory({ brandId, count: 30 });
    await requestsCard(ana, '/ai-post The one that is learned from', cardSays.ready);
    skippedMs = 5 * 60_000;
    service.faults.add({ on: 'POST /post', kind: 'drop-after' });
    await requestsCard(ana, `/post ${words}`, cardSays.readyWith(/Beans from Huila/));
    assert.equal(service.creations(), 1);
  },
);

longTest(
  'if responses have no IDs, the first AI post isn’t found in a long history, the next is',
  async (t) => {
    const { ana, service } = await startBot(t, {
      service: { ...namesNothing, listingLagMs: 500 },
    });
    service.putHistory({ brandId, count: 260, everyMs: 1 });
    await submits(ana, '/ai-post Something about coffee');
    const card = await requestsCard(ana, '/ai-post Something about the winter menu', cardSays.unknown);
    assert.match(
      card.text,
      /didn’t say which post it created[\s\S]*hadn’t loaded all of this brand’s posts yet[\s\S]*coffee/,
    );
    assert.equal(readsBefore(service.requests, '/post/ai'), 4);
    const next = await ana.sees('social', cardSays.ready);
    assert.match(next.text, /winter menu/);
  },
);

longTest('if responses have no IDs, the first campaign in a long history can’t be recognized', async (t) => {
  const { ana, service } = await startBot(t, { service: namesNothing });
  service.putHistory({ brandId, count: 260, everyMs: 1 });
  const card = await requestsCard(ana, '/campaign Opening week', cardSays.unknown, { fill: { Posts: '2' } });
  assert.match(
    card.text,
    /didn’t say which campaign it created[\s\S]*hadn’t loaded all of this brand’s posts yet/,
  );
});

longTest(
  'if posts don’t name their campaign, a campaign in a brand that was never read gets its posts',
  async (t) => {
    const { ana, service } = await startBot(t, {
      service: { seed: twoBrands, variants: { campaignLink: 'none' } },
    });
    for (const brand of ['Northwind Coffee', 'Atlas Outdoor']) {
      const modal = await opensWithBrand(ana, `/campaign Opening week of ${brand}`, brand, []);
      await modal.submit({ Posts: '2' });
      await ana.sees('social', (text) => text.includes(brand) && /2 posts to review/.test(text));
    }
    assert.equal(service.generations(), 2);
  },
);
