import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from '#src/platform/publishing-api/client.ts';
import { startService } from './raw-server.ts';
import { errorOf, postsOf } from './samples.ts';

type ListName = 'brands' | 'profiles' | 'hashtagLibraries' | 'studioDesigns' | 'posts';

const resources: [ListName, string[]][] = [
  ['brands', ['brands']],
  ['profiles', ['socialProfiles', 'profiles']],
  ['hashtagLibraries', ['hashtagLibraries', 'libraries']],
  ['studioDesigns', ['studioTemplates', 'templates', 'designs']],
  ['posts', ['posts']],
];

const row = { id: 'r1', name: 'Row' };

function list(service: Service, name: ListName): Promise<{ id: string }[]> {
  if (name === 'brands') return service.brands();
  return name === 'posts' ? postsOf(service, 'brand-1') : service[name]('brand-1');
}

for (const [name, keys] of resources) {
  const shapes = [[row], { data: [row] }, { items: [row] }, ...keys.map((key) => ({ [key]: [row] }))];
  for (const json of shapes) {
    test(`${name} in ${JSON.stringify(json)}`, async (t) => {
      const { service, seen } = await startService(t, ({ query }) => ({ json: query.page ? [] : json }));
      assert.deepEqual(
        (await list(service, name)).map(({ id }) => id),
        ['r1'],
      );
      // the contract has all brands in one response, and only one page of posts is read
      assert.equal(seen.length, name === 'brands' || name === 'posts' ? 1 : 2);
    });
  }

  test(`${name}: an empty list is a listing too`, async (t) => {
    const { service } = await startService(t, [{ json: [] }, { json: { data: [] } }]);
    assert.deepEqual([await list(service, name), await list(service, name)], [[], []]);
  });

  test(`${name}: an invalid row is left out and reported once, by its field names`, async (t) => {
    const warned: unknown[] = [];
    const log = { warn: (fields: unknown, message: string) => void warned.push([fields, message]) };
    const { service, seen } = await startService(t, { json: [{ title: 'secret' }, row, null, 'x'] }, { log });
    assert.equal((await list(service, name)).length, 1);
    assert.equal((await list(service, name)).length, 1);
    const endpoint = `GET ${seen[0]?.path.replace('/api/v1', '')}`;
    const message = "skipped a row of a listing that doesn't fit";
    assert.deepEqual(
      warned,
      [['title'], ['null'], ['string']].map((fields) => [{ endpoint, fields }, message]),
    );
  });

  test(`${name}: a listing without a valid row is an error`, async (t) => {
    const { service } = await startService(t, { json: [{ title: 'secret' }, 5] });
    const { kind, retry, message } = await errorOf(list(service, name));
    assert.deepEqual([kind, retry], ['shape', false]);
    assert.match(message, /answered without a row with an ID; it has: title$/);
  });
}

test('a brand: numbers are IDs, other fields are ignored, one without a name is shown by its ID', async (t) => {
  const json = [{ id: 7, name: ' North ', secret: true }, { id: 'b2', title: 'South' }, { id: 'b3' }];
  const { service } = await startService(t, { json });
  assert.deepEqual(await service.brands(), [
    { id: '7', name: 'North' },
    { id: 'b2', name: 'South' },
    { id: 'b3', name: 'b3' },
  ]);
});

const image = 'https://example.com/p.png';
const profiles: [row: object, expected: object][] = [
  [
    { provider: 'facebook', name: 'Page', image },
    { name: 'Page', provider: 'facebook', image },
  ],
  [
    { provider: 'FACEBOOK', displayName: 'Page' },
    { name: 'Page', provider: 'facebook' },
  ],
  [
    { provider: 'facebook_page', username: 'page' },
    { name: 'page', provider: 'facebook' },
  ],
  [
    { provider: 'LINKEDIN-COMPANY', handle: '@page' },
    { name: '@page', provider: 'linkedin' },
  ],
  [
    { provider: 'x', name: '', username: 'page' },
    { name: 'page', provider: 'twitter' },
  ],
  [
    { provider: 'X', image: 'javascript:alert(1)' },
    { name: 'p1', provider: 'twitter' },
  ],
  [
    { provider: 'Mastodon', name: 'Page' },
    { name: 'Page', provider: 'Mastodon' },
  ],
  [
    { name: 'Page', image: null },
    { name: 'Page', provider: '' },
  ],
];
for (const [fields, expected] of profiles) {
  test(`a profile: ${JSON.stringify(fields)}`, async (t) => {
    const { service } = await startService(t, { json: [{ id: 'p1', ...fields }] });
    assert.deepEqual(await service.profiles('b'), [{ id: 'p1', image: undefined, ...expected }]);
  });
}
