/** Bolt's defaults would end the process, or make it hang; Presscheck doesn't. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { commands } from '#commands/index.ts';
import { fieldsOf } from '#sandbox/chat/json.ts';
import { appManifest } from '#src/app/manifest.ts';
import { startBot } from '#test/support/bot.ts';
import { startDependencies } from '#test/support/dependencies.ts';
import { environment } from '#test/support/environment.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startProcess } from '#test/support/process.ts';
import { cardSays, requestsCard } from '#test/support/user-actions.ts';
import slack from '../../../.slack/hooks.json' with { type: 'json' };

const { hooks } = slack;
const root = join(import.meta.dirname, '../../..');

describe('a failing start', { concurrency: 2 }, () => {
  test('with invalid settings lists them along with missing ones, and prints no secret', async (t) => {
    const bot = startProcess(t, {
      SLACK_BOT_TOKEN: 'xapp-very-secret',
      SOCIAL_API_URL: 'https://service.example/v2',
      PORT: 'many',
      ROLE: 'boss',
    });
    assert.equal(await bot.ended, 1);
    for (const name of ['SLACK_BOT_TOKEN', 'SOCIAL_API_URL', 'PORT', 'ROLE'])
      assert.match(bot.output(), new RegExp(`- ${name} must be`));
    for (const name of ['SLACK_SIGNING_SECRET', 'SOCIAL_API_KEY', 'REDIS_URL'])
      assert.match(bot.output(), new RegExp(`- ${name} is missing`));
    assert.doesNotMatch(bot.output(), /very-secret| at .*main\.ts/, 'no secret, and no stack trace');
  });

  longTest('with a token that Slack refuses says so and ends with 1', async (t) => {
    const { settings } = await startDependencies(t, { settings: { LOG_LEVEL: 'warn' } });
    const bot = startProcess(t, { ...settings, SLACK_BOT_TOKEN: 'xoxb-of-another-app' });
    assert.equal(await bot.ended, 1);
    assert.match(
      bot.output(),
      /^Presscheck couldn't start: Slack rejected SLACK_BOT_TOKEN \(invalid_auth\)\. Run `npm run doctor`/m,
    );
    assert.doesNotMatch(bot.output(), /"stack"|xoxb-of/);
  });

  longTest('with a Redis that rejects the login ends with one sentence, without the password', async (t) => {
    const { settings } = await startDependencies(t, { settings: { LOG_LEVEL: 'warn' } });
    const address = new URL(settings.REDIS_URL ?? '');
    address.username = 'nobody';
    address.password = 'open-sesame';
    const bot = startProcess(t, { ...settings, REDIS_URL: address.href });
    assert.equal(await bot.ended, 1);
    assert.match(
      bot.output(),
      /^Presscheck couldn't start: can't use Redis at redis:\/\/127\.0\.0\.1:\d+ \(REDIS_URL\): .+Run `npm run doctor`/m,
    );
    assert.doesNotMatch(bot.output(), /"stack"|open-sesame/);
  });

  for (const ROLE of ['bot', 'worker'])
    longTest(`a ${ROLE} whose port is in use says so in one sentence`, async (t) => {
      const other = createServer().listen(0);
      t.after(() => other.close());
      const { port } = other.address() as AddressInfo;
      const { settings } = await startDependencies(t, { settings: { LOG_LEVEL: 'warn' } });
      const bot = startProcess(t, { ...settings, ROLE, PORT: String(port) });
      assert.equal(await bot.ended, 1);
      const says = `^Presscheck couldn't start: port ${port} \\(PORT\\) is in use by another program: .+\`npm run doctor\``;
      assert.match(bot.output(), new RegExp(says, 'm'));
      assert.doesNotMatch(bot.output(), /"stack"/);
    });
});

test('a token that Slack rejects rejects the start, and can be caught', async (t) => {
  await assert.rejects(startBot(t, { settings: { SLACK_BOT_TOKEN: 'xoxb-of-another-app' } }), /invalid_auth/);
});

for (const mode of ['http', 'socket'] as const) {
  test(`over ${mode}, each call of the Web API carries the app’s or the bot’s token, as it should`, async (t) => {
    const { ana, chat } = await startBot(t, { mode });
    await requestsCard(ana, '/post Words', cardSays.ready);
    for (const { method, token } of chat.calls.filter((call) => call.method !== 'response_url'))
      assert.equal(token, method === 'apps.connections.open' ? 'xapp-sandbox' : 'xoxb-sandbox', method);
  });
}

for (const [what, end] of [
  ['recycled by Slack', 'disconnect'],
  ['broken without a word', 'break'],
] as const)
  test(`a Socket Mode connection that is ${what} is restored, and later requests are processed`, async (t) => {
    const { ana, chat, logs } = await startBot(t, { mode: 'socket' });
    await eventually(() => assert.equal(chat.socket.connections, 1));
    const opened = () => chat.calls.filter(({ method }) => method === 'apps.connections.open').length;
    const before = opened();
    chat.socket[end]();
    await eventually(() => assert.ok(opened() > before && chat.socket.connections >= 1));
    await requestsCard(ana, '/post After the break', cardSays.ready);
    const said = logs.filter(({ msg }) => /socket/i.test(String(msg)));
    // Slack closes connections now and then, and the bot logs each failure once
    const broke = ['the Socket Mode connection broke; reconnecting'];
    assert.deepEqual(
      said.map(({ msg }) => msg),
      end === 'break' ? broke : [],
    );
    for (const { err } of said)
      assert.ok(err === undefined || /\w/.test(String(fieldsOf(err).message)), 'no empty error');
  });

/** Runs a Slack CLI hook in this folder like the CLI does: as a shell command with the caller's environment. */
function runHook(name: keyof typeof hooks, variables: Record<string, string>) {
  const env = { ...environment, ...variables };
  return spawn('sh', ['-c', hooks[name]], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

const answerOf = async (name: keyof typeof hooks, variables = {}) =>
  JSON.parse(await text(runHook(name, variables).stdout));

longTest('`slack manifest` and `slack doctor` get only JSON, with the installation’s prefix', async () => {
  const [made, { versions }, { releases }] = await Promise.all([
    answerOf('get-manifest', { COMMAND_PREFIX: 'pc-' }),
    answerOf('doctor'),
    answerOf('check-update'),
  ]);
  assert.deepEqual(made, JSON.parse(JSON.stringify(appManifest(commands, { prefix: 'pc-' }))));
  assert.deepEqual([versions[0].name, versions[0].current], ['node', process.versions.node]);
  assert.ok(releases.some(({ name, current }: Record<string, string>) => name === '@slack/bolt' && current));
});

longTest(
  '`slack run` starts the bot in Socket Mode with its own tokens, until it is interrupted',
  async (t) => {
    const { chat, settings } = await startDependencies(t, { chat: { appToken: 'xapp-sandbox' } });
    const { SLACK_SIGNING_SECRET: _, ...others } = settings;
    // what someone has who runs it elsewhere, too
    const elsewhere = { SLACK_CLIENT_ID: '1.2', SLACK_BOT_TOKEN: 'xoxb-of-another-app' };
    const tokens = { SLACK_CLI_XOXB: settings.SLACK_BOT_TOKEN ?? '', SLACK_CLI_XAPP: 'xapp-sandbox' };
    const run = runHook('start', { ...others, ...elsewhere, ...tokens });
    const ended = Promise.all([text(run.stdout), once(run, 'close')]);
    t.after(() => run.kill('SIGKILL'));
    await eventually(() => assert.ok(run.exitCode !== null || chat.socket.connections === 1));
    await requestsCard(chat.user('Ana'), '/post From the command line', cardSays.ready);
    // it tells only the shell, so the bot has to take the shell's place
    run.kill('SIGINT');
    const [output] = await ended;
    assert.match(output, /"msg":"stopped"/);
  },
);
