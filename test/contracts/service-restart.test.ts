import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  brand,
  createCall,
  createPost,
  inHours,
  listPosts,
  startService,
} from '#test/contracts/service-client.ts';
import { longTest } from '#test/support/long-tests.ts';

async function databaseIn(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-service-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'service.sqlite');
}

test('a restart keeps everything, and doesn’t seed again', async (t) => {
  const database = await databaseIn(t);
  const first = await startService(t, { database });
  const id = await createPost(first.call, { socialProfileIds: ['profile-1'], scheduledAt: inHours(1) });
  await first.call('POST /workflow/workflow-1', { body: { on: true } });
  await first.call(`PATCH /post/${id}`, { body: { publishNow: true } });
  const before = await listPosts(first.call);
  await first.service.stop();

  const second = await startService(t, { database, seed: 'demo' });
  const port = /:(\d+)/;
  const [one, other] = [first, second].map(({ service }) => port.exec(service.url)?.[0] ?? '');
  const after = JSON.stringify(await listPosts(second.call)).replaceAll(other ?? '', one ?? '');
  assert.deepEqual(JSON.parse(after), before);
  assert.equal(((await second.call('GET /workflow/workflow-1')).body as { on: boolean }).on, true);
  assert.equal(((await second.call('GET /brands')).body as unknown[]).length, 1);
  assert.deepEqual([second.service.publishes(id), second.service.creations()], [1, 1]);
  assert.notEqual(await createPost(second.call), id);
});

test('generation continues after a restart, and posts that became due meanwhile are published', async (t) => {
  const database = await databaseIn(t);
  let now = Date.parse('2026-03-02T15:00:00Z');
  const options = { database, now: () => now, generation: { minMs: 5000, maxMs: 5000 } };
  const first = await startService(t, options);
  await first.call(`POST /post/ai?${brand}`, {
    body: { prompt: 'Write about our tea', generateImage: true },
  });
  await createPost(first.call, { scheduledAt: inHours(1, now), socialProfileIds: ['profile-1'] });
  await first.service.stop();

  now += 2 * 3_600_000;
  const second = await startService(t, options);
  const posts = await listPosts(second.call);
  assert.deepEqual(
    posts.map(({ status }) => status),
    ['POSTED', 'DRAFT'],
  );
  const [picture = ''] = posts[1]?.posts[0]?.creatives ?? [];
  assert.equal((await fetch(picture)).headers.get('content-type'), 'image/png');
});

type Child = { child: ChildProcessWithoutNullStreams; url: string; lines: string[] };

async function startMain(t: TestContext, env: Record<string, string>): Promise<Child> {
  const main = fileURLToPath(new URL('../../sandbox/service/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], { env: { PORT: '0', ...env } });
  t.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(output, 'line');
  const { url } = JSON.parse(lines[0] ?? '') as { url: string };
  return { child, url, lines };
}

longTest(
  'the standalone service reads its environment, prints its address, and ends on SIGTERM',
  async (t) => {
    const variants = JSON.stringify({ list: 'data' });
    const env = { SOCIAL_API_KEY: 'my-key', SEED: 'one-brand', REQUESTS_PER_MINUTE: '7', VARIANTS: variants };
    const { child, url, lines } = await startMain(t, env);
    const { headers, body } = await createCall(url, 'my-key')('GET /brands');
    assert.equal(headers.get('x-ratelimit-limit'), '7');
    assert.deepEqual(body, { data: [{ id: 'brand-1', name: 'Northwind Coffee' }] });
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(lines.length, 1);
  },
);
