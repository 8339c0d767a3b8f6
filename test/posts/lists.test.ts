import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import type { Seed } from '#sandbox/service/seed/seed.ts';
import { createLastBrand } from '#src/catalog/last-brand.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { redisOf } from '#test/support/stored.ts';
import { usedLastHint } from '#views/kit/fields.ts';

/** Picks a brand and waits until the modal is rendered for it. */
async function picksBrand(modal: ShownView, brand: string): Promise<void> {
  await modal.fill({ Brand: brand });
  await eventually(() => assert.ok(modal.privateMetadata.includes(brand)));
}

/** One brand with so many Instagram profiles: `shop-000`, `shop-001`, … */
function manyProfiles(howMany: number): Seed {
  const [brand] = oneBrandSeed.brands;
  assert.ok(brand);
  const profiles = Array.from({ length: howMany }, (_, i) => {
    const n = String(i).padStart(3, '0');
    return { id: `profile-${n}`, provider: 'instagram' as const, name: `shop-${n}` };
  });
  return { ...oneBrandSeed, brands: [{ ...brand, profiles }] };
}

test('a single brand is preselected in all three modals', async (t) => {
  const { ana } = await startBot(t);
  for (const command of ['/post', '/ai-post', '/campaign']) {
    const modal = await ana.opens(command, /^New/);
    assert.equal(modal.values.Brand, 'Northwind Coffee');
    await modal.close();
  }
});

test('with several brands, none is preselected, except the last one used in a channel', async (t) => {
  const { ana, bo } = await startBot(t, { service: { seed: 'demo' } });
  const first = await ana.opens('/post The doors are open', 'New post');
  assert.equal(first.values.Brand, undefined);
  assert.ok(!first.text.includes(usedLastHint));
  assert.deepEqual(await first.optionsOf('Brand'), ['Northwind Coffee', 'Harbor Yoga', 'Atlas Outdoor']);
  await picksBrand(first, 'Harbor Yoga');
  await first.sends();

  // the form is acknowledged first
  await eventually(async () => {
    const modal = await bo.opens('/ai-post', 'New AI post');
    const { Brand: brand } = modal.values;
    const hints = modal.text.includes(usedLastHint);
    await modal.close();
    assert.equal(brand, 'Harbor Yoga');
    assert.ok(hints);
  });
  const third = await ana.opens('/campaign', 'New campaign');
  assert.ok(third.text.includes(usedLastHint));
  await picksBrand(third, 'Atlas Outdoor');
  assert.ok(!third.text.includes(usedLastHint), 'it was chosen');
  await third.close();
  assert.equal((await ana.opens('/post', 'New post', { in: 'launches' })).values.Brand, undefined);
});

test('a brand that the service doesn’t have anymore isn’t preselected', async (t) => {
  const { ana, chat, settings } = await startBot(t, { service: { seed: 'demo' } });
  const { redis, prefix } = redisOf(t, settings);
  const first = await ana.opens('/post', 'New post');
  assert.ok((await first.optionsOf('Brand')).includes('Harbor Yoga'));
  await first.close();
  const gone = { id: 'brand-gone', name: 'Corner Bakery' };
  await createLastBrand(redis, prefix).set(chat.world.workspace.id, 'C0SOCIAL', gone);
  assert.equal((await ana.opens('/post', 'New post')).values.Brand, undefined);
});

