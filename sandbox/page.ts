/** The web pages of the sandbox, bundled: `node sandbox/page.ts` builds each that is missing or older than its sources. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const folders = { chat: 'sandbox/chat/web', live: 'sandbox/service/web' };

/** The folder of the chat's bundle. */
export const builtPage = join(project, folders.chat, 'dist');
/** The folder of the bundle that shows what went live. */
export const builtLivePage = join(project, folders.live, 'dist');

/** What the bundles are made of; protocols are shared with the servers, and the look with each other. */
const sources = [
  'sandbox/{chat,service}/web/{src,index.html,vite.config.ts,public}/**',
  'sandbox/chat/protocol.ts',
  'sandbox/service/live/protocol.ts',
  'package-lock.json',
];

export async function buildPage(): Promise<void> {
  const changed = Math.max(
    ...globSync(sources, { cwd: project }).map((file) => changedAt(join(project, file))),
  );
  for (const folder of Object.values(folders)) {
    if (changedAt(join(project, folder, 'dist/index.html')) >= changed) continue;
    // loaded only now: most starts need no bundler
    const { build } = await import('vite');
    await build({ root: join(project, folder), logLevel: 'warn' });
  }
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (import.meta.main) await buildPage();
