import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ConfigError, readAuditSettings, readConfig } from '#src/app/config.ts';

const others = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'a-secret',
  SOCIAL_API_URL: 'http://localhost/v1',
  REDIS_URL: 'redis://localhost',
};

function fileOf(t: TestContext, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-settings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'key');
  writeFileSync(path, content);
  return path;
}

/** The names and sentences of all that is wrong. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.problems.map(({ name, message }) => `${name} ${message}`);
    throw cause;
  }
  return [];
}

for (const end of ['', '\n', '\r\n'])
  test(`a setting is read from its file, without ${JSON.stringify(end)} at the end`, (t) => {
    const AUDIT_KEY_FILE = fileOf(t, `the key\nin two lines${end}`);
    assert.equal(
      readConfig({ ...others, SOCIAL_API_KEY: 'key', AUDIT_KEY_FILE }).AUDIT_KEY,
      'the key\nin two lines',
    );
  });

test('the audit script reads its settings from files too, and opens no others', (t) => {
  const AUDIT_KEY_FILE = fileOf(t, 'a key of sixteen or more\n');
  const { REDIS_URL } = others;
  const settings = readAuditSettings({ REDIS_URL, AUDIT_KEY_FILE, SLACK_BOT_TOKEN_FILE: '/nowhere/token' });
  assert.equal(settings.AUDIT_KEY, 'a key of sixteen or more');
  assert.throws(
    () => readAuditSettings({ AUDIT_KEY_FILE: '/nowhere/key' }),
    /AUDIT_KEY can't be read .*ENOENT\n.*REDIS_URL is missing/,
  );
});

test('a value from a file is checked like any other, and isn’t repeated in the error', (t) => {
  const SLACK_BOT_TOKEN_FILE = fileOf(t, 'not-a-token');
  const problems = problemsOf({
    ...others,
    SLACK_BOT_TOKEN: '',
    SLACK_BOT_TOKEN_FILE,
    SOCIAL_API_KEY: 'key',
  });
  assert.deepEqual(problems, ['SLACK_BOT_TOKEN must be a complete bot token (xoxb-…)']);
});

test('a missing or empty settings file is reported with the other mistakes', (t) => {
  assert.deepEqual(problemsOf({ ...others, SOCIAL_API_KEY_FILE: '/nowhere/key', PORT: 'none' }), [
    "SOCIAL_API_KEY can't be read from its file (SOCIAL_API_KEY_FILE): ENOENT",
    'PORT must be a whole number from 0 to 65535, such as 3000',
  ]);
  assert.deepEqual(problemsOf({ ...others, SOCIAL_API_KEY_FILE: fileOf(t, '\n') }), [
    'SOCIAL_API_KEY is an empty file (SOCIAL_API_KEY_FILE)',
  ]);
  const both = { SOCIAL_API_KEY: 'key', SOCIAL_API_KEY_FILE: fileOf(t, 'key') };
  assert.deepEqual(problemsOf({ ...others, ...both }), [
    'SOCIAL_API_KEY is set, and so is SOCIAL_API_KEY_FILE: leave out one of them',
  ]);
});
