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

test('a time with an offset means the same moment', async (t) => {
  const { call } = await startService(t);
  const local = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 19);
  await createPost(call, { scheduledAt: `${local}+03:00` });
  assert.equal(
    (await listPosts(call))[0]?.scheduledAt,
    new Date(`${local}+03:00`).toISOString().replace('.000', ''),
  );
});

test('the longest caption is accepted, and more media than in an update: the document sets no limit', async (t) => {
  const { call } = await startService(t);
  const body = {
    caption: 'x'.repeat(10_000),
    mediaUrls: urls(11),
    socialProfileIds: ['profile-1', 'profile-2'],
  };
  assert.equal((await call(path, { body })).status, 201);
});

const valid = { caption: 'Hello', mediaUrls: [] as string[] };
const refused: [string, number, unknown][] = [
  ['no caption', 422, { mediaUrls: [] }],
  ['no mediaUrls', 422, { caption: 'Hello' }],
  ['a caption that is no text', 422, { ...valid, caption: 7 }],
  ['a caption above 10,000 characters', 422, { ...valid, caption: 'x'.repeat(10_001) }],
  ['a medium that is no address', 422, { ...valid, mediaUrls: ['picture.png'] }],
  ['a medium that is not on the web', 422, { ...valid, mediaUrls: ['file:///picture.png'] }],
  ['media that are no list', 422, { ...valid, mediaUrls: 'https://pictures.example/1.png' }],
  ['a profile that does not exist', 422, { ...valid, socialProfileIds: ['profile-9'] }],
  ['profiles that are no list', 422, { ...valid, socialProfileIds: 'profile-1' }],
  ['a schedule in the past', 422, { ...valid, scheduledAt: inHours(-1) }],
  ['a schedule that is no datetime', 422, { ...valid, scheduledAt: 'tomorrow' }],
  ['a schedule on a day that does not exist', 422, { ...valid, scheduledAt: '2099-02-30T10:00:00Z' }],
  ['a schedule without a time zone', 422, { ...valid, scheduledAt: '2099-02-03T10:00:00' }],
  ['a schedule that is a date', 422, { ...valid, scheduledAt: '2099-02-03' }],
  ['a schedule that is a number', 422, { ...valid, scheduledAt: 4_000_000_000 }],
  ['a schedule that is null', 422, { ...valid, scheduledAt: null }],
  ['an unknown field', 400, { ...valid, publishNow: true }],
  ['the brand in the body', 400, { ...valid, brandId: 'brand-1' }],
];

test('POST /post refuses invalid requests', async (t) => {
  const { call, service } = await startService(t);
  for (const [name, status, body] of refused) assert.equal((await call(path, { body })).status, status, name);
  assert.deepEqual(service.effects(), []);
  assert.deepEqual(service.posts(), []);
});

test('a profile of another brand is refused', async (t) => {
  const { call } = await startService(t, { seed: 'demo' });
  const body = { ...valid, socialProfileIds: ['atlas-twitter'] };
  const answer = await call('POST /post?brandId=brand-harbor', { body });
  assert.deepEqual(
    [answer.status, answer.body],
    [422, { message: 'socialProfileIds: this brand has no social profile atlas-twitter.' }],
  );
});

test('IDs are opaque and the same in every run', async (t) => {
  const [one, other] = await Promise.all([startService(t), startService(t)]);
  const first = await createPost(one.call);
  assert.match(first, /^post_[0-9a-f]{16}$/);
  assert.equal(await createPost(other.call), first);
  assert.notEqual(await createPost(one.call), first);
});
