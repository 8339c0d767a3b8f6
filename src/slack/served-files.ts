/** Whether files of Slack can be served, as the settings say, and then how. */
import type { Logger } from 'pino';
import type { Media } from '#src/cards/media.ts';
import type { Config } from '#src/config.ts';
import type { Route } from '#src/health.ts';
import type { OutsideOf } from '#src/ports.ts';
import { readSecretKeys } from '#src/secrets.ts';
import { createFileAddresses } from './file-addresses.ts';
import { createFileServer } from './file-server.ts';

export interface ServedFiles {
  /** The public address of a file; `undefined`: files are not served here. */
  address: ((workspace: string, media: Media) => string) | undefined;
  routes: Route[];
  /** Ends what still streams. */
  stop(): Promise<void>;
}

/** Over HTTP and with a public address: in Socket Mode nobody can reach the bot. */
export function serveFiles(
  config: Config,
  parts: { outsideOf: OutsideOf; log: Pick<Logger, 'warn'>; now(): number },
): ServedFiles {
  const { PUBLIC_URL: publicUrl, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signing } = config;
  if (!publicUrl || appToken || !signing || config.ROLE === 'worker')
    return { address: undefined, routes: [], stop: async () => undefined };
  // without a key of its own the signing secret signs, and what it signed stays good when there is one
  const secrets = [...((config.SECRETS_KEY && readSecretKeys(config.SECRETS_KEY)) || []), signing];
  const addresses = createFileAddresses(publicUrl, secrets, config.FILE_LINK_DAYS, parts.now);
  const server = createFileServer({ addresses, ...parts });
  return { address: addresses.sign, routes: [server.route], stop: async () => server.stop() };
}
