/** With `npm test -- --profile`, each process records the CPU time of each test. */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';

/** The file to which each process appends lines: test file, test or suite, CPU time (ms), CPU time of child processes, and duration (ms). */
const notes = process.env.TEST_PROFILE;
interface Spent {
  cpuMs: number;
  startedMs: number;
  ms: number;
}
const spent = new Map<string, Spent>();
let last: Spent = { cpuMs: 0, startedMs: 0, ms: 0 };
let file = 'all files';
let name = 'loading the code';

/** Assigns the tests defined from now on to this file. */
export function enterFile(path: string): void {
  file = path;
}

/** The CPU time of ended child processes. Linux only. */
function startedMs(): number {
  try {
    // the program's name can contain spaces; times are in hundredths of a second
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}

/** Assigns the time since the last call to the test that ran until now. Concurrent tests can't be told apart. */
function note(context: unknown): void {
  const { user, system } = process.cpuUsage();
  const now = { cpuMs: (user + system) / 1_000, startedMs: startedMs(), ms: performance.now() };
  const key = `${file}\t${name}`;
  const before = spent.get(key) ?? { cpuMs: 0, startedMs: 0, ms: 0 };
  spent.set(key, {
    cpuMs: before.cpuMs + now.cpuMs - last.cpuMs,
    startedMs: before.startedMs + now.startedMs - last.startedMs,
    ms: before.ms + now.ms - last.ms,
  });
  last = now;
  // missing in Node's types
  const { fullName } = context as { fullName?: string };
  name = fullName?.split(' > ')[0] ?? name;
}

if (notes) {
  beforeEach(note);
  afterEach(note);
  process.on('exit', () => {
    note({});
    for (const [each, { cpuMs, startedMs, ms }] of spent)
      appendFileSync(notes, `${each}\t${[cpuMs, startedMs, ms].map(Math.round).join('\t')}\n`);
  });
}
