/**
 * The bot as one bundle, for tests that start it as a process of its own: loading its modules one by one costs half of the CPU time of
 * a start. `test/run.ts` makes it before many tests; a few start the bot from its sources, as `npm start` does in every run.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const project = join(import.meta.dirname, '../..');
const entries = { main: 'src/main.ts', member: 'test/chaos/bot-process.ts' };
/** What it's made of; the tests' own part of it is the entry and nothing else. */
const sources = [
  '{src,views,commands}/**/*.ts',
  entries.member,
  'package-lock.json',
  'test/support/bundle.ts',
];

/** In `folder`, unless what's there is made of the same files. `more: false`: says only whether it's there. */
export async function bundleBot(folder: string, { more }: { more: boolean }): Promise<boolean> {
  const stamp = join(folder, 'made-of');
  const madeOf = fingerprint();
  if (readIfThere(stamp) === madeOf) return true;
  if (!more) return false;
  rmSync(folder, { recursive: true, force: true });
  // loaded only now: a run of a few tests needs no bundler
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: project,
    logLevel: 'warn',
    publicDir: false,
    plugins: [{ name: 'where the sources are', transform: (code, file) => located(code, file, folder) }],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(project, file)])),
        // a program of the machine's own, and what `ws` does without
        external: ['@resvg/resvg-js', 'bufferutil', 'utf-8-validate'],
      },
    },
  });
  writeFileSync(stamp, madeOf);
  return true;
}

/** Files are found next to the source, and the bot runs where it's the program that was started. */
function located(code: string, file: string, folder: string): string | undefined {
  if (file.includes('/node_modules/') || !code.includes('import.meta.')) return undefined;
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
    .replaceAll('import.meta.main', `(process.argv[1] === ${JSON.stringify(join(folder, 'main.js'))})`);
}

/** The file to run for this one: the bundle's if the run of these tests has made one. */
export function startable(file: string): string {
  const folder = process.env.TEST_BUNDLE;
  const [name] = Object.entries(entries).find(([, entry]) => relative(project, file) === entry) ?? [];
  return folder && name ? join(folder, `${name}.js`) : file;
}

/** Also another one when a file is as it was before. */
function fingerprint(): string {
  const hash = createHash('sha1');
  for (const file of globSync(sources, { cwd: project }).sort()) {
    const { mtimeMs, size } = statSync(join(project, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
