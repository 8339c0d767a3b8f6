import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { type Reply, startService } from './raw-server.ts';
import { aCampaign, anAiPost, aPost, errorOf, postsOf } from './samples.ts';

const a = 'https://example.com/a.png';
const b = 'https://example.com/b.png';
const page = { id: 'p1', provider: 'facebook', name: 'Page', image: undefined };
const bare: Post = {
  id: 'post-1',
  status: 'draft',
  statusWord: 'DRAFT',
  caption: '',
  mediaUrls: [],
  profiles: undefined,
  scheduledAt: undefined,
  campaignId: undefined,
};

const rows: [name: string, fields: object, expected: Partial<Post>][] = [
  ['nothing else', {}, {}],
  ['an id in place of id', { id: undefined, postGroupId: 'group' }, { id: 'group' }],
  ['the id that changes take, beside another', { id: 'inner', postGroupId: 'group' }, { id: 'group' }],
  ['another name of the id', { id: undefined, postId: 'p' }, { id: 'p' }],
  [
    'a caption on the record',
    { caption: 'Top', posts: [{ provider: 'GENERAL', caption: 'Low' }] },
    { caption: 'Top' },
  ],
  [
    'a caption in the variations: the general one speaks',
    {
      caption: '',
      posts: [
        { provider: 'FACEBOOK', caption: 'For one' },
        { provider: 'general', caption: 'For all' },
      ],
    },
    { caption: 'For all' },
  ],
  [
    'a caption in a variation of a network',
    { posts: ['odd', { caption: 5 }, { caption: 'One' }] },
    { caption: 'One' },
  ],
  ['a caption with its spaces', { caption: ' Hi\n' }, { caption: ' Hi\n' }],
  ['media on the record', { mediaUrls: [a, b, a] }, { mediaUrls: [a, b] }],
  ['media under its other name', { media: [{ url: a }] }, { mediaUrls: [a] }],
  [
    'media in the variations',
    { posts: [{ creatives: [] }, { creatives: [a, { url: b }] }] },
    { mediaUrls: [a, b] },
  ],
  ['media that is no address', { mediaUrls: ['javascript:x', 5, {}, a] }, { mediaUrls: [a] }],
  ['profiles inside', { socialProfiles: [{ socialProfile: { ...page } }] }, { profiles: [page] }],
  [
    'profiles as they are',
    { socialProfiles: [page, 'p2', null] },
    { profiles: [page, { ...page, id: 'p2', name: 'p2', provider: '' }] },
  ],
  [
    'ids of profiles',
    { socialProfileIds: ['p3'] },
    { profiles: [{ ...page, id: 'p3', name: 'p3', provider: '' }] },
  ],
  ['no profiles', { socialProfiles: [] }, { profiles: [] }],
  ['a campaign', { campaignId: 'c1' }, { campaignId: 'c1' }],
  ['no status', { status: undefined }, { status: 'unknown', statusWord: '' }],
];
for (const [name, fields, expected] of rows) {
  test(`a post with ${name}`, async (t) => {
    const { service } = await startService(t, { json: [{ id: 'post-1', status: 'DRAFT', ...fields }] });
    assert.deepEqual(await postsOf(service, 'b'), [{ ...bare, ...expected }]);
  });
}

const statuses: [word: string, status: Post['status']][] = [
  ['GENERATING', 'generating'],
  ['DRAFT', 'draft'],
  ['SCHEDULED', 'scheduled'],
  ['PUBLISHING', 'publishing'],
  ['POSTED', 'published'],
  ['PUBLISHED', 'published'],
  ['ERROR', 'failed'],
  ['FAILED', 'failed'],
  ['PENDING_APPROVAL', 'pending approval'],
  ['PENDING_USER_APPROVAL', 'pending approval'],
  ['PENDING_PROFILE_APPROVAL', 'pending approval'],
  ['pending approval', 'pending approval'],
  ['generating', 'generating'],
  ['PARTIALLY_POSTED', 'unknown'],
  ['NOT PUBLISHED', 'unknown'],
  ['constructor', 'unknown'],
];
for (const [statusWord, status] of statuses) {
  test(`a post with status ${statusWord} is ${status}`, async (t) => {
    const { service } = await startService(t, { json: [{ id: 'p', status: statusWord }] });
    const [post] = await postsOf(service, 'b');
    assert.deepEqual([post?.status, post?.statusWord], [status, statusWord]);
  });
}

test('a status from the settings is known, along with the built-in ones', async (t) => {
  const openFacts = { postStatuses: { LIVE: 'published' as const } };
  const json = ['LIVE', 'DRAFT'].map((status) => ({ id: status, status }));
  const { service } = await startService(t, { json }, { openFacts });
  assert.deepEqual(
    (await postsOf(service, 'b')).map(({ status }) => status),
    ['published', 'draft'],
  );
});

