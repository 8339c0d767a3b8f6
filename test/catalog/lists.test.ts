import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import type { Seed } from '#sandbox/service/seed/seed.ts';
import { startBot } from '#test/support/bot.ts';
import { longTest, oneOf, shareOf } from '#test/support/long-tests.ts';
import { makesDraft } from '#test/support/user-actions.ts';

const demo = { service: { seed: 'demo' } } as const;

/** Brands called `Shop 001`, `Shop 002`, … with a profile each. */
function manyBrands(howMany: number): Seed {
  const brands = Array.from({ length: howMany }, (_, i) => {
    const n = String(i + 1).padStart(3, '0');
    const profiles = [{ id: `profile-${n}`, provider: 'tiktok' as const, name: `shop-${n}` }];
    return { id: `brand-${n}`, name: `Shop ${n}`, profiles };
  });
  return { ...oneBrandSeed, brands };
}

/** One brand with so many profiles. */
function manyProfiles(howMany: number): Seed {
  const [brand] = oneBrandSeed.brands;
  assert.ok(brand);
  const profiles = Array.from({ length: howMany }, (_, i) => {
    const n = String(i + 1).padStart(3, '0');
    return { id: `profile-${n}`, provider: 'instagram' as const, name: `shop-${n}` };
  });
  return { ...oneBrandSeed, brands: [{ ...brand, profiles }] };
}

test('Ana lists the brands, and only she sees them', async (t) => {
  const { ana } = await startBot(t, demo);
  const list = await ana.hears('/social brands', /Brands/);
  assert.match(list.text, /Northwind Coffee\nHarbor Yoga\nAtlas Outdoor$/);
  assert.deepEqual(list.buttons, []);
  assert.equal(list.privateTo, ana.id);
  assert.equal(list.fallback, 'Brands: 3');
});

test('with one brand, its lists need no name, and each row says what is needed', async (t) => {
  const { ana } = await startBot(t);
  assert.match(
    (await ana.hears('/social profiles', /Social profiles/)).text,
    /Social profiles for Northwind Coffee\nInstagram · northwind\.coffee/,
  );
});

test('a brand is found in any case, by its beginning, a part of its name, or its ID', async (t) => {
  const { ana } = await startBot(t, demo);
  for (const name of ['harbor yoga', 'HARBOR', 'yog', 'brand-harbor']) {
    await ana.types(`/social profiles ${name}`);
    assert.match(await ana.seesPrivately(/Social profiles for Harbor Yoga/), /Pinterest · harboryoga/);
  }
});

test('libraries and designs are listed too', async (t) => {
  const { ana } = await startBot(t, demo);
  assert.match(
    (await ana.hears('/social libraries harbor', /Hashtag libraries for Harbor Yoga/)).text,
    /save a set of hashtags in `\/social templates`[\s\S]*Studio life/,
  );
  await ana.types('/social designs harbor');
  assert.match(await ana.seesPrivately(/Reference designs for Harbor Yoga/), /Weekly schedule/);
});

test('an empty list says so, and what to do about it', async (t) => {
  const { ana } = await startBot(t, { service: { seed: manyProfiles(0) } });
  assert.match(
    (await ana.hears('/social profiles', /Social profiles for/)).text,
    /None yet\. Use `\/social connect` to connect one\./,
  );
});

test('Ana is asked once for the list’s brand, and her choice is remembered', async (t) => {
  const { ana, bo } = await startBot(t, demo);
  const question = await ana.hears('/social designs', /Which brand\?/);
  assert.deepEqual(question.buttons, ['Northwind Coffee', 'Harbor Yoga', 'Atlas Outdoor']);
  await ana.clicks(question, 'Atlas Outdoor', {
    shows: /Reference designs for Atlas Outdoor[\s\S]*Route map/,
  });
  assert.deepEqual(question.buttons, []);

  assert.match((await bo.hears('/social libraries', /Hashtag libraries/)).text, /for Atlas Outdoor/);
  await bo.hears('/social libraries', /Which brand\?/, { in: 'launches' });
});

test('if no brand is named, the brand of the channel’s last post is used', async (t) => {
  const { ana } = await startBot(t, demo);
  await makesDraft(ana, 'A quiet hour', { fill: { Brand: 'Harbor Yoga', 'Social profiles': [] } });
  assert.match((await ana.hears('/social profiles', /Social profiles/)).text, /for Harbor Yoga/);
});

test('an unknown brand is repeated without its markup, with the known ones', async (t) => {
  const { ana, chat } = await startBot(t, demo);
  const question = await ana.hears('/social profiles <!channel>', /There’s no brand/);
  assert.match(question.text, /There’s no brand named “&lt;!channel&gt;”\. Which brand\?/);
  assert.match(question.fallback, /Northwind Coffee, Harbor Yoga, Atlas Outdoor/);
  assert.deepEqual(question.buttons, ['Northwind Coffee', 'Harbor Yoga', 'Atlas Outdoor']);
  assert.equal(chat.calls.filter(({ method }) => method === 'chat.postMessage').length, 0);
});

test('a name that matches several brands asks which of them', async (t) => {
  const { ana } = await startBot(t, demo);
  // “Harbor Yoga” and “Atlas Outdoor”, not “Northwind Coffee”
  const question = await ana.hears('/social profiles or', /“or” matches several brands/);
  assert.ok(question.buttons.length >= 2);
  await ana.clicks(question, 'Atlas Outdoor', { shows: /Social profiles for Atlas Outdoor/ });
});

