/**
 * The digest of the file at a post's address, or whether the address opens at all. Reads as carefully as a
 * preview reads pictures.
 */
import { createHash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import type { Logger } from 'pino';
import { mayOpen, openAddress } from '#src/platform/http/open-address.ts';
import { mostBytes } from '#src/platform/http/read-bytes.ts';
import type { FileFound, LinkFound } from './file-found.ts';

export interface ReadingParts {
  /** The base address of the publishing service. */
  serviceUrl: string;
  /** Which Slack file one of our own addresses is for; `undefined` if it isn't ours. */
  addressed(url: URL): { workspace: string; file: string } | 'forged' | 'expired' | undefined;
  log: Pick<Logger, 'debug'>;
  /** For tests: where host names lead. */
  lookup?: LookupFunction;
}

export type PostFiles = ReturnType<typeof createPostFiles>;

/** Sends no API key, so it doesn't use the service's quota. */
export function createPostFiles({ serviceUrl, addressed, log, lookup }: ReadingParts) {
  const service = new URL(serviceUrl);
  return {
    /**
     * Whether the bot itself signed this address for a file of this workspace in Slack, and it hasn't
     * expired.
     */
    isAttached(workspace: string, address: string): boolean {
      const ours = URL.canParse(address) ? addressed(new URL(address)) : undefined;
      return typeof ours === 'object' && ours.workspace === workspace;
    },
    /** Whether the bot itself signed this address, for any workspace, and it has expired. */
    isExpired: (address: string): boolean =>
      URL.canParse(address) && addressed(new URL(address)) === 'expired',
    /**
     * Never rejects. Reads at most as much as `openAddress` in `src/platform/http` allows, and keeps only the
     * digest.
     */
    async fingerprint(workspace: string, address: string, signal: AbortSignal): Promise<FileFound> {
      const url = URL.canParse(address) ? new URL(address) : undefined;
      const ours = url && addressed(url);
      if (ours) return unread(ours === 'expired' ? 'gone' : 'not_opened');
      const from = url && mayOpen(url, service);
      if (!url || !from) return unread('not_opened');
      try {
        return (await openAddress({ url, from, signal, lookup, read: digest })) ?? unread('no_answer');
      } catch (cause) {
        log.debug({ err: cause, workspace }, "couldn't read a post's file");
        return unread('no_answer');
      }
    },
    /** Whether there's a file at the address. Reads only its beginning. Never rejects. */
    async probe(workspace: string, address: string, signal: AbortSignal): Promise<LinkFound> {
      const url = URL.canParse(address) ? new URL(address) : undefined;
      const ours = url && addressed(url);
      if (ours === 'expired') return 'missing';
      if (ours && ours !== 'forged' && ours.workspace === workspace) return 'found';
      const from = url && !ours && mayOpen(url, service);
      if (!url || !from) return 'unopened';
      try {
        return (await openAddress({ url, from, signal, lookup, read: beginning, refused })) ?? 'silent';
      } catch (cause) {
        log.debug({ err: cause, workspace }, "couldn't open a link");
        return 'silent';
      }
    },
  };
}

async function beginning(body: AsyncIterable<Uint8Array>, type: string): Promise<LinkFound> {
  for await (const _ of body) break;
  return /^text\/html\b/i.test(type) ? 'page' : 'found';
}

function refused(status: number): LinkFound {
  if (status === 404 || status === 410) return 'missing';
  if (status === 401 || status === 403) return 'closed';
  return status >= 300 && status < 400 ? 'unopened' : 'silent';
}

const unread = (why: Extract<FileFound, { kind: 'unread' }>['why']): FileFound => ({ kind: 'unread', why });

/** Counts the bytes while it reads, whatever length was announced, and keeps nothing. */
async function digest(body: AsyncIterable<Uint8Array>): Promise<FileFound> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of body) {
    read += chunk.length;
    if (read > mostBytes) return unread('too_large');
    hash.update(chunk);
  }
  return { kind: 'read', sha256: hash.digest('hex') };
}
