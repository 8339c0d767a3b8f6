/** The chat's web page, bundled: `node sandbox/page.ts` builds it when it is missing or older than its sources. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const page = join(import.meta.dirname, 'chat/web');

/** The folder of the bundle. */
export const builtPage = join(page, 'dist');

/** What the bundle is made of; the protocol is shared with the chat's server. */
const sources = [
  'sandbox/chat/web/{src,index.html,vite.config.ts,public}/**',
  'sandbox/chat/protocol.ts',
  'package-lock.json',
];

export async function buildPage(): Promise<void> {
  const builtAt = changedAt(join(builtPage, 'index.html'));
  if (globSync(sources, { cwd: project }).every((file) => changedAt(join(project, file)) <= builtAt)) return;
  // loaded only now: most starts need no bundler
  const { build } = await import('vite');
  await build({ root: page, logLevel: 'warn' });
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (import.meta.main) await buildPage();
