/**
 * Shares files: asks Slack for an upload address, sends the bytes there, then shares all files in one
 * message.
 */

import { WebAPIHTTPError, WebAPIRequestError, type WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Refusal } from '#src/platform/refusal.ts';
import { NotSlack, type SlackFetch } from './addresses.ts';
import { channelGone, codeOf, isRefusal, retryAfterOf, temporary } from './refusals.ts';

export interface OutgoingFile {
  name: string;
  title: string;
  bytes: Uint8Array;
  /** The description of a picture, for people who can't see it. */
  alt?: string;
}

/** Files that were uploaded to Slack and that nobody can see yet. */
type HandedFiles = { id: string; title: string }[];

/** Slack didn't accept the files this time, and may the next. */
export class SharingFailed extends Error {
  /** When to try again; `undefined` if Slack didn't say. */
  readonly retryAfterMs: number | undefined;

  constructor(cause: unknown) {
    super(`Slack did not take the files: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'SharingFailed';
    this.retryAfterMs = retryAfterOf(cause);
  }
}

/**
 * The file may have been shared anyway: Slack failed halfway, or the client retried after an answer was lost.
 */
const perhaps = new Set(['internal_error', 'fatal_error', 'request_timeout', 'file_not_found']);

const bytesWithinMs = 30_000;

/** Shares files. Throws a `Refusal` if trying again won't help, otherwise `SharingFailed`. */
export type Uploader = ReturnType<typeof createUploader>;

/** `refused`: what people read if Slack refuses a file for good. */
export function createUploader(
  client: WebClient,
  send: SlackFetch,
  log: Pick<Logger, 'warn'>,
  refused: () => Refusal,
) {
  /**
   * A refusal for which trying again wouldn't help: the person is told at once, and Slack's reason is logged.
   */
  function refusalOf(cause: unknown): Refusal | undefined {
    const code = codeOf(cause) ?? (cause instanceof NotSlack ? 'not a Slack address' : blamed(cause));
    if (code === undefined || temporary.has(code)) return undefined;
    log.warn({ err: cause, code }, 'Slack refused a file for good');
    return refused();
  }
  return {
    /** Uploads the files. Nobody sees them yet, so it's safe to do this again. */
    async hand(files: OutgoingFile[]): Promise<HandedFiles> {
      try {
        const handed: HandedFiles = [];
        for (const file of files) handed.push(await handOne(client, send, file));
        return handed;
      } catch (cause) {
        throw refusalOf(cause) ?? new SharingFailed(cause);
      }
    },
    /**
     * Shares all files in one message, once. `channel_gone` and whatever is thrown mean that nobody saw them,
     * `unknown` that Slack didn't say. `thread`: the message in whose thread to share them; `says`: its text
     * (mrkdwn).
     */
    async share(
      [first, ...rest]: HandedFiles,
      { channel, thread, says }: { channel: string; thread?: string; says?: string },
    ): Promise<'shared' | 'channel_gone' | 'unknown'> {
      if (!first) throw new TypeError("there's no file to share");
      try {
        const where = {
          channel_id: channel,
          ...(thread && { thread_ts: thread }),
          ...(says && { initial_comment: says }),
        };
        await client.files.completeUploadExternal({ files: [first, ...rest], ...where });
        return 'shared';
      } catch (cause) {
        // Sharing a file needs membership even where posting doesn't.
        if (isRefusal(cause, channelGone)) return 'channel_gone';
        if (isRefusal(cause, perhaps)) return 'unknown';
        const refusal = refusalOf(cause);
        if (refusal) throw refusal;
        if (cause instanceof WebAPIRequestError || cause instanceof WebAPIHTTPError) return 'unknown';
        throw new SharingFailed(cause);
      }
    },
  };
}

class BytesNotTaken extends Error {
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`the bytes of a file were answered with ${statusCode}`);
    this.statusCode = statusCode;
  }
}

async function handOne(
  client: WebClient,
  send: SlackFetch,
  file: OutgoingFile,
): Promise<{ id: string; title: string }> {
  const { upload_url: url, file_id: id } = await client.files.getUploadURLExternal({
    filename: file.name,
    length: file.bytes.length,
    // Slack's method takes `alt_txt`; the client's `alt_text` is unknown to it.
    ...(file.alt && { alt_txt: file.alt }),
  });
  if (!url || !id) throw new Error('Slack returned no upload URL for a file');
  const answer = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file.bytes),
    signal: AbortSignal.timeout(bytesWithinMs),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new BytesNotTaken(answer.status);
  return { id, title: file.title };
}

/** What an answer that isn't Slack's, such as a proxy's, says is wrong with the call. */
function blamed(cause: unknown): string | undefined {
  if (!(cause instanceof WebAPIHTTPError || cause instanceof BytesNotTaken)) return undefined;
  const status = cause.statusCode;
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? `HTTP ${status}` : undefined;
}
