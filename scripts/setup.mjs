/**
 * Prepares a machine: `node scripts/setup.cjs [redis] [chromium]`, which continues here if Node is new enough. npm runs it
 * before `demo`, `dev`, `test`, `check`, `start` and others. It installs the npm packages (with Node 24 among them) if they don't match the
 * lock file. Programs that are missing are installed with the system's package manager, which changes the machine: only with
 * `CI` set, or if a person at a terminal agrees. Otherwise it prints the command and fails. Prints nothing if nothing is missing.
 *
 * It runs on the Node that the machine has, before any package is installed, so it imports only what Node brings.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { findProgram, onPath } from './programs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const apt = 'apt-get';

/** What each package manager calls a program, and the setting that names one installed elsewhere. Without a font, Chromium draws no letters. */
const programs = {
  redis: { label: 'Redis', setting: 'REDIS_SERVER', [apt]: ['redis-server'], brew: ['redis'] },
  chromium: {
    label: 'Chromium',
    setting: 'CHROMIUM',
    [apt]: ['chromium', 'fonts-liberation'],
    brew: ['chromium'],
    // emoji in captions: tests pass without it
    optional: ['fonts-noto-color-emoji'],
  },
};

/** An error for the person at the terminal. Anything else that's thrown is a bug in this script. */
class Impossible extends Error {}

async function setUp(wanted) {
  for (const name of wanted) {
    if (!programs[name]) throw new Impossible(`Unknown program "${name}".`);
  }
  if (!packagesAreThose(readLock()) || !hasNewNode()) installPackages();
  if (!hasNewNode()) {
    throw new Impossible(
      'npm didn\'t run the install script of its package "node", so Node 24 is missing. Allow the script, or install Node 24 yourself.',
    );
  }
  const missing = wanted.filter((name) => !isOptional(name) && !found(name));
  if (missing.length > 0) await installPrograms(missing);
}

/** The sandbox uses the Redis of REDIS_URL if there is one. Tests and benchmarks always start their own. */
const isOptional = (name) =>
  name === 'redis' && process.env.REDIS_URL && /^pre(demo|dev)$/.test(process.env.npm_lifecycle_event ?? '');

const major = (version) => Number(version.split('.')[0]);

/** Whether the scripts will run on Node 24: npm puts the one among the packages first on their PATH. */
const hasNewNode = () =>
  existsSync(join(root, 'node_modules/.bin/node')) || major(process.versions.node) >= 24;

function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/**
 * Whether `node_modules` matches the lock file, by the list that npm keeps of what it installed. Comparing
 * the files' times would fail after a `git checkout`, which makes every file new.
 */
function packagesAreThose(lock) {
  const list = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages;
  return Object.entries(lock).every(([path, wanted]) => {
    if (path === '' || wanted.optional || wanted.devOptional) return true;
    // a production install has no development packages, and `npm start` there doesn't install them
    if (wanted.dev && process.env.NODE_ENV === 'production') return true;
    const has = installed[path];
    return has !== undefined && has.version === wanted.version && has.integrity === wanted.integrity;
  });
}

function installPackages() {
  say('Installing the npm packages and Node 24. This happens once and takes about a minute.');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  run([...npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], "Couldn't install the npm packages.");
}

async function installPrograms(names) {
  const of = (key) => names.flatMap((name) => programs[name][key] ?? []);
  const labels = of('label').join(' and ');
  const settings = of('setting').join(' and ');
  const otherwise = `Or install ${labels} another way; if it isn't on your PATH, set ${settings}.`;
  const manager = [apt, 'brew'].find((each) => onPath(each));
  if (!manager)
    throw new Impossible(
      `${labels} not found. Install ${labels}, and set ${settings} if it isn't on your PATH.`,
    );
  const commands = commandsOf(manager, of(manager));
  say(
    `${labels} not found. To install:\n\n${commands.map((words) => `    ${words.join(' ')}`).join('\n')}\n`,
  );
  if (!(await agrees())) throw new Impossible(`Run that, then try again. ${otherwise}`);
  const failed = `Couldn't install ${labels}. ${otherwise}`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const command of commands) run(command, failed, env);
  const [install, ...extra] = [commands.at(-1), ...of('optional')];
  if (manager === apt && extra.length > 0) {
    const [command, ...args] = install.slice(0, -of(apt).length);
    spawnSync(command, [...args, ...extra], { env, stdio: ['inherit', 2, 2] });
  }
  const still = names.filter((name) => !found(name)).map((name) => programs[name].label);
  if (still.length > 0)
    throw new Impossible(`${manager} succeeded, but ${still.join(' and ')} still wasn't found. ${otherwise}`);
}

function commandsOf(manager, wanted) {
  if (manager === 'brew') return [['brew', 'install', ...wanted]];
  // without a terminal, nobody can type a password, so sudo has to fail instead of waiting for one
  const sudo = process.stdin.isTTY ? ['sudo'] : ['sudo', '-n'];
  const asRoot = process.getuid?.() === 0 || !onPath('sudo') ? [] : sudo;
  return [
    [...asRoot, apt, '-q', 'update'],
    [...asRoot, apt, '-q', 'install', '-y', '--no-install-recommends', ...wanted],
  ];
}

/** Whether the machine can be changed: `CI` says so, or the person who is asked. */
async function agrees() {
  if (process.env.CI && !/^(0|false)$/i.test(process.env.CI)) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Run this now? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function found(name) {
  try {
    return findProgram(name);
  } catch (wrongSetting) {
    throw new Impossible(wrongSetting.message);
  }
}

/** Runs a command. Its output goes to stderr, because the stdout of the script that this prepares can be piped. */
function run([command, ...args], failed, env = process.env) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, env, stdio: ['inherit', 2, 2] });
  if (error) throw new Impossible(`${failed} (${error.message})`);
  if (status !== 0) throw new Impossible(`${failed} (${command} ended with ${signal ?? status})`);
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

try {
  await setUp(process.argv.slice(2));
} catch (cause) {
  if (!(cause instanceof Impossible)) throw cause;
  say(cause.message);
  process.exitCode = 1;
}
