import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectives, postLengths, tones } from '#test/contracts/document.ts';
import { brand, listPosts, startService, urls } from '#test/contracts/service-client.ts';

const path = `POST /post/ai?${brand}`;
const prompt = 'Announce our new autumn espresso';

test('the response is immediate with GENERATING, and the draft exists later', async (t) => {
  const { call, service } = await startService(t);
  service.holdGeneration();
  const { status, body } = await call(path, { body: { prompt, socialProfileIds: ['profile-1'] } });
  const [waiting] = await listPosts(call);
  assert.deepEqual([status, body], [202, { postGroupId: waiting?.id, status: 'GENERATING' }]);
  assert.deepEqual([waiting?.status, waiting?.caption], ['GENERATING', '']);
  service.releaseGeneration();
  await service.settled();
  const [done] = await listPosts(call);
  assert.deepEqual([done?.id, done?.status, done?.scheduledAt], [waiting?.id, 'DRAFT', null]);
  assert.match(done?.caption ?? '', /new autumn espresso/i);
  assert.equal(done?.socialProfiles[0]?.socialProfile.id, 'profile-1');
  assert.equal(service.generations(), 1);
});

test('every tone and length is accepted, and the lengths really differ', async (t) => {
  const { call, service } = await startService(t);
  for (const tone of tones) {
    for (const postLength of postLengths) {
      assert.equal((await call(path, { body: { prompt, tone, postLength } })).status, 202);
    }
  }
  await service.settled();
  const lengths = service.posts().map(({ caption }) => caption.length);
  for (let at = 0; at < lengths.length; at += postLengths.length) {
    const [short = 0, medium = 0, long = 0, extraLong = 0] = lengths.slice(at, at + postLengths.length);
    assert.ok(short < medium && medium < long && long < extraLong, String(lengths));
  }
  assert.equal(
    new Set(service.posts().map(({ caption }) => caption)).size,
    tones.length * postLengths.length,
  );
});

test('hashtags are from the named library', async (t) => {
  const { call, service } = await startService(t);
  await call(path, { body: { prompt, hashtagLibraryId: 'library-1' } });
  await call(path, { body: { prompt } });
  await service.settled();
  const [withLibrary, without] = service.posts();
  assert.match(withLibrary?.caption ?? '', /#SlowMornings/);
  assert.doesNotMatch(without?.caption ?? '', /#/);
});

test('pictures are real, public, and as many as requested', async (t) => {
  const { call, service } = await startService(t);
  for (const imageCount of [undefined, 1, 10]) {
    await call(path, { body: { prompt, generateImage: true, imageCount } });
  }
  await call(path, { body: { prompt, imageCount: 3 } });
  await service.settled();
  const creatives = (await listPosts(call)).map(({ posts }) => posts[0]?.creatives ?? []).reverse();
  assert.deepEqual(
    creatives.map(({ length }) => length),
    [1, 1, 10, 0],
  );
  const [first = '', second = ''] = creatives[2] ?? [];
  const pictures = await Promise.all([first, first, second].map(async (url) => (await fetch(url)).bytes()));
  const [one, again, other] = pictures.map((bytes) => Buffer.from(bytes));
  assert.equal(one?.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([one?.readUInt32BE(16), one?.readUInt32BE(20)], [640, 640]);
  assert.ok(one?.equals(again ?? Buffer.alloc(0)));
  assert.ok(!one?.equals(other ?? Buffer.alloc(0)));
});

test('references guide the image and aren’t attached', async (t) => {
  const { call, service } = await startService(t);
  const body = { prompt, generateImage: true, referenceUrls: urls(4), referenceDesignIds: ['design-1'] };
  assert.equal((await call(path, { body })).status, 202);
  await service.settled();
  const creatives = (await listPosts(call))[0]?.posts[0]?.creatives ?? [];
  assert.equal(creatives.length, 1);
  assert.ok(!creatives[0]?.includes('pictures.example'));
});

const campaign = `POST /campaigns?${brand}`;

test('a campaign’s response is immediate, and its posts appear one by one with their own dates', async (t) => {
  let now = Date.parse('2026-03-02T15:00:00Z');
  const generation = { minMs: 4000, maxMs: 4000 };
  const { call, service } = await startService(t, { now: () => now, generation });
  const body = { prompt: 'Autumn menu launch', count: 4, duration: 8, socialProfileIds: ['profile-2'] };
  const answer = await call(campaign, { body });
  const { campaignId, ...rest } = answer.body as { campaignId: string };
  assert.deepEqual([answer.status, rest], [202, { status: 'GENERATING', queued: true, generation: {} }]);
  for (const count of [0, 1, 2, 3, 4]) {
    assert.equal((await listPosts(call)).length, count);
    now += 1000;
  }
  const posts = (await listPosts(call)).reverse();
  assert.deepEqual(
    posts.map(({ status, scheduledAt }) => [status, scheduledAt?.slice(0, 10)]),
    ['03', '05', '07', '09'].map((day) => ['DRAFT', `2026-03-${day}`]),
  );
  assert.ok(posts.every((post) => post.campaignId === campaignId));
  assert.ok(posts.every((post) => post.socialProfiles[0]?.socialProfile.id === 'profile-2'));
  assert.equal(new Set(posts.map(({ caption }) => caption.split('\n')[0])).size, 4);
  assert.equal(service.generations(), 1);
});

test('by default a campaign has seven posts over seven days, and no images', async (t) => {
  const { call, service } = await startService(t);
  await call(campaign, { body: { prompt: 'Tea' } });
  await service.settled();
  const posts = service.posts();
  assert.deepEqual([posts.length, posts.every(({ mediaUrls }) => mediaUrls.length === 0)], [7, true]);
  assert.equal(new Set(posts.map(({ scheduledAt = 0 }) => new Date(scheduledAt).getUTCDate())).size, 7);
});

test('every objective and every length is accepted', async (t) => {
  const { call, service } = await startService(t);
  for (const goal of objectives) {
    assert.equal((await call(campaign, { body: { prompt: 'Tea', goal, count: 1 } })).status, 202);
  }
  for (const postLength of postLengths) {
    assert.equal((await call(campaign, { body: { prompt: 'Tea', postLength, count: 1 } })).status, 202);
  }
  const references = { generateMedia: true, referenceUrls: urls(3), referenceDesignIds: ['design-1'] };
  const body = { prompt: 'Tea', count: 1, hashtagLibraryId: 'library-1', ...references };
  assert.equal((await call(campaign, { body })).status, 202);
  await service.settled();
  assert.equal(service.posts().length, objectives.length + postLengths.length + 1);
});

test('generation fails for the next few posts, or for those that a test selects', async (t) => {
  const { call, service } = await startService(t);
  service.failGeneration(1);
  await call(path, { body: { prompt } });
  await service.settled();
  service.failGeneration(({ assignment }) => assignment.campaign?.index === 1);
  await call(path, { body: { prompt } });
  await call(campaign, { body: { prompt: 'Tea', count: 3 } });
  await service.settled();
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['failed', 'draft', 'draft', 'failed', 'draft'],
  );
});
