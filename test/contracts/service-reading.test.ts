import assert from 'node:assert/strict';
import { test } from 'node:test';
import { providers } from '#test/contracts/document.ts';
import { brand, startService } from '#test/contracts/service-client.ts';

test('GET /me returns the user', async (t) => {
  const { call } = await startService(t);
  const { status, body } = await call('GET /me');
  assert.deepEqual(
    [status, body],
    [200, { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' }],
  );
});

test('each post has a page at its web app address, without anything that a browser would run', async (t) => {
  const { service } = await startService(t);
  const post = service.putPost({ brandId: brand, caption: 'Two for <b>one</b>' });
  const origin = new URL(service.url).origin;
  const page = await (await fetch(`${origin}/posts/${post.id}`)).text();
  assert.match(page, /This post is draft\.<\/p><p>Two for &lt;b>one&lt;\/b>/);
  assert.equal((await fetch(`${origin}/posts/none`)).status, 404);
});

test('GET /brands lists the brands', async (t) => {
  const { call } = await startService(t);
  assert.deepEqual((await call('GET /brands')).body, [{ id: 'brand-1', name: 'Northwind Coffee' }]);
});

test('GET /social-profiles lists the profiles of the given brand only', async (t) => {
  const { call, service } = await startService(t, { seed: 'demo' });
  const origin = service.url.replace('/v1', '');
  const profiles = (await call('GET /social-profiles?brandId=brand-harbor')).body as { id: string }[];
  assert.deepEqual(profiles[0], {
    id: 'harbor-instagram',
    provider: 'instagram',
    name: 'harbor.yoga',
    image: `${origin}/media/profile-harbor-instagram.png`,
  });
  assert.deepEqual(
    profiles.map(({ id }) => id),
    ['harbor-instagram', 'harbor-facebook', 'harbor-pinterest'],
  );
});

test('the demo covers all six networks', async (t) => {
  const { call } = await startService(t, { seed: 'demo' });
  const seen = new Set<string>();
  for (const id of ['brand-northwind', 'brand-harbor', 'brand-atlas']) {
    const profiles = (await call(`GET /social-profiles?brandId=${id}`)).body as { provider: string }[];
    for (const { provider } of profiles) seen.add(provider);
  }
  assert.deepEqual([...seen].sort(), [...providers].sort());
});

test('the connection descriptor has its five fields for every provider', async (t) => {
  const { call } = await startService(t);
  for (const provider of providers) {
    const { status, body } = await call(
      `GET /social-profiles/connection-url?workspaceId=brand-1&provider=${provider}`,
    );
    assert.equal(status, 200);
    const fields = Object.entries(body as Record<string, string>);
    assert.deepEqual(
      fields.map(([name, value]) => [name, typeof value]),
      ['provider', 'authProvider', 'authUrl', 'callbackUrl', 'instructions'].map((name) => [name, 'string']),
    );
    assert.deepEqual(fields[0], ['provider', provider]);
  }
});

test('connecting refuses other names, providers and brands', async (t) => {
  const { call } = await startService(t);
  const path = 'GET /social-profiles/connection-url';
  assert.equal((await call(`${path}?brandId=brand-1&provider=facebook`)).status, 400);
  assert.equal((await call(`${path}?workspaceId=brand-1`)).status, 400);
  assert.equal((await call(`${path}?provider=facebook`)).status, 400);
  assert.equal((await call(`${path}?workspaceId=brand-1&provider=x`)).status, 400);
  assert.equal((await call(`${path}?workspaceId=brand-2&provider=facebook`)).status, 404);
});

test('following the connect link in a browser adds a profile', async (t) => {
  const { call } = await startService(t);
  const { body } = await call('GET /social-profiles/connection-url?workspaceId=brand-1&provider=tiktok');
  const { authUrl, callbackUrl } = body as { authUrl: string; callbackUrl: string };
  assert.match(await (await fetch(authUrl)).text(), /Allow Northwind Coffee to publish to tiktok/);
  const allowed = await fetch(authUrl, { method: 'POST' });
  assert.equal(allowed.url, callbackUrl);
  const profiles = (await call(`GET /social-profiles?${brand}`)).body as { provider: string }[];
  assert.equal(profiles.at(-1)?.provider, 'tiktok');
});

test('hashtag libraries and Studio designs belong to a brand', async (t) => {
  const { call, service } = await startService(t);
  assert.deepEqual((await call(`GET /hashtag-libraries?${brand}`)).body, [
    { id: 'library-1', name: 'Coffee', hashtags: ['#SpecialtyCoffee', '#SlowMornings'] },
  ]);
  assert.deepEqual((await call(`GET /studio-templates?${brand}`)).body, [
    {
      id: 'design-1',
      name: 'Menu board',
      image: `${service.url.replace('/v1', '')}/media/design-design-1.png`,
    },
  ]);
});

test('analytics cover thirty days for each profile', async (t) => {
  const { call } = await startService(t);
  const { status, headers, text } = await call(`GET /analytics/export?${brand}`);
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
  const [header, ...rows] = text.trimEnd().split('\r\n');
  assert.equal(header, 'date,provider,profile,followers,impressions,reach,engagements,clicks');
  assert.equal(rows.length, 60);
  assert.ok(rows.every((row) => /^\d{4}-\d\d-\d\d,(instagram|linkedin),[^,]+(,\d+){5}$/.test(row)));
});

test('a workflow is read, turned on and turned off', async (t) => {
  const { call } = await startService(t);
  const record = (on: boolean) => ({ id: 'workflow-1', name: 'Share new blog articles', on });
  assert.deepEqual((await call('GET /workflow/workflow-1')).body, record(false));
  const switched = await call('POST /workflow/workflow-1', { body: { on: true } });
  assert.deepEqual([switched.status, switched.body], [200, record(true)]);
  assert.deepEqual((await call('GET /workflow/workflow-1')).body, record(true));
  await call('POST /workflow/workflow-1', { body: { on: false } });
  assert.deepEqual((await call('GET /workflow/workflow-1')).body, record(false));
});

test('a workflow refuses unknown IDs and anything but the switch', async (t) => {
  const { call } = await startService(t);
  assert.equal((await call('GET /workflow/workflow-2')).status, 404);
  assert.equal((await call('POST /workflow/workflow-2', { body: { on: true } })).status, 404);
  assert.equal((await call('POST /workflow/workflow-1', { body: {} })).status, 422);
  assert.equal((await call('POST /workflow/workflow-1', { body: { on: 'true' } })).status, 422);
  assert.equal((await call('POST /workflow/workflow-1', { body: { on: true, enabled: true } })).status, 400);
});

test('pages start at 0, perPage is capped at 50, and the newest post is first', async (t) => {
  const { call, service } = await startService(t);
  for (let index = 0; index < 52; index += 1)
    service.putPost({ brandId: 'brand-1', caption: `Post ${index}` });
  const captions = async (query: string) =>
    ((await call(`GET /post?${brand}${query}`)).body as { caption: string }[]).map(({ caption }) => caption);
  assert.equal((await captions('')).length, 50);
  assert.equal((await captions('&perPage=200')).length, 50);
  assert.deepEqual(await captions('&page=1'), ['Post 1', 'Post 0']);
  assert.deepEqual(await captions('&page=0&perPage=2'), ['Post 51', 'Post 50']);
  assert.deepEqual(await captions('&page=7'), []);
});
