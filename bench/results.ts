/** Benchmark results, stored in docs/performance.json and shown in docs/performance.md. */
import { cpus, release } from 'node:os';
import { type Benchmark, type Figure, met } from './benchmark.ts';

export interface Result {
  benchmark: string;
  question: string;
  method: string;
  /** An ISO 8601 date. */
  date: string;
  node: string;
  cpus: number;
  kernel: string;
  figures: Figure[];
}

/** The result of a run on this machine today. */
export function resultOf({ name, question, method }: Benchmark, figures: Figure[]): Result {
  return {
    benchmark: name,
    question,
    method,
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cpus: cpus().length,
    // the version without the distribution's suffix
    kernel: `${process.platform} ${release().split('-')[0]}`,
    figures,
  };
}

/** The old results with the new ones replaced, in the order of `names`. Results of unknown benchmarks are dropped. */
export function merged(old: Result[], fresh: Result[], names: string[]): Result[] {
  return names.flatMap((name) => {
    const found = [...fresh, ...old].find(({ benchmark }) => benchmark === name);
    return found ? [found] : [];
  });
}

const begin = '<!-- results: npm run bench -- --write -->';
const end = '<!-- end of results -->';

/** The document with these results between its markers. Throws if it has no markers. */
export function withResults(document: string, results: Result[]): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error('docs/performance.md has lost the markers of its results');
  return `${document.slice(0, from + begin.length)}\n\n${results.map(section).join('\n')}\n${document.slice(to)}`;
}

function section(result: Result): string {
  const { benchmark, question, method, date, node, cpus, kernel, figures } = result;
  return [
    `### ${benchmark}`,
    '',
    question,
    '',
    method,
    '',
    tableOf(figures),
    '',
    `${date}, Node ${node}, ${cpus} CPUs, ${kernel}.`,
    '',
  ].join('\n');
}

/** A Markdown table of the figures' ratios and goals. */
export function tableOf(figures: Figure[]): string {
  const rows = figures.map((each) => [
    each.name,
    each.ratio.toFixed(2),
    each.baseName,
    goalIn(each),
    { true: 'met', false: '**missed**', undefined: '' }[`${met(each)}`] ?? '',
  ]);
  const header = ['figure', 'ratio', 'to', 'goal', ''];
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function goalIn({ goal }: Figure): string {
  if (!goal) return '';
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
}
