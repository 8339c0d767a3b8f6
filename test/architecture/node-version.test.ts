import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { read } from './project.ts';

/** Other files with a Node version, and the text before it. */
const places: Record<string, RegExp> = {
  '.nvmrc': /^(\d+)$/m,
  Dockerfile: /^FROM node:(\d+)/gm,
  '.devcontainer/Dockerfile': /^FROM \S+:(\d+)/gm,
  '.github/workflows/test.yml': /node-version: (\d+)/g,
};

test('all files name the Node version in package.json', () => {
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
