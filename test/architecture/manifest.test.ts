import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '#commands/index.ts';
import { appManifest } from '#src/slack/manifest.ts';
import manifest from '../../manifest.json' with { type: 'json' };

test('manifest.json offers the slash commands of the list, in its order', () => {
  const offered = manifest.features.slash_commands.map(({ command }) => command);
  const listed = commands.flatMap(({ slash }) => (slash ? [`/${slash}`] : []));
  assert.deepEqual(offered, listed);
});

test('manifest.json is the one that npm run manifest prints', () => {
  assert.deepEqual(manifest, JSON.parse(JSON.stringify(appManifest(commands))));
});

test('no two commands begin with the same word', () => {
  const words = commands.flatMap(({ slash, word }) => [
    ...(slash ? [`/${slash}`] : []),
    ...(word ? [word] : []),
  ]);
  assert.deepEqual(words.toSorted(), [...new Set(words)].toSorted());
});
