/**
 * Shares the test files of a run between processes: each takes the next file once it's done with the last, so they finish at about the same time.
 */
import { AsyncResource } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { enterFile } from './profile.ts';

/** An async context outside of any test, to define top-level tests. */
const outsideTests = new AsyncResource('test files');

/** `taken`: a folder with a marker file for each taken test file, named after its index. */
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
  // This is a test, because the process exits when no test is left, and because tests run in order.
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

/** Creates the marker file. Returns false if another process has already created it. */
function claim(note: string): boolean {
  try {
    writeFileSync(note, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
