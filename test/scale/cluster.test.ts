import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { connectFailingFast, connectWaiting, whenReady } from '#src/platform/redis/redis.ts';
import { removeAll } from '#src/platform/redis/removal.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { startDependencies } from '#test/support/dependencies.ts';
import { eventually, timeoutMs } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startProcess } from '#test/support/process.ts';
import { cardSays, submits } from '#test/support/user-actions.ts';
import { generatesAndPublishes } from './main-flow.ts';
import { asRunning, connect, createTestFolder, startCluster } from './servers.ts';

async function startOnCluster(
  t: TestContext,
  settingsFor: (ports: number[]) => Record<string, string>,
  password?: string,
): Promise<StartedBot & { ports: number[] }> {
  const nodes = await startCluster(await createTestFolder(), password);
  const ports = nodes.map(({ port }) => port);
  const started = await startBot(t, { redis: asRunning('', ports[0] ?? 0), settings: settingsFor(ports) });
  return { ...started, ports };
}

test('on a cluster of three nodes, posts and campaigns are generated, approved, published, and listed', async (t) => {
  const started = await startOnCluster(t, (ports) => ({
    REDIS_URL: `redis://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
  }));
  const { ana, logs, ports, service, settings } = started;
  await generatesAndPublishes(started);

  await submits(ana, '/campaign Five reasons for a slow morning', { in: 'launches' });
  await eventually(() => assert.ok(service.posts().length >= 3));
  await ana.sees('launches', /to review|Ready for review/);
  await ana.hears('/social posts', /Posts for/);

  // each node has some keys, and no command touched two slots at once
  const all = await keysOn(ports);
  assert.ok(all.some((key) => key.includes(':card:')));
  const stray = all.filter((key) => !key.includes('{') && !/:(workspaces|last-round)$/.test(key));
  assert.deepEqual(stray, []);
  assert.ok(all.every((key) => key.includes(settings.REDIS_PREFIX ?? '?')));
  const troubles = logs.filter((line) => /CROSSSLOT|MOVED|CLUSTERDOWN/.test(JSON.stringify(line)));
  assert.deepEqual(troubles, []);

  // and uninstalling removes all keys from all nodes
  await started.bot.stop();
  const { REDIS_URL = '', REDIS_PREFIX: prefix = '' } = settings;
  const cluster = connectFailingFast({ REDIS_URL }, () => undefined);
  t.after(() => cluster.disconnect());
  await whenReady(cluster, timeoutMs);
  await removeAll(cluster, prefix, 'T0PRESS');
  const left = (await keysOn(ports)).filter((key) => key.includes('T0PRESS'));
  assert.deepEqual(
    left.filter((key) => !key.startsWith(`{${prefix}}`)),
    [],
  );
});

async function keysOn(ports: number[]): Promise<string[]> {
  const keys = await Promise.all(
    ports.map(async (port) => {
      const redis = connect(port);
      const found = await redis.keys('*');
      redis.disconnect();
      return found;
    }),
  );
  return keys.flat();
}

longTest('one address of a cluster is enough with REDIS_CLUSTER, even with a password', async (t) => {
  const settingsFor = ([port]: number[]) => ({
    REDIS_URL: `redis://:of-every-node@127.0.0.1:${port}`,
    REDIS_CLUSTER: 'true',
  });
  const started = await startOnCluster(t, settingsFor, 'of-every-node');
  await generatesAndPublishes(started);
});

test('a worker hears that a cluster isn’t ready yet, and its connection and its duplicate come back by themselves', async (t) => {
  const nodes = await startCluster(await createTestFolder());
  const [port = 0] = nodes.map((node) => node.port);
  const admins = nodes.map((node) => connect(node.port));
  const waiting = connectWaiting(
    { REDIS_URL: `redis://127.0.0.1:${port}`, REDIS_CLUSTER: true },
    () => undefined,
  );
  const blocking = waiting.duplicate();
  blocking.on('error', () => undefined);
  const redises = [waiting, blocking];
  t.after(() => {
    for (const redis of [...admins, ...redises]) redis.disconnect();
  });
  await Promise.all(redises.map((redis) => whenReady(redis, timeoutMs)));
  await Promise.all(
    redises.map((redis) => {
      const ended = once(redis, 'end');
      redis.disconnect();
      return ended;
    }),
  );
  await Promise.all(admins.map((admin) => admin.cluster('DELSLOTS', 0)));

  for (const redis of redises) await assert.rejects(redis.connect(), /isn't ready/);
  await admins[0]?.cluster('ADDSLOTS', 0);
  await Promise.all(redises.map((redis) => whenReady(redis, timeoutMs)));
  assert.deepEqual(await Promise.all(redises.map((redis) => redis.ping())), ['PONG', 'PONG']);
});

longTest('a modal stays open while a cluster is down, and is submitted once it’s back', async (t) => {
  const nodes = await startCluster(await createTestFolder());
  const port = nodes[0]?.port ?? 0;
  // in its own process, because BullMQ would wait for the cluster longer than this file runs
  const { chat, service, settings } = await startDependencies(t, {
    redis: asRunning(`redis://127.0.0.1:${port}`, port),
    settings: { REDIS_CLUSTER: 'true' },
  });
  await startProcess(t, settings).ready();
  const ana = chat.user('Ana');
  const modal = await ana.opens('/post Words that must not be lost', 'New post');
  await Promise.all(nodes.map((node) => node.kill()));

  const { closed, errors, connectionError: trouble } = await modal.submit();
  assert.equal(trouble, undefined);
  assert.equal(closed, false);
  assert.match(Object.values(errors)[0] ?? '', /^Couldn’t save this, and nothing was sent\./);
  assert.equal((await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)).status, 503);

  await Promise.all(nodes.map((node) => node.restart()));
  await eventually(async () => assert.deepEqual((await modal.submit()).errors, {}));
  await ana.sees('social', cardSays.ready);
  assert.equal(service.requestsTo('POST /post').length, 1);
});
