import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './project.ts';

interface Locked {
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

/** npm leaves out such packages if it can't reach them, and then `npm ci` fails on all other platforms. */
test('the lock file has the packages for all platforms', () => {
  const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !(`${path}/node_modules/${name}` in locked) && !(`node_modules/${name}` in locked))
      .map((name) => `${path.replace('node_modules/', '')} wants ${name}`),
  );
  assert.deepEqual(missing, []);
});

/**
 * Without a checksum, npm installs any package with that name. npm writes none for a build that it can't find. Then use a version that
 * has all builds, for indirect dependencies with `overrides` in package.json.
 */
test('the lock file has a checksum for every package', () => {
  const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
  const without = Object.entries(locked).flatMap(([path, { integrity }]) =>
    path === '' || integrity?.startsWith('sha512-') ? [] : [path],
  );
  assert.deepEqual(without, []);
});
