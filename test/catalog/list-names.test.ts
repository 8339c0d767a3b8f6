import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import { startBot } from '#test/support/bot.ts';

test('names from the service are shown as they are, never as markup', async (t) => {
  const [brand] = oneBrandSeed.brands;
  assert.ok(brand);
  const profiles = [{ id: 'p', provider: 'facebook' as const, name: '<!here> *Bold* & Co' }];
  const seed = { ...oneBrandSeed, brands: [{ ...brand, profiles }] };
  const { ana } = await startBot(t, { service: { seed } });
  const list = await ana.hears('/social profiles', /Social profiles/);
  const rendered = JSON.stringify(list.blocks.find(({ type }) => type === 'rich_text'));
  assert.match(rendered, /"type":"text","text":"Facebook · <!here> \*Bold\* & Co"/);
  assert.doesNotMatch(list.fallback, /<!here>/);
});

test('two records with the same name are distinguished by their IDs', async (t) => {
  const { ana, service } = await startBot(t);
  const body = ['a', 'b'].map((id) => ({ id: `library-${id}`, name: 'Autumn' }));
  service.faults.add({
    on: 'GET /hashtag-libraries',
    kind: 'status',
    status: 200,
    body: [...body, { id: 'library-c', name: 'Winter' }],
  });
  assert.match(
    (await ana.hears('/social libraries', /Hashtag libraries/)).text,
    /Autumn {2}library-a\nAutumn {2}library-b\nWinter$/,
  );
});

test('if there are no brands yet, the menu says so', async (t) => {
  const { ana } = await startBot(t, { service: { seed: { ...oneBrandSeed, brands: [] } } });
  const modal = await ana.opens('/post', 'New post');
  assert.deepEqual(await modal.optionsOf('Brand'), ['The publishing service has no brands yet.']);
});
