import assert from 'node:assert/strict';
import { test } from 'node:test';
import { providers } from '#test/contracts/document.ts';
import { brand, startService } from '#test/contracts/service-client.ts';

test('each post has a page at its web app address, without anything that a browser would run', async (t) => {
  const { service } = await startService(t);
  const post = service.putPost({ brandId: brand, caption: 'Two for <b>one</b>' });
  const origin = new URL(service.url).origin;
  const page = await (await fetch(`${origin}/posts/${post.id}`)).text();
  assert.match(page, /This post is draft\.<\/p><p>Two for &lt;b>one&lt;\/b>/);
  assert.equal((await fetch(`${origin}/posts/none`)).status, 404);
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

test('analytics cover thirty days for each profile', async (t) => {
  const { call } = await startService(t);
  const { status, headers, text } = await call(`GET /analytics/export?${brand}`);
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
  const [header, ...rows] = text.trimEnd().split('\r\n');
  assert.equal(header, 'date,provider,profile,followers,impressions,reach,engagements,clicks');
  assert.equal(rows.length, 60);
  assert.ok(rows.every((row) => /^\d{4}-\d\d-\d\d,(instagram|linkedin),[^,]+(,\d+){5}$/.test(row)));
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
