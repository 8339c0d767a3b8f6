import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '#commands/index.ts';
import { appManifest, linkScopes, optionalScopes, scopes } from '#src/app/manifest.ts';
import { stepNames } from '#src/steps/step.ts';
import { longTest } from '#test/support/long-tests.ts';
import manifest from '../../manifest.json' with { type: 'json' };
import { read } from './project.ts';

test('manifest.json has the slash commands from the command list, in the same order', () => {
  const offered = manifest.features.slash_commands.map(({ command }) => command);
  const listed = commands.flatMap(({ slash }) => (slash ? [`/${slash}`] : []));
  assert.deepEqual(offered, listed);
});

test('manifest.json matches the output of npm run manifest', () => {
  assert.deepEqual(manifest, JSON.parse(JSON.stringify(appManifest(commands))));
});

test('no two commands start with the same word', () => {
  const words = commands.flatMap(({ slash, word }) => [
    ...(slash ? [`/${slash}`] : []),
    ...(word ? [word] : []),
  ]);
  assert.deepEqual(words.toSorted(), [...new Set(words)].toSorted());
});

test('the manifest has the workflow steps and the settings that Slack requires for them', () => {
  assert.ok(!('functions' in manifest));
  const { functions = {}, settings } = appManifest(commands, { steps: true });
  assert.deepEqual(Object.keys(functions), [...stepNames]);
  assert.equal(settings?.org_deploy_enabled, true);
  assert.ok(JSON.stringify(settings?.event_subscriptions).includes('"function_executed"'));
});

test('only a manifest for link previews has their domain, event and scopes', () => {
  const about = /unfurl_domains|link_shared|links:(?:read|write)/;
  assert.doesNotMatch(JSON.stringify(manifest), about);
  const { features, oauth_config, settings } = appManifest(commands, { linkDomain: 'app.example.com' });
  assert.deepEqual(features?.unfurl_domains, ['app.example.com']);
  assert.ok(settings?.event_subscriptions?.bot_events?.includes('link_shared'));
  assert.deepEqual(
    linkScopes.filter((scope) => !oauth_config?.scopes?.bot?.includes(scope)),
    [],
  );
});

longTest('`npm run manifest -- --post-url` prints the manifest for links to these posts', () => {
  const script = join(import.meta.dirname, '../../scripts/manifest.ts');
  const asked = ['--post-url', 'https://app.example.com/posts/{id}'];
  const { stdout } = spawnSync(process.execPath, [script, ...asked], { encoding: 'utf8' });
  const made = appManifest(commands, { linkDomain: 'app.example.com' });
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(made)));
});

test('docs/slack-app.md explains exactly the scopes that manifests request', () => {
  const [, table = ''] = /\n\| scope \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(read('docs/slack-app.md')) ?? [];
  const rows = table.trim().split('\n');
  const explained = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
  assert.deepEqual(explained.map(([, scope]) => scope).sort(), [...scopes, ...linkScopes].sort());
});

test('docs/slack-app.md says what doesn’t work without each optional scope', () => {
  const [, table = ''] = /\n\| without \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(read('docs/slack-app.md')) ?? [];
  const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, scope]) => scope);
  assert.deepEqual(named.toSorted(), optionalScopes.toSorted());
});

const kinds = {
  'Socket Mode': {},
  HTTP: { url: 'https://presscheck.example.com', prefix: 'pc-' },
  'Workflow Builder': { steps: true },
  'links to posts': { linkDomain: 'app.example.com' },
};
/** The scope that Slack requires for an event. Other events need none. */
const neededFor: Record<string, string> = {
  link_shared: 'links:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  reaction_added: 'reactions:read',
};
for (const [kind, options] of Object.entries(kinds))
  test(`the manifest for ${kind} follows Slack's rules that involve more than one field`, () => {
    const { features, oauth_config, settings } = appManifest(commands, options);
    const { bot = [], bot_optional = [] } = oauth_config?.scopes ?? {};
    const needed = settings?.event_subscriptions?.bot_events?.flatMap((event) => neededFor[event] ?? []);
    for (const scope of [...bot_optional, ...(needed ?? []), 'commands', 'chat:write'])
      assert.ok(
        bot.some((one) => one === scope),
        scope,
      );
    const urls = [
      settings?.event_subscriptions?.request_url,
      settings?.interactivity?.request_url,
      ...(features?.slash_commands ?? []).map(({ url }) => url),
    ];
    for (const url of urls) assert.equal(url === undefined, settings?.socket_mode_enabled);
  });

longTest('`npm run manifest -- --against` lists what a JSON Schema rejects, and exits with 1', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'schema.json');
  const name = { type: 'string', maxLength: 3 };
  const shown = { type: 'object', properties: { name } };
  writeFileSync(file, JSON.stringify({ type: 'object', properties: { display_information: shown } }));
  const script = join(import.meta.dirname, '../../scripts/manifest.ts');
  const ran = spawnSync(process.execPath, [script, '--against', file], { encoding: 'utf8' });
  assert.deepEqual([ran.status, ran.stdout], [1, '']);
  assert.match(ran.stderr, /display_information\.name/);
});
