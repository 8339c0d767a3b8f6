/** With `npm test -- --profile`, each process notes how much CPU time goes into which test. */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';

/** Where each process adds its lines: the file, the test or its suite, the CPU time (ms), that of processes it started, and how long it took (ms). */
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

/** Tests that are defined from now on are in this file. */
export function enterFile(path: string): void {
  file = path;
}

/** The CPU time of the processes that this one started and that have ended. Only Linux tells. */
function startedMs(): number {
  try {
    // the name of the program can have spaces, and the numbers are in hundredths of a second
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}

/** What was spent since the last call belongs to the test that ran until now; of tests that run side by side, to either. */
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
  // the types of Node don't have it yet
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
