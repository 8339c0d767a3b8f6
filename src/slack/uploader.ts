/** Shares files: asks Slack for an address, sends the bytes there, then shares all of them in one message. */

import { WebAPIHTTPError, WebAPIRateLimitedError, WebAPIRequestError, type WebClient } from '@slack/web-api';
import type { HandedFiles, OutgoingFile, Uploader } from '#src/cards/files.ts';
import { Refusal } from '#src/cards/refusal.ts';
import { mayNotShare } from '#views/command-refusals.ts';
import type { SlackFetch } from './addresses.ts';
import { codeOf, isRefusal, noPlace } from './refusals.ts';

/** Only who runs the bot, or the workspace, can change these. */
const notAllowed = new Set([
  'missing_scope',
  'no_permission',
  'access_denied',
  'not_allowed_token_type',
  'invalid_auth',
  'token_revoked',
  'account_inactive',
  'file_uploads_disabled',
  'file_uploads_except_images_disabled',
  'storage_limit_reached',
]);

/**
 * It may have been shared: Slack failed on its way, or this is what the client's own second try hears after the
 * answer to its first was lost.
 */
const perhaps = new Set(['internal_error', 'fatal_error', 'request_timeout', 'file_not_found']);

const bytesWithinMs = 30_000;

/** What Slack said, with when a next attempt makes sense, for the worker. */
class SharingFailed extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(cause: unknown) {
    super(`Slack did not take the files: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'SharingFailed';
    this.retryAfterMs = cause instanceof WebAPIRateLimitedError ? cause.retryAfter * 1_000 : undefined;
  }
}

export function createUploader(client: WebClient, send: SlackFetch): Uploader {
  return {
    async hand(files) {
      try {
        const handed: HandedFiles = [];
        for (const file of files) handed.push(await handOne(client, send, file));
        return handed;
      } catch (cause) {
        throw refusalOf(cause) ?? new SharingFailed(cause);
      }
    },
    async share([first, ...rest], { channel, thread, says }) {
      if (!first) throw new TypeError('there is no file to share');
      try {
        const where = {
          channel_id: channel,
          ...(thread && { thread_ts: thread }),
          ...(says && { initial_comment: says }),
        };
        await client.files.completeUploadExternal({ files: [first, ...rest], ...where });
        return 'shared';
      } catch (cause) {
        // sharing a file needs membership, also where posting does not
        if (isRefusal(cause, noPlace)) return 'no place';
        const silent = cause instanceof WebAPIRequestError || cause instanceof WebAPIHTTPError;
        if (silent || isRefusal(cause, perhaps)) return 'unknown';
        throw refusalOf(cause) ?? new SharingFailed(cause);
      }
    },
  };
}

async function handOne(
  client: WebClient,
  send: SlackFetch,
  file: OutgoingFile,
): Promise<{ id: string; title: string }> {
  const { upload_url: url, file_id: id } = await client.files.getUploadURLExternal({
    filename: file.name,
    length: file.bytes.length,
    // Slack's method takes `alt_txt`; what the client calls `alt_text` is not known to it
    ...(file.alt && { alt_txt: file.alt }),
  });
  if (!url || !id) throw new Error('Slack gave no address for a file');
  const answer = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file.bytes),
    signal: AbortSignal.timeout(bytesWithinMs),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the bytes of a file were answered with ${answer.status}`);
  return { id, title: file.title };
}

function refusalOf(cause: unknown): Refusal | undefined {
  const code = codeOf(cause);
  if (!code || !notAllowed.has(code)) return undefined;
  return new Refusal(...mayNotShare(code));
}
