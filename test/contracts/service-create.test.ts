import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand, createPost, inHours, listPosts, startService, urls } from '#test/contracts/service-client.ts';

const path = `POST /post?${brand}`;

test('without scheduledAt a post is saved as a draft, and the response has its ID', async (t) => {
  const { call, service } = await startService(t);
  const { status, body } = await call(path, { body: { caption: 'Good morning', mediaUrls: [] } });
  const [post] = await listPosts(call);
  assert.deepEqual([status, body], [201, { postGroupId: post?.id }]);
  assert.deepEqual(
    [post?.status, post?.caption, post?.scheduledAt, post?.socialProfiles],
    ['DRAFT', 'Good morning', null, []],
  );
  assert.deepEqual(post?.posts, [{ provider: 'GENERAL', caption: 'Good morning', creatives: [] }]);
  assert.equal(service.creations(), 1);
});

test('with scheduledAt a post is scheduled for that time', async (t) => {
  const { call } = await startService(t);
  const scheduledAt = inHours(2);
  await createPost(call, { scheduledAt, socialProfileIds: ['profile-1'], mediaUrls: urls(2) });
  const [post] = await listPosts(call);
  assert.deepEqual([post?.status, post?.scheduledAt], ['SCHEDULED', scheduledAt]);
  assert.deepEqual(post?.posts[0]?.creatives, urls(2));
  assert.deepEqual(
    post?.socialProfiles.map(({ socialProfile }) => socialProfile.id),
    ['profile-1'],
  );
});

const post = { caption: 'Hello', mediaUrls: [] };
const ai = { prompt: 'Announce our new autumn espresso' };
/** One of each kind. The limits that the schemas have are compared with the document in service-openapi.test.ts. */
const refused: [path: string, body: object, status: number][] = [
  ['/post', { ...post, caption: 7 }, 422],
  ['/post', { ...post, publishNow: true }, 400],
  ['/post', { ...post, mediaUrls: ['file:///picture.png'] }, 422],
  ['/post', { ...post, socialProfileIds: ['profile-9'] }, 422],
  ['/post', { ...post, scheduledAt: inHours(-1) }, 422],
  ['/post', { ...post, scheduledAt: '2099-02-03T10:00:00' }, 422],
  ['/post/ai', { ...ai, imageCount: 11 }, 422],
  ['/post/ai', { ...ai, generateMedia: true }, 400],
  ['/post/ai', { ...ai, socialProfileIds: ['profile-9'] }, 422],
  ['/post/ai', { ...ai, hashtagLibraryId: 'library-9' }, 422],
  ['/post/ai', { ...ai, referenceDesignIds: ['design-9'] }, 422],
  ['/campaigns', { prompt: 'Te' }, 422],
  ['/campaigns', { prompt: 'Tea', generateImage: true }, 400],
  ['/campaigns', { prompt: 'Tea', socialProfileIds: ['profile-9'] }, 422],
  ['/campaigns', { prompt: 'Tea', hashtagLibraryId: 'library-9' }, 422],
  ['/campaigns', { prompt: 'Tea', referenceDesignIds: ['design-9'] }, 422],
];

test('what a schema, an ID or the time rules out is refused, and nothing is created', async (t) => {
  const { call, service } = await startService(t);
  for (const [to, body, status] of refused)
    assert.equal((await call(`POST ${to}?${brand}`, { body })).status, status, JSON.stringify(body));
  await service.settled();
  assert.deepEqual([service.effects(), service.posts(), service.generations()], [[], [], 0]);
});
