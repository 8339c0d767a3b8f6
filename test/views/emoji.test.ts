/** The sandbox has every emoji that our texts use, so none is shown as its name. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { emojiNamed } from '#sandbox/chat/web/src/text/emoji.ts';

const project = join(import.meta.dirname, '../..');

test('the sandbox knows every emoji of the views', () => {
  const named = globSync('views/**/*.ts', { cwd: project }).flatMap((file) => {
    const source = readFileSync(join(project, file), 'utf8');
    const inTexts = source.matchAll(/(?<=['`\s]):([a-z][a-z\d_]+):(?=['`\s])/g);
    const inMarks = source.matchAll(/\bemoji: '([a-z\d_]+)'/g);
    return [...inTexts, ...inMarks].map(([, name = '']) => name);
  });
  assert.ok(named.length > 30, 'found in the sources');
  assert.deepEqual(
    named.filter((name) => !emojiNamed(name)),
    [],
  );
});
