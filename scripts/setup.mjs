/**
 * Makes a machine ready: `node scripts/setup.mjs [redis] [chromium]`. npm runs it before `demo`, `test` and
 * `start`. It installs the npm packages when they are not those of the lock file (which also brings Node 24),
 * and the programs it was asked for when they cannot be found. Says nothing when there is nothing to do.
 *
 * It runs on the Node that the machine has, before any package is there: no imports but Node's own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, onPath } from './programs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What each package manager calls a program. Chromium without a font draws pages without letters. */
const packages = {
  redis: { 'apt-get': ['redis-server'], brew: ['redis'] },
  chromium: { 'apt-get': ['chromium', 'fonts-liberation'], brew: ['chromium'] },
};

/** Nicer with it, and no reason to fail without: emoji in captions. */
const niceToHave = { chromium: { 'apt-get': ['fonts-noto-color-emoji'] } };

/** A sentence for the person; everything else that is thrown is a fault of this script. */
class Impossible extends Error {}

function setUp(wanted) {
  for (const name of wanted) {
    if (!packages[name]) throw new Impossible(`There is nothing to set up called "${name}".`);
  }
  if (major(process.versions.node) < 18) {
    throw new Impossible(
      `This is Node ${process.versions.node}. The set-up needs Node 18 or newer; it brings the Node 24 that Presscheck runs on itself.`,
    );
  }
  if (!packagesAreThose(readLock()) || !hasNewNode()) installPackages();
  if (!hasNewNode()) {
    throw new Impossible(
      'Node 24 did not come with the packages: npm did not run the install script of its package "node". Install Node 24 yourself, or allow the script.',
    );
  }
  for (const name of wanted) {
    // the demo takes the one that is named; tests and benchmarks start their own
    if (name === 'redis' && process.env.REDIS_URL && process.env.npm_lifecycle_event === 'predemo') continue;
    if (!found(name)) installProgram(name);
  }
}

const major = (version) => Number(version.split('.')[0]);

/** Whether the scripts will run on Node 24: npm puts the one among the packages first on their PATH. */
const hasNewNode = () =>
  existsSync(join(root, 'node_modules/.bin/node')) || major(process.versions.node) >= 24;

function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/**
 * Whether `node_modules` holds what the lock file asks for. npm keeps a list of what it installed; comparing
 * the lists holds where comparing the files' times does not (a `git checkout` makes every file new).
 */
function packagesAreThose(lock) {
  const list = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages;
  return Object.entries(lock).every(([path, wanted]) => {
    if (path === '' || wanted.optional || wanted.devOptional) return true;
    // a production install has no development packages, and `npm start` there must not bring them
    if (wanted.dev && process.env.NODE_ENV === 'production') return true;
    const has = installed[path];
    return has !== undefined && has.version === wanted.version && has.integrity === wanted.integrity;
  });
}

function installPackages() {
  say('Installing the npm packages, and Node 24 with them. This happens once and takes about a minute.');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  run(
    [...npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'The npm packages could not be installed.',
  );
}

function installProgram(name) {
  const setting = { redis: 'REDIS_SERVER (or a running Redis with REDIS_URL)', chromium: 'CHROMIUM' }[name];
  const otherwise = `Install it yourself, or say where it is with ${setting}.`;
  const manager = ['apt-get', 'brew'].find((each) => onPath(each));
  if (!manager) {
    throw new Impossible(
      `There is no ${name} here, and neither apt-get nor brew to install it with. ${otherwise}`,
    );
  }
  const asRoot = manager === 'apt-get' ? becomeRoot(name, otherwise) : [];
  const wanted = packages[name][manager];
  say(`There is no ${name} here. Installing it: ${[...asRoot, manager, 'install', ...wanted].join(' ')}`);
  const failed = `${name} could not be installed. ${otherwise}`;
  if (manager === 'brew') {
    run(['brew', 'install', ...wanted], failed);
  } else {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run([...asRoot, 'apt-get', '-q', 'update'], failed, env);
    const install = [...asRoot, 'apt-get', '-q', 'install', '-y', '--no-install-recommends'];
    run([...install, ...wanted], failed, env);
    const nice = niceToHave[name]?.[manager];
    if (nice) spawnSync(install[0], [...install.slice(1), ...nice], { env, stdio: ['inherit', 2, 2] });
  }
  if (!found(name)) throw new Impossible(`${manager} went well, but there is still no ${name}. ${otherwise}`);
}

/** The words to put before apt-get. Without a terminal nobody can type a password, so sudo must not ask. */
function becomeRoot(name, otherwise) {
  if (process.getuid?.() === 0) return [];
  if (!onPath('sudo')) {
    throw new Impossible(
      `There is no ${name} here, and installing it needs root: this is another user and there is no sudo. ${otherwise}`,
    );
  }
  return process.stdin.isTTY ? ['sudo'] : ['sudo', '-n'];
}

function found(name) {
  try {
    return findProgram(name);
  } catch (wrongSetting) {
    throw new Impossible(wrongSetting.message);
  }
}

/** Runs a command; all it prints goes to stderr, so that the output of the script it prepares stays clean. */
function run([command, ...args], failed, env = process.env) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, env, stdio: ['inherit', 2, 2] });
  if (error) throw new Impossible(`${failed} (${error.message})`);
  if (status !== 0) throw new Impossible(`${failed} (${command} ended with ${signal ?? status})`);
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

try {
  setUp(process.argv.slice(2));
} catch (cause) {
  if (!(cause instanceof Impossible)) throw cause;
  say(cause.message);
  process.exitCode = 1;
}
