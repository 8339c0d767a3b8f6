/** Which ports and secrets the Compose files expose. They're read as text, so the tests run without Docker. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { read } from './project.ts';

const plain = read('docker-compose.yml');
const overHttp = read('docker-compose.http.yml');

/** The text of each service, by name. */
function servicesOf(text: string): [name: string, body: string][] {
  const [, after = ''] = text.split(/^services:\n/m);
  const [services = ''] = after.split(/^(?=\w)/m);
  return [...services.matchAll(/^ {2}(\w+):\n((?:(?: {4}.*)?\n)+)/gm)].map(([, name = '', body = '']) => [
    name,
    body,
  ]);
}

const publishing = (text: string): string[] =>
  servicesOf(text).flatMap(([name, body]) => (/^ *ports:/m.test(body) ? [name] : []));

test('Compose publishes ports only on loopback, and the bot’s port only with the file for HTTP', () => {
  assert.ok(servicesOf(plain).length >= 5, 'no services found');
  // both are the sandbox's
  assert.deepEqual(publishing(plain), ['chat', 'service']);
  assert.deepEqual(publishing(overHttp), ['bot']);
  for (const text of [plain, overHttp]) {
    assert.doesNotMatch(text, /network_mode/);
    for (const [line] of text.matchAll(/^ *ports:.*$/gm))
      assert.match(line, /^ *ports: \["127\.0\.0\.1:[^"]+"\]$/);
  }
});

test('Compose generates a random Redis password once, and gives each process the URL with the password', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const services = Object.fromEntries(servicesOf(plain));
  const [, block = ''] = /^ {6}- \|\n((?: {8}.*\n)+)/m.exec(services.redis ?? '') ?? [];
  const script = block.replace(/^ {8}/gm, '').replaceAll('$$', '$').replaceAll('/access', folder);
  writeFileSync(join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const starts = () => {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const started = execFileSync('sh', ['-c', script], { encoding: 'utf8', env });
    assert.ok(started.startsWith(`redis-server ${folder}/redis.conf `), started);
    return ['redis.conf', 'url'].map((name) => readFileSync(join(folder, name), 'utf8').trim());
  };
  const [settings = '', address] = starts();
  const [, password] = /^requirepass ([0-9a-f]{64})$/.exec(settings) ?? [];
  assert.ok(password, settings);
  assert.equal(address, `redis://:${password}@redis:6379`);
  assert.deepEqual(starts(), [settings, address]);
  for (const name of ['bot', 'worker'])
    assert.match(services[name] ?? '', /REDIS_URL: "", REDIS_URL_FILE: \/access\/url/);
});
