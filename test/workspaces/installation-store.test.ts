import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createKeys } from '#src/platform/redis/keys.ts';
import { removeAll } from '#src/platform/redis/removal.ts';
import { createVault } from '#src/platform/secrets.ts';
import { entryText } from '#src/posts/card/audit.ts';
import { createInstallations, type Installation } from '#src/workspaces/installation-store.ts';
import { redisTexts } from '#test/support/secrets.ts';
import { startStored } from '#test/support/stored.ts';

const installation: Installation = {
  workspace: 'T1',
  botToken: 'xoxb-of-the-first',
  botId: 'B1',
  botUser: 'U1',
  scopes: ['commands'],
  refreshToken: 'xoxe-of-the-first',
  expiresAt: 2,
  by: 'U0CY',
  installedAt: 1,
};
const apiKey = { key: 'key-of-the-first', by: 'U0CY', at: 3 };
const installed = { at: '2026-11-21T09:00:00.000Z', by: 'U0CY', what: 'set', note: 'installed' } as const;
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

async function start(t: TestContext) {
  const stored = await startStored(t);
  const { redis, prefix } = stored;
  const withKeys = (...keys: Buffer[]) => createInstallations(redis, prefix, createVault(keys));
  return { ...stored, keys: createKeys(prefix), withKeys };
}

async function readWith(installations: ReturnType<typeof createInstallations>, workspace: string) {
  const sealed = await installations.sealed(workspace);
  return sealed && installations.open(workspace, sealed);
}

test('stored installations are read back, and are encrypted in Redis', async (t) => {
  const { withKeys, url, prefix } = await start(t);
  const installations = withKeys(oldKey);
  assert.equal(await readWith(installations, 'T1'), undefined);
  await installations.install(installation, installed);
  assert.deepEqual(await readWith(installations, 'T1'), { installation, apiKey: undefined });
  assert.equal(await installations.keepApiKey('T1', apiKey), true);
  assert.deepEqual(await readWith(installations, 'T1'), { installation, apiKey });
  const all = JSON.stringify(await redisTexts({ REDIS_URL: url, REDIS_PREFIX: prefix }));
  for (const secret of [installation.botToken, installation.refreshToken ?? '', apiKey.key])
    assert.equal(all.includes(secret), false);
});

test('a value that was moved to another workspace or place, or changed, is refused', async (t) => {
  const { withKeys, redis, keys } = await start(t);
  const installations = withKeys(oldKey);
  for (const workspace of ['T1', 'T2']) {
    await installations.install({ ...installation, workspace }, installed);
    await installations.keepApiKey(workspace, apiKey);
  }
  const sealed = (await redis.get(keys.apiKey('T1'))) ?? '';
  await redis.set(keys.apiKey('T2'), sealed);
  await assert.rejects(readWith(installations, 'T2'), /authenticate/);
  const own = (await redis.get(keys.installation('T1'))) ?? '';
  await redis.set(keys.installation('T1'), sealed);
  await assert.rejects(readWith(installations, 'T1'), /authenticate/);
  const [head, id, body = ''] = sealed.split('.');
  const changed = Buffer.from(body, 'base64url');
  changed[20] = (changed[20] ?? 0) ^ 1;
  await redis.set(keys.apiKey('T1'), [head, id, changed.toString('base64url')].join('.'));
  await redis.set(keys.installation('T1'), own);
  await assert.rejects(readWith(installations, 'T1'), /authenticate/);
});

test('the keys in the settings are changed one after the other, and stored secrets encrypted again', async (t) => {
  const { withKeys, redis, keys } = await start(t);
  await withKeys(oldKey).install(installation, installed);
  await withKeys(oldKey).keepApiKey('T1', apiKey);
  const both = withKeys(newKey, oldKey);
  assert.deepEqual(await readWith(both, 'T1'), { installation, apiKey });
  await assert.rejects(readWith(withKeys(newKey), 'T1'), /SECRETS_KEY/);
  assert.deepEqual(await withKeys(newKey).resealAll(), { renewed: 0, unreadable: 2 });

  assert.deepEqual(await both.resealAll(), { renewed: 2, unreadable: 0 });
  assert.deepEqual(await readWith(withKeys(newKey), 'T1'), { installation, apiKey });
  const before = await redis.get(keys.apiKey('T1'));
  assert.deepEqual(await both.resealAll(), { renewed: 0, unreadable: 0 });
  assert.equal(await redis.get(keys.apiKey('T1')), before);
});

