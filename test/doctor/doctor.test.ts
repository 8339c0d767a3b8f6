import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { Redis } from 'ioredis';
import { linkScopes, scopes } from '#src/app/manifest.ts';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import { environment } from '#test/support/environment.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { secrets, surroundings } from './surroundings.ts';

const marks = (text: string): string => [...text.matchAll(/^[✔!✖]/gmu)].join('');

test('when all is well, each check says so, and the doctor sends the service only reads', async (t) => {
  const { doctor, service } = await surroundings(t);
  const { ill, text } = await doctor({ workflow: 'northwind-blog', probe: true });
  assert.equal(ill, false);
  assert.match(marks(text), /^✔{18}$/, text);
  assert.match(text, /^✔ Slack token: presscheck in Northwind$/m);
  assert.match(text, /^✔ Socket Mode: Slack offers a connection$/m);
  assert.match(text, /^✔ Redis: (Redis|Valkey) \d+\.\d+/m);
  assert.match(text, /^✔ Service key: it works, and belongs to Robin Vale$/m);
  for (const list of ['brands', 'social-profiles', 'post', 'hashtag-libraries', 'studio-templates'])
    assert.match(text, new RegExp(`^✔ GET /${list}: \\d+ `, 'm'));
  assert.match(text, /^✔ GET \/analytics\/export: CSV$/m);
  assert.match(
    text,
    /^✔ GET \/social-profiles\/connection-url: an address to connect instagram for Northwind Coffee$/m,
  );
  assert.match(text, /^✔ GET \/workflow: Share new blog articles is on$/m);
  assert.match(text, /Everything works\.\n$/);
  assert.deepEqual([...new Set(service.requests.map(({ method }) => method))], ['GET']);
});

test('without --workflow, the doctor says that it checked no workflow', async (t) => {
  const { doctor, service } = await surroundings(t);
  const { ill, text } = await doctor();
  assert.equal(ill, false);
  assert.match(text, /^! GET \/workflow: not checked: .*\n {4}→ .*-- --workflow <id>/m);
  assert.match(text, /\nPresscheck can run. 1 check needs your attention\.\n$/);
  assert.ok(!service.requests.some(({ path }) => path.startsWith('/workflow')));
});

test('its requests, even those of --probe, count in the quota shared with the bot', async (t) => {
  const { doctor, service, redis, settings } = await surroundings(t);
  const { text } = await doctor({ probe: true });
  assert.doesNotMatch(text, /Service quota/);
  const connection = new Redis(redis.url);
  t.after(() => connection.disconnect());
  const count = createRequestCount(connection, settings.REDIS_PREFIX ?? '', secrets.SOCIAL_API_KEY);
  assert.ok(service.requests.length > 10);
  assert.equal((await count.state(Date.now(), 100)).left, 100 - service.requests.length);
});

test('commands have the names that this installation gives them', async (t) => {
  const { doctor, service } = await surroundings(t);
  for (const on of ['GET /analytics/export', 'GET /social-profiles/connection-url', 'GET /workflow/{id}'])
    service.faults.add({ on, kind: 'status', status: 404, times: 9 });
  const { text } = await doctor({ settings: { COMMAND_PREFIX: 'pc-' }, workflow: 'northwind-blog' });
  for (const word of ['connect', 'analytics', 'workflow'])
    assert.match(text, new RegExp(`^✖ .*until that's fixed, /pc-social ${word} `, 'm'));
  assert.doesNotMatch(text, /\/social (connect|analytics|workflow)/);
  assert.match(text, /^✖ GET \/workflow: .*\n {4}→ Check the ID given with --workflow\.$/m);
});

test('without a Socket Mode token it says what only Slack can check', async (t) => {
  const { doctor } = await surroundings(t);
  const { ill, text } = await doctor({ settings: { SLACK_APP_TOKEN: '', PORT: '3210' } });
  assert.equal(ill, false);
  assert.match(text, /^✔ HTTP: .*\/slack\/events on port 3210 over https/m);
  // Slack doesn't send anything to a worker
  const worker = { ROLE: 'worker', SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: '' };
  assert.doesNotMatch((await doctor({ settings: worker })).text, /HTTP|Socket Mode|slack\/events/);
});

