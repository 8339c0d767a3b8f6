import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService, type Service } from '#src/platform/publishing-api/client.ts';
import { type Reply, startService, testKey } from './raw-server.ts';
import { aCampaign, anAiPost, aPost, errorOf, postsOf } from './samples.ts';

interface Case {
  name: string;
  run(service: Service): Promise<unknown>;
  reply?: Reply;
  asks: { method: string; path: string; query?: Record<string, string>; body?: unknown };
}

const ok: Reply = { status: 201, json: { id: 'made' } };
const profiles = [{ id: 'profile-1', name: 'Page' }];
const library = { id: 'library-1', name: 'Coffee' };
const designs = [{ id: 'design-1', name: 'Frame' }];
const url = 'https://example.com/a.png';

const cases: Case[] = [
  { name: 'me', run: (s) => s.me(), reply: { json: {} }, asks: { method: 'GET', path: '/me' } },
  { name: 'brands', run: (s) => s.brands(), asks: { method: 'GET', path: '/brands' } },
  ...(
    [
      ['profiles', '/social-profiles'],
      ['hashtagLibraries', '/hashtag-libraries'],
      ['studioDesigns', '/studio-templates'],
    ] as const
  ).map(([name, path]) => ({
    name,
    run: (s: Service) => s[name]('brand/1 ä'),
    asks: { method: 'GET', path, query: { brandId: 'brand/1 ä' } },
  })),
  {
    name: 'posts',
    run: (s) => postsOf(s, 'brand/1 ä'),
    asks: { method: 'GET', path: '/post', query: { brandId: 'brand/1 ä' } },
  },
  {
    name: 'a draft without optional fields sends only that it has no media',
    run: (s) => s.createPost(aPost()),
    reply: ok,
    asks: {
      method: 'POST',
      path: '/post',
      query: { brandId: 'brand-1' },
      body: { caption: 'Hello', mediaUrls: [] },
    },
  },
  {
    name: 'a scheduled post with everything, its time in whole UTC seconds',
    run: (s) => s.createPost(aPost({ profiles, mediaUrls: [url], scheduledAt: '2027-03-01T09:30:15.987Z' })),
    reply: ok,
    asks: {
      method: 'POST',
      path: '/post',
      query: { brandId: 'brand-1' },
      body: {
        caption: 'Hello',
        mediaUrls: [url],
        socialProfileIds: ['profile-1'],
        scheduledAt: '2027-03-01T09:30:15Z',
      },
    },
  },
  {
    name: 'a generated post without images sends no image fields',
    run: (s) => s.createAiPost(anAiPost({ referenceUrls: [url], referenceDesigns: designs })),
    reply: ok,
    asks: {
      method: 'POST',
      path: '/post/ai',
      query: { brandId: 'brand-1' },
      body: { prompt: 'A post about coffee' },
    },
  },
  {
    name: 'a generated post with everything',
    run: (s) =>
      s.createAiPost(
        anAiPost({
          profiles,
          tone: 'founder_led',
          postLength: 'extra_long',
          hashtagLibrary: library,
          imageCount: 3,
          referenceUrls: [url],
          referenceDesigns: designs,
        }),
      ),
    reply: ok,
    asks: {
      method: 'POST',
      path: '/post/ai',
      query: { brandId: 'brand-1' },
      body: {
        prompt: 'A post about coffee',
        tone: 'founder_led',
        postLength: 'extra_long',
        socialProfileIds: ['profile-1'],
        hashtagLibraryId: 'library-1',
        generateImage: true,
        imageCount: 3,
        referenceUrls: [url],
        referenceDesignIds: ['design-1'],
      },
    },
  },
  {
    name: 'a campaign without images sends no image fields',
    run: (s) => s.createCampaign(aCampaign({ referenceUrls: [url], referenceDesigns: designs })),
    reply: ok,
    asks: {
      method: 'POST',
      path: '/campaigns',
      query: { brandId: 'brand-1' },
      body: { prompt: 'Autumn', duration: 7, count: 5 },
    },
  },
  {
    name: 'a campaign with everything',
    run: (s) =>
      s.createCampaign(
        aCampaign({
          profiles,
          objective: 'launch',
          postLength: 'short',
          hashtagLibrary: library,
          imageCount: 2,
          referenceUrls: [url],
          referenceDesigns: designs,
        }),
      ),
    reply: ok,
    asks: {
      method: 'POST',
      path: '/campaigns',
      query: { brandId: 'brand-1' },
      body: {
        prompt: 'Autumn',
        goal: 'launch',
        duration: 7,
        count: 5,
        postLength: 'short',
        hashtagLibraryId: 'library-1',
        socialProfileIds: ['profile-1'],
        generateMedia: true,
        imageCount: 2,
        referenceUrls: [url],
        referenceDesignIds: ['design-1'],
      },
    },
  },
  {
    name: 'an edit sends only the changes',
    run: (s) => s.updatePost('post/1', { caption: '', scheduledAt: '2027-03-01T10:00:00+02:00' }),
    asks: {
      method: 'PATCH',
      path: '/post/post%2F1',
      body: { caption: '', scheduledAt: '2027-03-01T08:00:00Z' },
    },
  },
  {
    name: 'a schedule is removed with null',
    run: (s) => s.updatePost('p', { scheduledAt: null }),
    asks: { method: 'PATCH', path: '/post/p', body: { scheduledAt: null } },
  },
  {
    name: 'empty sets replace, and empty additions are left out',
    run: (s) =>
      s.updatePost('p', { mediaUrls: [], socialProfileIds: [], addSocialProfileIds: [], clearMedia: false }),
    asks: { method: 'PATCH', path: '/post/p', body: { mediaUrls: [], socialProfileIds: [] } },
  },
  {
    name: 'media and profiles are added',
    run: (s) => s.updatePost('p', { addMediaUrls: [url], addSocialProfileIds: ['profile-2'] }),
    asks: {
      method: 'PATCH',
      path: '/post/p',
      body: { addMediaUrls: [url], addSocialProfileIds: ['profile-2'] },
    },
  },
  {
    name: 'media is cleared',
    run: (s) => s.updatePost('p', { clearMedia: true }),
    asks: { method: 'PATCH', path: '/post/p', body: { clearMedia: true } },
  },
  {
    name: 'publishing sends publishNow and nothing else',
    run: (s) => s.publishPost('p'),
    asks: { method: 'PATCH', path: '/post/p', body: { publishNow: true } },
  },
  {
    name: 'connection',
    run: (s) => s.connection('brand-1', 'tiktok'),
    reply: { json: { authUrl: 'https://service.example/connect' } },
    asks: {
      method: 'GET',
      path: '/social-profiles/connection-url',
      query: { workspaceId: 'brand-1', provider: 'tiktok' },
    },
  },
  {
    name: 'workflow',
    run: (s) => s.workflow('w?1'),
    reply: { json: { on: true } },
    asks: { method: 'GET', path: '/workflow/w%3F1' },
  },
  {
    name: 'switching a workflow',
    run: (s) => s.switchWorkflow('w', false),
    asks: { method: 'POST', path: '/workflow/w', body: { on: false } },
  },
  {
    name: 'analytics',
    run: (s) => s.analytics('brand-1'),
    reply: { text: 'a,b', headers: { 'Content-Type': 'text/csv' } },
    asks: { method: 'GET', path: '/analytics/export', query: { brandId: 'brand-1' } },
  },
];

