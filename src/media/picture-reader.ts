/**
 * Reads a post's pictures: files that the bot itself serves from Slack, and everything else from its address.
 */
import { once } from 'node:events';
import { mayOpen, openAddress } from '#src/platform/http/open-address.ts';
import { readBytes } from '#src/platform/http/read-bytes.ts';
import type { SlackFiles } from '#src/platform/slack/media.ts';
import type { ReadingParts } from './fingerprint.ts';

interface Parts extends ReadingParts {
  contextOf(workspace: string): Promise<{ files: SlackFiles } | undefined>;
}

export function createPictureReader({ serviceUrl, addressed, contextOf, log, lookup }: Parts): ReadPicture {
  const service = new URL(serviceUrl);

  async function read(workspace: string, url: URL, signal: AbortSignal): Promise<PictureRead> {
    const ours = addressed(url);
    if (ours === 'expired') return 'gone';
    if (ours) {
      // an address of another workspace isn't opened here, even if it's genuine
      if (ours === 'forged' || ours.workspace !== workspace) return 'not_opened';
      const workspaceContext = await contextOf(workspace);
      return workspaceContext ? fromSlack(workspaceContext.files, ours.file, signal) : 'gone';
    }
    const from = mayOpen(url, service);
    if (!from) return 'not_opened';
    return (await openAddress({ url, from, signal, lookup, read: readBytes })) ?? 'no_response';
  }

  return async (workspace, address, signal) => {
    if (!URL.canParse(address)) return 'not_opened';
    try {
      return await read(workspace, new URL(address), signal);
    } catch (cause) {
      log.debug({ err: cause, workspace }, "couldn't read a post's image");
      return 'no_response';
    }
  };
}

async function fromSlack(files: SlackFiles, id: string, signal: AbortSignal): Promise<PictureRead> {
  signal.throwIfAborted();
  const late = once(signal, 'abort').then(() => 'late' as const);
  const file = await Promise.race([files.info(id), late]);
  if (file === 'gone' || file === 'missing_scope') return 'gone';
  if (typeof file === 'string') return 'no_response';
  if (file.mode === 'tombstone') return 'gone';
  const { status, body } = await files.open(file, undefined, signal);
  if (status === 200 && body) return readBytes(body);
  await body?.cancel();
  return 'no_response';
}

/**
 * `not_opened`: the bot never opens such an address; `gone`: the file was deleted from Slack, or the bot
 * can't see it.
 */
export type NotRead = 'not_opened' | 'gone' | 'no_response';

/** `whole`: false if there's more than is read, so that this is the beginning. */
export type PictureRead = { bytes: Buffer; whole: boolean } | NotRead;

/** Reads the file at a post's address, as far as that's safe. Never rejects. */
export type ReadPicture = (workspace: string, address: string, signal: AbortSignal) => Promise<PictureRead>;
