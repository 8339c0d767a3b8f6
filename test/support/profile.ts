/** Loaded first by each process of `npm test -- --profile`: notes how much CPU time goes into which test. */
import { appendFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';

/** Where each process adds its lines: the test or its suite, the CPU time (ms), and how long it took (ms). */
const notes = process.env.TEST_PROFILE;
const spent = new Map<string, { cpuMs: number; ms: number }>();
let last = { cpuMs: 0, at: 0 };
let name = 'loading the code';

/** What was spent since the last call belongs to the test that ran until now; of tests that run side by side, to either. */
function note(context: unknown): void {
  const { user, system } = process.cpuUsage();
  const now = { cpuMs: (user + system) / 1_000, at: performance.now() };
  const before = spent.get(name) ?? { cpuMs: 0, ms: 0 };
  spent.set(name, {
    cpuMs: before.cpuMs + now.cpuMs - last.cpuMs,
    ms: before.ms + now.at - last.at,
  });
  last = now;
  // the types of Node don't have it yet
  const { fullName } = context as { fullName?: string };
  name = fullName?.split(' > ')[0] ?? name;
}

beforeEach(note);
afterEach(note);
process.on('exit', () => {
  note({});
  if (notes)
    for (const [each, { cpuMs, ms }] of spent)
      appendFileSync(notes, `${each}\t${Math.round(cpuMs)}\t${Math.round(ms)}\n`);
});
