import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import { startBot } from '#test/support/bot.ts';
import { type RunningRedis, startRedis } from '#test/support/redis.ts';
import { surroundings } from './surroundings.ts';

const started: RunningRedis[] = [];
after(async () => {
  for (const redis of started) await redis.stop();
});

/** A separate Redis with these settings. It outlives its test, because a bot needs it to stop. */
async function redisWith(settings: Record<string, string>): Promise<RunningRedis> {
  const running = await startRedis({ appendOnly: true });
  started.push(running);
  const redis = new Redis(running.url);
  for (const [name, value] of Object.entries(settings)) await redis.config('SET', name, value);
  redis.disconnect();
  return running;
}

for (const policy of ['allkeys-lru', 'volatile-ttl']) {
  test(`a Redis that evicts keys with ${policy} must be fixed`, async (t) => {
    const redis = await redisWith({ 'maxmemory-policy': policy });
    const { ill, text } = await (await surroundings(t, { redis })).doctor();
    assert.equal(ill, true);
    assert.match(
      text,
      new RegExp(`^✖ Redis eviction: the policy is ${policy}.*\\n    → Set maxmemory-policy noeviction`, 'm'),
    );
    assert.match(text, /^✔ Redis persistence/m);
  });
}

test('a Redis that loses data in a restart must be fixed', async (t) => {
  const redis = await redisWith({ appendonly: 'no' });
  const { ill, text } = await (await surroundings(t, { redis })).doctor();
  assert.equal(ill, true);
  assert.match(text, /^✖ Redis persistence: append-only is off.*\n {4}→ Set appendonly yes/m);
});

test('a Redis with another password is reported as refusing, without the password', async (t) => {
  const redis = await redisWith({ requirepass: 'right-one' });
  const { doctor } = await surroundings(t);
  const { ill, text } = await doctor({
    settings: { REDIS_URL: redis.url.replace('redis://', 'redis://:wrong-one@') },
  });
  assert.equal(ill, true);
  assert.match(text, /^✖ Redis: can't use 127\.0\.0\.1:\d+: .*(WRONGPASS|NOAUTH)/m);
  assert.match(text, /^! Service quota: couldn't count this run's requests .*\n {4}→ Fix Redis/m);
  assert.match(text, /^✔ GET \/post: /m);
  assert.doesNotMatch(text, /wrong-one/);
});

test('a Redis that is too old is reported with its version', async (t) => {
  const port = await oldRedis(t, '6.0.16');
  const { text } = await (await surroundings(t)).doctor({
    settings: { REDIS_URL: `redis://127.0.0.1:${port}` },
  });
  assert.match(text, /^✖ Redis: Redis 6\.0\.16 is too old\n {4}→ Use Redis 6\.2 or newer/m);
  assert.match(text, /^! Service quota: /m);
});

test('the bot warns at startup if its Redis loses data', async (t) => {
  const redis = await redisWith({ appendonly: 'no', 'maxmemory-policy': 'allkeys-lfu' });
  const { logs } = await startBot(t, { redis });
  const warnings = logs.filter(({ level, fix }) => level === 40 && fix).map(({ msg }) => String(msg));
  assert.equal(warnings.length, 2);
  assert.match(warnings.join('\n'), /append-only is off[\s\S]*the policy is allkeys-lfu/);
});

test('the bot doesn’t warn if Redis is set up correctly', async (t) => {
  const { logs } = await startBot(t, { redis: await redisWith({}) });
  assert.deepEqual(
    logs.filter(({ level }) => level === 40),
    [],
  );
});

/** Speaks as much of the protocol as a client needs to ask what it is. */
async function oldRedis(t: TestContext, version: string): Promise<number> {
  const info = `redis_version:${version}\r\nloading:0\r\naof_enabled:1\r\naof_last_write_status:ok\r\nmaxmemory_policy:noeviction\r\n`;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const [, word = ''] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g))
        socket.write(word.toLowerCase() === 'info' ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('a database that this Redis doesn’t have is refused, and not treated as number 0', async (t) => {
  const { doctor, settings } = await surroundings(t);
  const REDIS_URL = `${settings.REDIS_URL}/20`;
  const { ill, text } = await doctor({ settings: { REDIS_URL } });
  assert.equal(ill, true);
  assert.match(text, /^✖ Redis: .* its database 20 can't be used .*\n {4}→ End REDIS_URL with the number/m);
  await assert.rejects(startPresscheck(readConfig({ ...settings, REDIS_URL }), pino({ level: 'silent' })), {
    name: 'StartError',
    message: /can't use Redis at .* \(REDIS_URL\): its database 20 can't be used/,
  });
  const { text: fine } = await doctor({ settings: { REDIS_URL: `${settings.REDIS_URL}/3` } });
  assert.match(fine, /^✔ Redis: /m);
});

test('a port that another program uses must be fixed, and a port where the bot responds is fine', async (t) => {
  const { doctor } = await surroundings(t);
  const look = async (port: number) => doctor({ settings: { PORT: String(port) } });
  const other = createHttpServer((_request, response) => response.end('hello')).listen(0);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = await look(port);
  assert.equal(taken.ill, true);
  assert.match(
    taken.text,
    new RegExp(`^✖ Port: ${port} is in use by another program\\n {4}→ Stop that`, 'm'),
  );
  other.close();
  other.closeAllConnections();
  await once(other, 'close');
  assert.match((await look(port)).text, new RegExp(`^✔ Port: ${port} is free$`, 'm'));
  const { bot } = await startBot(t);
  const { text } = await look(bot.port);
  assert.match(text, new RegExp(`^✔ Port: Presscheck is already running on ${bot.port}$`, 'm'));
});
