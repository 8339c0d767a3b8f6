/**
 * All checks together, then the tests if nothing failed: `npm test`.
 *
 * - `npm test -- test/pause test/posts/post-index/check.test.ts` runs only those tests, without the other stages.
 * - `npm test -- --profile` also says which tests take the most CPU time; behind it can be files and folders.
 * - `npm run check` runs only what reads the code: format, lint, types, unused code.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { bundleBot } from '#test/support/bundle.ts';

interface Stage {
  name: string;
  run(): boolean | Promise<boolean>;
}

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/presscheck-tests');
const bundles = join(cache, 'bundles');
const botBundle = join(cache, 'bot');
/** Beside each core that computes some tests wait, for another process or for a pause to end. */
const processesAtOnce = availableParallelism() + 6;
/** All in one process, one after the other, so that one Chromium and its windows do for all of them. */
const inBrowser = 'test/browser/';
/** Their files take long: each has a process of its own. Those that mostly wait begin first, and those that only compute last. */
const waitLong = ['test/chaos/chaos.', 'test/faults/kill.'];
const computeLong = ['test/spreadsheets/quota.', 'test/variants/large.', 'test/variants/pairs.'];
/** All others share so many processes: each costs 3 seconds of CPU time to load the bot and to run its code for the first time. */
const shared = processesAtOnce - waitLong.length - 1;
const leastShared = 12;
const profileFile = join(cache, 'profile.tsv');
const asked = process.argv.slice(2).filter((word) => word !== '--profile');
const isProfiled = process.argv.includes('--profile');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const checks: Stage[] = [
  { name: 'format and lint', run: () => tool('biome', 'check', '--error-on-warnings') },
  { name: 'types', run: () => tool('tsc') },
  { name: 'types of the chat page', run: () => tool('tsc', '-p', 'sandbox/chat/web') },
  { name: 'types of the page of what went live', run: () => tool('tsc', '-p', 'sandbox/service/web') },
  { name: 'unused code', run: () => tool('knip') },
];

const tests = (files: string[]): Stage => ({ name: 'tests', run: () => runTests(files) });

/** What goes together at a time. */
function stagesFor(asked: string[]): Stage[][] {
  if (asked.length === 0) return [checks, [tests(['test'])]];
  return [asked[0] === 'check' ? checks : [tests(asked)]];
}

const tool = (name: string, ...args: string[]): Promise<boolean> =>
  runs(join(root, 'node_modules/.bin', name), args);

