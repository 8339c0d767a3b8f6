import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#sandbox/redis.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { generatesAndPublishes } from './main-flow.ts';
import {
  asRunning,
  connect,
  createTestFolder,
  plain,
  type RedisProcess,
  startServer,
  type TestFolder,
} from './servers.ts';

const password = 'of-the-servers';
const sentinelPassword = 'of-the-sentinel';

interface Watched {
  master: RedisProcess;
  replica: RedisProcess;
  sentinel: RedisProcess;
}

async function startWatched(testFolder: TestFolder): Promise<Watched> {
  const locked = ['--requirepass', password, '--masterauth', password];
  const start = async (...words: string[]): Promise<RedisProcess> => {
    const port = await freePort();
    return startServer(testFolder, [...plain(port), ...locked, ...words], port, { password });
  };
  const master = await start();
  const replica = await start(
    '--replicaof',
    '127.0.0.1',
    `${master.port}`,
    '--repl-diskless-sync-delay',
    '0',
  );
  await caughtUp(master, replica);
  const port = await freePort();
  const file = join(testFolder.folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${sentinelPassword}`,
    `sentinel monitor press 127.0.0.1 ${master.port} 1`,
    `sentinel auth-pass press ${password}`,
    'sentinel down-after-milliseconds press 1000',
    'sentinel failover-timeout press 4000',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const sentinel = await startServer(testFolder, [file, '--sentinel'], port, { password: sentinelPassword });
  return { master, replica, sentinel };
}

/** Waits until the replica has everything that the master has written. */
async function caughtUp(master: RedisProcess, replica: RedisProcess): Promise<void> {
  const [from, to] = [connect(master.port, { password }), connect(replica.port, { password })];
  await eventually(async () => {
    const [written, copied] = [await from.info('replication'), await to.info('replication')];
    assert.match(copied, /master_link_status:up/);
    const offset = (text: string) => /master_repl_offset:(\d+)/.exec(text)?.[1];
    assert.equal(offset(copied), offset(written));
  });
  from.disconnect();
  to.disconnect();
}

longTest('when the master dies, pending work is finished once on the new master', async (t) => {
  const testFolder = await createTestFolder();
  const { master, replica, sentinel } = await startWatched(testFolder);
  const started = await startBot(t, {
    redis: asRunning(`redis://:${password}@press`, master.port),
    settings: { REDIS_SENTINELS: `redis://:${sentinelPassword}@127.0.0.1:${sentinel.port}` },
  });
  const { ana, bo, bot, service } = started;
  const card = await makesDraft(ana, 'Beans from Huila');
  service.holdGeneration();
  await submits(ana, '/ai-post Our autumn menu starts on Monday', { in: 'launches' });
  await ana.sees('launches', /Generating an AI post/);
  await eventually(() => assert.equal(service.generations(), 1));
  service.faults.add({ on: 'PATCH /post/*', kind: 'delay', ms: 1_500 });
  await bo.clicks(card, 'Approve & publish');
  await eventually(() => assert.equal(service.requestsTo('PATCH /post/*').length, 1));
  await caughtUp(master, replica);
  await master.kill();
  service.releaseGeneration();

  await card.shows(cardSays.publishedBy('U0BO'));
  const written = await ana.sees('launches', cardSays.ready);
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  await bo.clicks(written, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  await eventually(async () => assert.ok((await fetch(`http://127.0.0.1:${bot.port}/readyz`)).ok));
  assert.deepEqual([service.publishes(), service.generations()], [2, 1]);
});

longTest('a bot finds its master through a Sentinel', async (t) => {
  const testFolder = await createTestFolder();
  const { master, sentinel } = await startWatched(testFolder);
  const started = await startBot(t, {
    redis: asRunning(`redis://:${password}@press`, master.port),
    settings: { REDIS_SENTINELS: `redis://:${sentinelPassword}@127.0.0.1:${sentinel.port}` },
  });
  await generatesAndPublishes(started);
});
