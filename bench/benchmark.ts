/** The types of benchmarks and their results. */

/** A figure: two values measured in the same run, and the goal for their ratio. */
export interface Figure {
  /** Such as 'a command at concurrency 32: throughput'. */
  name: string;
  /** Presscheck's value. */
  measured: number;
  /** The value of what it's compared with. */
  base: number;
  /** Such as 'bare Bolt'. */
  baseName: string;
  /** The unit of both, such as 'requests/s', 'ms', or 'MB'. */
  unit: string;
  /** measured / base */
  ratio: number;
  goal?: { atLeast: number } | { atMost: number };
  /** The raw data behind it, for tools. */
  detail?: object;
}

export interface Benchmark {
  /** In kebab-case, the file's name. */
  name: string;
  /** One sentence. */
  question: string;
  /** Two or three sentences, for docs/performance.md. */
  method: string;
  /** The parts that `--only` can select. */
  parts?: string[];
  /** `quick` takes seconds and only shows that the benchmark runs; its figures mean nothing. `only`: the parts to run; empty: all. */
  run(options: { quick: boolean; note(line: string): void; only: string[] }): Promise<Figure[]>;
}

/** Adds the ratio to a figure. Throws if the base is 0 or isn't a number. */
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
