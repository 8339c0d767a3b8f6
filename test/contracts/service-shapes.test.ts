import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Variants, variantChoices } from '#sandbox/service/variants.ts';
import { brand, createPost, type Started, startService } from '#test/contracts/service-client.ts';
import { shareOf } from '#test/support/long-tests.ts';

type Expectation = [Partial<Variants>, (started: Started) => Promise<unknown>, unknown];

const get =
  (path: string) =>
  async ({ call }: Started) =>
    (await call(`GET ${path}`)).body;
const posts = get(`/post?${brand}&perPage=1`);
const brands = [{ id: 'brand-1', name: 'Northwind Coffee' }];

/** The response body of a creation, with a placeholder for the ID. */
const created = async ({ call, service }: Started) => {
  const { text } = await call(`POST /post?${brand}`, { body: { caption: 'Hi', mediaUrls: [] } });
  return JSON.parse(text.replace(service.posts().at(-1)?.id ?? '', 'ID'));
};
const updated = async ({ call, service }: Started) => {
  const { id } = service.putPost({ brandId: 'brand-1' });
  return JSON.parse((await call(`PATCH /post/${id}`, { body: {} })).text.replace(id, 'ID'));
};
const generate = ({ call }: Started) =>
  call(`POST /post/ai?${brand}`, { body: { prompt: 'Write about our tea' } });
const queued = async (started: Started) => {
  const { service } = started;
  const { text } = await generate(started);
  return JSON.parse(text.replace(service.posts().at(-1)?.id ?? '', 'ID'));
};
const campaign = async ({ call }: Started) => {
  const { text } = await call(`POST /campaigns?${brand}`, { body: { prompt: 'Tea', count: 1 } });
  return JSON.parse(text.replace(/campaign_\w+/, 'ID'));
};
const twoPosts = async ({ call }: Started) => {
  await createPost(call);
  await createPost(call);
};
/** One field of the first post, after two were created. */
const firstPost =
  (read: (post: Record<string, unknown>) => unknown, fields: Record<string, unknown> = {}) =>
  async (started: Started) => {
    await createPost(started.call, fields);
    return read(((await posts(started)) as Record<string, unknown>[])[0] ?? {});
  };
const page = async (started: Started) => {
  await twoPosts(started);
  const { data, ...facts } = (await posts(started)) as { data: unknown[] };
  return [data.length, facts];
};
const variations = { socialProfileIds: ['profile-1', 'profile-2'], mediaUrls: ['https://p.example/1.png'] };
const refusal = async ({ call }: Started) => (await call('GET /workflow/none')).text;
const state = (value: 'published' | 'failed' | 'draft') => async (started: Started) => {
  started.service.putPost({ brandId: 'brand-1', state: value });
  return ((await posts(started)) as { status: string }[])[0]?.status;
};
const analytics = async ({ call }: Started) => {
  const { headers, text } = await call(`GET /analytics/export?${brand}`);
  return [headers.get('content-type'), text.slice(0, 2)];
};
const republished = async ({ call, service }: Started) => {
  const id = await createPost(call, { socialProfileIds: ['profile-1'] });
  const publish = () => call(`PATCH /post/${id}`, { body: { publishNow: true } });
  await publish();
  return [(await publish()).status, service.publishes(id)];
};
const publishedNowhere = async ({ call, service }: Started) => {
  const id = await createPost(call);
  const { status } = await call(`PATCH /post/${id}`, { body: { publishNow: true } });
  return [status, service.publishes(id)];
};
const campaignPost = async (started: Started) => {
  await campaign(started);
  await started.service.settled();
  const [post] = (await posts(started)) as Record<string, unknown>[];
  return [post?.status, typeof post?.scheduledAt, typeof post?.campaignId];
};
const failed = async (started: Started) => {
  started.service.failGeneration(1);
  await generate(started);
  await started.service.settled();
  return started.service.posts().map(({ state: was }) => was);
};

