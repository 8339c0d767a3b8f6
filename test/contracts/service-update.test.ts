import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Post } from '#sandbox/service/model.ts';
import { createPost, inHours, startService, urls } from '#test/contracts/service-client.ts';

const soon = inHours(3);
const later = inHours(9);
const before = { caption: 'Before', mediaUrls: urls(2), socialProfileIds: ['profile-1'] };

/** Each row of the contract's table: the request, and the changes. Everything else must stay unchanged. */
const changes: [string, Record<string, unknown>, Partial<Post>][] = [
  ['nothing', {}, {}],
  ['caption', { caption: 'After' }, { caption: 'After' }],
  ['scheduledAt', { scheduledAt: soon }, { state: 'scheduled', scheduledAt: Date.parse(soon) }],
  ['publishNow false', { publishNow: false }, {}],
  ['mediaUrls', { mediaUrls: urls(3, 5) }, { mediaUrls: urls(3, 5) }],
  ['mediaUrls, empty', { mediaUrls: [] }, { mediaUrls: [] }],
  ['mediaUrls, ten', { mediaUrls: urls(10) }, { mediaUrls: urls(10) }],
  ['addMediaUrls', { addMediaUrls: urls(1, 7) }, { mediaUrls: [...urls(2), ...urls(1, 7)] }],
  ['addMediaUrls up to ten', { addMediaUrls: urls(8, 2) }, { mediaUrls: urls(10) }],
  ['clearMedia', { clearMedia: true }, { mediaUrls: [] }],
  ['clearMedia false', { clearMedia: false }, {}],
  ['clearMedia beside mediaUrls', { clearMedia: true, mediaUrls: urls(1, 4) }, { mediaUrls: urls(1, 4) }],
  ['socialProfileIds', { socialProfileIds: ['profile-2'] }, { socialProfileIds: ['profile-2'] }],
  ['socialProfileIds, empty', { socialProfileIds: [] }, { socialProfileIds: [] }],
  [
    'addSocialProfileIds',
    { addSocialProfileIds: ['profile-2'] },
    { socialProfileIds: ['profile-1', 'profile-2'] },
  ],
  ['addSocialProfileIds, there already', { addSocialProfileIds: ['profile-1'] }, {}],
  [
    'several fields',
    { caption: 'After', scheduledAt: soon, mediaUrls: [] },
    { caption: 'After', state: 'scheduled', scheduledAt: Date.parse(soon), mediaUrls: [] },
  ],
];

test('PATCH changes only the fields in its body', async (t) => {
  const { call, service } = await startService(t);
  for (const [name, body, expected] of changes) {
    const id = await createPost(call, before);
    const was = service.post(id);
    const answer = await call(`PATCH /post/${id}`, { body });
    assert.deepEqual([answer.status, answer.body], [200, { postGroupId: id }], name);
    assert.deepEqual(service.post(id), { ...was, ...expected }, name);
  }
});

test('a scheduled post is rescheduled, and unscheduled with null', async (t) => {
  const { call, service } = await startService(t);
  const id = await createPost(call, { ...before, scheduledAt: soon });
  await call(`PATCH /post/${id}`, { body: { scheduledAt: later } });
  assert.equal(service.post(id)?.scheduledAt, Date.parse(later));
  await call(`PATCH /post/${id}`, { body: { scheduledAt: null } });
  assert.equal(service.post(id)?.state, 'draft');
  assert.equal(service.post(id)?.scheduledAt, undefined);
});

/** What no schema says: together, or in total. */
const refused: Record<string, unknown>[] = [
  { scheduledAt: inHours(-1) },
  { addMediaUrls: urls(9, 2) },
  { addSocialProfileIds: ['profile-9'] },
  { mediaUrls: urls(1), addMediaUrls: urls(1, 2) },
  { clearMedia: true, addMediaUrls: urls(1) },
  { socialProfileIds: ['profile-1'], addSocialProfileIds: ['profile-2'] },
  { publishNow: true, scheduledAt: soon },
  { publishNow: true, scheduledAt: null },
];

test('PATCH refuses invalid requests, without changing anything', async (t) => {
  const { call, service } = await startService(t);
  const id = await createPost(call, before);
  const was = service.post(id);
  for (const body of refused) {
    assert.equal((await call(`PATCH /post/${id}`, { body })).status, 422, JSON.stringify(body));
    assert.deepEqual(service.post(id), was);
  }
  assert.equal(service.publishes(), 0);
});

test('publishNow publishes the post itself, once', async (t) => {
  const { call, service } = await startService(t);
  const id = await createPost(call, { ...before, scheduledAt: soon });
  assert.equal((await call(`PATCH /post/${id}`, { body: { publishNow: true } })).status, 200);
  assert.equal(service.post(id)?.state, 'published');
  const again = await call(`PATCH /post/${id}`, { body: { publishNow: true } });
  assert.deepEqual([again.status, again.body], [409, { message: 'This post is already published.' }]);
  assert.equal(service.publishes(id), 1);
  assert.equal(service.posts().length, 1);
});

test('changes sent with publishNow are applied first', async (t) => {
  const { call, service } = await startService(t);
  const id = await createPost(call);
  const body = { caption: 'After', addSocialProfileIds: ['profile-2'], publishNow: true };
  assert.equal((await call(`PATCH /post/${id}`, { body })).status, 200);
  assert.deepEqual(
    [service.post(id)?.state, service.post(id)?.caption, service.post(id)?.socialProfileIds],
    ['published', 'After', ['profile-2']],
  );
});

test('the limit of ten media applies only to PATCH: a post with eleven can be edited', async (t) => {
  const { call, service } = await startService(t);
  const id = await createPost(call, { ...before, mediaUrls: urls(11) });
  assert.equal((await call(`PATCH /post/${id}`, { body: { addMediaUrls: urls(1, 20) } })).status, 422);
  for (const body of [{ caption: 'After' }, { addMediaUrls: [] }, { publishNow: true }])
    assert.equal((await call(`PATCH /post/${id}`, { body })).status, 200, JSON.stringify(body));
  assert.deepEqual(service.post(id)?.mediaUrls, urls(11));
  assert.equal(service.publishes(id), 1);
});

test('a published post, and one being generated or published, can’t be changed', async (t) => {
  const { call, service } = await startService(t);
  for (const state of ['published', 'generating', 'publishing'] as const) {
    const { id } = service.putPost({ brandId: 'brand-1', state, socialProfileIds: ['profile-1'] });
    for (const body of [{ caption: 'After' }, { scheduledAt: soon }, { publishNow: true }]) {
      assert.equal(
        (await call(`PATCH /post/${id}`, { body })).status,
        409,
        `${state} ${JSON.stringify(body)}`,
      );
    }
  }
});
