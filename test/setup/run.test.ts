import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('npm test reports paths without tests and runs nothing', () => {
  const paths = ['test/time', 'test/pauze', 'test/nowhere-near'];
  const { status, stderr } = spawnSync(process.execPath, ['test/run.ts', ...paths], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^There are no tests in test\/pauze\.$/m);
  assert.match(stderr, /^There are no tests in test\/nowhere-near\.$/m);
  assert.doesNotMatch(stderr, /no tests in test\/time/);
});
