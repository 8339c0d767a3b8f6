import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const lock = '{"packages":{"node_modules/zod":{"version":"4.0.0","integrity":"sha512-a"}}}';

/** Fake programs, as lines of a shell script. */
const npm = 'mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json';
const installs = (program: string) =>
  `case "$*" in *install*${program}*) cp $BIN/true $BIN/${program};; esac`;
const fails = 'exit 100';

interface Machine {
  /** The programs on the PATH, as lines of a shell script, which can call `mkdir`, `cp`, and each other. */
  has?: Record<string, string>;
  /** Whether the npm packages in the lock file are installed. Default: true. */
  installed?: boolean;
  /** Whether the user is root. Default: false. */
  root?: boolean;
  env?: Record<string, string>;
  /** The installed version of Node. */
  node?: string;
  /** What the user types. Without it, there's no terminal. */
  answers?: string;
}

/** Runs the setup in a folder with only its scripts and a lock file. */
function setUp(
  t: TestContext,
  { has = {}, installed = true, root: isRoot = false, env, node, answers }: Machine,
  ...asked: string[]
) {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const file of ['setup.cjs', 'setup.mjs', 'programs.mjs'])
    cpSync(join(root, 'scripts', file), join(folder, 'scripts', file));
  writeFileSync(join(folder, 'package-lock.json'), lock);
  if (installed) {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), lock);
  }
  for (const [name, lines] of Object.entries({ true: '', ...has })) {
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\n${name === 'true' ? '' : `echo "> ${name} $*"`}\nBIN=${bin}; PATH=$PATH:/usr/bin:/bin\n${lines}\n`,
    );
    chmodSync(join(bin, name), 0o755);
  }
  const machine = `process.getuid = () => ${isRoot ? 0 : 1000};
    process.stdin.isTTY = ${answers !== undefined};
    ${node ? `Object.defineProperty(process.versions, 'node', { value: '${node}' });` : ''}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(machine)}`,
      join(folder, 'scripts/setup.cjs'),
      ...asked,
    ],
    { env: { PATH: bin, ...env }, encoding: 'utf8', input: answers ?? '' },
  );
  assert.equal(stdout, '', 'nothing is printed to stdout, which belongs to the script that runs next');
  return { status, says: stderr.trimEnd().split('\n') };
}

const redis = { 'redis-server': '' };
const brew = { brew: 'cp $BIN/true $BIN/redis-server' };
const update = '> apt-get -q update';
const install = '> apt-get -q install -y --no-install-recommends redis-server';
const byHand = "Or install Redis another way; if it isn't on your PATH, set REDIS_SERVER.";
const runThat = `Run that, then try again. ${byHand}`;
const npmFirst = 'Installing the npm packages and Node 24. This happens once and takes about a minute.';
const ci = { CI: 'true' };

/** The message about missing programs. */
const toInstall = (what: string, ...commands: string[]): string[] => [
  `${what} not found. To install:`,
  '',
  ...commands.map((command) => `    ${command.replace('> ', '')}`),
  '',
];

const cases: [what: string, machine: Machine, asked: string[], status: number, says: string[]][] = [
  ['prints nothing if nothing is missing', { has: redis }, ['redis'], 0, ['']],
  [
    'installs the npm packages without asking',
    { has: { ...redis, npm }, installed: false },
    ['redis'],
    0,
    [npmFirst, '> npm ci --no-audit --no-fund --loglevel=error'],
  ],
  [
    'stops if npm fails',
    { has: { npm: fails, 'apt-get': installs('redis-server') }, installed: false, root: true, env: ci },
    ['redis'],
    1,
    [
      npmFirst,
      '> npm ci --no-audit --no-fund --loglevel=error',
      "Couldn't install the npm packages. (npm ended with 100)",
    ],
  ],
  [
    'changes nothing on a machine without a terminal, and prints the command',
    { has: { 'apt-get': installs('redis-server') }, root: true },
    ['redis'],
    1,
    [...toInstall('Redis', update, install), runThat],
  ],
  [
    'changes nothing with CI=false',
    { has: { 'apt-get': installs('redis-server') }, root: true, env: { CI: 'false' } },
    ['redis'],
    1,
    [...toInstall('Redis', update, install), runThat],
  ],
  [
    'changes nothing if the person presses Enter',
    { has: { 'apt-get': installs('redis-server') }, root: true, answers: '\n' },
    ['redis'],
    1,
    [...toInstall('Redis', update, install), `Run this now? [y/N] ${runThat}`],
  ],
  [
    'installs Redis if the person agrees',
    { has: { 'apt-get': installs('redis-server') }, root: true, answers: 'y\n' },
    ['redis'],
    0,
    [...toInstall('Redis', update, install), `Run this now? [y/N] ${update}`, install],
  ],
  [
    'installs Redis with apt-get as root in CI',
    { has: { 'apt-get': installs('redis-server') }, root: true, env: ci },
    ['redis'],
    0,
    [...toInstall('Redis', update, install), update, install],
  ],
  [
    'uses sudo as another user, and never waits for a password without a terminal',
    { has: { 'apt-get': installs('redis-server'), sudo: 'shift; "$@"' }, env: ci },
    ['redis'],
    0,
    [
      ...toInstall('Redis', update.replace('>', '> sudo -n'), install.replace('>', '> sudo -n')),
      update.replace('>', '> sudo -n'),
      update,
      install.replace('>', '> sudo -n'),
      install,
    ],
  ],
  [
    'says what to do if apt-get fails',
    { has: { 'apt-get': fails }, root: true, env: ci },
    ['redis'],
    1,
    [
      ...toInstall('Redis', update, install),
      update,
      `Couldn't install Redis. ${byHand} (apt-get ended with 100)`,
    ],
  ],
  [
    'says what to do if apt-get installs nothing',
    { has: { 'apt-get': '' }, root: true, env: ci },
    ['redis'],
    1,
    [
      ...toInstall('Redis', update, install),
      update,
      install,
      `apt-get succeeded, but Redis still wasn't found. ${byHand}`,
    ],
  ],
  [
    'installs Redis with brew, without root',
    { has: brew, env: ci },
    ['redis'],
    0,
    [...toInstall('Redis', 'brew install redis'), '> brew install redis'],
  ],
  [
    'says what to do without apt-get and brew',
    { env: ci },
    ['redis'],
    1,
    ["Redis not found. Install Redis, and set REDIS_SERVER if it isn't on your PATH."],
  ],
  [
    'looks only at the setting if it names a program',
    { has: { ...redis, 'apt-get': installs('redis-server') }, root: true, env: { REDIS_SERVER: 'redis-7' } },
    ['redis'],
    1,
    ["REDIS_SERVER is redis-7, but there's no program by that name."],
  ],
  ...['predemo', 'predev'].map((event): (typeof cases)[number] => [
    `doesn't need Redis if REDIS_URL names one (${event})`,
    { env: { REDIS_URL: 'redis://127.0.0.1:6379', npm_lifecycle_event: event } },
    ['redis'],
    0,
    [''],
  ]),
  [
    'needs Redis for the tests even if REDIS_URL names one, because they start their own',
    {
      has: { 'apt-get': installs('redis-server') },
      root: true,
      env: { REDIS_URL: 'redis://127.0.0.1:6379', npm_lifecycle_event: 'pretest' },
    },
    ['redis'],
    1,
    [...toInstall('Redis', update, install), runThat],
  ],
  ["refuses a program that it doesn't know", {}, ['postgres'], 1, ['Unknown program "postgres".']],
  [
    'says that Node is too old before anything else',
    { has: { npm }, installed: false, node: '12.22.12' },
    ['redis'],
    1,
    [
      'This is Node 12.22.12. The setup needs Node 18 or newer; it installs the Node 24 that Presscheck runs on.',
    ],
  ],
];

for (const [what, machine, asked, status, says] of cases)
  test(`the setup ${what}`, (t) => {
    assert.deepEqual(setUp(t, machine, ...asked), { status, says });
  });

test('the setup installs Chromium with a font, and continues without the emoji font', {
  skip: process.platform === 'darwin' && 'Chromium is found in /Applications there',
}, (t) => {
  const aptGet = `case "$*" in *emoji*) exit 100;; esac; ${installs('chromium')}; ${installs('redis-server')}`;
  const machine = { has: { 'apt-get': aptGet }, root: true, env: ci };
  const { status, says } = setUp(t, machine, 'redis', 'chromium');
  const asks = '> apt-get -q install -y --no-install-recommends';
  const both = `${asks} redis-server chromium fonts-liberation`;
  assert.deepEqual(
    [status, says],
    [0, [...toInstall('Redis and Chromium', update, both), update, both, `${asks} fonts-noto-color-emoji`]],
  );
});