const times: [given: unknown, read: string | undefined, reported: boolean][] = [
  ['2027-03-01T12:00:00Z', '2027-03-01T12:00:00Z', false],
  ['2027-03-01T12:00:00.987Z', '2027-03-01T12:00:00Z', false],
  ['2027-03-01T12:00:00+00:00', '2027-03-01T12:00:00Z', false],
  ['2027-03-01T12:00:00-05:30', '2027-03-01T17:30:00Z', false],
  ['2027-03-01T12:00:00+0200', '2027-03-01T10:00:00Z', false],
  ['2027-03-01T12:00:00', '2027-03-01T12:00:00Z', false],
  ['2027-03-01 12:00:00.5', '2027-03-01T12:00:00Z', false],
  ['2027-03-01T12:00Z', '2027-03-01T12:00:00Z', false],
  ['2027-03-01', '2027-03-01T00:00:00Z', false],
  [1803902400, '2027-03-01T12:00:00Z', false],
  [1803902400123, '2027-03-01T12:00:00Z', false],
  ['1803902400', '2027-03-01T12:00:00Z', false],
  [null, undefined, false],
  ['', undefined, false],
  ['tomorrow', undefined, true],
  ['2027-13-01T12:00:00Z', undefined, true],
  [8.7e15, undefined, true],
  [{}, undefined, true],
];
for (const [given, read, reported] of times) {
  test(`a schedule of ${JSON.stringify(given)} is ${read}`, async (t) => {
    const warned: unknown[] = [];
    const log = { warn: (fields: unknown) => void warned.push(fields) };
    const { service } = await startService(
      t,
      { json: [{ id: 'p', status: 'DRAFT', scheduledAt: given }] },
      { log },
    );
    assert.equal((await postsOf(service, 'b'))[0]?.scheduledAt, read);
    assert.deepEqual(warned, reported ? [{ endpoint: 'GET /post', fields: ['scheduledAt'] }] : []);
  });
}

const ids = ['postGroupId', 'id', 'postId'].flatMap((name) => [
  { [name]: 'made', status: 'GENERATING' },
  { data: { [name]: 'made' } },
  { post: { [name]: 'made' } },
]);
for (const json of [...ids, { id: 'request', data: { postGroupId: 'made' } }, { id: '', postId: 'made' }]) {
  test(`the ID of a new post in ${JSON.stringify(json)}`, async (t) => {
    const { service } = await startService(t, { status: 201, json });
    assert.deepEqual(await service.createPost(aPost()), { postId: 'made' });
    assert.deepEqual(await service.createAiPost(anAiPost()), { postId: 'made' });
  });
}

for (const json of [
  { campaignId: 'made', status: 'GENERATING', queued: true, generation: {} },
  { id: 'made', status: 'GENERATING' },
  { data: { campaignId: 'made' } },
  { campaign: { id: 'made' } },
]) {
  test(`the ID of a new campaign in ${JSON.stringify(json)}`, async (t) => {
    const { service } = await startService(t, { status: 202, json });
    assert.deepEqual(await service.createCampaign(aCampaign()), { campaignId: 'made' });
  });
}

const single = { openFacts: { singleRead: true } };

test('without the open fact singleRead no single post is requested', async (t) => {
  const { service, seen } = await startService(t, { json: { id: 'b', status: 'POSTED' } });
  assert.equal(await service.singlePost('b'), undefined);
  assert.deepEqual(seen, []);
});

for (const [name, json] of [
  ['at the top', { id: 'b', status: 'POSTED' }],
  ['in an envelope', { data: { postGroupId: 'b', status: 'POSTED' } }],
  ['in a post', { post: { id: 'b', status: 'POSTED' } }],
] as const) {
  test(`with the open fact singleRead a single post is read, ${name}`, async (t) => {
    const { service, seen } = await startService(t, { json }, single);
    assert.equal((await service.singlePost('b'))?.status, 'published');
    assert.deepEqual(
      seen.map(({ path }) => path),
      ['/api/v1/post/b'],
    );
  });
}

for (const reply of [
  { status: 404 },
  { status: 405 },
  { status: 500 },
  { status: 401 },
  { json: { id: 'other' } },
  { text: 'no' },
  { drop: 'before' },
] as Reply[]) {
  test(`a single post can’t be read after ${JSON.stringify(reply)}`, async (t) => {
    const { service } = await startService(t, reply, single);
    assert.equal(await service.singlePost('b'), undefined);
  });
}

test('a busy service’s response doesn’t mean that the post doesn’t exist', async (t) => {
  const { service, seen } = await startService(t, { status: 429 }, single);
  assert.equal((await errorOf(service.singlePost('b'))).kind, 'busy');
  assert.ok(seen.every(({ path }) => path.endsWith('/post/b')));
});
