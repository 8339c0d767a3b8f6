/** The traps that slack-facts lists first, where they can be tested from outside. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { asks } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { environment } from '#test/support/environment.ts';
import { eventually } from '#test/support/eventually.ts';
import { startParts } from '#test/support/parts.ts';
import { startProcess } from '#test/support/process.ts';
import slackHooks from '../../.slack/hooks.json' with { type: 'json' };
import manifest from '../../manifest.json' with { type: 'json' };

describe('a bad start', { concurrency: 2 }, () => {
  test('without settings lists all that are missing together, and ends with 1', async (t) => {
    const bot = startProcess(t, {});
    assert.equal(await bot.ended, 1);
    for (const name of [
      'SLACK_BOT_TOKEN',
      'SLACK_SIGNING_SECRET',
      'SOCIAL_API_URL',
      'SOCIAL_API_KEY',
      'REDIS_URL',
    ])
      assert.match(bot.output(), new RegExp(`- ${name} is missing`));
    assert.doesNotMatch(bot.output(), / at .*main\.ts/, 'a stack trace helps nobody here');
  });

  test('with wrong settings lists them beside the missing ones, and repeats no secret', async (t) => {
    const bot = startProcess(t, {
      SLACK_BOT_TOKEN: 'xapp-very-secret',
      SOCIAL_API_URL: 'https://service.example/v2',
      PORT: 'many',
      ROLE: 'boss',
    });
    assert.equal(await bot.ended, 1);
    for (const name of ['SLACK_BOT_TOKEN', 'SOCIAL_API_URL', 'PORT', 'ROLE', 'REDIS_URL'])
      assert.match(bot.output(), new RegExp(`- ${name} `));
    assert.doesNotMatch(bot.output(), /very-secret/);
  });

  test('with a token that Slack refuses says so and ends with 1', async (t) => {
    const { settings } = await startParts(t, { settings: { LOG_LEVEL: 'warn' } });
    const bot = startProcess(t, { ...settings, SLACK_BOT_TOKEN: 'xoxb-of-another-app' });
    assert.equal(await bot.ended, 1);
    assert.match(
      bot.output(),
      /^Presscheck could not start: Slack refuses SLACK_BOT_TOKEN \(invalid_auth\)\. `npm run doctor`/m,
    );
    assert.doesNotMatch(bot.output(), /"stack"|xoxb-of/);
  });

  test('with a Redis that lets nobody in ends with one sentence, without the password', async (t) => {
    const { settings } = await startParts(t, { settings: { LOG_LEVEL: 'warn' } });
    const address = new URL(settings.REDIS_URL ?? '');
    address.username = 'nobody';
    address.password = 'open-sesame';
    const bot = startProcess(t, { ...settings, REDIS_URL: address.href });
    assert.equal(await bot.ended, 1);
    assert.match(
      bot.output(),
      /^Presscheck could not start: Redis cannot be used at redis:\/\/127\.0\.0\.1:\d+ \(REDIS_URL\): .+`npm run doctor`/m,
    );
    assert.doesNotMatch(bot.output(), /"stack"|open-sesame/);
  });
});

test('a token that Slack refuses rejects the start, and can be caught', async (t) => {
  await assert.rejects(startBot(t, { settings: { SLACK_BOT_TOKEN: 'xoxb-of-another-app' } }), /invalid_auth/);
});

for (const mode of ['http', 'socket'] as const) {
  test(`over ${mode} every call of the Web API carries its own token: the app's for the connection, the bot's for all else`, async (t) => {
    const { ana, chat } = await startBot(t, { mode });
    await asks(ana, '/post Words');
    await ana.sees('social', /Ready for review/);
    for (const { method, token } of chat.calls.filter((call) => call.method !== 'response_url'))
      assert.equal(token, method === 'apps.connections.open' ? 'xapp-sandbox' : 'xoxb-sandbox', method);
  });
}

for (const [what, end] of [
  ['recycled by Slack', 'disconnect'],
  ['broken without a word', 'break'],
] as const)
  test(`a Socket Mode connection that is ${what} comes back, and what is asked then is done`, {
    timeout: 30_000,
  }, async (t) => {
    const { ana, chat } = await startBot(t, { mode: 'socket' });
    await eventually(() => assert.equal(chat.socket.connections, 1));
    const opened = () => chat.calls.filter(({ method }) => method === 'apps.connections.open').length;
    const before = opened();
    chat.socket[end]();
    await eventually(() => assert.ok(opened() > before && chat.socket.connections >= 1), {
      withinMs: 20_000,
    });
    await asks(ana, '/post After the break');
    await ana.sees('social', /Ready for review/);
  });

const { hooks } = slackHooks;

/** A hook as Slack's command line calls it: a line for the shell, in the project, with what it knows as flags behind. */
function callHook(name: keyof typeof hooks, env: Record<string, string>, ...flags: string[]) {
  return spawn('sh', ['-c', [hooks[name], ...flags].join(' ')], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // a group of its own, as a terminal gives it
    detached: true,
  });
}

test("`slack manifest`: the hook prints nothing but the manifest, with the installation's prefix", async () => {
  const hook = callHook('get-manifest', { COMMAND_PREFIX: 'pc-' }, '--source=/somewhere/a folder');
  const [printed, [code]] = await Promise.all([text(hook.stdout), once(hook, 'close')]);
  assert.equal(code, 0);
  const named = ({ features }: typeof manifest) => features.slash_commands.map(({ command }) => command);
  assert.deepEqual(
    named(JSON.parse(printed)),
    named(manifest).map((command) => command.replace('/', '/pc-')),
  );
});

test('`slack run`: the hook starts the bot in Socket Mode with the tokens of the command line, and an interrupt ends it', async (t) => {
  const { chat, settings } = await startParts(t, { chat: { appToken: 'xapp-sandbox' } });
  const { SLACK_BOT_TOKEN: bot = '', SLACK_SIGNING_SECRET: _, ...others } = settings;
  // what the .env of somebody says who runs it elsewhere, too
  const elsewhere = { SLACK_BOT_TOKEN: 'xoxb-of-another-app', SLACK_CLIENT_ID: '1.2' };
  const hook = callHook('start', {
    ...{ ...others, ...elsewhere },
    ...{ SLACK_CLI_XOXB: bot, SLACK_CLI_XAPP: 'xapp-sandbox' },
  });
  const alive = () => hook.exitCode === null && hook.signalCode === null;
  const toAll = (signal: NodeJS.Signals) => alive() && process.kill(-Number(hook.pid), signal);
  t.after(() => toAll('SIGKILL'));
  const printed = Promise.all([text(hook.stdout), text(hook.stderr)]);
  const ended = once(hook, 'close');
  await eventually(() => !alive() || chat.socket.connections === 1, { withinMs: 30_000 });
  assert.ok(alive(), alive() ? '' : (await printed).join(''));
  await asks(chat.person('Ana'), '/post From the command line');
  await chat.person('Ana').sees('social', /Ready for review/);

  // Ctrl-C
  toAll('SIGINT');
  await ended;
  assert.match((await printed).join(''), /"msg":"stopped"/);
});
