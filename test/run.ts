/**
 * `npm test` runs all checks at once, and then the tests if no check failed.
 *
 * - `npm test -- test/pause test/posts/post-index/check.test.ts` runs only those tests, without the other stages.
 * - `npm run test:all` includes all long tests (`test/support/long-tests.ts`).
 * - `npm test -- --profile` also shows which tests take the most CPU time. It can be followed by files and folders.
 * - `npm run check` runs only the static checks: format, lint, types, and unused code.
 */
import { spawn } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleBot } from '#test/support/bundle.ts';
import { isLong } from '#test/support/long-tests.ts';

interface Stage {
  name: string;
  run(): boolean | Promise<boolean>;
}

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/presscheck-tests');
/** A separate folder for each run, because several can run at once. */
const bundles = mkdtempSync(join(tmpdir(), 'presscheck-tests-'));
/** Has a marker for each test file that a process has taken. */
const taken = join(bundles, 'taken');
const botBundle = join(cache, 'bot');
/** More than the number of cores, because tests often wait. */
const processesAtOnce = availableParallelism() + 6;
/** These tests run in one process, one after the other, and share a Chromium and its windows. */
const inBrowser = 'test/browser/';
/** The number of processes for all other tests. Each needs 3 seconds of CPU time to load the bot and run its code for the first time. */
const shared = processesAtOnce - 1;
const leastShared = 12;
/** Tests that take half a minute or more. They run first, so that no process is left with one at the end. */
const first = [
  'test/chaos/chaos.',
  'test/faults/failpoints-',
  'test/faults/shutdown.',
  'test/faults/unknown.',
  'test/steps/kill.',
  'test/variants/large.',
  'test/variants/pairs.',
  'test/spreadsheets/',
  'test/contracts/coverage.',
  'test/help/roles/',
  'test/preview/pictures.',
  'test/sandbox/travel.',
  'test/sandbox/restart.',
  'test/fuzz/fuzz.',
];
const profileFile = join(cache, 'profile.tsv');
const paths = process.argv.slice(2).filter((word) => word !== '--profile');
const isProfiled = process.argv.includes('--profile');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const checks: Stage[] = [
  { name: 'format and lint', run: () => tool('biome', 'check', '--error-on-warnings') },
  { name: 'types', run: () => tool('tsc') },
  { name: 'types of the chat page', run: () => tool('tsc', '-p', 'sandbox/chat/web') },
  { name: 'types of the live page', run: () => tool('tsc', '-p', 'sandbox/service/web') },
  { name: 'unused code', run: () => tool('knip') },
];

/** Runs along with the checks, because the longest check uses only one core. */
const bundle: Stage = { name: 'bundle of the bot', run: () => bundleBot(botBundle, { more: true }) };

const tests = (files: string[]): Stage => ({ name: 'tests', run: () => runTests(files) });

/** The stages, in order. The stages of one group run at the same time. */
function stagesFor(paths: string[]): Stage[][] {
  if (paths.length === 0) return [[...checks, bundle], [tests(['test'])]];
  return [paths[0] === 'check' ? checks : [tests(paths)]];
}

const tool = (name: string, ...args: string[]): Promise<boolean> =>
  runs(join(root, 'node_modules/.bin', name), args);

