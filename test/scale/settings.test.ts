import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '#src/app/config.ts';

const complete = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'secret',
  SOCIAL_API_URL: 'http://localhost/v1',
  SOCIAL_API_KEY: 'key',
};

const good: Record<string, string>[] = [
  { REDIS_URL: 'redis://localhost' },
  { REDIS_URL: 'redis://name:p%40ss@redis.example.com:6380/2' },
  { REDIS_URL: 'rediss://:secret@redis.example.com', REDIS_TLS_CA: '/etc/ca.pem' },
  { REDIS_URL: 'redis://[::1]:6379' },
  { REDIS_URL: 'redis://:secret@a:7000,b:7001,[::1]' },
  { REDIS_URL: 'redis://cluster.example.com', REDIS_CLUSTER: 'true' },
  { REDIS_URL: 'redis://:secret@mymaster', REDIS_SENTINELS: 'a,b:26380,[::1]:26381' },
  { REDIS_URL: 'redis://mymaster', REDIS_SENTINELS: 'rediss://:secret@a', REDIS_TLS_CA: '/etc/ca.pem' },
];

for (const settings of good)
  test(`the settings ${JSON.stringify(settings)} locate Redis`, () => {
    assert.equal(readConfig({ ...complete, ...settings }).REDIS_URL, settings.REDIS_URL);
  });

const bad: [Record<string, string>, string][] = [
  [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL must be a redis:// or rediss:// address'],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must be a redis:// or rediss:// address'],
  [{ REDIS_URL: 'redis://a:1,,b:2' }, 'REDIS_URL must be a redis:// or rediss:// address'],
  [{ REDIS_URL: 'redis://a:1,redis://b:2' }, 'REDIS_URL must be a redis:// or rediss:// address'],
  [{ REDIS_URL: 'redis://:100%@a' }, 'REDIS_URL must be a redis:// or rediss:// address'],
  [{ REDIS_URL: 'redis://a,b/3' }, 'REDIS_URL names a database, but a cluster has only database 0'],
  [{ REDIS_URL: 'redis://a', REDIS_CLUSTER: 'perhaps' }, 'REDIS_CLUSTER must be true or false'],
  [{ REDIS_URL: 'redis://a,b', REDIS_SENTINELS: 'c' }, 'REDIS_SENTINELS is for a single master'],
  [{ REDIS_URL: 'redis://m', REDIS_SENTINELS: 'a:,b' }, 'REDIS_SENTINELS must be addresses'],
  [{ REDIS_URL: 'redis://a', REDIS_TLS_CA: '/etc/ca.pem' }, 'REDIS_TLS_CA needs TLS'],
];

for (const [settings, says] of bad)
  test(`the settings ${JSON.stringify(settings)} are refused without quoting them`, () => {
    assert.throws(
      () => readConfig({ ...complete, ...settings }),
      (cause: unknown) => {
        assert.ok(cause instanceof ConfigError);
        assert.ok(cause.message.includes(`  - ${says}`), cause.message);
        return true;
      },
    );
  });
