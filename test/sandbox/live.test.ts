/** The live page with published posts: what the sandbox's service serves for it, over HTTP. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { buildPage, builtLivePage } from '#sandbox/page.ts';
import type { SandboxOptions } from '#sandbox/service/index.ts';
import type { LiveFeed, LiveNetwork } from '#sandbox/service/live/protocol.ts';
import { hashtagsIn } from '#sandbox/service/web/src/text.ts';
import { type Call, createPost, startService, urls } from '#test/contracts/service-client.ts';

async function startLive(t: TestContext, options: SandboxOptions = {}) {
  const started = await startService(t, options);
  const page = new URL('/live/', started.service.url);
  const read = async (): Promise<LiveFeed> => {
    const response = await fetch(new URL('feed', page));
    assert.equal(response.status, 200);
    return (await response.json()) as LiveFeed;
  };
  const network = async (name: LiveNetwork['name']): Promise<LiveNetwork> => {
    const found = (await read()).networks.find((one) => one.name === name);
    assert.ok(found, `${name} is shown`);
    return found;
  };
  return { ...started, page, read, network };
}

/** Creates a post and publishes it. */
async function publish(call: Call, fields: Record<string, unknown>): Promise<string> {
  const id = await createPost(call, fields);
  const { status } = await call(`PATCH /post/${id}`, { body: { publishNow: true } });
  assert.equal(status, 200);
  return id;
}

const captions = ({ posts }: LiveNetwork): string[] => posts.map(({ caption }) => caption);

test('the service reports when someone reads the live page, and nothing else counts', async (t) => {
  await buildPage();
  let times = 0;
  const onLiveRead = () => {
    times += 1;
  };
  const { page, read } = await startLive(t, { onLiveRead, web: builtLivePage });
  assert.equal((await fetch(page)).status, 200);
  assert.equal((await fetch(new URL('feed', page), { method: 'POST' })).status, 404);
  assert.equal(times, 0);
  await read();
  assert.equal(times, 1);
});

test('a published post shows on each of its networks, newest first', async (t) => {
  const noon = Date.parse('2026-03-02T12:00:30Z');
  let now = noon;
  const { call, read, network } = await startLive(t, { now: () => now });
  await publish(call, { caption: 'First', socialProfileIds: ['profile-1', 'profile-2'], mediaUrls: urls(2) });
  now += 60_000;
  await publish(call, { caption: 'Second #SlowMornings', socialProfileIds: ['profile-1'] });

  assert.deepEqual(
    (await read()).networks.map(({ name }) => name),
    ['instagram', 'linkedin'],
  );
  const instagram = await network('instagram');
  assert.deepEqual(captions(instagram), ['Second #SlowMornings', 'First']);
  assert.deepEqual(captions(await network('linkedin')), ['First']);
  const [, first] = instagram.posts;
  assert.deepEqual(
    [first?.profile, first?.brand, first?.media, first?.at],
    ['profile-1', 'Northwind Coffee', urls(2), noon],
  );
  const [profile] = instagram.profiles;
  assert.deepEqual([profile?.name, profile?.brand], ['northwind.coffee', 'Northwind Coffee']);
  assert.equal((await fetch(profile?.picture ?? '')).headers.get('content-type'), 'image/png');
  assert.equal((await read()).now, Date.parse('2026-03-02T12:01:00Z'));
});

