import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createPostFiles } from '#src/media/fingerprint.ts';
import { mostBytes } from '#src/platform/http/read-bytes.ts';
import { patienceMs } from '#test/support/eventually.ts';

/** A host that is the service's own, so that it is read although it is on this machine. */
async function reading(t: TestContext, files: Record<string, Buffer>) {
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '';
    if (path === '/moved.png') answer.writeHead(302, { location: '/a.png' }).end();
    else answer.writeHead(files[path] ? 200 : 404).end(files[path]);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  t.after(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ours = { '/files/own.png': { workspace: 'T1', file: 'F1' }, '/files/old.png': 'expired' } as const;
  const postFiles = createPostFiles({
    serviceUrl: `${origin}/v1`,
    addressed: ({ host, pathname }) =>
      host === 'bot.example' ? (ours[pathname as keyof typeof ours] ?? 'forged') : undefined,
    log: { debug: () => undefined },
  });
  const read = (address: string) =>
    postFiles.fingerprint('T1', new URL(address, origin).href, AbortSignal.timeout(patienceMs));
  return { postFiles, read };
}

test('a file has the digest of its bytes, up to the limit of what is read; a redirect is not followed', async (t) => {
  const bytes = Buffer.from('beans');
  const { read } = await reading(t, {
    '/a.png': bytes,
    '/film.mp4': Buffer.alloc(mostBytes),
    '/long.mp4': Buffer.alloc(mostBytes + 1),
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  assert.deepEqual(await read('/a.png'), { kind: 'read', sha256 });
  assert.equal((await read('/film.mp4')).kind, 'read');
  assert.deepEqual(await read('/long.mp4'), { kind: 'unread', why: 'too_large' });
  assert.deepEqual(await read('/moved.png'), { kind: 'unread', why: 'no_answer' });
  assert.deepEqual(await read('/none.png'), { kind: 'unread', why: 'no_answer' });
});

test('nothing inside is opened, nor an address of our own', async (t) => {
  const { read } = await reading(t, {});
  for (const inside of [
    'http://127.0.0.1:9/a.png',
    'https://10.0.0.1/a.png',
    'https://bot.example/files/x.png',
  ])
    assert.deepEqual(await read(inside), { kind: 'unread', why: 'not_opened' }, inside);
  assert.deepEqual(await read('https://bot.example/files/old.png'), { kind: 'unread', why: 'gone' });
});

test('attached is what the bot signed for this workspace, and nothing else', async (t) => {
  const { postFiles } = await reading(t, {});
  const own = 'https://bot.example/files/own.png';
  assert.ok(postFiles.isAttached('T1', own));
  assert.ok(!postFiles.isAttached('T2', own));
  for (const other of [
    'https://bot.example/files/old.png',
    'https://bot.example/files/x.png',
    'https://x.example/a.png',
    'x',
  ])
    assert.ok(!postFiles.isAttached('T1', other), other);
});
