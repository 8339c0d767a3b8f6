/** The sequence diagrams of docs/architecture.md name functions that exist. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './project.ts';

interface Call {
  from: string | undefined;
  to: string;
  name: string;
}

/** The arrows to files, whose labels start with the called function, such as `transition(): approve`. */
function callsIn(document: string): { calls: Call[]; unnamed: string[] } {
  const calls: Call[] = [];
  const unnamed: string[] = [];
  for (const [, diagram = ''] of document.matchAll(/^```mermaid\nsequenceDiagram\n([\s\S]*?)^```/gm)) {
    const files = new Map(
      [...diagram.matchAll(/^ *participant (\w+) as (\S+\.ts)$/gm)].map(([, as = '', file = '']) => [
        as,
        file,
      ]),
    );
    for (const [line, from = '', to = '', says = ''] of diagram.matchAll(/^ *(\w+)->>(\w+): (.+)$/gm)) {
      const file = files.get(to);
      if (!file) continue;
      const name = /^(\w+)\(\)/.exec(says)?.[1];
      if (name) calls.push({ from: files.get(from), to: file, name });
      else unnamed.push(line.trim());
    }
  }
  return { calls, unnamed };
}

/** Mermaid's keywords. As a participant's name, GitHub shows an error instead of the diagram. */
const reserved =
  /^(create|destroy|end|loop|alt|else|opt|par|and|critical|option|break|rect|box|note|links?|title|(de)?activate|actor)$/i;

test('no participant of a diagram has a reserved name', () => {
  const names = [...read('docs/architecture.md').matchAll(/^ *participant (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  assert.ok(names.length > 0);
  assert.deepEqual(
    names.filter((name) => reserved.test(name)),
    [],
  );
});

/** A function, a method, or a constant with a function. */
const declares = (text: string, name: string): boolean =>
  new RegExp(
    [
      `\\bfunction\\*? ${name}\\b`,
      `\\bconst ${name} = (async |handlerOf)?\\(`,
      `^ +(async )?${name}\\(([^()]|\\([^()]*\\))*\\)(: .+)? \\{$`,
      `^ +(async )?${name}\\($`,
      `^ +${name}: (async )?\\(`,
    ].join('|'),
    'm',
  ).test(text);

const { calls, unnamed } = callsIn(read('docs/architecture.md'));

test('the diagrams follow a prompt to POST and an approval to PATCH', () => {
  const named = calls.map(({ name }) => name);
  for (const step of ['listenForSubmission', 'createAiPost', 'onCardButton', 'publishPost'])
    assert.ok(named.includes(step), step);
  assert.deepEqual(unnamed, [], 'each arrow to a file names a function');
});

test('each function in the diagrams is declared in the file that the arrow points to', () => {
  const missing = calls.filter(({ to, name }) => !declares(read(to), name));
  assert.deepEqual(missing, []);
});

test('each function in the diagrams is used by the file that the arrow starts at', () => {
  const unused = calls.filter(({ from, name }) => from && !new RegExp(`\\b${name}\\(`).test(read(from)));
  assert.deepEqual(unused, []);
});

test('a function that isn’t declared in a file is reported', () => {
  const file = 'const other = 1;\nfunction here() {}\nreturn {\n  async there(id: string) {\n';
  assert.deepEqual(
    ['here', 'there', 'other', 'elsewhere'].map((name) => declares(file, name)),
    [true, true, false, false],
  );
});