test('the live page shows only published posts: no drafts, scheduled, failed or removed ones', async (t) => {
  let now = Date.parse('2026-03-02T12:00:00Z');
  const { call, service, network } = await startLive(t, { now: () => now, publishingMs: 5_000 });
  const socialProfileIds = ['profile-1'];
  await createPost(call, { caption: 'A draft', socialProfileIds });
  const scheduledAt = '2026-03-02T13:00:00Z';
  await createPost(call, { caption: 'Scheduled', socialProfileIds, scheduledAt });
  service.failPublishing(({ caption }) => caption === 'Fails');
  await publish(call, { caption: 'Fails', socialProfileIds });
  const removed = await publish(call, { caption: 'Removed', socialProfileIds });
  await publish(call, { caption: 'Stays', socialProfileIds });
  assert.deepEqual(captions(await network('instagram')), [], 'everything is still being published');

  now += 5_000;
  service.tick();
  service.remove(removed);
  assert.deepEqual(captions(await network('instagram')), ['Stays']);

  now = Date.parse('2026-03-02T13:00:00Z');
  service.tick();
  now += 5_000;
  service.tick();
  assert.deepEqual(captions(await network('instagram')), ['Scheduled', 'Stays']);
});

test('a network without posts is shown, and posts without a profile have their own section', async (t) => {
  const { call, service, read, network } = await startLive(t);
  assert.deepEqual(
    (await read()).networks.map(({ name, posts, older }) => [name, posts, older]),
    [
      ['instagram', [], 0],
      ['linkedin', [], 0],
    ],
  );
  service.putHistory({ brandId: 'brand-1', count: 60, profiles: ['profile-2'], published: true });
  const linkedin = await network('linkedin');
  assert.deepEqual([linkedin.posts.length, linkedin.older], [50, 10]);
  assert.match(linkedin.posts[0]?.caption ?? '', /^Story 60 of 60/);

  await publish(call, { caption: 'To nobody' });
  const nowhere = await network('none');
  assert.deepEqual([captions(nowhere), nowhere.posts[0]?.profile], [['To nobody'], undefined]);
});

test('the page runs only its own script, and other sites can’t read what it shows', async (t) => {
  await buildPage();
  const { call, page } = await startLive(t, { web: builtLivePage });
  const attack = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
  await publish(call, { caption: attack, socialProfileIds: ['profile-1'] });

  const redirected = await fetch(new URL('/live', page));
  assert.equal(redirected.url, page.href);
  const document = await redirected.text();
  assert.doesNotMatch(document, /alert/);
  const assets = [...document.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  assert.equal(assets.length, 2);
  for (const path of ['', 'feed', ...assets]) {
    const { status, headers } = await fetch(new URL(path, page), {
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(status, 200, path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('access-control-allow-origin'), null);
  }
  const feed = await fetch(new URL('feed', page));
  assert.match(feed.headers.get('content-type') ?? '', /^application\/json/);
  assert.ok(
    (await feed.text()).includes(JSON.stringify(attack)),
    'unescaped, because the page shows it as text',
  );
});

test('only the page’s files are served under its address', async (t) => {
  await buildPage();
  const { page } = await startLive(t, { web: builtLivePage });
  for (const path of [
    '/live/assets/..%2findex.html',
    '/live/assets/%2e%2e/index.html',
    '/live/assets/..%2f..%2fsrc%2fmain.js',
    '/live/assets/missing.js',
    '/live/index.html',
    '/lively',
  ])
    assert.equal((await fetch(new URL(path, page))).status, 404, path);
  assert.equal((await fetch(new URL('feed', page), { method: 'POST' })).status, 404);
  const { page: unbuilt } = await startLive(t);
  assert.equal((await fetch(unbuilt)).status, 404);
});

test('hashtags are recognized in any script, and what only looks like one stays text', () => {
  const tags = (text: string): string[] =>
    hashtagsIn(text).flatMap(({ words, isHashtag }) => (isHashtag ? [words] : []));
  assert.deepEqual(tags('#One two #Zwölf, #コーヒー and #קפה.'), ['#One', '#Zwölf', '#コーヒー', '#קפה']);
  assert.deepEqual(tags('#1 in town, https://a.example/#menu, R&#39;s, a#b, # alone, ##'), []);
  for (const text of ['', '#', '<b>#x</b>', 'ends with #tag', '#a#b'])
    assert.equal(
      hashtagsIn(text)
        .map(({ words }) => words)
        .join(''),
      text,
    );
});
