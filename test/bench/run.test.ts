import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { met } from '#bench/benchmark.ts';
import { benchmarks } from '#bench/benchmarks.ts';
import { merged, type Result, withResults } from '#bench/results.ts';
import { longTest } from '#test/support/long-tests.ts';
import { read } from '../architecture/project.ts';

const kept = JSON.parse(read('docs/performance.json')) as Result[];

for (const name of ['acknowledge', 'jobs', 'start', 'views'])
  longTest(`the benchmark ${name} runs, and compares its results`, async () => {
    const run = join(import.meta.dirname, '../../bench/run.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [run, '--quick', name]);
    const [result, ...others] = JSON.parse(stdout) as Result[];
    assert.deepEqual(others, []);
    assert.equal(result?.benchmark, name);
    assert.match(result.date, /^\d{4}-\d\d-\d\d$/);
    assert.ok(result.cpus > 0);
    assert.equal(result.node, process.versions.node);
    assert.ok(result.figures.length > 0);
    for (const { name, measured, base, ratio } of result.figures) {
      assert.ok(measured >= 0 && base > 0, name);
      assert.equal(ratio, measured / base, name);
    }
  });

test('the tables in docs/performance.md match docs/performance.json', () => {
  const document = read('docs/performance.md');
  assert.equal(document, withResults(document, kept));
});

test('only results of existing benchmarks are kept, in the benchmarks’ order', () => {
  const names = benchmarks.map(({ name }) => name);
  assert.deepEqual(kept, merged(kept, [], names));
});

test('the results of benchmarks that weren’t run again stay unchanged', () => {
  const of = (benchmark: string, date: string): Result => ({
    benchmark,
    date,
    question: '',
    method: '',
    node: '24.0.0',
    cpus: 2,
    kernel: 'linux 6.1',
    figures: [],
  });
  const old = [of('one', '2026-01-01'), of('two', '2026-01-01'), of('gone', '2026-01-01')];
  assert.deepEqual(merged(old, [of('two', '2026-02-02')], ['one', 'two', 'three']), [
    of('one', '2026-01-01'),
    of('two', '2026-02-02'),
  ]);
});

test('a goal is met at its limit, and missed beyond it', () => {
  const figure = { name: '', measured: 1, base: 1, baseName: '', unit: 'ms' };
  assert.equal(met({ ...figure, ratio: 1.3, goal: { atMost: 1.3 } }), true);
  assert.equal(met({ ...figure, ratio: 1.31, goal: { atMost: 1.3 } }), false);
  assert.equal(met({ ...figure, ratio: 0.84, goal: { atLeast: 0.85 } }), false);
  assert.equal(met({ ...figure, ratio: 1 }), undefined);
});
