import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { files, read, root, sources } from './project.ts';

const texts = files().filter((file) => !/\.(png|jpe?g|gif|webp|ico|woff2?|ttf)$/.test(file));

const filesWith = (isIn: (text: string) => boolean): string[] => texts.filter((file) => isIn(read(file)));

test('no file names the package registry’s host', () => {
  const here = process.env.npm_config_registry ? new URL(process.env.npm_config_registry).host : undefined;
  const anywhere = /"resolved":\s*"https?:|^\s*registry\s*=|--registry[= ]|\/\/registry\.[\w.]+|_authToken/m;
  assert.deepEqual(
    filesWith((text) => (here !== undefined && text.includes(here)) || anywhere.test(text)).filter(
      isOtherFile,
    ),
    [],
  );
});

test('no file contains the path of the project on someone’s machine', () => {
  const folders = [resolve(root), homedir()].filter((folder) => folder.split('/').length > 2);
  // a path that starts with the home folder of a user or build machine
  const anywhere = /(?<![\w.:/$}-])\/(home|Users|root|work|workspaces?|builds)\/\w/;
  const found = filesWith((text) => folders.some((folder) => text.includes(folder)) || anywhere.test(text));
  assert.deepEqual(found.filter(isOtherFile), []);
});

/** Texts for the people who run Presscheck, also in the log (docs/architecture.md). */
const textsForOperators =
  /^src\/app\/(config|start-error)\.ts$|^src\/(doctor|platform\/(metrics|publishing-api\/(endpoints|requests)))\//;

test('user-facing text is only in views, except for descriptions of commands', () => {
  // a whole sentence, or the end of a sentence after a name or a colon
  const quoted = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g;
  const found = texts
    .filter((file) => /^(commands|src)\/.*\.ts$/.test(file) && !textsForOperators.test(file))
    .flatMap((file) => {
      const code = read(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');
      return [...code.matchAll(quoted)].flatMap(({ 0: whole, index }) => {
        const before = code.slice(Math.max(0, index - 40), index);
        // data of the command list and the manifest, and errors for the log
        const isData = /(about|example|look|may|description):\s*$|(Error|super)\(\s*$/.test(before);
        const words = whole.replaceAll(/\$\{[^}]*\}/g, '').match(/(?<=\s|^.)[A-Za-z’]{2,}/g) ?? [];
        const isSentence = words.length >= 3 && (/^.[A-Z“].*[.?:].$/s.test(whole) || /[a-z]\..$/.test(whole));
        // log lines start in lower case, unless the first word is a name
        const isLong = /^.(?!Slack\b)[A-Z“]/.test(whole) && words.length >= 5;
        return (isSentence || isLong) && !isData ? [`${file}: ${whole}`] : [];
      });
    });
  assert.deepEqual(found, []);
});

test('fallbacks for unknown names are only in views', () => {
  const fallbackName = /\b\w*[nN]ames?(Of)?\b[^?\n]*\?\?\s*['"`][A-Za-z]/;
  const found = texts
    .filter((file) => /^(commands|src)\/.*\.ts$/.test(file) && !textsForOperators.test(file))
    .filter((file) => fallbackName.test(read(file)));
  assert.deepEqual(found, []);
});

// TypeScript doesn't report unknown fields in a spread literal
test('no object literal is spread into another one', () => {
  const spread = /\.\.\.\{/;
  assert.deepEqual(
    sources().filter((file) => spread.test(read(file)) && isOtherFile(file)),
    [],
  );
});

test('only views/kit/language.ts chooses between singular and plural', () => {
  // a comparison with 1 that chooses a word, or an `s` appended to a word
  const byHand = /[!=]== 1\s*\?\s*['"`]|(['"`])e?s\1/;
  const others = files()
    .filter((file) => /^(commands|views|src\/(?!doctor\/).*)\/.*\.ts$/.test(file))
    .filter((file) => file !== 'views/kit/language.ts' && byHand.test(read(file)));
  assert.deepEqual(others, []);
});

test('only views/kit/language.ts sets the language of numbers, lists, and dates', () => {
  const others = files()
    .filter((file) => /^(commands|views|src)\//.test(file))
    .filter((file) => file !== 'views/kit/language.ts' && !calculations.test(file))
    .filter((file) => /toLocale\w*\(\s*['"]|new Intl\.\w+\(\s*['"]/.test(read(file)));
  assert.deepEqual(others, []);
});

/** Files that use `Intl` for time zone calculations, not for texts. */
const calculations = /^src\/(audit\/search|settings\/settings|platform\/zone)\.ts$/;

function isOtherFile(file: string): boolean {
  return file !== 'test/architecture/clean.test.ts';
}