test('each brand has its own lists, and changing the brand clears the other brand’s choices', async (t) => {
  const { ana, service } = await startBot(t, { service: { seed: 'demo' } });
  const modal = await ana.opens('/ai-post A quiet hour by the sea', 'New AI post');
  await picksBrand(modal, 'Harbor Yoga');
  assert.deepEqual(await modal.optionsOf('Hashtag library'), ['Studio life']);
  await modal.fill({
    'Social profiles': ['Instagram · harbor.yoga'],
    'Hashtag library': 'Studio life',
    'Reference designs': ['Weekly schedule'],
    Tone: 'Bold',
  });

  await picksBrand(modal, 'Atlas Outdoor');
  assert.deepEqual(await modal.optionsOf('Hashtag library'), ['On the trail']);
  assert.deepEqual(await modal.optionsOf('Reference designs'), ['Product on granite', 'Route map']);
  assert.ok((await modal.optionsOf('Social profiles')).includes('X (Twitter) · atlasoutdoor'));
  assert.equal(modal.values.Prompt, 'A quiet hour by the sea');
  assert.equal(modal.values.Tone, 'Bold');
  await modal.sends();

  await ana.sees('social', /AI post for Atlas Outdoor[\s\S]*Ready for review/);
  const [sent] = service.requestsTo('POST /post/ai');
  assert.equal(sent?.query.brandId, 'brand-atlas');
  assert.deepEqual(sent?.body, { prompt: 'A quiet hour by the sea', tone: 'bold' });
});

test('without a brand the other lists ask for one first', async (t) => {
  const { ana } = await startBot(t, { service: { seed: 'demo' } });
  const modal = await ana.opens('/campaign', 'New campaign');
  for (const list of ['Social profiles', 'Hashtag library', 'Reference designs'])
    assert.deepEqual(await modal.optionsOf(list), ['Choose a brand first']);
});

test('lists are filtered by the typed text, ignoring case', async (t) => {
  const { ana } = await startBot(t, { service: { seed: 'demo' } });
  const modal = await ana.opens('/post', 'New post');
  assert.deepEqual(await modal.optionsOf('Brand', 'YOGA'), ['Harbor Yoga']);
  assert.deepEqual(await modal.optionsOf('Brand', 'nobody'), []);
  await picksBrand(modal, 'Northwind Coffee');
  assert.deepEqual(await modal.optionsOf('Social profiles', 'tiktok'), ['TikTok · northwindcoffee']);
});

test('of 130 profiles 100 are offered, and the last line says how to find the rest', async (t) => {
  const { ana } = await startBot(t, { service: { seed: manyProfiles(130) } });
  const modal = await ana.opens('/post', 'New post');
  const offered = await modal.optionsOf('Social profiles');
  assert.equal(offered.length, 100);
  assert.equal(offered.at(-1), '31 more. Keep typing to narrow the list.');
  assert.deepEqual(await modal.optionsOf('Social profiles', 'shop-129'), ['Instagram · shop-129']);
});

test('exactly a hundred profiles are all offered', async (t) => {
  const { ana } = await startBot(t, { service: { seed: manyProfiles(100) } });
  await ana.types('/post');
  const offered = await (await ana.seesModal('New post')).optionsOf('Social profiles');
  assert.equal(offered.length, 100);
  assert.equal(offered.at(-1), 'Instagram · shop-099');
});

test('a brand picked right before submitting is accepted if nothing was chosen for another', async (t) => {
  const { ana, service } = await startBot(t, { service: { seed: 'demo' } });
  const modal = await ana.opens('/post Just this', 'New post');
  await modal.sends({ Brand: 'Atlas Outdoor' });
  await ana.sees('social', /Post for Atlas Outdoor[\s\S]*Ready for review/);
  assert.equal(service.requestsTo('POST /post')[0]?.query.brandId, 'brand-atlas');
});

longTest('after the service refuses a request, its brand’s lists are requested again', async (t) => {
  const { ana, service } = await startBot(t);
  const lists = () => service.requestsTo('GET /social-profiles').filter(({ query }) => !query.page).length;
  const modal = await ana.opens('/post Words of a person', 'New post');
  await modal.optionsOf('Social profiles');
  await modal.optionsOf('Social profiles');
  assert.equal(lists(), 1);
  service.faults.add({
    on: 'POST /post',
    kind: 'status',
    status: 404,
    body: { message: 'No such profile.' },
  });
  await modal.submit({ 'Social profiles': ['Instagram · northwind.coffee'] });
  await ana.sees('social', /No such profile/);

  await ana.types('/post');
  const offered = await (await ana.seesModal('New post')).optionsOf('Social profiles');
  assert.ok(offered.includes('Instagram · northwind.coffee'));
  assert.equal(lists(), 2);
});
