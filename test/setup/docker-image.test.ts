/** Tests of the Docker image that don't need Docker. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** Imports every file of the bot. Prints whether Node had to compile one. */
const importsAll = `
  import { globSync } from 'node:fs';
  for (const file of globSync('{commands,src,views}/**/*.ts', { cwd: ${JSON.stringify(root)} })) await import(${JSON.stringify(root)} + '/' + file);
  console.log(process.moduleLoadList.some((module) => module.includes('deps/amaro')));
`;

test('all the bot’s files are compiled in the image, so Node doesn’t load its TypeScript compiler', (t) => {
  const cache = mkdtempSync(join(tmpdir(), 'compile-cache-'));
  t.after(() => rmSync(cache, { recursive: true, force: true }));
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const [, command = ''] = /^RUN (\["node".*\])$/m.exec(dockerfile) ?? [];
  const [, ...build] = JSON.parse(command) as string[];
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache },
      encoding: 'utf8',
    });
  run(...build);
  assert.equal(run('--input-type=module', '-e', importsAll).trim(), 'false');
});
