/**
 * Finds the programs that npm can't install: Redis and Chromium. Plain JavaScript without packages, because `setup.mjs` uses it
 * before anything is installed, on any version of Node.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** For each program: the setting with its path, its command names, and where else it can be installed. */
const programs = {
  redis: { setting: 'REDIS_SERVER', names: ['redis-server'], elsewhere: [] },
  chromium: {
    setting: 'CHROMIUM',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    elsewhere: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
  },
};

/**
 * The full path of a program, or `undefined`. If its setting has an invalid path, that's an error, and nothing else is searched.
 * @param {'redis' | 'chromium'} program
 * @returns {string | undefined}
 */
export function findProgram(program, env = process.env) {
  const { setting, names, elsewhere } = programs[program];
  const asked = env[setting];
  if (asked) {
    const found = isAbsolute(asked) || asked.includes('/') ? runnable(resolve(asked)) : onPath(asked, env);
    if (!found) throw new Error(`${setting} is ${asked}, but there's no program by that name.`);
    return found;
  }
  for (const name of names) {
    const found = onPath(name, env);
    if (found) return found;
  }
  return elsewhere.find(runnable);
}

/** The full path of a command in the PATH. */
export function onPath(name, env = process.env) {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const found = folder && runnable(join(folder, name));
    if (found) return found;
  }
  return undefined;
}

function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
