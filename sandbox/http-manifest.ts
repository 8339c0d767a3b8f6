/** `manifest.json` as it is for an app that Slack reaches over HTTP: only there the bot serves files, so only there it may read them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.looseObject({
  oauth_config: z.looseObject({ scopes: z.looseObject({ bot: z.array(z.string()) }) }),
});

export async function readHttpManifest(): Promise<unknown> {
  const text = await readFile(join(import.meta.dirname, '../manifest.json'), 'utf8');
  const manifest = schema.parse(JSON.parse(text));
  manifest.oauth_config.scopes.bot.push('files:read');
  return manifest;
}
