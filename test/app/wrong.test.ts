import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from '#src/app/config.ts';
import { examine } from '#src/doctor/doctor.ts';
import { environment } from '#test/support/environment.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

const good = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
  SOCIAL_API_URL: 'https://social.example/v1',
  SOCIAL_API_KEY: 'key',
  REDIS_URL: 'redis://localhost',
};

const wrongAddress =
  'SOCIAL_API_URL must be the base address of the service, without a name, password or query, and end in v1, such as https://api.example.com/v1';

const wrongUrl =
  'must be the address where people reach Presscheck, without a path, such as https://presscheck.example.com';
const inPlainText = (allows: string): string =>
  `must start with https://, because http:// lets anyone on the network in between read the key; ${allows}=true allows it`;
const wrongPrefix = 'can have at most 16 lowercase letters, digits, - and _, such as pc-';

for (const [settings, says] of [
  [{ SLACK_BOT_TOKEN: 'xoxb-' }, 'SLACK_BOT_TOKEN must be a complete bot token (xoxb-…)'],
  [{ SLACK_APP_TOKEN: 'xapp-' }, 'SLACK_APP_TOKEN must be a complete app-level token (xapp-…)'],
  [{ PORT: '-1.5' }, 'PORT must be a whole number from 0 to 65535, such as 3000'],
  [{ ROLE: 'boss' }, 'ROLE must be one of all, bot, worker'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  [{ SOCIAL_API_URL: 'social' }, wrongAddress],
  [{ SOCIAL_API_URL: 'https://me:secret@api.example.com/v1' }, wrongAddress],
  [{ SOCIAL_API_URL: 'https://api.example.com/?version=/v1' }, wrongAddress],
  [{ SOCIAL_API_KEY: 'two words' }, 'SOCIAL_API_KEY must be a single word, as the service shows it'],
  [{ AUDIT_DAYS: 'abc' }, 'AUDIT_DAYS must be a whole number of at least 1, such as 365'],
  [
    { SLACK_API_URL: 'slack.com' },
    'SLACK_API_URL must be an http or https address without a name or password, such as https://slack.com/api/',
  ],
  [
    { SLACK_API_URL: 'https://me:secret@slack.com/api/' },
    'SLACK_API_URL must be an http or https address without a name or password, such as https://slack.com/api/',
  ],
  [{ PUBLIC_URL: 'https://me:secret@example.com' }, `PUBLIC_URL ${wrongUrl}`],
  [{ SOCIAL_API_URL: 'http://api.example.com/v1' }, `SOCIAL_API_URL ${inPlainText('SOCIAL_API_ALLOW_HTTP')}`],
  [{ SOCIAL_API_URL: 'http://10.0.0.7:8080/v1' }, `SOCIAL_API_URL ${inPlainText('SOCIAL_API_ALLOW_HTTP')}`],
  [
    { SOCIAL_API_URL: 'http://127.0.0.1.example.com/v1' },
    `SOCIAL_API_URL ${inPlainText('SOCIAL_API_ALLOW_HTTP')}`,
  ],
  [{ SLACK_API_URL: 'http://chat:8080/api/' }, `SLACK_API_URL ${inPlainText('SLACK_API_ALLOW_HTTP')}`],
  [{ SOCIAL_API_ALLOW_HTTP: 'perhaps' }, 'SOCIAL_API_ALLOW_HTTP must be true or false'],
  [{ PUBLIC_URL: 'https://example.com/presscheck' }, `PUBLIC_URL ${wrongUrl}`],
  [{ COMMAND_PREFIX: 'A B' }, `COMMAND_PREFIX ${wrongPrefix}`],
  [{ REQUESTS_PER_MINUTE: '0' }, 'REQUESTS_PER_MINUTE must be a whole number of at least 1, such as 60'],
  [{ KEEP_FINISHED_DAYS: 'long' }, 'KEEP_FINISHED_DAYS must be a whole number from 1 to 3650, such as 90'],
] as const)
  test(`the setting ${JSON.stringify(settings)} is refused with one sentence that shows a correct value`, () => {
    assert.throws(
      () => readConfig({ ...good, ...settings }),
      (cause: unknown) => {
        assert.ok(cause instanceof ConfigError);
        assert.deepEqual(
          cause.problems.map(({ name, message }) => `${name} ${message}`),
          [says],
        );
        return true;
      },
    );
  });

test('http:// is accepted on this machine, or in a network that a setting trusts', () => {
  for (const settings of [
    { SOCIAL_API_URL: 'http://127.0.0.1:8081/v1', SLACK_API_URL: 'http://localhost:8080/api/' },
    { SOCIAL_API_URL: 'http://[::1]:8081/v1' },
    { SOCIAL_API_URL: 'http://service:8081/v1', SOCIAL_API_ALLOW_HTTP: 'true' },
    { SLACK_API_URL: 'http://chat:8080/api/', SLACK_API_ALLOW_HTTP: 'true' },
  ])
    assert.doesNotThrow(() => readConfig({ ...good, ...settings }), JSON.stringify(settings));
});

test('settings that contradict each other are listed together with invalid ones', () => {
  assert.throws(
    () => readConfig({ ...good, PORT: 'abc', REDIS_TLS_CA: '/etc/ca.pem', REDIS_CLUSTER: 'perhaps' }),
    (cause: unknown) => {
      assert.ok(cause instanceof ConfigError);
      assert.deepEqual(cause.problems.map(({ name }) => name).toSorted(), [
        'PORT',
        'REDIS_CLUSTER',
        'REDIS_TLS_CA',
      ]);
      return true;
    },
  );
});

/** What the doctor says of settings with which it can reach nothing. */
const examined = async (settings: Record<string, string>): Promise<string> => {
  const { text } = await examine({
    environment: { SOCIAL_API_URL: 'none', REDIS_URL: 'none', PORT: '0', ...settings },
  });
  return text;
};

test('the doctor blames no other setting for a Socket Mode token that is malformed', async () => {
  const text = await examined({ SLACK_APP_TOKEN: 'xoxb-1' });
  assert.match(text, /^✖ SLACK_APP_TOKEN: must be a complete app-level token/m);
  assert.doesNotMatch(text, /SLACK_SIGNING_SECRET/);
  assert.match(text, /^! Socket Mode: not checked: SLACK_APP_TOKEN is missing or wrong$/m);
  const many = await examined({ SLACK_APP_TOKEN: 'xoxb-1', SLACK_CLIENT_ID: '1.2' });
  assert.match(many, /^✖ SLACK_SIGNING_SECRET: is missing/m);
});

test('without the public address, the doctor says in words where to install the app from', async () => {
  for (const ROLE of ['all', 'worker']) {
    const text = await examined({ SLACK_CLIENT_ID: '1.2', ROLE });
    assert.doesNotMatch(text, /localhost/);
    assert.match(text, /^! Slack: .*\n {4}→ Install it from \/slack\/install below PUBLIC_URL, then type/m);
  }
});

/** Possible mistakes in the arguments of `npm run`, and their messages. */
const slips: [script: keyof typeof packageJson.scripts, asked: string[], says: string][] = [
  ['doctor', ['--foo'], "Unknown option '--foo'."],
  ['doctor', ['--workflow'], '--workflow needs a value.'],
  ['doctor', ['extra'], "Unexpected argument 'extra'."],
  ['audit', ['--foo'], "Unknown option '--foo'."],
  ['audit', [], 'Say what to do.'],
  ['audit', ['verfy'], 'Unknown command: verfy.'],
  ['audit', ['verify', 'T1', 'T2'], "Unexpected argument 'T2'."],
  ['demo', ['--foo'], "Unknown option '--foo'."],
  ['manifest', ['--url'], '--url needs a value.'],
  ['manifest', ['--prefix', '-x'], '--prefix needs a value.'],
  ['manifest', ['--prefix', 'A'], `--prefix ${wrongPrefix}.`],
  ['manifest', ['--prefix', 'p/'], `--prefix ${wrongPrefix}.`],
  ['manifest', ['--url', 'foo'], `--url ${wrongUrl}.`],
  ['manifest', ['--url', 'https://x.com/y'], `--url ${wrongUrl}.`],
  [
    'manifest',
    ['--url', 'HTTP://x.com'],
    '--url must begin with https://, since Slack calls no other address.',
  ],
  [
    'manifest',
    ['--post-url', 'https://app.example.com/posts'],
    '--post-url must be the address of a post in the web app, with {id} where its ID is, such as https://app.example.com/posts/{id}.',
  ],
  [
    'manifest',
    ['--against', 'nofile'],
    "--against must be a JSON Schema file, but nofile isn't one: ENOENT: no such file or directory, open 'nofile'",
  ],
  ['bench', ['--foo'], "Unknown option '--foo'."],
  ['chaos', ['--kills', 'many'], '--kills must be a whole number.'],
  ['fuzz', ['--runs', '-1'], '--runs needs a value.'],
];

const wrongForDemo = [
  [{ DEMO_PORT: 'abc' }, /^DEMO_PORT must be a whole number up to 65535, such as 4000\.$/],
  [{ REDIS_URL: 'redis://127.0.0.1:1' }, /^The Redis of REDIS_URL does not answer: .*ECONNREFUSED.*\.$/],
] as const;

for (const [settings, says] of wrongForDemo)
  longTest(`npm run demo with ${JSON.stringify(settings)} says so in a sentence`, () => {
    const ran = spawnSync(process.execPath, [join(root, 'sandbox/start.ts')], {
      encoding: 'utf8',
      env: { ...environment, ...settings },
    });
    const [first, empty, sentence, ...more] = ran.stderr.trimEnd().split('\n');
    assert.deepEqual([first, empty, more, ran.stdout, ran.status], ['Starting…', '', [], '', 1]);
    assert.match(sentence ?? '', says);
  });

for (const [script, asked, says] of oneOf(slips))
  test(`npm run ${script} -- ${asked.join(' ')} says what is wrong and what is possible`, () => {
    const file = packageJson.scripts[script].split(' ').at(-1) ?? '';
    const ran = spawnSync(process.execPath, [join(root, file), ...asked], {
      encoding: 'utf8',
    });
    const [first, second, ...more] = ran.stderr.trimEnd().split('\n');
    assert.equal(first, says);
    assert.match(second ?? '', new RegExp(`^Usage: npm run ${script} -- `));
    assert.deepEqual([more, ran.stdout, ran.status], [[], '', 2]);
  });

test('a setting still has its earlier name, unless it has the new one too', () => {
  const earlier = { ...good, LOOK_INTERVAL_MS: '5', FREEZE_INTERVAL_MS: '6' };
  const { RECONCILE_INTERVAL_MS, PAUSE_CHECK_INTERVAL_MS } = readConfig(earlier);
  assert.deepEqual([RECONCILE_INTERVAL_MS, PAUSE_CHECK_INTERVAL_MS], [5, 6]);
  assert.equal(readConfig({ RECONCILE_INTERVAL_MS: '7', ...earlier }).RECONCILE_INTERVAL_MS, 7);
});
