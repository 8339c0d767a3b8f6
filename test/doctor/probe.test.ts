import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyVariant, type Variants } from '#sandbox/service/index.ts';
import { openFactsSchema } from '#src/service/open-facts.ts';
import { surroundings } from './surroundings.ts';

const shapeOf = (text: string, fact: string): string =>
  new RegExp(`^  ${fact} +(.*)$`, 'm').exec(text)?.[1] ?? `nothing about ${fact} in:\n${text}`;

/** What reading shows of each variant; those that only writing shows are not here. */
const shown: [variant: Partial<Variants>, fact: string, shape: RegExp][] = [
  [{}, 'listEnvelopes', /^brands, profiles, posts, hashtagLibraries, studioDesigns: bare list$/],
  [{ list: 'data' }, 'listEnvelopes', /: \{ data: \[\] \}$/],
  [{ list: 'items' }, 'listEnvelopes', /: \{ items: \[\] \}$/],
  [{ list: 'resource' }, 'listNames', /posts: posts/],
  [{ list: 'data', pages: 'hasMore' }, 'paging', /hasMore/],
  [{ pages: 'nextCursor' }, 'paging', /nextCursor/],
  [{ pages: 'total', list: 'items' }, 'paging', /total/],
  [{ profileName: 'handle' }, 'profileNames', /^handle$/],
  [{ provider: 'suffixed' }, 'providerAliases', /instagram_/],
  [{ provider: 'upper' }, 'providerAliases', /INSTAGRAM/],
  [{ caption: 'variations' }, 'postFields', /caption: in variations;/],
  [{ caption: 'record' }, 'postFields', /caption: on the record;/],
  [{ media: 'objects' }, 'postFields', /media: \w+ as objects/],
  [{ published: 'PUBLISHED' }, 'postStatuses', /PUBLISHED \(published\)/],
  [{ draft: 'PENDING_USER_APPROVAL' }, 'postStatuses', /PENDING_USER_APPROVAL \(pending approval\)/],
  [{}, 'connectionParameters', /^workspaceId$/],
  [{ connectionUrlParameter: 'brandId' }, 'connectionParameters', /^brandId$/],
  [{ workflowSwitch: 'enabled' }, 'workflowSwitches', /^enabled$/],
  [{ workflowSwitch: 'status' }, 'workflowOnWords', /^ON$/],
  [{ analytics: 'csv' }, 'analyticsNames', /^text \(text\/csv\)$/],
  [{ analytics: 'json' }, 'analyticsNames', /^bare list of rows \(application\/json\)$/],
  [{ analytics: 'json-untyped' }, 'analyticsNames', /^bare list of rows \(text\/plain\)$/],
];
for (const [variants, fact, shape] of shown) {
  test(`--probe shows ${fact} of a service with ${JSON.stringify(variants)}`, async (t) => {
    const { doctor } = await surroundings(t, { service: { variants } });
    const { text } = await doctor({ probe: true, workflow: 'northwind-blog' });
    assert.match(shapeOf(text, fact), shape);
  });
}

test('--probe has a line for each open fact, and says of those that only writing shows that it cannot tell', async (t) => {
  const { doctor } = await surroundings(t);
  const { text } = await doctor({ probe: true });
  for (const fact of Object.keys(openFactsSchema.shape))
    assert.doesNotMatch(shapeOf(text, fact), /^nothing about/);
  assert.equal(shapeOf(text, 'campaignBody'), 'reading alone does not show it');
});

test('--probe shows the headers of the limit where they are sent', async (t) => {
  const { doctor } = await surroundings(t, { service: { requestsPerMinute: 600 } });
  const { text } = await doctor({ probe: true });
  assert.match(shapeOf(text, 'rateLimitHeaders'), /x-ratelimit-limit, .*x-ratelimit-reset/);
});

test('whatever shape the service has, the doctor reads all of it with GETs only, and finds nothing wrong', async (t) => {
  for (const { name, variants } of everyVariant()) {
    await t.test(name, async (inside) => {
      const { doctor, service } = await surroundings(inside, { service: { variants } });
      const { ill, text } = await doctor({ probe: true, workflow: 'northwind-blog' });
      assert.equal(ill, false, text);
      assert.ok(service.requests.length > 0);
      assert.deepEqual(
        service.requests.filter(({ method }) => method !== 'GET'),
        [],
      );
    });
  }
});
