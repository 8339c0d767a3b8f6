import assert from 'node:assert/strict';
import { test } from 'node:test';
import { files, read, sources } from './project.ts';

const mostLines = 250;

test(`a file of more than ${mostLines} lines says why in its first comment`, () => {
  const styles = files().filter((file) => file.endsWith('.css'));
  const tooLong = [...sources(), ...styles].flatMap((file) => {
    const text = read(file);
    const lines = text.trimEnd().split('\n').length;
    return lines > mostLines && !saysWhy(text) ? `${file}: ${lines} lines` : [];
  });
  assert.deepEqual(tooLong, []);
});

/** Comments are read as one line, since the sentence may be broken in any place. */
function saysWhy(text: string): boolean {
  const [comment = ''] = /^\s*(\/\*[\s\S]*?\*\/|(\s*\/\/.*\n)+)/.exec(text) ?? [];
  return /longer than 250 lines because \w+/i.test(comment.replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' '));
}
