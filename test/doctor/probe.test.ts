import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyVariant, type Variants } from '#sandbox/service/index.ts';
import { openFactsSchema } from '#src/platform/publishing-api/open-facts.ts';
import { surroundings } from './surroundings.ts';

const workflow = 'northwind-blog';

const shapeOf = (text: string, fact: string): string =>
  new RegExp(`^  ${fact} +(.*)$`, 'm').exec(text)?.[1] ?? `nothing about ${fact} in:\n${text}`;

/** What reading shows of a service; what only writing shows is not here. A service is started for each. */
const shown: [variants: Partial<Variants>, shapes: Record<string, RegExp>][] = [
  [
    {},
    {
      listEnvelopes: /^brands, profiles, posts, hashtagLibraries, studioDesigns: bare list$/,
      paging: /: no sign of more pages$/,
      connectionParameters: /^workspaceId$/,
      workflowSwitches: /^on$/,
      workflowOffWords: /^uses true and false, not words$/,
      analyticsNames: /^text \(text\/csv\)$/,
      recordEnvelopes: /^GET \/me: bare record$/,
      rateLimitHeaders: /^none$/,
      singleRead: /^GET \/post\/\{postId\} answered 405$/,
    },
  ],
  [
    { list: 'data', pages: 'hasMore', profileName: 'handle', provider: 'suffixed', caption: 'variations' },
    {
      listEnvelopes: /: \{ data: \[\] \}$/,
      paging: /hasMore/,
      profileNames: /^handle$/,
      providerAliases: /instagram_/,
      postFields: /caption: in variations;/,
    },
  ],
  [
    { list: 'items', pages: 'total', provider: 'upper', caption: 'record', media: 'objects' },
    {
      listEnvelopes: /: \{ items: \[\] \}$/,
      paging: /total/,
      providerAliases: /INSTAGRAM/,
      postFields: /caption: on the record; media: \w+ as objects/,
    },
  ],
  [
    {
      list: 'resource',
      pages: 'nextCursor',
      published: 'PUBLISHED',
      draft: 'PENDING_USER_APPROVAL',
      connectionUrlParameter: 'brandId',
      workflowSwitch: 'status',
      analytics: 'json',
    },
    {
      listNames: /posts: posts/,
      paging: /nextCursor/,
      postStatuses: /PUBLISHED \(published\)/,
      connectionParameters: /^brandId$/,
      workflowSwitches: /^status$/,
      workflowOnWords: /^ON$/,
      analyticsNames: /^bare list of rows \(application\/json\)$/,
    },
  ],
  [
    {
      draft: 'PENDING_USER_APPROVAL',
      workflowSwitch: 'enabled',
      analytics: 'json-untyped',
      singleRead: 'on',
    },
    {
      singleRead: /^GET \/post\/\{postId\} works, so it can be true$/,
      postStatuses: /PENDING_USER_APPROVAL \(pending approval\)/,
      workflowSwitches: /^enabled$/,
      analyticsNames: /^bare list of rows \(text\/plain\)$/,
    },
  ],
];
for (const [variants, shapes] of shown) {
  test(`--probe shows ${Object.keys(shapes).join(', ')} of a service with ${JSON.stringify(variants)}`, async (t) => {
    const { doctor } = await surroundings(t, { service: { variants } });
    const { text } = await doctor({ probe: true, workflow });
    for (const [fact, shape] of Object.entries(shapes)) assert.match(shapeOf(text, fact), shape, fact);
  });
}

test('--probe has a line for each open fact, with a reason if it shows nothing', async (t) => {
  const { doctor, service } = await surroundings(t, { service: { requestsPerMinute: 600 } });
  service.faults.add({ on: 'GET /studio-templates', kind: 'status', status: 500, times: 99 });
  service.faults.add({ on: 'GET /analytics/export', kind: 'status', status: 403, times: 99 });
  const { text } = await doctor({ probe: true });
  for (const fact of Object.keys(openFactsSchema.shape))
    assert.doesNotMatch(shapeOf(text, fact), /^nothing about/);
  assert.match(shapeOf(text, 'rateLimitHeaders'), /x-ratelimit-limit, .*x-ratelimit-reset/);
  assert.equal(shapeOf(text, 'campaignBody'), "can't be seen by reading alone");
  assert.equal(shapeOf(text, 'workflowSwitches'), '--workflow <id> was not given');
  assert.equal(shapeOf(text, 'analyticsNames'), 'GET /analytics/export answered 403');
  assert.equal(shapeOf(text, 'recordNames'), 'name; GET /studio-templates answered 500');
});

test('--probe looks for posts in the next brand if the first has none, and says if there are none', async (t) => {
  const { doctor, service } = await surroundings(t);
  for (const { id } of service.posts('brand-northwind')) service.remove(id);
  const other = await doctor({ probe: true });
  assert.match(shapeOf(other.text, 'postFields'), /^id: /);
  const asked = service.requests.filter(({ path }) => path === '/social-profiles').at(-1);
  assert.equal(asked?.query.brandId, 'brand-harbor');

  for (const { id } of service.posts()) service.remove(id);
  const none = await doctor({ probe: true });
  assert.equal(shapeOf(none.text, 'postFields'), 'GET /post is empty');
  assert.equal(shapeOf(none.text, 'postStatuses'), 'GET /post is empty');
  assert.equal(shapeOf(none.text, 'singleRead'), 'there are no posts');
  assert.match(shapeOf(none.text, 'profileNames'), /^name$/);
});

/** Every choice of every fact once: the first other choice of each together, then the second... */
const together = Array.from({ length: 9 }, (_, nth) =>
  Object.assign(
    {},
    ...Object.values(
      Object.groupBy(
        everyVariant().map(({ variants }) => variants),
        (variants) => Object.keys(variants)[0] ?? '',
      ),
    ).map((choices) => choices?.[nth]),
  ),
).filter((variants) => Object.keys(variants).length > 0);

for (const [at, variants] of together.entries()) {
  test(`with choice ${at + 2} of every open fact, the doctor sends only GETs and finds nothing wrong`, async (t) => {
    const { doctor, service } = await surroundings(t, { service: { variants } });
    const { ill, text } = await doctor({ probe: true, workflow });
    assert.equal(ill, false, text);
    // the one read that most services do not have
    assert.doesNotMatch(text.replace(/^ {2}singleRead .*$/m, ''), /not checked|answered [45]/);
    assert.deepEqual([...new Set(service.requests.map(({ method }) => method))], ['GET']);
  });
}