test('all errors in the settings are listed at once, and everything else is still checked', async (t) => {
  const { doctor } = await surroundings(t);
  const { ill, text } = await doctor({
    settings: {
      SOCIAL_API_URL: 'https://social.example',
      SLACK_APP_TOKEN: '',
      SLACK_SIGNING_SECRET: '',
      PORT: 'high',
    },
  });
  assert.equal(ill, true);
  for (const name of ['SOCIAL_API_URL', 'PORT', 'SLACK_SIGNING_SECRET'])
    assert.match(text, new RegExp(`^✖ ${name}: `, 'm'));
  assert.equal(text.match(/→ Set it in the environment/g)?.length, 1);
  assert.match(text, /^! HTTP: not checked: SLACK_SIGNING_SECRET is missing or wrong$/m);
  assert.match(text, /^✔ Slack token/m);
  assert.match(text, /^✔ Redis persistence/m);
  assert.match(text, /^! Service: not checked: SOCIAL_API_URL is missing or wrong$/m);
  assert.match(text, /^3 of \d+ must be fixed\.$/m);
});

test('without any settings it lists the required ones, and doesn’t fail itself', async (t) => {
  const { ill, text } = await (await surroundings(t)).doctor({
    settings: Object.fromEntries(
      [...Object.keys(secrets), 'SOCIAL_API_URL', 'REDIS_URL'].map((name) => [name, '']),
    ),
    probe: true,
  });
  assert.equal(ill, true);
  assert.match(marks(text), /^✖{5}!!!!$/, text);
  assert.match(text, /^! Service: not checked: SOCIAL_API_URL and SOCIAL_API_KEY are missing or wrong$/m);
  assert.match(text, /^The open facts were not checked: SOCIAL_API_URL and SOCIAL_API_KEY are missing/m);
});

test('a token that Slack rejects is distinguished from an unreachable Slack', async (t) => {
  const { doctor } = await surroundings(t);
  const refused = await doctor({
    settings: { SLACK_BOT_TOKEN: 'xoxb-of-yesterday', SLACK_APP_TOKEN: 'xapp-other' },
  });
  assert.match(refused.text, /^✖ Slack token: Slack says invalid_auth\n {4}→ Copy the bot token/m);
  assert.match(refused.text, /^✖ Socket Mode: Slack says invalid_auth\n {4}→ Create an app-level token/m);
  const away = await doctor({ settings: { SLACK_API_URL: 'http://127.0.0.1:1/api/' } });
  assert.match(
    away.text,
    /^✖ Slack token: can't reach Slack: .+\n✖ Socket Mode: .+\n {4}→ Check SLACK_API_URL \(127\.0\.0\.1:1\)/m,
  );
});