for (const { name, run, reply = { json: [] }, asks } of cases) {
  test(`request: ${name}`, async (t) => {
    const { service, seen } = await startService(t, reply);
    await run(service);
    assert.equal(seen.length, 1);
    const { headers, ...asked } = seen[0] ?? assert.fail();
    assert.deepEqual(asked, { query: {}, body: undefined, ...asks, path: `/api/v1${asks.path}` });
    assert.equal(headers['x-api-key'], testKey);
    assert.equal(headers.accept, 'application/json');
    assert.equal(headers['content-type'], asks.body === undefined ? undefined : 'application/json');
    assert.equal(headers.authorization, undefined);
    const removed = /workspaces|brand-kits/.test(asked.path) || 'workspaceId' in asked.query;
    assert.equal(removed, name === 'connection', 'a removed name');
  });
}

test('the base address can end in a slash, and must be a plain web address', async (t) => {
  const { url: base, seen } = await startService(t, { json: {} });
  const options = { key: testKey, timeoutMs: 2_000 };
  const service = createService({ ...options, url: `${base}/` });
  t.after(() => service.close());
  await service.me();
  assert.equal(seen[0]?.path, '/api/v1/me');
  for (const wrong of ['', 'v1', 'ftp://host/v1', 'https://host/v1?x=1', 'https://user:pass@host/v1'])
    assert.throws(() => createService({ ...options, url: wrong }), TypeError);
});