const expectations: Expectation[] = [
  [{ list: 'bare' }, get('/brands'), brands],
  [{ list: 'data' }, get('/brands'), { data: brands }],
  [{ list: 'items' }, get('/brands'), { items: brands }],
  [{ list: 'resource' }, get('/brands'), { brands }],
  [{ list: 'resource' }, posts, { posts: [] }],
  [{ pages: 'hasMore' }, page, [1, { hasMore: true }]],
  [{ pages: 'nextCursor' }, page, [1, { nextCursor: 'after-1' }]],
  [{ pages: 'nextPage' }, page, [1, { nextPage: 1 }]],
  [{ pages: 'total' }, page, [1, { total: 2 }]],
  [{ idName: 'postGroupId' }, created, { postGroupId: 'ID' }],
  [{ idName: 'id' }, created, { id: 'ID' }],
  [{ idName: 'postId' }, updated, { postId: 'ID' }],
  [{ idPlace: 'top' }, queued, { postGroupId: 'ID', status: 'GENERATING' }],
  [{ idPlace: 'data' }, created, { data: { postGroupId: 'ID' } }],
  [{ idPlace: 'post' }, updated, { post: { postGroupId: 'ID' } }],
  [{ idPlace: 'post', idName: 'id' }, queued, { post: { id: 'ID', status: 'GENERATING' } }],
  [{ idPlace: 'none' }, created, { success: true }],
  [{ idPlace: 'none' }, queued, { success: true, status: 'GENERATING' }],
  [{ idPlace: 'none' }, updated, { postGroupId: 'ID' }],
  [
    { caption: 'both' },
    firstPost((post) => ['caption' in post, 'caption' in firstVariation(post)]),
    [true, true],
  ],
  [
    { caption: 'record' },
    firstPost((post) => ['caption' in post, 'caption' in firstVariation(post)]),
    [true, false],
  ],
  [
    { caption: 'variations' },
    firstPost((post) => ['caption' in post, 'caption' in firstVariation(post)]),
    [false, true],
  ],
  [{ variations: 'general' }, firstPost(networks, variations), ['GENERAL']],
  [{ variations: 'networks' }, firstPost(networks, variations), ['instagram', 'linkedin']],
  [{ variations: 'networks' }, firstPost(networks), ['GENERAL']],
  [
    { media: 'strings' },
    firstPost((post) => firstVariation(post).creatives, variations),
    ['https://p.example/1.png'],
  ],
  [
    { media: 'objects' },
    firstPost((post) => firstVariation(post).creatives, variations),
    [{ url: 'https://p.example/1.png', type: 'image' }],
  ],
  [{ noSchedule: 'null' }, firstPost((post) => post.scheduledAt), null],
  [{ noSchedule: 'absent' }, firstPost((post) => 'scheduledAt' in post), false],
  ...(['seconds', 'milliseconds', 'zero-offset', 'other-offset'] as const).map(
    (datetime, index): Expectation => [
      { datetime },
      firstPost((post) => post.scheduledAt, { scheduledAt: '2099-05-06T07:08:09Z' }),
      [
        '2099-05-06T07:08:09Z',
        '2099-05-06T07:08:09.000Z',
        '2099-05-06T07:08:09+00:00',
        '2099-05-06T09:08:09+02:00',
      ][index],
    ],
  ),
  ...variantChoices.draft.map((draft): Expectation => [{ draft }, state('draft'), draft]),
  ...variantChoices.published.map((published): Expectation => [{ published }, state('published'), published]),
  ...variantChoices.failed.map((word): Expectation => [{ failed: word }, state('failed'), word]),
  [
    { campaignAnswer: 'full' },
    campaign,
    { campaignId: 'ID', status: 'GENERATING', queued: true, generation: {} },
  ],
  [{ campaignAnswer: 'id' }, campaign, { id: 'ID', status: 'GENERATING' }],
  [{ campaignAnswer: 'data' }, campaign, { data: { campaignId: 'ID', status: 'GENERATING', queued: true } }],
  [{ campaignAnswer: 'status-only' }, campaign, { status: 'GENERATING' }],
  [{ campaignLink: 'campaignId' }, campaignPost, ['DRAFT', 'string', 'string']],
  [{ campaignLink: 'none' }, campaignPost, ['DRAFT', 'string', 'undefined']],
  [{ campaignPosts: 'draft' }, campaignPost, ['DRAFT', 'object', 'string']],
  [{ campaignPosts: 'scheduled' }, campaignPost, ['SCHEDULED', 'string', 'string']],
  [{ failedGeneration: 'status' }, failed, ['failed']],
  [{ failedGeneration: 'disappears' }, failed, []],
  [{ workflowSwitch: 'enabled' }, get('/workflow/workflow-1'), workflow({ enabled: false })],
  [{ workflowSwitch: 'active' }, get('/workflow/workflow-1'), workflow({ active: false })],
  [{ workflowSwitch: 'status' }, get('/workflow/workflow-1'), workflow({ status: 'OFF' })],
  [{ analytics: 'csv' }, analytics, ['text/csv; charset=utf-8', 'da']],
  [{ analytics: 'csv-untyped' }, analytics, [null, 'da']],
  [{ analytics: 'json' }, analytics, ['application/json; charset=utf-8', '[{']],
  [{ analytics: 'json-untyped' }, analytics, ['text/plain; charset=utf-8', '[{']],
  [{ errorBody: 'message' }, refusal, '{"message":"Workflow not found."}'],
  [{ errorBody: 'error' }, refusal, '{"error":"Workflow not found."}'],
  [{ errorBody: 'error-message' }, refusal, '{"error":{"message":"Workflow not found."}}'],
  [{ errorBody: 'errors' }, refusal, '{"errors":["Workflow not found."]}'],
  [{ errorBody: 'text' }, refusal, 'Workflow not found.'],
  [{ errorBody: 'empty' }, refusal, ''],
  [{ republish: '409' }, republished, [409, 1]],
  [{ republish: '400' }, republished, [400, 1]],
  [{ republish: 'accepted' }, republished, [200, 2]],
  [{ noProfiles: 'published' }, publishedNowhere, [200, 1]],
  [{ noProfiles: 'refused' }, publishedNowhere, [422, 0]],
];

function firstVariation(post: Record<string, unknown>): Record<string, unknown> {
  return (post.posts as Record<string, unknown>[])[0] ?? {};
}

function networks(post: Record<string, unknown>): unknown {
  return (post.posts as { provider: string }[]).map(({ provider }) => provider);
}

function workflow(facts: Record<string, unknown>) {
  return { id: 'workflow-1', name: 'Share new blog articles', ...facts };
}

for (const [variants, look, expected] of shareOf(expectations, { which: 0, shares: 4 })) {
  test(`variant ${JSON.stringify(variants)}: ${JSON.stringify(expected)}`, async (t) => {
    assert.deepEqual(await look(await startService(t, { variants })), expected);
  });
}
