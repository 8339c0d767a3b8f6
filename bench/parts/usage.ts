/** CPU time and memory of a process, and the bot's `/metrics`. */

export interface Usage {
  /** CPU time of all threads since its start. */
  cpuMs: number;
  /** Resident memory. */
  memoryMb: number;
}

export interface JobTimes {
  runs: number;
  ms: number;
}

export interface BotUsage extends Usage {
  /** Job runs and their total time since the start, by job name. */
  jobs: Map<string, JobTimes>;
}

/** The metrics token of all bots in benchmarks. */
export const metricsToken = 'a-token-that-reads-the-metrics';

/** Reads `/metrics` of the bot on this port. */
export async function usageOf(port: number): Promise<BotUsage> {
  const text = await (
    await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  const jobs = new Map<string, JobTimes>();
  for (const [, part, kind = '', value] of text.matchAll(
    /^presscheck_job_seconds_(sum|count)\{kind="([\w-]+)"\} (\S+)$/gm,
  )) {
    const times = jobs.get(kind) ?? { runs: 0, ms: 0 };
    if (part === 'sum') times.ms = Number(value) * 1_000;
    else times.runs = Number(value);
    jobs.set(kind, times);
  }
  return {
    cpuMs: one(text, 'process_cpu_seconds_total') * 1_000,
    memoryMb: one(text, 'process_resident_memory_bytes') / 2 ** 20,
    jobs,
  };
}

/** The sum over several processes. */
export function together(usages: BotUsage[]): BotUsage {
  const jobs = new Map<string, JobTimes>();
  for (const usage of usages)
    for (const [kind, { runs, ms }] of usage.jobs) {
      const sum = jobs.get(kind) ?? { runs: 0, ms: 0 };
      jobs.set(kind, { runs: sum.runs + runs, ms: sum.ms + ms });
    }
  const add = (of: (usage: Usage) => number): number => usages.reduce((sum, usage) => sum + of(usage), 0);
  return { cpuMs: add(({ cpuMs }) => cpuMs), memoryMb: add(({ memoryMb }) => memoryMb), jobs };
}

function one(text: string, name: string): number {
  const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  if (Number.isNaN(value)) throw new Error(`the bot does not tell its ${name}`);
  return value;
}
