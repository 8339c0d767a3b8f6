import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { read } from './project.ts';

/** Where else a version of Node is named, and what the number follows there. */
const places: Record<string, RegExp> = {
  '.nvmrc': /^(\d+)$/m,
  Dockerfile: /^FROM node:(\d+)/gm,
  '.devcontainer/Dockerfile': /^FROM \S+:(\d+)/gm,
  '.github/workflows/test.yml': /node-version: (\d+)/g,
};

test('every file that names a version of Node names the one in package.json', () => {
  const [wanted = ''] = /\d+/.exec(packageJson.engines.node) ?? [];
  const named = Object.entries(places).map(([file, pattern]) => {
    const versions = [...read(file).matchAll(new RegExp(pattern, 'gm'))].map(([, version]) => version);
    return [file, [...new Set(versions)]];
  });
  assert.deepEqual(
    named,
    Object.keys(places).map((file) => [file, [wanted]]),
  );
  assert.equal(packageJson.devDependencies.node.split('.')[0], wanted);
  assert.equal(packageJson.devDependencies['@types/node'].split('.')[0], wanted);
});
