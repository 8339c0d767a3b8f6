import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const lock = '{"packages":{"node_modules/zod":{"version":"4.0.0","integrity":"sha512-a"}}}';

/** What a program of the machine does when it is called: it says so, and brings what it is asked for. */
const npm = 'mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json';
const brings = (program: string) => `case "$*" in *install*${program}*) cp $BIN/true $BIN/${program};; esac`;
const fails = 'exit 100';

interface Machine {
  /** The programs on the PATH: the lines of a shell script, which may call `mkdir`, `cp` and what stands here. */
  has?: Record<string, string>;
  /** The npm packages are those of the lock file. Default yes. */
  installed?: boolean;
  /** Default no. */
  root?: boolean;
  env?: Record<string, string>;
  /** The version of Node that the machine says it has. */
  node?: string;
}

/** Runs the set-up in a folder that has nothing but its scripts and a lock file. */
function setUp(
  t: TestContext,
  { has = {}, installed = true, root: isRoot = false, env, node }: Machine,
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
    ${node ? `Object.defineProperty(process.versions, 'node', { value: '${node}' });` : ''}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(machine)}`,
      join(folder, 'scripts/setup.cjs'),
      ...asked,
    ],
    { env: { PATH: bin, ...env }, encoding: 'utf8', input: '' },
  );
  assert.equal(stdout, '', 'the output of the script that it prepares stays clean');
  return { status, says: stderr.trimEnd().split('\n') };
}

const redis = { 'redis-server': '' };
const byHand =
  'Install it yourself, or say where it is with REDIS_SERVER (or a running Redis with REDIS_URL).';
const update = '> apt-get -q update';
const install = '> apt-get -q install -y --no-install-recommends redis-server';

const cases: [what: string, machine: Machine, asked: string[], status: number, says: string[]][] = [
  ['says nothing where nothing is missing', { has: redis }, ['redis'], 0, ['']],
  [
    'installs the npm packages, saying so first',
    { has: { ...redis, npm }, installed: false },
    ['redis'],
    0,
    [
      'Installing the npm packages, and Node 24 with them. This happens once and takes about a minute.',
      '> npm ci --no-audit --no-fund --loglevel=error',
    ],
  ],
  [
    'installs nothing more where npm fails',
    { has: { npm: fails, 'apt-get': brings('redis-server') }, installed: false, root: true },
    ['redis'],
    1,
    [
      'Installing the npm packages, and Node 24 with them. This happens once and takes about a minute.',
      '> npm ci --no-audit --no-fund --loglevel=error',
      'The npm packages could not be installed. (npm ended with 100)',
    ],
  ],
  [
    'installs Redis with apt-get as root, saying so first',
    { has: { 'apt-get': brings('redis-server') }, root: true },
    ['redis'],
    0,
    ['There is no redis here. Installing it: apt-get install redis-server', update, install],
  ],
  [
    'asks sudo as another user, which may not ask back without a terminal',
    { has: { 'apt-get': brings('redis-server'), sudo: 'shift; "$@"' } },
    ['redis'],
    0,
    [
      'There is no redis here. Installing it: sudo -n apt-get install redis-server',
      update.replace('>', '> sudo -n'),
      update,
      install.replace('>', '> sudo -n'),
      install,
    ],
  ],
  [
    'says what to do as another user without sudo',
    { has: { 'apt-get': brings('redis-server') } },
    ['redis'],
    1,
    [
      `There is no redis here, and installing it needs root: this is another user and there is no sudo. ${byHand}`,
    ],
  ],
  [
    'says what to do where apt-get fails',
    { has: { 'apt-get': fails }, root: true },
    ['redis'],
    1,
    [
      'There is no redis here. Installing it: apt-get install redis-server',
      update,
      `redis could not be installed. ${byHand} (apt-get ended with 100)`,
    ],
  ],
  [
    'says what to do where apt-get brings nothing',
    { has: { 'apt-get': '' }, root: true },
    ['redis'],
    1,
    [
      'There is no redis here. Installing it: apt-get install redis-server',
      update,
      install,
      `apt-get went well, but there is still no redis. ${byHand}`,
    ],
  ],
  [
    'installs Redis with brew, without root',
    { has: { brew: 'cp $BIN/true $BIN/redis-server' } },
    ['redis'],
    0,
    ['There is no redis here. Installing it: brew install redis', '> brew install redis'],
  ],
  [
    'says what to do where there is neither apt-get nor brew',
    {},
    ['redis'],
    1,
    [`There is no redis here, and neither apt-get nor brew to install it with. ${byHand}`],
  ],
  [
    'looks no further than the setting that names a program',
    { has: { ...redis, 'apt-get': brings('redis-server') }, root: true, env: { REDIS_SERVER: 'redis-7' } },
    ['redis'],
    1,
    ['REDIS_SERVER is redis-7, and there is no program of that name.'],
  ],
  [
    'leaves Redis alone where the demo was given one',
    { env: { REDIS_URL: 'redis://127.0.0.1:6379', npm_lifecycle_event: 'predemo' } },
    ['redis'],
    0,
    [''],
  ],
  [
    'brings Redis all the same for the tests, which start their own',
    {
      has: { 'apt-get': brings('redis-server') },
      root: true,
      env: { REDIS_URL: 'redis://127.0.0.1:6379', npm_lifecycle_event: 'pretest' },
    },
    ['redis'],
    0,
    ['There is no redis here. Installing it: apt-get install redis-server', update, install],
  ],
  ['knows what it can set up', {}, ['postgres'], 1, ['There is nothing to set up called "postgres".']],
  [
    'says first that Node is too old',
    { has: { npm }, installed: false, node: '12.22.12' },
    ['redis'],
    1,
    [
      'This is Node 12.22.12. The set-up needs Node 18 or newer; it brings the Node 24 that Presscheck runs on itself.',
    ],
  ],
];

for (const [what, machine, asked, status, says] of cases)
  test(`the set-up ${what}`, (t) => {
    assert.deepEqual(setUp(t, machine, ...asked), { status, says });
  });

test('the set-up installs Chromium with a font, and goes on without the emoji that would be nice', {
  skip: process.platform === 'darwin' && 'its Chromium stands in a fixed place',
}, (t) => {
  const aptGet = `case "$*" in *emoji*) exit 100;; esac; ${brings('chromium')}`;
  const { status, says } = setUp(t, { has: { 'apt-get': aptGet }, root: true }, 'chromium');
  const asks = '> apt-get -q install -y --no-install-recommends';
  assert.deepEqual(
    [status, says],
    [
      0,
      [
        'There is no chromium here. Installing it: apt-get install chromium fonts-liberation',
        update,
        `${asks} chromium fonts-liberation`,
        `${asks} fonts-noto-color-emoji`,
      ],
    ],
  );
});