test('a missing scope is named, and so is an unnecessary one', async (t) => {
  const granted = (bot: string[]) => ({ manifest: { oauth_config: { scopes: { bot } } } });
  const few = await surroundings(t, { chat: granted(['commands', 'chat:write', 'users:read']) });
  const missing = await few.doctor();
  assert.equal(missing.ill, true);
  assert.match(
    missing.text,
    /^✖ Slack scopes: missing: chat:write\.public, usergroups:read, files:write, groups:read, files:read\n {4}→ Paste manifest\.json/m,
  );

  const declined = ['channels:history', 'reactions:read'];
  const some = await surroundings(t, { chat: granted(scopes.filter((scope) => !declined.includes(scope))) });
  const without = await some.doctor();
  assert.equal(without.ill, false);
  assert.match(
    without.text,
    /^! Slack scopes: .*optional scopes missing: channels:history \(in public channels, lgtm replies aren't recognized, .+\), reactions:read \(.+\)\n {4}→ To change that, reinstall/m,
  );

  const many = await surroundings(t, { chat: granted([...scopes, 'pins:read']) });
  const more = await many.doctor();
  assert.equal(more.ill, false);
  assert.match(more.text, /^! Slack scopes: .*Presscheck doesn't use: pins:read$/m);
});

test('the manifest that it asks to paste is the one of this installation', async (t) => {
  const granted = { manifest: { oauth_config: { scopes: { bot: ['commands', 'chat:write'] } } } };
  const { doctor } = await surroundings(t, { chat: granted });
  const http = { SLACK_APP_TOKEN: '', PUBLIC_URL: 'https://presscheck.example.com' };
  const { text } = await doctor({ settings: { ...http, COMMAND_PREFIX: 'pc-', WORKFLOW_STEPS: 'true' } });
  assert.ok(
    text.includes(
      'Paste what `npm run --silent manifest -- --prefix pc- --url https://presscheck.example.com --steps` prints',
    ),
    text,
  );
});

test('with the addresses of posts, the scopes for links are needed, too', async (t) => {
  const settings = { POST_URL_PATTERN: 'https://app.example.com/posts/{id}' };
  const granted = (bot: string[]) => ({ chat: { manifest: { oauth_config: { scopes: { bot } } } } });
  const without = await (await surroundings(t, granted([...scopes]))).doctor({ settings });
  assert.match(
    without.text,
    /^✖ Slack scopes: missing: links:read, links:write\n {4}→ Paste what `.* --post-url 'https:\/\/app\.example\.com\/posts\/\{id\}'` prints/m,
  );
  const all = await (await surroundings(t, granted([...scopes, ...linkScopes]))).doctor({ settings });
  assert.match(all.text, /^✔ Slack scopes: .*links:write$/m);
});

for (const [what, settings, said] of [
  [
    'a wrong key',
    { SOCIAL_API_KEY: 'not-the-key' },
    /^✖ Service key: .*Invalid API token.*\n {4}→ Set SOCIAL_API_KEY to a key from the service's API settings page/m,
  ],
  [
    'no service',
    { SOCIAL_API_URL: 'http://127.0.0.1:1/v1' },
    /^✖ Service key: GET \/me could not be sent.*\n {4}→ Check SOCIAL_API_URL/m,
  ],
] as const) {
  test(`${what} is reported once, with how to fix it, and the endpoints aren't blamed`, async (t) => {
    const { doctor } = await surroundings(t);
    const { ill, text } = await doctor({ settings });
    assert.equal(ill, true);
    assert.match(text, said);
    assert.doesNotMatch(text, /GET \/brands/);
  });
}

const failures = [
  [{ kind: 'status', status: 500 }, 'answered 500', 'status page'],
  [{ kind: 'status', status: 404 }, 'answered 404', 'base address'],
  [{ kind: 'html' }, 'HTML page', '--probe'],
  [{ kind: 'wrong-shape' }, 'without a list; it has: unexpected', '--probe'],
] as const;

for (const [kind, said, fix] of oneOf(failures)) {
  test(`a failing endpoint (${said}) says what doesn’t work meanwhile; the others pass`, async (t) => {
    const { doctor, service } = await surroundings(t);
    service.faults.add({ on: 'GET /hashtag-libraries', times: Number.POSITIVE_INFINITY, ...kind });
    const { ill, text } = await doctor({ workflow: 'northwind-blog' });
    assert.equal(ill, true);
    const [line = '', next = ''] = text
      .split('\n')
      .slice(text.split('\n').findIndex((each) => each.includes('✖')));
    assert.ok(line.startsWith('✖ GET /hashtag-libraries: ') && line.includes(said), line);
    assert.match(line, /until that's fixed, forms have no hashtag libraries to choose from$/);
    assert.ok(next.includes(fix), next);
    assert.match(text, /^✔ GET \/studio-templates/m);
    assert.equal(marks(text).replaceAll('✔', ''), '✖');
  });
}

test('a wrong clock is a warning at first, and beyond five minutes an error for Slack', async (t) => {
  const { doctor } = await surroundings(t);
  const offset = (minutes: number) => () => Date.now() + minutes * 60_000;
  const some = await doctor({ now: offset(2) });
  assert.equal(some.ill, false);
  assert.match(
    some.text,
    /^! Clock compared with Slack's: this machine is 1[12]\d s ahead\n {4}→ Set this machine's clock/m,
  );
  const much = await doctor({ now: offset(-6) });
  assert.equal(much.ill, true);
  assert.match(
    much.text,
    /^✖ Clock compared with Slack's: this machine is 3[56]\d s behind; beyond five minutes/m,
  );
  assert.match(much.text, /^! Clock compared with the service's: this machine is 3[56]\d s behind$/m);
});

for (const inFiles of [false, true])
  test(`no secret ${inFiles ? 'from a file ' : ''}is printed, even if other systems repeat it`, async (t) => {
    const { doctor, service, chat } = await surroundings(t);
    const echo = { message: `no ${Object.values(secrets).join(' ')}\n✔ All is well` };
    service.faults.add({ on: 'GET /post', kind: 'status', status: 422, body: echo, times: 9 });
    chat.faults.next('auth.test', {
      kind: 'refused',
      error: `echo_${secrets.SLACK_BOT_TOKEN}\n✔ All is well`,
    });
    const redis = { REDIS_URL: 'redis://:p%40ssw0rd-of-mine@127.0.0.1:1' };
    const settings = inFiles ? filesOf(t, { ...secrets, ...redis }) : redis;
    const { text } = await doctor({ settings, probe: true });
    assert.match(text, /GET \/post: .*422/);
    for (const secret of [...Object.values(secrets), 'p%40ssw0rd-of-mine', 'p@ssw0rd-of-mine'])
      assert.ok(!text.includes(secret), `${secret} is in:\n${text}`);
    assert.doesNotMatch(text, /^Everything works/m);
  });

/** The settings in files, as container platforms pass secrets. */
function filesOf(t: TestContext, settings: Record<string, string>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const inFile = ([name, value]: [string, string]): [string, string][] => {
    const file = join(folder, name);
    writeFileSync(file, value);
    return [
      [name, ''],
      [`${name}_FILE`, file],
    ];
  };
  return Object.fromEntries(Object.entries(settings).flatMap(inFile));
}

const runs = [
  [1, 'something is not well', { SOCIAL_API_KEY: 'not-the-key' }, /^1 of \d+ must be fixed\.$/m],
  [0, 'all is well', {}, /Everything works/],
] as const;

for (const [code, where, others, says] of oneOf(runs))
  test(`npm run doctor ends with ${code} where ${where}`, async (t) => {
    const { settings } = await surroundings(t);
    const script = join(import.meta.dirname, '../../scripts/doctor.ts');
    const env = { ...environment, ...settings, ...others };
    const ran = spawn(process.execPath, [script, '--workflow', 'northwind-blog'], { env });
    const [out, [status]] = await Promise.all([readAll(ran.stdout), once(ran, 'close')]);
    assert.match(out, says);
    assert.equal(status, code);
  });

test('installed in many workspaces, it sends no request to Slack or the service for any of them', async (t) => {
  const { doctor, chat, service } = await surroundings(t);
  const many = {
    SLACK_BOT_TOKEN: '',
    SLACK_APP_TOKEN: '',
    SOCIAL_API_KEY: '',
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'open-sesame-client',
    SECRETS_KEY: Buffer.alloc(32, 'x').toString('base64'),
    PUBLIC_URL: 'https://presscheck.example',
  };
  const { ill, text } = await doctor({ settings: many, probe: true });
  assert.equal(ill, false, text);
  assert.match(text, /^! Slack: not checked: .*\n {4}→ .*https:\/\/presscheck\.example\/slack\/install,/m);
  assert.match(text, /^! Service: not checked: each workspace has its own API key$/m);
  assert.match(text, /^The open facts weren't checked: each workspace has its own API key\b/m);
  assert.deepEqual([chat.calls.length, service.requests.length], [0, 0]);
});

test('settings that don’t fit many workspaces are listed with the rest, without any secret', async (t) => {
  const { doctor } = await surroundings(t);
  const { ill, text } = await doctor({ settings: { SLACK_CLIENT_SECRET: 'open-sesame-client' } });
  assert.equal(ill, true);
  for (const name of ['SLACK_CLIENT_ID', 'SECRETS_KEY', 'PUBLIC_URL', 'SLACK_BOT_TOKEN', 'SOCIAL_API_KEY'])
    assert.match(text, new RegExp(`^✖ ${name}: `, 'm'));
  assert.doesNotMatch(text, /open-sesame/);
});
