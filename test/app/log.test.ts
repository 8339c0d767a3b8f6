import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, secretsOf } from '#src/app/config.ts';
import { withoutSecrets } from '#src/platform/log.ts';

test('no log line contains a secret from the settings or a Slack token', () => {
  const clean = withoutSecrets(['a-secret-with-"quotes"', 'short']);
  const line = JSON.stringify({
    msg: 'it failed with a-secret-with-"quotes"',
    err: 'Bearer xoxb-1-2-abc, xoxe.xoxb-1-abc, xoxe-1-abc, xapp-1-A-2-c',
    card: 'a short one',
  });
  assert.deepEqual(JSON.parse(clean(line)), {
    msg: 'it failed with •••',
    err: 'Bearer •••, •••, •••, •••',
    card: 'a short one',
  });
});

test('no log line contains the password of a Redis address, however it is spelled', () => {
  const config = readConfig({
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
    SOCIAL_API_KEY: 'key',
    SOCIAL_API_URL: 'https://social.example/v1',
    REDIS_URL: 'redis://:of%2Fthe%2Fmaster@mymaster',
    REDIS_SENTINELS: 'redis://watcher:of%2Fthe%2Fsentinels@a:26379,b:26379',
  });
  const clean = withoutSecrets(secretsOf(config));
  const said = clean(
    JSON.stringify({ msg: `${config.REDIS_URL} ${config.REDIS_SENTINELS} of/the/master of/the/sentinels` }),
  );
  assert.doesNotMatch(said, /master@|sentinels@|of\/the/);
});
