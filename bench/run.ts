/**
 * `npm run bench`: runs the benchmarks, and compares each figure with its goal. The exit code only says whether they ran: speed never fails them.
 *
 * - `npm run bench -- acknowledge memory` runs only these.
 * - `--quick` takes seconds and only shows that they run; its figures mean nothing.
 * - `--only <part>` runs one part of a benchmark, such as a scenario of `requests`. Repeatable.
 * - `--write` saves the results to docs/performance.json and docs/performance.md, and keeps those of other benchmarks.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, refuseArguments } from '../scripts/arguments.ts';
import { benchmarks } from './benchmarks.ts';
import { merged, type Result, resultOf, tableOf, withResults } from './results.ts';

const root = join(import.meta.dirname, '..');
const json = join(root, 'docs/performance.json');
const document = join(root, 'docs/performance.md');

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const usage = 'npm run bench -- [--quick | --write] [--only <part>]… [benchmark…]';
const { values, positionals } = readArguments(usage, {
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const names = benchmarks.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0)
  refuseArguments(usage, `Unknown benchmark: ${unknown.join(', ')}. Choose from: ${names.join(', ')}.`);
if (values.quick && values.write)
  refuseArguments(usage, "The figures of --quick mean nothing, so they aren't written.");

const wanted = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const parts = wanted.flatMap((benchmark) => benchmark.parts ?? []);
const noParts = values.only.filter((part) => !parts.includes(part));
if (noParts.length > 0)
  refuseArguments(usage, `Unknown part: ${noParts.join(', ')}. Choose from: ${parts.join(', ')}.`);
if (values.only.length > 0 && values.write)
  refuseArguments(usage, '--write saves whole benchmarks, so it needs all their parts.');

const results: Result[] = [];
for (const benchmark of wanted) {
  say(`── ${benchmark.name}: ${benchmark.question}`);
  const figures = await benchmark.run({
    quick: values.quick,
    only: values.only,
    note: (line) => say(`   ${line}`),
  });
  const result = resultOf(benchmark, figures);
  results.push(result);
  say(`${tableOf(figures)}\n`);
  // after each benchmark, because the next can take minutes and be interrupted
  if (values.write) write(result);
}
process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
process.exit();

function write(result: Result): void {
  const all = merged(JSON.parse(readFileSync(json, 'utf8')) as Result[], [result], names);
  writeFileSync(json, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(document, withResults(readFileSync(document, 'utf8'), all));
}
