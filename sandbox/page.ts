/** Bundles the sandbox's web pages. `node sandbox/page.ts` builds each one that is missing or older than its sources. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const folders = { chat: 'sandbox/chat/web', live: 'sandbox/service/web' };

/** The folder of the chat's bundle. */
export const builtPage = join(project, folders.chat, 'dist');
/** The folder of the bundle of the page of published posts. */
export const builtLivePage = join(project, folders.live, 'dist');

/** The bundles' sources. The servers share the protocol types, and the pages share styles. */
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
    // imported lazily because most starts don't need the bundler
    const { build } = await import('vite');
    await build({ root: join(project, folder), logLevel: 'warn' });
  }
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (import.meta.main) await buildPage();
