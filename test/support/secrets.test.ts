import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { assertNoSecrets, secretsIn } from './secrets.ts';
import { startStored } from './stored.ts';

const secret = 'a-secret-of-nobody-else';

test('secrets are found in the log, Slack calls, requests, and every Redis type', async (t) => {
  const { url, prefix } = await startStored(t);
  const redis = new Redis(url);
  t.after(() => redis.disconnect());
  const settings = { REDIS_URL: url, REDIS_PREFIX: prefix };
  const look = (places: Partial<Parameters<typeof assertNoSecrets>[1]> = {}) =>
    assertNoSecrets([secret], { settings, logs: [], calls: [], requests: [], ...places });
  const text = `before ${secret} after`;
  await look();
  await assert.rejects(look({ logs: [{ err: { config: [text] } }] }), /in the log/);
  await assert.rejects(look({ calls: [{ method: 'chat.update', args: { text } }] }), /chat\.update/);
  await assert.rejects(look({ requests: [{ path: '/post', body: { text } }] }), /a request to the service/);
  const key = `{${prefix}}:x`;
  for (const write of [
    () => redis.set(key, text),
    () => redis.hset(key, 'field', text),
    () => redis.sadd(key, text),
    () => redis.zadd(key, 1, text),
    () => redis.rpush(key, text),
    () => redis.xadd(key, '*', 'field', text),
  ]) {
    await write();
    await assert.rejects(look(), /:x/);
    await redis.del(key);
  }
  await look();
});

test('the settings’ secrets are the tokens, secrets, keys, and the Redis password', () => {
  const settings = {
    SLACK_BOT_TOKEN: 'xoxb-1',
    AUDIT_KEY: 'key',
    PORT: '1',
    REDIS_URL: 'redis://:pass@host',
  };
  assert.deepEqual(secretsIn(settings), ['xoxb-1', 'key', 'pass']);
});
