/** What a benchmark is, and what it finds. */

/** One figure: two things measured in the same run, and what their ratio should be. */
export interface Figure {
  /** Such as 'a command at concurrency 32: throughput'. */
  name: string;
  /** Of Presscheck. */
  measured: number;
  /** Of what it is compared with. */
  base: number;
  /** Such as 'bare Bolt'. */
  baseName: string;
  /** Of both: 'requests/s', 'ms', 'MB'. */
  unit: string;
  /** measured / base */
  ratio: number;
  goal?: { atLeast: number } | { atMost: number };
  /** What it was made of, for machines. */
  detail?: object;
}

export interface Benchmark {
  /** In kebab-case, the file's name. */
  name: string;
  /** One sentence. */
  question: string;
  /** Two or three sentences, for docs/performance.md. */
  method: string;
  /** What `--only` may name. */
  parts?: string[];
  /** `quick` is a matter of seconds: it shows that the benchmark runs, its figures say nothing. `only`: these parts, or all. */
  run(options: { quick: boolean; note(line: string): void; only: string[] }): Promise<Figure[]>;
}

/** A figure with its ratio. Throws when there is nothing to compare with: a base of 0, or no number at all. */
export function figure(measured: Omit<Figure, 'ratio'>): Figure {
  const ratio = measured.measured / measured.base;
  if (!Number.isFinite(ratio)) throw new Error(`${measured.name}: ${measured.measured} of ${measured.base}`);
  return { ...measured, ratio };
}

/** Whether a figure's goal is met; `undefined`: it has none. */
export function met({ ratio, goal }: Figure): boolean | undefined {
  if (!goal) return undefined;
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}
