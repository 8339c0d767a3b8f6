import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultVariants, everyVariant, type Variants, variantChoices } from '#sandbox/service/variants.ts';
import { brand, createPost, startService } from '#test/contracts/service-client.ts';

for (const [provider, expected] of Object.entries({
  lower: ['facebook', 'instagram', 'linkedin', 'pinterest', 'tiktok', 'twitter'],
  upper: ['FACEBOOK', 'INSTAGRAM', 'LINKEDIN', 'PINTEREST', 'TIKTOK', 'TWITTER'],
  x: ['facebook', 'instagram', 'linkedin', 'pinterest', 'tiktok', 'x'],
  suffixed: [
    'facebook_page',
    'instagram_business',
    'linkedin_page',
    'pinterest_board',
    'tiktok_business',
    'twitter_account',
  ],
} satisfies Record<Variants['provider'], string[]>)) {
  test(`variant provider ${provider}`, async (t) => {
    const variants = { provider: provider as Variants['provider'] };
    const { call } = await startService(t, { seed: 'demo', variants });
    const seen = new Set<string>();
    for (const id of ['brand-northwind', 'brand-atlas']) {
      const { body } = await call(`GET /social-profiles?brandId=${id}`);
      for (const profile of body as { provider: string }[]) seen.add(profile.provider);
    }
    assert.deepEqual([...seen].sort(), expected);
  });
}

for (const profileName of variantChoices.profileName) {
  test(`variant profileName ${profileName}`, async (t) => {
    const { call } = await startService(t, { variants: { profileName } });
    const [profile] = (await call(`GET /social-profiles?${brand}`)).body as Record<string, unknown>[];
    assert.equal(profile?.[profileName], 'northwind.coffee');
    assert.deepEqual(Object.keys(profile ?? {}), ['id', 'provider', profileName, 'image']);
  });
}

for (const queuedStatus of variantChoices.queuedStatus) {
  test(`variant queuedStatus ${queuedStatus}`, async (t) => {
    const { call } = await startService(t, { variants: { queuedStatus } });
    const body = { prompt: 'Write about our tea' };
    assert.equal((await call(`POST /post/ai?${brand}`, { body })).status, queuedStatus);
    assert.equal((await call(`POST /campaigns?${brand}`, { body })).status, queuedStatus);
  });
}

test('variant ids: every ID is long and unusual, and works unchanged in a request', async (t) => {
  const { call, service } = await startService(t, { variants: { ids: 'odd' } });
  const [listed] = (await call('GET /brands')).body as { id: string }[];
  assert.ok(listed && listed.id.length > 300 && listed.id.endsWith('brand-1'));
  const query = new URLSearchParams({ brandId: listed.id }).toString();
  const [profile] = (await call(`GET /social-profiles?${query}`)).body as { id: string }[];
  const body = { caption: 'Tea', mediaUrls: [], socialProfileIds: [profile?.id] };
  const made = (await call(`POST /post?${query}`, { body })).body as { postGroupId: string };
  const path = `PATCH /post/${encodeURIComponent(made.postGroupId)}` as const;
  assert.equal((await call(path, { body: { caption: 'Coffee' } })).status, 200);
  const [post] = service.posts();
  assert.deepEqual(
    [post?.brandId, post?.caption, post?.socialProfileIds],
    ['brand-1', 'Coffee', ['profile-1']],
  );
});

test('variant order: the oldest post can be first', async (t) => {
  const { call } = await startService(t, { variants: { order: 'oldest' } });
  const first = await createPost(call);
  await createPost(call);
  assert.equal(((await call(`GET /post?${brand}`)).body as { id: string }[])[0]?.id, first);
});

test('variant pages: a cursor leads through the whole listing and ends with null', async (t) => {
  const { call } = await startService(t, { variants: { pages: 'nextCursor' } });
  const ids = [await createPost(call), await createPost(call), await createPost(call)];
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor && `&cursor=${cursor}`;
    const { body } = await call(`GET /post?${brand}&perPage=2${more}`);
    const answer = body as { data: { id: string }[]; nextCursor: string | null };
    seen.push(...answer.data.map(({ id }) => id));
    cursor = answer.nextCursor;
  }
  assert.deepEqual(seen, ids.reverse());
  assert.equal((await call(`GET /post?${brand}&cursor=elsewhere`)).status, 400);
});

test('variant pages none: everything at once, without page parameters', async (t) => {
  const { call, service } = await startService(t, { variants: { pages: 'none' } });
  for (let index = 0; index < 60; index += 1) service.putPost({ brandId: 'brand-1' });
  assert.equal(((await call(`GET /post?${brand}`)).body as unknown[]).length, 60);
  assert.equal((await call(`GET /post?${brand}&page=0`)).status, 400);
});

test('variant singleRead: a single post can be read', async (t) => {
  const { call } = await startService(t, { variants: { singleRead: 'on' } });
  const id = await createPost(call);
  const { status, body } = await call(`GET /post/${id}`);
  assert.deepEqual([status, (body as { id: string }).id], [200, id]);
  assert.equal((await call('GET /post/nobody')).status, 404);
});

test('variant connectionUrlParameter: brandId instead of workspaceId', async (t) => {
  const { call } = await startService(t, { variants: { connectionUrlParameter: 'brandId' } });
  const status = async (name: string) =>
    (await call(`GET /social-profiles/connection-url?${name}=brand-1&provider=facebook`)).status;
  assert.deepEqual([await status('brandId'), await status('workspaceId')], [200, 400]);
});

for (const [campaignNames, taken, refused] of [
  ['topic', { topic: 'Tea', duration: 3, count: 2 }, { prompt: 'Tea' }],
  ['other', { brief: 'Tea', days: 3, posts: 2 }, { brief: 'Tea', duration: 3, count: 2 }],
] as const)
  test(`variant campaignNames: ${campaignNames} instead of prompt`, async (t) => {
    const { call, service } = await startService(t, { variants: { campaignNames } });
    const status = async (body: unknown) => (await call(`POST /campaigns?${brand}`, { body })).status;
    assert.deepEqual([await status(taken), await status(refused)], [202, 400]);
    await service.settled();
    assert.equal(service.posts().length, 2);
  });

test('variant postProfiles none: a post doesn’t say which profiles it goes to', async (t) => {
  const { call } = await startService(t, { variants: { postProfiles: 'none' } });
  await createPost(call);
  const [post] = (await call(`GET /post?${brand}`)).body as Record<string, unknown>[];
  assert.ok(post && !('socialProfiles' in post));
});

test('each fact’s first choice is its default, and each other choice is a variant of its own', () => {
  for (const [fact, [first]] of Object.entries(variantChoices)) {
    assert.equal(defaultVariants[fact as keyof Variants], first, fact);
  }
  const others = Object.values(variantChoices).reduce((sum, choices) => sum + choices.length - 1, 0);
  assert.equal(everyVariant().length, others);
});

test('an unknown variant is refused', async (t) => {
  const misspelt = { list: 'array' } as unknown as Partial<Variants>;
  await assert.rejects(startService(t, { variants: misspelt }), /The sandbox has no variant list: array/);
  const unknown = { lists: 'bare' } as unknown as Partial<Variants>;
  await assert.rejects(startService(t, { variants: unknown }), /The sandbox has no variant lists: bare/);
});
