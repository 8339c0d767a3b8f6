import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createPostFiles } from '#src/media/fingerprint.ts';
import { mostBytes } from '#src/platform/http/read-bytes.ts';
import { timeoutMs } from '#test/support/eventually.ts';

/** A host that is the service's own, so that it is read although it is on this machine. */
async function reading(t: TestContext, files: Record<string, Buffer>) {
  const server = createServer((request, answer) => {
    const path = request.url ?? '';
    const [, status] = /^\/(\d{3})\.png$/.exec(path) ?? [];
    if (status) answer.writeHead(Number(status)).end();
    else if (path === '/page') answer.setHeader('content-type', 'text/html; charset=utf-8').end('<html>');
    else if (path === '/slow.png') answer.writeHead(200).flushHeaders();
    else if (path === '/moved.png') answer.writeHead(302, { location: '/a.png' }).end();
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
    postFiles.fingerprint('T1', new URL(address, origin).href, AbortSignal.timeout(timeoutMs));
  const probe = (address: string, ms = timeoutMs) =>
    postFiles.probe('T1', new URL(address, origin).href, AbortSignal.timeout(ms));
  return { postFiles, read, probe };
}

test('a file’s digest covers its bytes up to the limit, and redirects aren’t followed', async (t) => {
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

test('no address inside the network or of the bot itself is opened', async (t) => {
  const { read } = await reading(t, {});
  for (const inside of [
    'http://127.0.0.1:9/a.png',
    'https://10.0.0.1/a.png',
    'https://bot.example/files/x.png',
  ])
    assert.deepEqual(await read(inside), { kind: 'unread', why: 'not_opened' }, inside);
  assert.deepEqual(await read('https://bot.example/files/old.png'), { kind: 'unread', why: 'gone' });
});

test('only files that the bot signed for this workspace count as attached', async (t) => {
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

test('a link is read only until it’s clear whether there’s a file', async (t) => {
  const { probe } = await reading(t, { '/a.png': Buffer.from('beans'), '/empty.png': Buffer.alloc(0) });
  const long = await reading(t, { '/long.mp4': Buffer.alloc(mostBytes + 1) });
  assert.equal(await long.probe('/long.mp4'), 'found');
  for (const [address, found] of [
    ['/a.png', 'found'],
    ['/empty.png', 'found'],
    ['/none.png', 'missing'],
    ['/410.png', 'missing'],
    ['/page', 'page'],
    ['/401.png', 'closed'],
    ['/403.png', 'closed'],
    ['/moved.png', 'unopened'],
    ['/429.png', 'silent'],
    ['/500.png', 'silent'],
    ['https://beans.invalid/a.png', 'silent'],
    ['http://beans.invalid/a.png', 'unopened'],
    ['https://10.0.0.1/a.png', 'unopened'],
    ['https://bot.example/files/own.png', 'found'],
    ['https://bot.example/files/old.png', 'missing'],
    ['https://bot.example/files/x.png', 'unopened'],
  ] as const)
    assert.equal(await probe(address), found, address);
  assert.equal(await probe('/slow.png', 100), 'silent');
});
