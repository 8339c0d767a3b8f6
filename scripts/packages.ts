/**
 * Prints how large each runtime package is on this machine: `npm run --silent packages`. docs/dependencies.md contains the table.
 * Sizes are megabytes of file contents, for the packages of this platform.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});
const entrySchema = z.object({
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});

const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8');
const { packages } = z.object({ packages: z.record(z.string(), entrySchema) }).parse(JSON.parse(lockFile));
const direct = Object.keys(packages['']?.dependencies ?? {});

/** The folder of a package as Node resolves it from another; `undefined` if it isn't installed, such as a build for another platform. */
function find(from: string, name: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in packages && existsSync(join(root, path))) return path;
  return from === '' ? undefined : find(from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

/** The folders of these packages and all their dependencies. */
function closure(wanted: readonly string[]): Set<string> {
  const found = new Set(wanted.flatMap((name) => find('', name) ?? []));
  for (const path of found) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? entrySchema.parse({});
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = find(path, name);
      if (next !== undefined) found.add(next);
    }
  }
  return found;
}

function megabytes(paths: Iterable<string>): string {
  const files = [...paths].flatMap((path) =>
    globSync('**/*', { cwd: join(root, path), exclude: ['node_modules'] }).map((file) =>
      statSync(join(root, path, file)),
    ),
  );
  return (files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 1e6).toFixed(1);
}

const row = (...cells: unknown[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

row('package', 'MB', 'with all it needs', 'packages', 'only it needs');
row('---', '---', '---', '---', '---');
for (const name of direct) {
  const all = closure([name]);
  const others = closure(direct.filter((one) => one !== name));
  const own = [...all].filter((path) => !others.has(path));
  row(`\`${name}\``, megabytes([...all].slice(0, 1)), megabytes(all), all.size, megabytes(own));
}
const everything = closure(direct);
row(`all ${direct.length}`, '', megabytes(everything), everything.size, '');
