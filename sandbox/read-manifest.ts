/** Reads the Slack app manifest. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

/** `manifest.json`. */
export async function readManifest(): Promise<unknown> {
  return JSON.parse(await readFile(join(root, 'manifest.json'), 'utf8'));
}

/**
 * The manifest with the Workflow Builder steps, which `manifest.json` leaves out because they need a paid plan. `postUrl`: the
 * address pattern of posts in the publishing service's web app, whose links unfurl.
 */
export async function manifestWithSteps(postUrl?: string): Promise<unknown> {
  const script = join(root, 'scripts/manifest.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    '--steps',
    ...(postUrl ? ['--post-url', postUrl] : []),
  ]);
  return JSON.parse(stdout);
}