test('after an uninstall no token is renewed and no key is stored', async (t) => {
  const { withKeys, redis, prefix, url } = await start(t);
  const installations = withKeys(oldKey);
  await installations.install(installation, installed);
  assert.deepEqual(await installations.workspaces(), ['T1']);
  await installations.uninstall('T1');
  assert.equal(await installations.renew(installation, installation), false);
  assert.equal(await installations.keepApiKey('T1', apiKey), false);
  assert.equal(await readWith(installations, 'T1'), undefined);
  await removeAll(redis, prefix, 'T1');
  assert.deepEqual(await redisTexts({ REDIS_URL: url, REDIS_PREFIX: prefix }), []);
});

test('removing a workspace leaves others, even ones whose ID starts the same', async (t) => {
  const { redis, prefix, keys } = await start(t);
  const all = ['T1', 'T11', 'T*'].map((workspace) => keys.card(workspace, 'card'));
  for (const key of all) await redis.set(key, 'x');
  await removeAll(redis, prefix, 'T*');
  await removeAll(redis, prefix, 'T1');
  assert.deepEqual(await redis.mget(all), [null, 'x', null]);
});

test('a removal that is still under way leaves a workspace alone that was installed again', async (t) => {
  const { redis, prefix, keys, withKeys } = await start(t);
  await withKeys(oldKey).install(installation, installed);
  await withKeys(oldKey).keepApiKey('T1', apiKey);
  for (const workspace of ['T1', 'T2']) await redis.set(keys.card(workspace, 'card'), 'new');
  await redis.sadd(keys.workspaces, 'T2');
  await removeAll(redis, prefix, 'T1');
  await removeAll(redis, prefix, 'T2');
  assert.deepEqual(await redis.mget(['T1', 'T2'].map((workspace) => keys.card(workspace, 'card'))), [
    'new',
    null,
  ]);
  assert.deepEqual(await redis.lrange(keys.auditOutbox('T1'), 0, -1), [entryText(installed)]);
  assert.deepEqual(await readWith(withKeys(oldKey), 'T1'), { installation, apiKey });
  assert.deepEqual(await redis.smembers(keys.workspaces), ['T1']);
});

test('renewed tokens never replace a newer installation', async (t) => {
  const { withKeys } = await start(t);
  const installations = withKeys(oldKey);
  const fresh = { ...installation, botToken: 'xoxb-renewed', refreshToken: 'xoxe-renewed' };
  await installations.install(installation, installed);
  const anew = { ...installation, botToken: 'xoxb-of-the-second', refreshToken: 'xoxe-of-the-second' };
  await installations.install(anew, installed);
  assert.equal(await installations.renew(installation, fresh), false);
  assert.deepEqual((await readWith(installations, 'T1'))?.installation, anew);
  // encrypted with another key in the meantime, they are still those that were renewed
  await withKeys(newKey, oldKey).resealAll();
  assert.equal(await withKeys(newKey, oldKey).renew(anew, fresh), true);
  assert.deepEqual((await readWith(withKeys(newKey), 'T1'))?.installation, fresh);
});

test('reinstalling after the settings key was lost lets people enter an API key again', async (t) => {
  const { withKeys } = await start(t);
  await withKeys(oldKey).install(installation, installed);
  await withKeys(oldKey).keepApiKey('T1', apiKey);
  await withKeys(newKey).install(installation, installed);
  assert.deepEqual(await readWith(withKeys(newKey), 'T1'), { installation, apiKey: undefined });
});

test('a workspace that couldn’t be listed isn’t installed, because no sweep would visit it', async (t) => {
  const { withKeys, redis, keys } = await start(t);
  await redis.set(keys.workspaces, 'not a list');
  await assert.rejects(withKeys(oldKey).install(installation, installed), /WRONGTYPE/);
  assert.equal(await readWith(withKeys(oldKey), 'T1'), undefined);
});

test('an installation and its audit entry are one write', async (t) => {
  const { withKeys, redis, keys } = await start(t);
  await withKeys(oldKey).install(installation, installed);
  assert.deepEqual(await redis.lrange(keys.auditOutbox('T1'), 0, -1), [entryText(installed)]);
});
