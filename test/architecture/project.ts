/** The project's files and their imports. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

export interface Import {
  /** As written, e.g. `#src/posts/card/card.ts` or `bullmq`. */
  request: string;
  /** The imported file of this project; `undefined` for a package. */
  file?: string;
  /** The imported package, e.g. `zod`, `@slack/bolt`, or `node:fs`. */
  package?: string;
  /** Whether it only imports types. */
  typeOnly: boolean;
}

/** All files of the repository, including uncommitted ones, but without ignored ones. */
export function files(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  return list
    .toString()
    .split('\0')
    .filter((file) => file !== '' && statSync(join(root, file), { throwIfNoEntry: false })?.isFile());
}

export const sources = (): string[] => files().filter((file) => /\.(ts|tsx|mts|mjs|cjs)$/.test(file));

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A file's imports, including dynamic ones and types, and re-exports. */
export function importsOf(file: string): Import[] {
  return requestsIn(file).map(({ request, typeOnly }) => ({ request, typeOnly, ...resolve(file, request) }));
}

/** Whether a file reads the environment. */
export function readsEnvironment(file: string): boolean {
  // avoids parsing most files
  if (!/\bprocess\b/.test(read(file))) return false;
  let reads = false;
  eachNode(file, (node) => {
    const { object, property } = node as { object?: Name; property?: Name };
    if (node.type === 'MemberExpression' && object?.name === 'process' && property?.name === 'env')
      reads = true;
    if (node.type === 'ImportDeclaration' && node.source?.value === 'node:process') reads = true;
  });
  return reads;
}

interface Name {
  name?: string;
}

interface Node {
  type: string;
  importKind?: string;
  exportKind?: string;
  source?: { value?: unknown } | null;
  specifiers?: { importKind?: string; exportKind?: string }[];
}

interface Request {
  request: string;
  typeOnly: boolean;
}

function requestsIn(file: string): Request[] {
  // the parser's own list of imports takes a fifth of the time, but lacks these
  return /\bimport\s*\(/.test(read(file)) ? requestsInNodes(file) : requestsListed(file);
}

function requestsListed(file: string): Request[] {
  const { staticImports, staticExports } = parsed(file).module;
  const imported = staticImports.map(({ moduleRequest, entries }) => ({
    request: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exported = staticExports.flatMap(({ entries }) => {
    const [from] = entries.flatMap(({ moduleRequest }) => moduleRequest ?? []);
    return from ? [{ request: from.value, typeOnly: entries.every(({ isType }) => isType) }] : [];
  });
  return [...imported, ...exported];
}

function requestsInNodes(file: string): Request[] {
  const requests: Request[] = [];
  eachNode(file, (node) => {
    const request = node.source?.value;
    if (typeof request !== 'string') return;
    const kinds = node.specifiers?.map((each) => each.importKind ?? each.exportKind) ?? [];
    const typeOnly =
      node.type === 'TSImportType' ||
      node.importKind === 'type' ||
      node.exportKind === 'type' ||
      (kinds.length > 0 && kinds.every((kind) => kind === 'type'));
    requests.push({ request, typeOnly });
  });
  return requests;
}

function parsed(file: string) {
  const result = parseSync(file, read(file));
  if (result.errors.length > 0) throw new Error(`${file} cannot be parsed: ${result.errors[0]?.message}`);
  return result;
}

/** Calls back with every node of the file's syntax tree (ESTree). */
export function eachNode(file: string, look: (node: Node) => void): void {
  const { program } = parsed(file);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (value !== null && typeof value === 'object') {
      if ('type' in value) look(value as Node);
      for (const each of Object.values(value)) visit(each);
    }
  };
  visit(program);
}

function resolve(from: string, request: string): Pick<Import, 'file' | 'package'> {
  if (request.startsWith('.')) return { file: toFile(join(dirname(from), request)) };
  for (const [alias, target] of Object.entries(packageJson.imports)) {
    const start = alias.slice(0, -1);
    if (request.startsWith(start)) return { file: toFile(target.replace('*', request.slice(start.length))) };
  }
  const parts = request.split('/');
  return { package: parts.slice(0, request.startsWith('@') ? 2 : 1).join('/') };
}

const toFile = (path: string): string =>
  relative('.', normalize(path.replace(/\?.*$/, '')))
    .split(sep)
    .join('/');