async function runTests(asked: string[]): Promise<boolean> {
  const files = asked.flatMap((path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
      ? globSync(`${path}/**/*.test.ts`, { cwd: root }).sort()
      : globSync(path, { cwd: root }),
  );
  if (files.length === 0) {
    say(`There are no tests in ${asked.join(' ')}. ${nearTo(asked[0] ?? '')}`);
    return false;
  }
  const settings = [
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${processesAtOnce}`,
    '--test-timeout=300000',
    // a connection to a Redis that a test has ended goes on trying: that must not keep its process, and the whole run, alive
    '--test-force-exit',
    '--import=#test/support/no-promise-tracking.ts',
    ...(process.env.LATENCY ? ['--import=#test/support/latency.ts'] : []),
  ];
  const loaded = bundled(files);
  const hasBundle = await bundleBot(botBundle, { more: files.length > leastShared });
  if (isProfiled) writeFileSync(profileFile, '');
  const passed = await runs(process.execPath, [...settings, ...loaded], {
    ...(hasBundle && { TEST_BUNDLE: botBundle }),
  });
  if (isProfiled) say(profile());
  return passed;
}

/**
 * The tests that took the most CPU time, a suite as one: their own, and that of processes that they started and ended, such as
 * bots, Redis and Chromium.
 */
function profile(): string {
  const tests = new Map<string, number[]>();
  const added = (a: number[], b: number[]): number[] => b.map((ms, i) => ms + (a[i] ?? 0));
  for (const line of readFileSync(profileFile, 'utf8').trim().split('\n')) {
    const [name = '', ...times] = line.split('\t');
    tests.set(name, added(tests.get(name) ?? [], times.map(Number)));
  }
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(8);
  const row = (name: string, times: number[]): string => `${times.map(seconds).join(' ')}  ${name}`;
  const cpu = ([own = 0, started = 0]: number[]): number => own + started;
  return [
    ' CPU (s)  started time (s)',
    row('all', [...tests.values()].reduce(added, [])),
    ...[...tests]
      .sort(([, a], [, b]) => cpu(b) - cpu(a))
      .slice(0, 100)
      .map(([name, each]) => row(name, each)),
  ].join('\n');
}

/**
 * The files as the test runner gets them: one for each process, which loads those that share it. They begin in the order of
 * their names, since the runner sorts them.
 */
function bundled(files: string[]): string[] {
  const startingWith = (paths: string[]): string[] =>
    paths.flatMap((path) => files.filter((file) => file.startsWith(path)));
  const inBrowsers = startingWith([inBrowser]);
  const first = startingWith(waitLong);
  const last = startingWith(computeLong);
  const others = files.filter((file) => ![...inBrowsers, ...first, ...last].includes(file));
  const count = Math.min(shared, Math.ceil(others.length / leastShared));
  // some of each folder in each of them: what computes, and what waits
  const sharing = Array.from({ length: count }, (_, n) => others.filter((_, i) => i % count === n));
  const alone = (files: string[]): string[][] => files.map((file) => [file]);
  const processes = [...alone(first), inBrowsers, ...sharing, ...alone(last)].filter(
    ({ length }) => length > 0,
  );
  rmSync(bundles, { recursive: true, force: true });
  mkdirSync(bundles, { recursive: true });
  return processes.map((together, n) => {
    const path = join(bundles, `${String(n).padStart(2, '0')}.mjs`);
    const loaded = [...(isProfiled ? ['test/support/profile.ts'] : []), ...together];
    writeFileSync(path, loaded.map((file) => `import ${JSON.stringify(join(root, file))};\n`).join(''));
    return path;
  });
}

/** The files whose path holds the word, or whose name is a slip away; without one, the folders that there are. */
function nearTo(word: string): string {
  const all = globSync('test/**/*.test.ts', { cwd: root }).sort();
  const bare = word.replace(/^.*\//, '').replace(/(\.test)?(\.ts)?$/, '');
  const holding = all.filter((path) => bare !== '' && path.includes(bare));
  const near =
    holding.length > 0 ? holding : all.filter((path) => distance(basename(path, '.test.ts'), bare) <= 2);
  return near.length > 0
    ? `Near it: ${near.slice(0, 5).join(' ')}`
    : `There are: ${[...new Set(all.map((path) => dirname(path)))].join(' ')}`;
}

/** Runs a command, and takes it along when this process is told to end. */
async function runs(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    // a leak ends the test that has it, before it takes the machine's memory
    env: {
      ...process.env,
      NODE_OPTIONS: '--max-old-space-size=2048',
      // each file of tests is a process that loads the same code
      NODE_COMPILE_CACHE: join(cache, 'code'),
      ...(isProfiled && { TEST_PROFILE: profileFile }),
      ...env,
    },
  });
  const end = () => child.kill('SIGINT');
  for (const signal of signals) process.once(signal, end);
  // a test that keeps its process open would hold everything up for ever; SIGINT has it named
  const patience = setTimeout(end, 30 * 60_000);
  const status = await new Promise((resolve) => {
    child.once('error', (cause) => resolve(say(cause.message)));
    child.once('exit', resolve);
  });
  clearTimeout(patience);
  for (const signal of signals) process.off(signal, end);
  return status === 0;
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function passes(stage: Stage): Promise<boolean> {
  const since = performance.now();
  say(`\n── ${stage.name}`);
  const passed = await stage.run();
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  say(`── ${stage.name}: ${passed ? 'passed' : 'FAILED'} after ${seconds} s`);
  return passed;
}

for (const together of stagesFor(asked)) {
  const passed = await Promise.all(together.map(passes));
  if (!passed.every(Boolean)) process.exit(1);
}
