import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';

test('a post goes to as many profiles as somebody selects', async (t) => {
  const profiles = Array.from({ length: 60 }, (_, n) => ({
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
  const { ana, service } = await startBot(t, { service: { seed: { user, brands: [brand] } } });
  await ana.types('/post Open until ten', { in: 'social' });
  const modal = await ana.seesModal('New post');
  await modal.fill({ 'Social profiles': profiles.map(({ name }) => `Facebook · ${name}`) });
  assert.deepEqual((await modal.submit()).errors, {});
  await ana.sees('social', /Ready for review/);
  assert.deepEqual(
    service.posts()[0]?.socialProfileIds,
    profiles.map(({ id }) => id),
  );
});
