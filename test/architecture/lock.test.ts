import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './project.ts';

interface Locked {
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

/** npm leaves such packages out when it cannot reach them, and then `npm ci` refuses everywhere else. */
test('the lock file has the packages for every platform, not only the one it was written on', () => {
  const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !(`${path}/node_modules/${name}` in locked) && !(`node_modules/${name}` in locked))
      .map((name) => `${path.replace('node_modules/', '')} wants ${name}`),
  );
  assert.deepEqual(missing, []);
});

/**
 * Without a checksum npm installs whatever it is sent under that name. npm writes none for a build that it can't find: then take a version
 * whose builds are all there, as `overrides` in package.json does for packages that others bring.
 */
test('the lock file has a checksum of every package', () => {
  const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
  const without = Object.entries(locked).flatMap(([path, { integrity }]) =>
    path === '' || integrity?.startsWith('sha512-') ? [] : [path],
  );
  assert.deepEqual(without, []);
});
