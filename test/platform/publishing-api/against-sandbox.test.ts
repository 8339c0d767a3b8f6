/** The main calls against the sandbox service, in each variant of each fact that the contract leaves open. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { everyVariant, type SandboxOptions, startSandboxService } from '#sandbox/service/index.ts';
import { createService } from '#src/platform/publishing-api/client.ts';
import type { OpenFactsGiven } from '#src/platform/publishing-api/open-facts.ts';
import { factsFor } from '#test/variants/facts-for.ts';
import { aCampaign, anAiPost, aPost, errorOf, postsOf } from './samples.ts';

async function start(t: TestContext, options: SandboxOptions = {}, openFacts: OpenFactsGiven = {}) {
  const sandbox = await startSandboxService({
    seed: 'one-brand',
    requestsPerMinute: 'off',
    generation: { minMs: 1, maxMs: 2 },
    ...options,
  });
  const service = createService({ url: sandbox.url, key: sandbox.key, timeoutMs: 2_000, openFacts });
  t.after(async () => {
    await sandbox.stop();
    await service.close();
  });
  return { sandbox, service };
}

// odd IDs are handled between this client and the bot: test/variants/odd-ids.test.ts
const variants = [
  { name: 'the defaults', variants: {} },
  ...everyVariant().filter((one) => !('ids' in one.variants)),
];
const image = 'https://example.com/a.png';
const later = '2030-03-01T12:00:00Z';

for (const { name, variants: chosen } of variants) {
  test(`against the sandbox, ${name}`, async (t) => {
    const { sandbox, service } = await start(t, { variants: chosen }, factsFor(chosen));
    assert.equal((await service.me()).email, 'robin@northwind.example');
    assert.deepEqual(await service.brands(), [{ id: 'brand-1', name: 'Northwind Coffee' }]);
    const profiles = await service.profiles('brand-1');
    assert.deepEqual(
      profiles.map(({ id, name: shown, provider }) => [id, shown, provider]),
      [
        ['profile-1', 'northwind.coffee', 'instagram'],
        ['profile-2', 'Northwind Coffee', 'linkedin'],
      ],
    );
    assert.deepEqual(await service.hashtagLibraries('brand-1'), [{ id: 'library-1', name: 'Coffee' }]);
    assert.deepEqual(await service.studioDesigns('brand-1'), [{ id: 'design-1', name: 'Menu board' }]);
    assert.equal((await service.workflow('workflow-1')).on, false);
    assert.equal((await service.switchWorkflow('workflow-1', true)).on, true);
    assert.match((await service.connection('brand-1', 'twitter')).authUrl, /^http/);

    const draft = await service.createPost(aPost({ profiles, mediaUrls: [image], scheduledAt: later }));
    const id = draft.postId ?? sandbox.posts()[0]?.id ?? assert.fail('no post');
    await service.updatePost(id, { caption: 'Changed' });
    const [post, ...others] = await postsOf(service, 'brand-1');
    assert.equal(others.length, 0);
    assert.deepEqual(
      [post?.id, post?.status, post?.caption, post?.mediaUrls, post?.scheduledAt],
      [id, 'scheduled', 'Changed', [image], later],
    );
    assert.deepEqual(
      post?.profiles?.map((profile) => profile.id),
      chosen.postProfiles === 'none' ? undefined : ['profile-1', 'profile-2'],
    );
    await service.publishPost(id);
    assert.equal((await postsOf(service, 'brand-1'))[0]?.status, 'published');
    assert.equal(sandbox.publishes(id), 1);

    sandbox.holdGeneration();
    const { postId } = await service.createAiPost(
      anAiPost({ imageCount: 2, referenceUrls: [image], referenceDesigns: [{ id: 'design-1', name: '' }] }),
    );
    const { campaignId } = await service.createCampaign(
      aCampaign({ profiles, objective: 'launch', posts: 2 }),
    );
    assert.equal(postId === undefined, chosen.idPlace === 'none');
    assert.equal(campaignId === undefined, chosen.campaignAnswer === 'status-only');
    assert.ok((await postsOf(service, 'brand-1')).some(({ status }) => status === 'generating'));
    sandbox.releaseGeneration();
    await sandbox.settled();
    const all = await postsOf(service, 'brand-1');
    assert.ok(
      all.every(
        ({ status, caption }) =>
          (status !== 'unknown' || chosen.draft === 'TO_BE_READ') &&
          status !== 'generating' &&
          caption !== '',
      ),
    );
    assert.equal(
      (await service.analytics('brand-1')).format,
      /json/.test(chosen.analytics ?? '') ? 'rows' : 'csv',
    );

    const refusal = await errorOf(service.updatePost('no-such-post', { caption: 'x' }));
    assert.deepEqual([refusal.kind, refusal.taken], ['refused', 'no']);
    assert.equal(refusal.serviceMessage === undefined, chosen.errorBody === 'empty');
    for (const { path, query } of sandbox.requests)
      assert.ok(path.endsWith('/connection-url') || !('workspaceId' in query), `${path} with a removed name`);
  });
}

test('a key that the sandbox doesn’t know', async (t) => {
  const { sandbox } = await start(t);
  const service = createService({ url: sandbox.url, key: 'wrong', timeoutMs: 2_000 });
  t.after(() => service.close());
  const { kind, status, serviceMessage } = await errorOf(service.me());
  assert.deepEqual([kind, status, serviceMessage], ['key', 403, 'Invalid API token.']);
});

for (const rateLimitReset of ['seconds', 'milliseconds', 'iso'] as const) {
  test(`the sandbox’s rate limit, with its reset in ${rateLimitReset}`, async (t) => {
    const { service } = await start(t, { requestsPerMinute: 1, variants: { rateLimitReset } });
    await service.brands();
    const { kind, taken, retryAfterMs = 0 } = await errorOf(service.publishPost('p'));
    assert.deepEqual([kind, taken], ['busy', 'no']);
    assert.ok(retryAfterMs > 50_000 && retryAfterMs <= 61_000, String(retryAfterMs));
  });
}

test('a request that took effect but whose response was lost is reported as unknown', async (t) => {
  const { sandbox, service } = await start(t);
  const { id } = sandbox.putPost({ brandId: 'brand-1', caption: 'x', socialProfileIds: ['profile-1'] });
  sandbox.faults.add({ on: 'PATCH /post/{postId}', kind: 'drop-after' });
  assert.equal((await errorOf(service.publishPost(id))).taken, 'maybe');
  assert.equal(sandbox.publishes(id), 1);
  sandbox.faults.add({ on: 'POST /post', kind: 'html' });
  assert.deepEqual(await service.createPost(aPost()), { postId: undefined, isUnreadable: true });
  assert.equal(sandbox.creations(), 1);
});