test('a key that can’t be in a header is refused without being shown', () => {
  const build = () => createService({ url: 'https://host/v1', key: 'secret\nword', timeoutMs: 1 });
  assert.throws(build, (cause: Error) => cause instanceof TypeError && !cause.message.includes('secret'));
});

test('open facts change names in the bodies', async (t) => {
  const openFacts = { campaignBody: { brief: 'topic', days: 'days' }, sendEmptyMedia: false };
  const { service, seen } = await startService(t, ok, { openFacts });
  await service.createCampaign(aCampaign());
  await service.createPost(aPost());
  assert.deepEqual(seen[0]?.body, { topic: 'Autumn', days: 7, count: 5 });
  assert.deepEqual(seen[1]?.body, { caption: 'Hello' });
});

for (const [datetimeForm, scheduledAt] of [
  ['milliseconds', '2027-03-01T09:30:15.000Z'],
  ['offset', '2027-03-01T09:30:15+00:00'],
] as const) {
  test(`the open fact datetimeForm ${datetimeForm} sends ${scheduledAt}`, async (t) => {
    const { service, seen } = await startService(t, ok, { openFacts: { datetimeForm } });
    await service.createPost(aPost({ scheduledAt: '2027-03-01T10:30:15.987+01:00' }));
    await service.updatePost('p', { scheduledAt: '2027-03-01T09:30:15Z' });
    assert.deepEqual(
      seen.map(({ body }) => (body as { scheduledAt: string }).scheduledAt),
      [scheduledAt, scheduledAt],
    );
  });
}

const eleven = Array.from({ length: 11 }, () => url);
const open: [string, Parameters<Service['updatePost']>[1]][] = [
  ['nothing', {}],
  ['nothing but empty additions', { addMediaUrls: [], addSocialProfileIds: [] }],
  ['replacing and adding media', { mediaUrls: [url], addMediaUrls: [url] }],
  ['clearing and adding media', { clearMedia: true, addMediaUrls: [url] }],
  ['replacing and adding profiles', { socialProfileIds: ['a'], addSocialProfileIds: ['b'] }],
  ['eleven media', { mediaUrls: eleven }],
  ['eleven more media', { addMediaUrls: eleven }],
  ['a time that is none', { scheduledAt: 'tomorrow' }],
];
for (const [name, change] of open) {
  test(`an edit that the contract leaves open isn’t sent: ${name}`, async (t) => {
    const { service, seen } = await startService(t, {});
    const error = await errorOf(service.updatePost('p', change));
    assert.deepEqual(
      [error.kind, error.retry, error.taken, error.status],
      ['refused', false, 'no', undefined],
    );
    assert.equal(seen.length, 0);
  });
}

for (const id of ['', '.', '..']) {
  test(`an ID that would change the path is not sent: "${id}"`, async (t) => {
    const { service, seen } = await startService(t, {});
    for (const call of [service.publishPost(id), service.workflow(id), service.switchWorkflow(id, true)])
      assert.equal((await errorOf(call)).kind, 'refused');
    assert.equal(seen.length, 0);
  });
}