async function runTests(paths: string[]): Promise<boolean> {
  const found = paths.map((path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
      ? globSync(`${path}/**/*.test.ts`, { cwd: root }).sort()
      : globSync(path, { cwd: root }),
  );
  const empty = paths.filter((_, i) => found[i]?.length === 0);
  for (const path of empty) say(`There are no tests in ${path}.`);
  if (empty.length > 0) return false;
  const files = found.flat();
  const settings = [
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${processesAtOnce}`,
    // the longest tests take a minute alone, and several minutes in a full run of the long form
    `--test-timeout=${isLong ? 900_000 : 300_000}`,
    // a connection to a stopped Redis keeps reconnecting, which would keep the process and the run alive
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
  const left = files.filter((file) => !file.startsWith(inBrowser)).length - readdirSync(taken).length;
  if (left > 0) say(`Not run: ${left} of ${files.length} files.`);
  return passed && left === 0;
}

/**
 * Prints what took the most CPU time, by folder, file, and test or suite, including processes that they started and that have ended, such
 * as bots, Redis, and Chromium. `the next file` is the loading of a file's code.
 */
function profile(): string {
  const lines = readFileSync(profileFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [file = '', name = '', ...times] = line.split('\t');
      return { file, name, times: times.map(Number) };
    });
  const added = (a: number[], b: number[]): number[] => b.map((ms, i) => ms + (a[i] ?? 0));
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(8);
  const row = (name: string, times: number[]): string => `${times.map(seconds).join(' ')}  ${name}`;
  const cpu = ([own = 0, started = 0]: number[]): number => own + started;
  const most = (nameOf: (line: (typeof lines)[number]) => string): string[] => {
    const sums = new Map<string, number[]>();
    for (const line of lines) sums.set(nameOf(line), added(sums.get(nameOf(line)) ?? [], line.times));
    const sorted = [...sums].sort(([, a], [, b]) => cpu(b) - cpu(a)).slice(0, 100);
    return ['', ...sorted.map(([name, times]) => row(name, times))];
  };
  return [
    ' CPU (s)  started time (s)',
    row('all', lines.map(({ times }) => times).reduce(added, [])),
    ...most(({ file }) => file.split('/').slice(0, 2).join('/')),
    ...most(({ file }) => file),
    ...most(({ name }) => name),
  ].join('\n');
}

/**
 * The files for the test runner, one for each process. One runs all browser tests, and the others share the remaining test files.
 */
function bundled(files: string[]): string[] {
  const inBrowsers = files.filter((file) => file.startsWith(inBrowser));
  const others = longestFirst(files.filter((file) => !file.startsWith(inBrowser)));
  mkdirSync(taken);
  const text = (value: unknown): string => JSON.stringify(value);
  const loading = (file: string): string => `import ${text(join(root, file))};`;
  const sharing = [
    // all browser tests are in one process, which would end last if it didn't start first
    `import { setPriority } from 'node:os'; setPriority(5);`,
    `import { shareTestFiles } from ${text(join(import.meta.dirname, 'support/share-test-files.ts'))};`,
    `shareTestFiles(${text(others.map((file) => join(root, file)))}, ${text(taken)});`,
  ];
  const entered = [
    `import { enterFile } from ${text(join(import.meta.dirname, 'support/profile.ts'))};`,
    `enterFile(${text(inBrowser)});`,
  ];
  const count = Math.min(shared, Math.ceil(others.length / leastShared));
  const processes = [
    ...(inBrowsers.length > 0 ? [[...inBrowsers.map(loading), ...entered]] : []),
    ...Array.from({ length: count }, () => sharing),
  ];
  return processes.map((lines, n) => {
    const path = join(bundles, `${n}.mjs`);
    writeFileSync(path, lines.join('\n'));
    return path;
  });
}

/** The slow tests first, then the others by file size. */
function longestFirst(files: string[]): string[] {
  const isFirst = (file: string): boolean => first.some((path) => file.startsWith(path));
  const size = (file: string): number => statSync(join(root, file)).size;
  const bySize = files.toSorted((a, b) => size(b) - size(a));
  return [...bySize.filter(isFirst), ...bySize.filter((file) => !isFirst(file))];
}

/** Runs a command, and stops it when this process gets a signal. */
async function runs(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    // a memory leak fails its test before the machine runs out of memory
    env: {
      ...process.env,
      NODE_OPTIONS: '--max-old-space-size=2048',
      // test processes load the same code
      NODE_COMPILE_CACHE: join(cache, 'code'),
      ...(isProfiled && { TEST_PROFILE: profileFile }),
      ...env,
    },
  });
  const end = () => child.kill('SIGINT');
  for (const signal of signals) process.once(signal, end);
  // a test that keeps its process open would block the run forever; on SIGINT, the runner names it
  const patience = setTimeout(end, isLong ? 120 * 60_000 : 30 * 60_000);
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

process.once('exit', () => rmSync(bundles, { recursive: true }));

for (const together of stagesFor(paths)) {
  const passed = await Promise.all(together.map(passes));
  if (!passed.every(Boolean)) process.exit(1);
}
