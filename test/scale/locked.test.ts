import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '#sandbox/redis.ts';
import { startBot } from '#test/support/bot.ts';
import { onPath } from '../../scripts/programs.mjs';
import { generatesAndPublishes } from './main-flow.ts';
import { asRunning, createTestFolder, plain, startServer, type TestFolder } from './servers.ts';

const password = 'p@ss:word/1';
const login = `:${encodeURIComponent(password)}@`;

test('a Redis with a password needs the password in its address', async (t) => {
  const testFolder = await createTestFolder();
  const port = await freePort();
  await startServer(testFolder, [...plain(port), '--requirepass', password], port, { password });
  const redis = asRunning(`redis://${login}127.0.0.1:${port}`, port);
  const started = await startBot(t, { redis });
  await generatesAndPublishes(started);
  await assert.rejects(startBot(t, { redis: asRunning(`redis://127.0.0.1:${port}`, port) }), /NOAUTH/);
});

/** Creates a self-signed certificate for localhost. */
function makeCertificate(
  openssl: string,
  { folder }: TestFolder,
  name: string,
): { key: string; cert: string } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const whom = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  execFileSync(openssl, ['req', '-x509', ...kind, ...whom, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  });
  return { key, cert };
}

test('a Redis with a self-signed certificate is trusted only with REDIS_TLS_CA', async (t) => {
  const openssl = onPath('openssl');
  if (!openssl) return t.skip('openssl is needed to create a certificate');
  const testFolder = await createTestFolder();
  const { key, cert } = makeCertificate(openssl, testFolder, 'redis');
  const port = await freePort();
  const tls = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
  const words = ['--tls-port', `${port}`, '--tls-auth-clients', 'no', ...tls, '--requirepass', password];
  const ask = { password, tls: { ca: readFileSync(cert, 'utf8') } };
  try {
    await startServer(testFolder, [...plain(0), ...words], port, ask);
  } catch (cause) {
    if (/bad directive|unrecognized|TLS/i.test(String(cause)))
      return t.skip('this redis-server was built without TLS');
    throw cause;
  }
  const redis = asRunning(`rediss://${login}127.0.0.1:${port}`, port);
  const started = await startBot(t, { redis, settings: { REDIS_TLS_CA: cert } });
  await generatesAndPublishes(started);

  await assert.rejects(startBot(t, { redis }), /self-signed certificate/);
  const other = makeCertificate(openssl, testFolder, 'somebody-else').cert;
  await assert.rejects(startBot(t, { redis, settings: { REDIS_TLS_CA: other } }), /certificate/);
});
