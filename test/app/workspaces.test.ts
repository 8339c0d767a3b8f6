import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { ConfigError, readConfig } from '#src/app/config.ts';

const key = randomBytes(32).toString('base64');
const many = {
  SLACK_SIGNING_SECRET: 'a-secret',
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'a-client-secret',
  SECRETS_KEY: key,
  PUBLIC_URL: 'https://presscheck.example',
  SOCIAL_API_URL: 'http://localhost/v1',
  REDIS_URL: 'redis://localhost',
};

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.problems.map(({ name, message }) => `${name} ${message}`);
    throw cause;
  }
  return [];
}

test('with many workspaces, no token and no key are needed in the settings', () => {
  assert.deepEqual(problemsOf(many), []);
  assert.deepEqual(problemsOf({ ...many, SECRETS_KEY: `${key},${randomBytes(32).toString('base64')}` }), []);
  assert.deepEqual(problemsOf({ ...many, ROLE: 'worker', PUBLIC_URL: '', SLACK_SIGNING_SECRET: '' }), []);
});

test('all settings that many workspaces need and lack are reported together', () => {
  const { SLACK_SIGNING_SECRET, SLACK_CLIENT_ID, SOCIAL_API_URL, REDIS_URL } = many;
  const needed = 'is missing (needed to serve many workspaces)';
  assert.deepEqual(problemsOf({ SLACK_SIGNING_SECRET, SLACK_CLIENT_ID, SOCIAL_API_URL, REDIS_URL }), [
    `SLACK_CLIENT_SECRET ${needed}`,
    `SECRETS_KEY ${needed}`,
    `PUBLIC_URL ${needed}`,
  ]);
});

test('settings for one workspace or for Socket Mode are refused with many workspaces', () => {
  assert.deepEqual(
    problemsOf({ ...many, SLACK_BOT_TOKEN: 'xoxb-1', SOCIAL_API_KEY: 'key', SLACK_APP_TOKEN: 'xapp-1' }).map(
      (problem) => problem.split(' ')[0],
    ),
    ['SLACK_BOT_TOKEN', 'SOCIAL_API_KEY', 'SLACK_APP_TOKEN'],
  );
});

for (const wrong of ['short', 'a'.repeat(44), `${key},`, `${key},short`])
  test(`a SECRETS_KEY such as ${wrong.replace(key, '<32 bytes>')} is refused without being repeated`, () => {
    assert.deepEqual(problemsOf({ ...many, SECRETS_KEY: wrong }), [
      'SECRETS_KEY must be 32 bytes in base64; separate several with commas',
    ]);
  });
