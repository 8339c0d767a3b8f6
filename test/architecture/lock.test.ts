import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './project.ts';

interface Locked {
  optionalDependencies?: Record<string, string>;
}

/** npm leaves such packages out when it cannot reach them, and then `npm ci` refuses everywhere else. */
test('the lock file has the packages of every platform, not only of the one it was written on', () => {
  const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !(`${path}/node_modules/${name}` in locked) && !(`node_modules/${name}` in locked))
      .map((name) => `${path.replace('node_modules/', '')} wants ${name}`),
  );
  assert.deepEqual(missing, []);
});
