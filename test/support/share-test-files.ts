/**
 * Several processes share the test files of a run: each takes the next one when the tests of its last one are done, so that none has
 * work left when the others have none.
 */
import { AsyncResource } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { enterFile } from './profile.ts';

/** What's defined in here belongs to no test. */
const outsideTests = new AsyncResource('test files');

/** `taken`: a folder with a note for each file that a process has taken, named after its number. */
export function shareTestFiles(files: readonly string[], taken: string): void {
  let number = 0;
  function next(): string | undefined {
    while (number < files.length) {
      const file = files[number];
      number += 1;
      if (claim(join(taken, String(number)))) return file;
    }
    return undefined;
  }
  // A test, because the process ends when no test is left, and because it begins when those before it are done.
  function runNext(): void {
    test('the next file', async (t) => {
      const file = next();
      if (!file) return;
      const path = relative(process.cwd(), file);
      t.diagnostic(path);
      enterFile(path);
      try {
        await outsideTests.runInAsyncScope(() => import(file));
      } finally {
        outsideTests.runInAsyncScope(runNext);
      }
    });
  }
  runNext();
}

/** Whether no other process has taken it. */
function claim(note: string): boolean {
  try {
    writeFileSync(note, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
