import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { files, read, root } from './project.ts';

const texts = files().filter((file) => !/\.(png|jpe?g|gif|webp|ico|woff2?)$/.test(file));

const filesWith = (isIn: (text: string) => boolean): string[] => texts.filter((file) => isIn(read(file)));

test('no file knows from which host its packages came', () => {
  const here = process.env.npm_config_registry ? new URL(process.env.npm_config_registry).host : undefined;
  const anywhere = /"resolved":\s*"https?:|^\s*registry\s*=|--registry[= ]|\/\/registry\.[\w.]+|_authToken/m;
  assert.deepEqual(
    filesWith((text) => (here !== undefined && text.includes(here)) || anywhere.test(text)).filter(
      notThisFile,
    ),
    [],
  );
});

test('no file knows where on a machine the project stands', () => {
  const folders = [resolve(root), homedir()].filter((folder) => folder.split('/').length > 2);
  // a path that begins with the folder of a person or of a build machine
  const anywhere = /(?<![\w.:/$}-])\/(home|Users|root|work|workspaces?|builds)\/\w/;
  const found = filesWith((text) => folders.some((folder) => text.includes(folder)) || anywhere.test(text));
  assert.deepEqual(found.filter(notThisFile), []);
});

function notThisFile(file: string): boolean {
  return file !== 'test/architecture/clean.test.ts';
}