test('a brand created a moment ago is found by name, even if the cached list is older', async (t) => {
  const { ana, service } = await startBot(t, demo);
  const fresh = { body: [{ id: 'brand-harbor', name: 'Lighthouse Bakery' }] };
  service.faults.add({ on: 'GET /brands', kind: 'status', status: 200, ...fresh });
  await ana.types('/social profiles lighthouse');
  assert.match(await ana.seesPrivately(/Social profiles/), /for Lighthouse Bakery/);
});

test('more than five brands are offered in one menu', async (t) => {
  const { ana } = await startBot(t, { service: { seed: manyBrands(40) } });
  const question = await ana.hears('/social profiles', /Which brand\?/);
  assert.deepEqual(question.buttons, []);
  await ana.chooses(question, 'Shop 040');
  await question.shows(/Social profiles for Shop 040[\s\S]*TikTok · shop-040/);
});

test('a list says so when there are more brands than a menu holds', async (t) => {
  const { ana } = await startBot(t, { service: { seed: manyBrands(130) } });
  const question = await ana.hears('/social profiles', /Which brand\?/);
  assert.match(
    question.text,
    /30 more brands don’t fit in the menu\. To use one, type `\/social profiles &lt;name&gt;`/,
  );
  assert.match((await ana.hears('/social profiles shop 130', /Social profiles/)).text, /TikTok · shop-130/);
});

test('a long list has pages that Ana turns in place, and every row is on exactly one of them', async (t) => {
  const { ana } = await startBot(t, { service: { seed: manyProfiles(33) } });
  const list = await ana.hears('/social profiles', /Social profiles/);
  assert.deepEqual(list.buttons, ['Next']);
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    await list.shows(new RegExp(`page ${page} of 3`));
    for (const [row] of list.text.matchAll(/Instagram · shop-\d+/g)) seen.add(row);
    if (!list.buttons.includes('Next')) break;
    await ana.clicks(list, 'Next');
  }
  assert.equal(seen.size, 33);
  assert.match(list.text, /31 to 33 of 33/);
  await ana.clicks(list, 'Previous', { shows: /16 to 30 of 33[\s\S]*page 2 of 3/ });
  assert.deepEqual(list.buttons, ['Previous', 'Next']);
});

longTest('brands have pages too', async (t) => {
  const { ana } = await startBot(t, { service: { seed: manyBrands(16) } });
  const list = await ana.hears('/social brands', /Brands/);
  await ana.clicks(list, 'Next', { shows: /Shop 016[\s\S]*(?<! to )16 of 16/ });
});

longTest('two people page through one list independently', async (t) => {
  const { ana, bo } = await startBot(t, { service: { seed: manyProfiles(40) } });
  const [hers, his] = await Promise.all(
    [ana, bo].map(async (who) => {
      return who.hears('/social profiles', /Social profiles/);
    }),
  );
  assert.ok(hers && his);
  await bo.clicks(his, 'Next', { shows: /page 2 of 3/ });
  assert.match(hers.text, /page 1 of 3/);
  await assert.rejects(async () => bo.clicks(hers, 'Next'));
});

test('if the service fails while a page is turned, the page stays with a message for Ana', async (t) => {
  const { ana, service } = await startBot(t, { service: { seed: manyProfiles(40) } });
  const list = await ana.hears('/social profiles', /Social profiles/);
  const down = service.faults.add({
    on: 'GET /social-profiles',
    kind: 'status',
    status: 500,
    times: Number.POSITIVE_INFINITY,
  });
  assert.match(
    (await ana.hearsOn(list, 'Next', /publishing service returned an error/)).text,
    /Try again in a minute/,
  );
  assert.match(list.text, /page 1 of 3/);
  down.remove();
  await ana.clicks(list, 'Next', { shows: /page 2 of 3/ });
});

longTest('instead of a page that no longer exists, the last one is shown', async (t) => {
  const { ana, service } = await startBot(t, { service: { seed: manyProfiles(16) } });
  const list = await ana.hears('/social profiles', /page 1 of 2/);
  const one = [{ id: 'profile-001', provider: 'instagram', name: 'shop-001' }];
  service.faults.add({ on: 'GET /social-profiles', kind: 'status', status: 200, body: one });
  await ana.clicks(list, 'Next');
  await list.noLongerShows(/page/);
  assert.match(list.text, /Instagram · shop-001/);
});

const titles = {
  brands: /^Brands\b/,
  profiles: /^Social profiles for/,
  libraries: /^Hashtag libraries for/,
  designs: /^Reference designs for/,
};
const words = ['brands', 'profiles', 'libraries', 'designs'] as const;

for (const word of oneOf(words))
  test(`/social ${word} says so if the key is wrong`, async (t) => {
    const { ana } = await startBot(t, { settings: { SOCIAL_API_KEY: 'not-the-key' } });
    await ana.types(`/social ${word}`);
    assert.match(await ana.seesPrivately(/API key/), /Your Presscheck admin needs to enter a valid API key/);
  });

for (const word of shareOf(words, { which: 1, shares: 4 }))
  test(`/social ${word} answers with a slow service's list when it comes, and says so if it doesn’t`, async (t) => {
    const { ana, service } = await startBot(t, { settings: { REQUEST_TIMEOUT_MS: '600' } });
    const slow = service.faults.add({ on: '*', kind: 'delay', ms: 150, times: Number.POSITIVE_INFINITY });
    await ana.hears(`/social ${word}`, titles[word]);
    slow.remove();
    service.faults.add({ on: '*', kind: 'hang-before', times: Number.POSITIVE_INFINITY });
    assert.match((await ana.hears(`/social ${word}`, /didn’t respond/)).text, /Try again in a minute/);
  });
