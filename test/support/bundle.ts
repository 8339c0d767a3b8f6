/**
 * Bundles the bot for tests that start it in its own process, because loading its modules one by one takes half the CPU time of a
 * start. `test/run.ts` builds the bundle for large runs; small runs start the bot from its sources, like `npm start`.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const project = join(import.meta.dirname, '../..');
const entries = { main: 'src/main.ts', member: 'test/chaos/bot-process.ts' };
/** The bundle's sources. The only test file in it is the entry. */
const sources = [
  '{src,views,commands}/**/*.ts',
  entries.member,
  'package-lock.json',
  'test/support/bundle.ts',
];

/** Builds the bundle in `folder`, unless it's up to date. With `more: false`, only returns whether it exists. */
export async function bundleBot(folder: string, { more }: { more: boolean }): Promise<boolean> {
  const stamp = join(folder, 'made-of');
  const madeOf = fingerprint();
  if (readIfThere(stamp) === madeOf) return true;
  if (!more) return false;
  rmSync(folder, { recursive: true, force: true });
  // imported lazily: a small run doesn't need the bundler
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: project,
    logLevel: 'warn',
    publicDir: false,
    plugins: [{ name: 'resolve-source-urls', transform: (code, file) => located(code, file, folder) }],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(project, file)])),
        // a native module, and optional dependencies of `ws`
        external: ['@resvg/resvg-js', 'bufferutil', 'utf-8-validate'],
      },
    },
  });
  writeFileSync(stamp, madeOf);
  return true;
}

/** Makes file paths relative to the source, and lets the bot start if its entry is the main program. */
function located(code: string, file: string, folder: string): string | undefined {
  if (file.includes('/node_modules/') || !code.includes('import.meta.')) return undefined;
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
    .replaceAll('import.meta.main', `(process.argv[1] === ${JSON.stringify(join(folder, 'main.js'))})`);
}

/** The bundled file for this entry if this test run has built one; otherwise the source. */
export function startable(file: string): string {
  const folder = process.env.TEST_BUNDLE;
  const [name] = Object.entries(entries).find(([, entry]) => relative(project, file) === entry) ?? [];
  return folder && name ? join(folder, `${name}.js`) : file;
}

/** A fingerprint of the sources, from their modification times. */
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
