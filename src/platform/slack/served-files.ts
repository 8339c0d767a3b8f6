/** Whether and how Slack files are served, according to the settings. */

import type { Logger } from 'pino';
import type { Route } from '#src/platform/http/route.ts';
import { readSecretKeys } from '#src/platform/secrets.ts';
import { type Addressed, createFileAddresses, filesPath } from './file-addresses.ts';
import { createFileServer } from './file-server.ts';
import type { Media, SlackFiles } from './media.ts';

export interface ServedFiles {
  /** The public address of a file, even if another process serves it; `undefined` if this one can't sign it. */
  address: ((workspace: string, media: Media) => string) | undefined;
  /** Whether it's certain that files aren't served. A worker that can't sign addresses doesn't know it. */
  areOff: boolean;
  /**
   * What one of our own addresses is for, even if another process serves it; `undefined` if it isn't ours.
   */
  addressed(url: URL): Addressed | 'forged' | 'expired' | undefined;
  routes: Route[];
}

interface Settings {
  PUBLIC_URL?: string | undefined;
  SLACK_APP_TOKEN?: string | undefined;
  SLACK_SIGNING_SECRET?: string | undefined;
  SECRETS_KEY?: string | undefined;
  FILE_LINK_DAYS: number;
  ROLE: string;
}

/** Files are served over HTTP with a public address: in Socket Mode, nobody can reach the bot. */
export function serveFiles(
  config: Settings,
  parts: {
    contextOf(workspace: string): Promise<{ files: SlackFiles } | undefined>;
    log: Pick<Logger, 'warn'>;
    now(): number;
  },
): ServedFiles {
  const { PUBLIC_URL: publicUrl, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signing } = config;
  // without `SECRETS_KEY`, the signing secret signs, and stays accepted once there's a key
  const secrets = [
    ...((config.SECRETS_KEY && readSecretKeys(config.SECRETS_KEY)) || []),
    signing ?? [],
  ].flat();
  const isWorker = config.ROLE === 'worker';
  if (!publicUrl || secrets.length === 0 || appToken)
    return { routes: [], areOff: !isWorker, address: undefined, addressed: () => undefined };
  const addresses = createFileAddresses(publicUrl, secrets, config.FILE_LINK_DAYS, parts.now);
  const { origin } = new URL(publicUrl);
  const addressed = ({ origin: of, pathname }: URL) =>
    of === origin && pathname.startsWith(`${filesPath}/`) ? addresses.read(pathname) : undefined;
  const known = { areOff: false, address: addresses.sign, addressed };
  return { ...known, routes: isWorker ? [] : [createFileServer({ addresses, ...parts })] };
}
